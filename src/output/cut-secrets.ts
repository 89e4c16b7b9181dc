/** Finds what a text repeats of a secret that it cuts: keys, tokens, signatures and proofs, less a few characters or many. */

/** A shorter secret is found as a whole alone. */
const shortest = 20
/** Parts of a secret by which a place in a text is found, unless they are of few characters: zeros fill many numbers. */
const partSize = 12
const fewestCharacters = 5
/** Of a longer secret the parts lie further apart. */
const mostParts = 64
/** Less of a secret is no use to anybody, and may be public: the header of a token, an address in a proof. */
const leastShare = 0.75

/** Adds to `spans` every run of the text that is most of the secret. */
export type FindCut = (text: string, spans: [from: number, to: number][]) => void

/** Nothing for a secret that is found as a whole alone. */
export function cutsOf(secret: string): FindCut[] {
  if (secret.length < shortest) return []
  const least = Math.ceil(secret.length * leastShare)
  let parts: FindingPart[] | undefined
  const find: FindCut = (text, spans) => {
    if (!mayRepeat(text, secret, least)) return
    parts ??= findingParts(secret)
    const found = new Map<number, number>()
    for (const { place, part } of parts)
      for (let at = text.indexOf(part); at >= 0;) {
        let [from, before] = [at, place]
        while (from > 0 && before > 0 && text[from - 1] === secret[before - 1])
          [from, before] = [from - 1, before - 1]
        let [to, after] = [at + partSize, place + partSize]
        while (to < text.length && after < secret.length && text[to] === secret[after])
          [to, after] = [to + 1, after + 1]
        if (to - from >= least) found.set(from, Math.max(to, found.get(from) ?? 0))
        at = text.indexOf(part, to)
      }
    for (const span of found) spans.push(span)
  }
  return [find]
}

/** False where no run of `least` characters can be in both: wherever it lies in the secret, one of these pieces is in it. */
function mayRepeat(text: string, secret: string, least: number): boolean {
  const step = least - partSize + 1
  for (let at = 0; at + partSize <= secret.length; at += step)
    if (text.includes(secret.slice(at, at + partSize))) return true
  return false
}

/** Serializers of Python show both ends of a text, and three dots between them. */
const longestWithEnds = 1024
const fewestOfBeginning = 6
const leastShareOfEnds = 0.6

/** Adds to `spans` a beginning and an end of the secret with dots between them. */
export function cutMiddleOf(secret: string): FindCut[] {
  if (secret.length < shortest || secret.length > longestWithEnds) return []
  const least = Math.ceil(secret.length * leastShareOfEnds)
  const beginning = secret.slice(0, fewestOfBeginning)
  const find: FindCut = (text, spans) => {
    for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
      let size = fewestOfBeginning
      while (size < secret.length && text[at + size] === secret[size]) size++
      const [to, from] = [at + size, afterDots(text, at + size)]
      if (from === to) continue
      for (let end = secret.length - size; end > 0 && size + end >= least; end--) {
        if (!text.startsWith(secret.slice(-end), from)) continue
        spans.push([at, to], [from, from + end])
        break
      }
    }
  }
  return [find]
}

const afterDots = (text: string, at: number): number => {
  if (text[at] === '\u2026') return at + 1
  return text.startsWith('...', at) ? at + 3 : at
}

type FindingPart = { place: number; part: string }

function findingParts(secret: string): FindingPart[] {
  const step = Math.ceil((secret.length - partSize) / mostParts)
  const places: number[] = []
  for (let at = 0; at + partSize <= secret.length; at += step) places.push(at)
  if (places.at(-1)! + partSize < secret.length) places.push(secret.length - partSize)
  return places
    .map((place) => ({ place, part: secret.slice(place, place + partSize) }))
    .filter(({ part }) => new Set(part).size >= fewestCharacters)
}
