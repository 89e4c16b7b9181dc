/** Signatures as wallets write them, brought into one form and held against the address before anything is sent. */
import { unauthenticated } from '../errors.ts'
import { sameAddress } from './address.ts'

/**
 * 65 bytes as 0x and 130 lower-case digits, v 27 or 28. Takes v 0 or 1, upper case, a missing 0x, space around it.
 * Throws CLI_SIGNATURE.
 */
export function normaliseSignature(text: string): string {
  const hex = normaliseHex(text)
  if (hex.length !== 132) {
    throw garbage(`The signature has ${(hex.length - 2) / 2} bytes; it needs 65.`, contractHint)
  }
  const v = Number.parseInt(hex.slice(-2), 16)
  if (v === 0 || v === 1) return hex.slice(0, -2) + (v + 27).toString(16)
  if (v === 27 || v === 28) return hex
  throw garbage(`The last byte of the signature is ${v}; it must be 0, 1, 27 or 28.`, contractHint)
}

/** The address whose key made the signature over the message (EIP-191). Throws CLI_SIGNATURE. */
export async function recover(message: string, signature: string): Promise<string> {
  const normal = normaliseSignature(signature)
  const { recoverMessageAddress } = await import('viem/utils')
  try {
    return await recoverMessageAddress({ message, signature: normal as `0x${string}` })
  } catch {
    throw garbage('The signature is not valid: no key can have made it.', contractHint)
  }
}

/**
 * The signature in its normal form, once it is one of the address over the message.
 * That of a smart-contract wallet cannot be recovered: it need only be hex. Throws CLI_SIGNATURE.
 */
export async function verifySignature(claim: {
  address: string
  message: string
  signature: string
  contractWallet?: boolean
}): Promise<string> {
  if (claim.contractWallet) return normaliseHex(claim.signature)
  const signature = normaliseSignature(claim.signature)
  const signer = await recover(claim.message, signature)
  if (sameAddress(signer, claim.address)) return signature
  throw garbage(
    `The signature is from ${signer}, not ${claim.address}, or signs another message.`,
    `Sign exactly the message that was shown, with the wallet of ${claim.address}. ${contractHint}`,
  )
}

function normaliseHex(text: string): string {
  const digits = text.trim().replace(/^0x/i, '').toLowerCase()
  if (digits === '') throw garbage('The signature is empty.')
  if (!/^([0-9a-f]{2})+$/.test(digits)) throw garbage('The signature is not hex.')
  return `0x${digits}`
}

const contractHint = 'A smart-contract wallet needs --contract-wallet.'
const garbage = (message: string, hint = 'Give the signature as the wallet shows it, 0x and hex digits.') =>
  unauthenticated('CLI_SIGNATURE', message, hint)
