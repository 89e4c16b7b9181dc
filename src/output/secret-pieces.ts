/** Pieces of a secret that are secrets too: the numbers of a proof in JSON, r and s of a signature, the end of a token. */

/** Numbers of a curve's field have some 77 digits, or 64 in hex. */
const number = /^(?:\d{60,80}|0x[\da-f]{60,64})$/i
/** What a proof is verified against is no secret: services give it back. */
const isPublic = (name: string): boolean => /public|input|signal/i.test(name)
const longest = 256 * 1024
const mostPieces = 64
const shortestPiece = 24
/** Of 60 digits; below it are lengths and places in a list. */
const leastNumber = 10n ** 59n

/** A proof as a verifier's contract takes it: words of 32 bytes. */
const words = /^(?:0x)?((?:[\da-f]{64}){4,})$/i

export function piecesOf(secret: string): string[] {
  const [, r, s] = /^(?:0x)?([\da-f]{64})([\da-f]{64})[\da-f]{2}$/i.exec(secret) ?? []
  if (r && s) return [r, s]
  const [, last = ''] = /^eyJ[\w-]*\.[\w-]+\.([\w-]+)$/.exec(secret) ?? []
  if (last.length >= shortestPiece) return [last]
  if (secret.length > longest) return []
  const [, digits] = words.exec(secret) ?? []
  if (digits) return spellings(digits.match(/.{64}/g)!.map((word) => `0x${word}`))
  const encoded = /^(?:0x)?([\w+/-]{64,}={0,2})$/.exec(secret)?.[1]
  const texts = encoded
    ? (['base64', 'hex'] as const).map((how) => Buffer.from(encoded, how).toString())
    : [secret]
  return spellings(texts.flatMap(numbersOfProof))
}

/** Each large number in decimals and in hex: proofs travel as JSON and as words of a contract. */
function spellings(numbers: string[]): string[] {
  const values = new Set(numbers.slice(0, mostPieces).map(BigInt))
  return [...values]
    .filter((value) => value >= leastNumber)
    .flatMap((value) => [`${value}`, value.toString(16)])
}

/** Of a proof in JSON, its numbers. */
function numbersOfProof(text: string): string[] {
  if (!text.startsWith('{')) return []
  try {
    return numbersIn(JSON.parse(text))
  } catch {
    return []
  }
}

function numbersIn(value: unknown): string[] {
  if (typeof value === 'string') return number.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(numbersIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (isPublic(name) ? [] : numbersIn(inner)))
}

/** No text is shorter that repeats a secret, half of it encoded, or a piece. */
export const shortestRepeat = (secret: string): number =>
  Math.min(secret.replace(/\s+/g, '').length / 2, ...piecesOf(secret).map(({ length }) => length))
