/** Who signed a text (EIP-191)? The only file of the sandbox that loads cryptography, so only a login does. */
import * as Address from 'ox/Address'
import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'

/** The address whose key signed `message`, lower case; undefined unless it is a signature. */
export function signerOf(message: string, signature: string): string | undefined {
  const parts = /^0x([0-9a-f]{64})([0-9a-f]{64})(00|01|1b|1c)$/i.exec(signature)
  if (!parts) return undefined
  const [, r = '', s = '', v = ''] = parts
  const payload = PersonalMessage.getSignPayload(Hex.fromString(message))
  try {
    return Secp256k1.recoverAddress({
      payload,
      signature: { r: BigInt(`0x${r}`), s: BigInt(`0x${s}`), yParity: Number.parseInt(v, 16) % 27 },
    }).toLowerCase()
  } catch {
    return undefined
  }
}

/** Is the address written with the capitals of EIP-55? */
export const isChecksummed = (address: string): boolean => Address.checksum(address) === address
