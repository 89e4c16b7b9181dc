/** Signatures as wallets write them, brought into one form and held against the address before anything is sent. */
import { unauthenticated } from '../errors.ts'
import { sameAddress } from './address.ts'
import { isKeySized, keySized } from './secret-shape.ts'

/** Order of secp256k1. For every signature with s there is one with order - s; services take the lower one alone (EIP-2). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The bit of a compact signature's s that holds the parity (EIP-2098). */
const parityBit = 1n << 255n

/**
 * 65 bytes as 0x and 130 lower-case digits, v 27 or 28, s in its lower half. Takes v 0 or 1, the 64 bytes of EIP-2098,
 * a high s, upper case, a missing 0x, space around it. Throws CLI_SIGNATURE.
 */
export function normalizeSignature(text: string): string {
  const hex = normalizeHex(text).slice(2)
  if (hex.length !== 130 && hex.length !== 128)
    throw garbage(`The signature has ${hex.length / 2} bytes; it needs 65, or 64.`, contractHint)
  const second = BigInt(`0x${hex.slice(64, 128)}`)
  const { s, parity } =
    hex.length === 128
      ? { s: second & (parityBit - 1n), parity: second >= parityBit ? 1 : 0 }
      : { s: second, parity: parityOf(Number.parseInt(hex.slice(128), 16)) }
  const isHigh = s > order / 2n && s < order
  return [
    `0x${hex.slice(0, 64)}`,
    (isHigh ? order - s : s).toString(16).padStart(64, '0'),
    (27 + (isHigh ? 1 - parity : parity)).toString(16),
  ].join('')
}

function parityOf(v: number): number {
  if (v === 0 || v === 1) return v
  if (v === 27 || v === 28) return v - 27
  throw garbage(`The last byte of the signature is ${v}; it must be 0, 1, 27 or 28.`, contractHint)
}

/** The address whose key made the signature over the message (EIP-191). Throws CLI_SIGNATURE. */
export async function recover(message: string, signature: string): Promise<string> {
  const normal = normalizeSignature(signature)
  const { recoverMessageAddress } = await import('./signing.ts')
  try {
    return recoverMessageAddress({ message, signature: normal as `0x${string}` })
  } catch {
    throw garbage('The signature is not valid: no key can have made it.', contractHint)
  }
}

/**
 * The signature in its normal form, once it is one of the address over the message. That of a smart-contract wallet cannot be
 * recovered: it need only be hex, and of another length than a private key. Throws CLI_SIGNATURE.
 */
export async function verifySignature(claim: {
  address: string
  message: string
  signature: string
  contractWallet?: boolean
}): Promise<string> {
  if (isKeySized(claim.signature))
    throw garbage(keySized, 'Check what signs: it must answer with a signature.')
  if (claim.contractWallet) return normalizeHex(claim.signature)
  const signature = normalizeSignature(claim.signature)
  const signer = await recover(claim.message, signature)
  if (sameAddress(signer, claim.address)) return signature
  throw garbage(
    `The signature is from ${signer}, not ${claim.address}, or signs another message.`,
    `Sign exactly the message that was shown, with the wallet of ${claim.address}. ${contractHint}`,
  )
}

function normalizeHex(text: string): string {
  const digits = text.trim().replace(/^0x/i, '').toLowerCase()
  if (digits === '') throw garbage('The signature is empty.')
  if (!/^([0-9a-f]{2})+$/.test(digits)) throw garbage('The signature is not hex.')
  return `0x${digits}`
}

const contractHint = 'A smart-contract wallet needs --contract-wallet.'
const garbage = (message: string, hint = 'Give the signature as the wallet shows it, 0x and hex digits.') =>
  unauthenticated('CLI_SIGNATURE', message, hint)
