/** Finds what a text repeats of a secret that it cuts: keys, tokens, signatures and proofs, less a few characters or many. */

/** A shorter secret may be guessed at by its length; one of words alone stands in ordinary text. */
const shortest = 20
const isUnlikeText = (secret: string) => secret.length >= shortest && /\d/.test(secret) && !/\s/.test(secret)
/** A part of a secret stands nowhere else, unless it is of few characters: zeros fill many numbers. */
const partSize = 12
const fewestCharacters = 5
/** Of a longer secret the parts lie further apart. */
const mostParts = 64

/** Adds to `spans` every run of the text that is a run of the secret, and has one of its parts in it. */
export type FindCut = (text: string, spans: [from: number, to: number][]) => void

/** Nothing for a secret that is found as a whole alone. */
export function cutsOf(secret: string): FindCut | undefined {
  if (!isUnlikeText(secret)) return undefined
  const step = Math.ceil((secret.length - partSize) / mostParts)
  const places: number[] = []
  for (let at = 0; at + partSize <= secret.length; at += step) places.push(at)
  if (places.at(-1)! + partSize < secret.length) places.push(secret.length - partSize)
  const parts = places
    .map((place) => ({ place, part: secret.slice(place, place + partSize) }))
    .filter(({ part }) => new Set(part).size >= fewestCharacters)
  return (text, spans) => {
    for (const { place, part } of parts)
      for (let at = text.indexOf(part); at >= 0;) {
        let [from, before] = [at, place]
        while (from > 0 && before > 0 && text[from - 1] === secret[before - 1])
          [from, before] = [from - 1, before - 1]
        let [to, after] = [at + partSize, place + partSize]
        while (to < text.length && after < secret.length && text[to] === secret[after])
          [to, after] = [to + 1, after + 1]
        spans.push([from, to])
        at = text.indexOf(part, to)
      }
  }
}
