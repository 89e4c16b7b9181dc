/** Tells a wallet's secret from an API key, so that the one is never stored or sent in the other's place. */

/**
 * Whether the text is a private key (64 hex digits), a mnemonic (12 to 24 BIP-39 words) or a keystore (PRODUCT.md §5).
 * Lenient: any case, quotes, commas, numbering and line breaks do not hide one.
 */
export async function looksLikeWalletSecret(text: string): Promise<boolean> {
  return isKey(text) || isKeystore(text) || (await isMnemonic(text))
}

const isKey = (text: string) => /^["'\s]*(0x)?[0-9a-f]{64}["'\s]*$/i.test(text)

function isKeystore(text: string): boolean {
  if (!text.trim().startsWith('{')) return false
  try {
    const data: unknown = JSON.parse(text.trim())
    return Object.keys(data as object).some((name) => name.toLowerCase() === 'crypto')
  } catch {
    return false
  }
}

async function isMnemonic(text: string): Promise<boolean> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  if (words.length < 12 || words.length > 24) return false
  const { english } = await import('viem/accounts')
  const known = new Set(english)
  return words.every((word) => known.has(word))
}
