/** What makes and reads a signature: noble's curve, viem's hash of a message and its form of an address. Loaded by a signer. */
import { createECDH, createHmac } from 'node:crypto'
import { weierstrass } from '@noble/curves/abstract/weierstrass'
import { secp256k1 } from '@noble/curves/secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import { hashMessage } from 'viem/utils'

type Hex = `0x${string}`

/**
 * With the platform's HMAC for the nonce of a signature (RFC 6979): in JavaScript its 30 rounds
 * of SHA-256, which run once, take longer than all else of a signature.
 */
const curve = weierstrass({
  ...secp256k1.CURVE,
  hmac: (key, ...parts) => {
    const made = createHmac('sha256', key)
    for (const part of parts) made.update(part)
    return made.digest()
  },
})

/**
 * The table of multiples that noble makes of the base point at its first use: of windows of 8 bits it pays after hundreds of
 * signatures (some 40 ms, then 3 for each), of 3 bits at the first (4 ms, then 5). The time
 * of a signature stays the same for all keys.
 */
curve.utils.precompute(3)

/** The address of a private key, with its checksum. */
export const privateKeyToAddress = (privateKey: Hex, native = createECDH): Hex =>
  publicKeyToAddress(`0x${publicKeyOf(privateKey.slice(2), native)}`)

/** By OpenSSL, in microseconds; by noble where OpenSSL leaves the curve out, as under FIPS. */
function publicKeyOf(digits: string, native: typeof createECDH): string {
  try {
    const pair = native('secp256k1')
    pair.setPrivateKey(digits, 'hex')
    return pair.getPublicKey('hex')
  } catch {
    return Buffer.from(curve.getPublicKey(digits, false)).toString('hex')
  }
}

/** The signature over a message (EIP-191), always the same for the same key. */
export function signMessage({ message, privateKey }: { message: string; privateKey: Hex }): Hex {
  const made = curve.sign(hashMessage(message).slice(2), privateKey.slice(2))
  return `0x${made.toCompactHex()}${(27 + made.recovery).toString(16)}`
}

/** The address whose key made a signature over the message: 65 bytes, v 27 or 28. Throws where no key can have made it. */
export function recoverMessageAddress({ message, signature }: { message: string; signature: Hex }): Hex {
  const made = curve.Signature.fromCompact(signature.slice(2, 130))
  const whole = made.addRecoveryBit(Number(`0x${signature.slice(130)}`) - 27)
  const key = whole.recoverPublicKey(hashMessage(message).slice(2))
  return publicKeyToAddress(`0x${key.toHex(false)}`)
}
