/** Pieces of a secret that are secrets too: the numbers of a proof in JSON, r and s of a signature, the end of a token. */

/** Numbers of a curve's field have some 77 digits, or 64 in hex. */
const number = /^(?:\d{60,80}|0x[\da-f]{60,64})$/i
/** What a proof is verified against is no secret: services give it back. */
const isPublic = (name: string): boolean => /public|input|signal/i.test(name)
const longest = 256 * 1024
const mostPieces = 64
const shortestPiece = 24

export function piecesOf(secret: string): string[] {
  const [, r, s] = /^(?:0x)?([\da-f]{64})([\da-f]{64})[\da-f]{2}$/i.exec(secret) ?? []
  if (r && s) return [r, s]
  const [, last = ''] = /^eyJ[\w-]*\.[\w-]+\.([\w-]+)$/.exec(secret) ?? []
  if (last.length >= shortestPiece) return [last]
  if (secret.length > longest) return []
  const encoded = /^(?:0x)?([\w+/-]{64,}={0,2})$/.exec(secret)?.[1]
  const texts = encoded
    ? (['base64', 'hex'] as const).map((how) => Buffer.from(encoded, how).toString())
    : [secret]
  return texts.flatMap(numbersOfProof).slice(0, mostPieces)
}

/** Of a proof in JSON, its numbers, each once. */
function numbersOfProof(text: string): string[] {
  if (!text.startsWith('{')) return []
  try {
    return [...new Set(numbersIn(JSON.parse(text)))]
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
