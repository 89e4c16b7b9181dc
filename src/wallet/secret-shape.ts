/** Tells a wallet's secret from an API key or a session token, so that it is never stored or sent in their place. */

/**
 * Whether the text is a private key (64 hex digits), an extended key (xprv), a mnemonic (12 to 24 BIP-39 words, whole or by
 * their first four letters) or a keystore. Lenient: case, quotes, brackets, punctuation, numbering, line breaks, a name
 * before it (`PRIVATE_KEY=`) and JSON around it do not hide one.
 */
export async function looksLikeWalletSecret(text: string): Promise<boolean> {
  return isKey(text) || isExtendedKey(text) || isKeystore(text) || (await isMnemonic(text))
}

/** 0x and 64 digits anywhere; without 0x only where nothing but punctuation and a name of a key is around them. */
const isKey = (text: string) =>
  text.length >= 64 &&
  (/(?<![0-9a-z])0x[0-9a-f]{64}(?![0-9a-z])/i.test(text) ||
    /^\W*(?:(?:export\s+)?(?:hex|key|pk|sk|\w*(?:priv|wallet|eth)\w*)\W*[=:]\W*)?[0-9a-f]{64}\W*$/i.test(
      text,
    ))

const isExtendedKey = (text: string) =>
  text.length >= 104 && /(?<![0-9A-Za-z])[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}(?![0-9A-Za-z])/.test(text)

/** By the two names that every version of the format has, also where quotes are escaped. */
const isKeystore = (text: string) =>
  text.includes('{') && /\bcrypto\b/i.test(text) && /\bciphertext\b/i.test(text)

/** The shortest has twelve words of three letters. */
async function isMnemonic(text: string): Promise<boolean> {
  if (text.length < 12 * 3) return false
  const groups = text.toLowerCase().match(/[a-z]+/g) ?? []
  const [only = ''] = groups
  if (groups.length === 1 && only.length >= 12 * 3) return isJoined(only)
  if (groups.length < 12 || groups.length > 24 || groups.some((group) => group.length < 3)) return false
  const known = await mnemonicWords()
  return groups.every((group) => known.has(group))
}

/** Twelve to 24 words without anything between them. */
async function isJoined(letters: string): Promise<boolean> {
  const known = await mnemonicWords()
  /** How many words can end at each letter. */
  const counts = Array.from({ length: letters.length + 1 }, () => new Set<number>())
  counts[0]!.add(0)
  for (let at = 0; at < letters.length; at++) {
    if (counts[at]!.size === 0) continue
    for (let size = 3; size <= 8 && at + size <= letters.length; size++) {
      if (!known.has(letters.slice(at, at + size))) continue
      for (const count of counts[at]!) if (count < 24) counts[at + size]!.add(count + 1)
    }
  }
  return [...counts[letters.length]!].some((count) => count >= 12)
}

/** The English words of BIP-39, and their first four letters, which tell them apart as well. */
async function mnemonicWords(): Promise<Set<string>> {
  const { english } = await import('ox/Mnemonic')
  return new Set(english.flatMap((word) => [word, word.slice(0, 4)]))
}

/** Whether the text is 32 bytes in hex: no wallet's signature is that short, and a private key is exactly so long. */
export const isKeySized = (text: string): boolean => /^\s*(?:0x)?[0-9a-f]{64}\s*$/i.test(text)

/** Said in place of a value that may be a private key, which is not repeated. */
export const keySized =
  'The signature has the length of a private key (32 bytes) and is never sent, for any wallet. Nothing was sent.'
