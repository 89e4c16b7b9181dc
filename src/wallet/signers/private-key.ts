/** Signs with a private key in hex. Nothing that goes wrong with a key repeats a digit of it. */
import { usage } from '../../errors.ts'
import { refuseOtherSigner, type Signer } from '../signer.ts'

export type PrivateKey = `0x${string}`

/** Order of secp256k1: a key lies between 0 and it. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The key as 0x and 64 lower-case digits; 0x may be missing. Throws CLI_USAGE, without the text. */
export function checkPrivateKey(text: string): PrivateKey {
  const digits = text.trim().replace(/^0x/i, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(digits)) {
    throw usage(
      'The private key is not 64 hex digits, with or without 0x before them.',
      otherForm(text.trim()),
    )
  }
  if (!isInRange(`0x${digits}`)) {
    throw usage('The private key is out of range.', 'Give the key that the wallet exported.')
  }
  return `0x${digits}`
}

/** Whether a key of 32 bytes is one that a wallet can have. */
export const isInRange = (key: PrivateKey): boolean => BigInt(key) > 0n && BigInt(key) < order

const otherForm = (text: string) =>
  text.startsWith('{')
    ? 'This is JSON. Use --keystore for a keystore.'
    : /^[a-z]+(\s+[a-z]+){11,}$/i.test(text)
      ? 'These are words. Use --mnemonic-file for a mnemonic.'
      : 'Give the key that the wallet exported.'

/** The address of a private key, with its EIP-55 checksum. Throws CLI_USAGE. */
export async function privateKeyAddress(hex: string): Promise<string> {
  const key = checkPrivateKey(hex)
  const { privateKeyToAddress } = await import('../signing.ts')
  return privateKeyToAddress(key)
}

/** A signer over a private key in hex. Throws CLI_USAGE at once unless the text is a key. */
export function privateKeySigner(hex: string): Signer {
  const privateKey = checkPrivateKey(hex)
  return async (ask) => {
    const { privateKeyToAddress, signMessage } = await import('../signing.ts')
    const address = privateKeyToAddress(privateKey)
    refuseOtherSigner(ask, address)
    ask.signal.throwIfAborted()
    const message = ask.compose(address)
    return { address, message, signature: signMessage({ message, privateKey }) }
  }
}
