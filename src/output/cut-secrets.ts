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
    /** Where runs end, by how far they lie from their place in the secret: each is gone through once. */
    const ends = new Map<number, number>()
    for (const { place, part } of parts)
      for (let at = text.indexOf(part); at >= 0;) {
        const apart = at - place
        let to = ends.get(apart) ?? 0
        if (to <= at) {
          let [from, before] = [at, place]
          while (from > 0 && before > 0 && text[from - 1] === secret[before - 1])
            [from, before] = [from - 1, before - 1]
          to = at + partSize
          for (let after = place + partSize; after < secret.length && text[to] === secret[after]; after++)
            to++
          ends.set(apart, to)
          if (to - from >= least) found.set(from, Math.max(to, found.get(from) ?? 0))
        }
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

/** Where a text was cut: by Python's serializers in its middle, by PHP's traces, Node and logs at an end of it. */
const isCutSomewhere = /\.{3}|\u2026|truncated/
const cutAfter = /[\s"'`<>()[\]]{0,6}(?:\.{3}|\u2026|truncated)[\s"'`<>()[\]]{0,3}/y
const cutBefore = /(?:\.{3}|\u2026|truncated)[\s"'`<>()[\]]{0,6}$/
const longestCut = 15
/** A shorter beginning or end is hidden only where both together are most of the secret. */
const shortestEnd = 12
const fewestOfBeginning = 6
const leastShareOfEnds = 0.6
const longestEnd = 1024
const mostLooked = 64

/**
 * Adds to `spans` a beginning of the secret before dots, and an end of it after them. Those of JSON are the same in every
 * proof.
 */
export function endsOf(secret: string): FindCut[] {
  if (secret.length < shortest || /^[[{]/.test(secret)) return []
  const least = Math.ceil(secret.length * leastShareOfEnds)
  const beginning = secret.slice(0, fewestOfBeginning)
  const end = secret.slice(-shortestEnd)
  const find: FindCut = (text, spans) => {
    if (!isCutSomewhere.test(text)) return
    let to = 0
    for (
      let at = text.indexOf(beginning);
      at >= 0;
      at = text.indexOf(beginning, to - fewestOfBeginning + 1)
    ) {
      let size = fewestOfBeginning
      while (size < secret.length && text[at + size] === secret[size]) size++
      to = at + size
      cutAfter.lastIndex = to
      if (size === secret.length || !cutAfter.test(text)) continue
      const from = cutAfter.lastIndex
      const ended = endAt(text, from, secret.slice(size).slice(-longestEnd))
      const isMost = size + ended >= least
      if (isLong(text.slice(at, to)) || isMost) spans.push([at, to])
      if (ended > 0 && isMost) spans.push([from, from + ended])
    }
    let done = 0
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
      let [from, left] = [at, secret.length - shortestEnd]
      while (left > 0 && from > done && text[from - 1] === secret[left - 1])
        [from, left] = [from - 1, left - 1]
      done = at
      if (left > 0 && isLong(end) && cutBefore.test(text.slice(Math.max(0, from - longestCut), from)))
        spans.push([from, at + shortestEnd])
    }
  }
  return [find]
}

/** Zeros fill many numbers, and addresses that are cut. */
const isLong = (piece: string): boolean =>
  piece.length >= shortestEnd && new Set(piece.slice(0, mostLooked)).size >= fewestCharacters

/** How many characters at `from` are an end of `rest`. */
function endAt(text: string, from: number, rest: string): number {
  for (let size = rest.length; size > 0; size--) if (text.startsWith(rest.slice(-size), from)) return size
  return 0
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
