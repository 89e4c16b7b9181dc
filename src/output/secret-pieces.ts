/** Pieces of a long secret that are secrets themselves: the numbers of a proof, both halves of a signature. */

/** Shorter secrets have no such pieces; of longer ones nobody would repeat all. */
const [shortestWhole, longestWhole] = [64, 8192]
const shortestPiece = 24
/** Zeros, and what is hardly more than zeros, fill many numbers. */
const fewestCharacters = 8
/** Digits of 32 bytes in hex, as both halves of a signature and the words of a proof have. */
const wordOfHex = 64
/** Public, though a proof may hold them. */
const ofOthers = /^(?:0x[\da-f]{40}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

export function piecesOf(secret: string): string[] {
  if (secret.length < shortestWhole || secret.length > longestWhole) return []
  const hex = /^(?:0x)?([\da-f]{128,})$/i.exec(secret)?.[1]
  const all = hex ? hex.match(new RegExp(`.{${wordOfHex}}`, 'g')) : secret.match(/[\w+/=-]+/g)
  // Header and payload of a token are no use without its signature, and others have the same.
  const pieces = secret.startsWith('eyJ') ? (all ?? []).slice(-1) : (all ?? [])
  return pieces.filter(
    (piece) =>
      piece.length >= shortestPiece &&
      piece.length < secret.length &&
      new Set(piece).size >= fewestCharacters &&
      !ofOthers.test(piece),
  )
}

/** No text is shorter that repeats a piece of a secret, or half of it encoded. */
export const shortestRepeat = (secret: string): number =>
  Math.min(secret.replace(/\s+/g, '').length, ...piecesOf(secret).map(({ length }) => length)) / 2
