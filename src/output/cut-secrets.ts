/** Finds what a text repeats of a secret that it cuts: keys, tokens, signatures and proofs, less a few characters or many. */
import { beginningsOf, cover, reversed, type Find, type FindBeginnings } from '../contract/find-repeats.ts'

/** A shorter secret is found as a whole alone. */
const shortest = 20
/** What is found has such a part: zeros fill many numbers. */
const partSize = 12
const fewestCharacters = 5
/** Of a longer secret the parts lie further apart. */
const mostParts = 64
/** Less of a secret is no use to anybody, and may be public: the header of a token, an address in a proof. */
const leastShare = 0.75

/** Finds every run of the text that is most of the secret; nothing for one that is found as a whole alone. */
export function cutsOf(secret: string): Find[] {
  if (secret.length < shortest) return []
  const least = Math.ceil(secret.length * leastShare)
  // Every such run has the middle of the secret in it.
  const middle = 2 * least - secret.length
  const onward = beginningsOf(secret.slice(secret.length - least))
  const backward = beginningsOf(reversed(secret.slice(0, least)))
  let parts: number[] | undefined
  const find: Find = (text, spans) => {
    const ends: number[] = []
    onward(text, middle, (at, length) => ends.push(at + length))
    if (ends.length === 0) return
    const places = (parts ??= variedPlaces(secret))
    backward(reversed(text), middle, (at, length) => {
      const [from, to] = [text.length - at - length, ends.pop()!]
      const place = least - length
      const part = places.find((each) => each >= place)
      if (to - from >= least && part !== undefined && part + partSize <= place + to - from)
        cover(spans, from, to)
    })
  }
  return [find]
}

/** Where there are parts of many characters. */
function variedPlaces(secret: string): number[] {
  const step = Math.ceil((secret.length - partSize) / mostParts)
  const places: number[] = []
  for (let at = 0; at + partSize <= secret.length; at += step) places.push(at)
  if (places.at(-1)! + partSize < secret.length) places.push(secret.length - partSize)
  return places.filter((at) => new Set(secret.slice(at, at + partSize)).size >= fewestCharacters)
}

/** Where a text was cut: by Python's serializers in its middle, by PHP's traces, Node and logs at an end of it. */
const isCutSomewhere = /\.{3}|\u2026|truncated/
const cuts = /(?<=([\s"'`<>()[\]]{0,6}))(?:\.{3,}|\u2026|truncated)(?=([\s"'`<>()[\]]{0,6}))/g
const cutAfter = /[\s"'`<>()[\]]{0,6}(?:\.{3}|\u2026|truncated)[\s"'`<>()[\]]{0,3}/y
/**
 * A shorter beginning or end is hidden only where both together are most of the secret. Those of
 * JSON have names in them, those of a list may be of another one.
 */
const shortestEnd = 12
const shortestOfList = 24
const shortestOfJson = 64
const fewestOfBeginning = 6
const leastShareOfEnds = 0.6
const mostLooked = 64

/** Finds a beginning of the secret before dots, and an end of it after them. */
export function endsOf(secret: string): Find[] {
  if (secret.length < shortest) return []
  const isList = /^\[\s*["\d]/.test(secret)
  const leastOfOne = isList ? shortestOfList : /^[[{]/.test(secret) ? shortestOfJson : shortestEnd
  const least = Math.ceil(secret.length * leastShareOfEnds)
  const beginning = secret.slice(0, fewestOfBeginning)
  const end = secret.slice(-leastOfOne)
  const beginnings = beginningsOf(secret)
  const endings = beginningsOf(reversed(secret))
  const long = longFrom(secret, leastOfOne)
  const repeatsItself = secret.includes(beginning, 1)
  const find: Find = (text, spans) => {
    if (!isCutSomewhere.test(text)) return
    const hasEnd = isVaried(end) && text.includes(end)
    if (!hasEnd && !text.includes(beginning)) return
    const { before, after } = placesOfCuts(text)
    const first = lengthsAt(beginnings, text, before, fewestOfBeginning)
    if (!hasEnd && first.size === 0) return
    const size = text.length
    const last = lengthsAt(
      endings,
      reversed(text),
      after.toReversed().map((at) => size - at),
      1,
    )
    for (const [to, length] of first) {
      cutAfter.lastIndex = to
      if (!cutAfter.test(text)) continue
      const from = cutAfter.lastIndex
      const rest = last.get(size - from) ?? 0
      const ended = length < secret.length || repeatsItself ? rest : 0
      const isMost = length + ended >= least
      if (length >= long || isMost) spans.push([to - length, to])
      if (ended > 0 && isMost) spans.push([from, from + ended])
    }
    if (hasEnd)
      for (const [at, length] of last)
        if (length >= leastOfOne && length < secret.length) spans.push([size - at, size - at + length])
  }
  return [find]
}

/** Where a beginning may end, and where an end may begin. */
function placesOfCuts(text: string): { before: number[]; after: number[] } {
  const before: number[] = []
  const after: number[] = []
  for (const { index, 0: cut, 1: blanks = '', 2: more = '' } of text.matchAll(cuts)) {
    const size = cut.startsWith('.') ? 3 : cut.length
    const end = index + cut.length
    for (let at = index - blanks.length; at + size <= end; at++) before.push(at)
    for (let at = index + size; at <= end + more.length; at++) after.push(at)
  }
  return { before, after }
}

/** Of places in order, how much of a beginning ends there. */
function lengthsAt(
  beginnings: FindBeginnings,
  text: string,
  places: number[],
  least: number,
): Map<number, number> {
  const lengths = new Map<number, number>()
  let next = 0
  beginnings(text, least, (at, length) => {
    while (places[next]! < at + least) next++
    for (; places[next]! <= at + length; next++) lengths.set(places[next]!, places[next]! - at)
  })
  return lengths
}

/** Zeros fill many numbers, and addresses that are cut. */
const isVaried = (piece: string): boolean => new Set(piece.slice(0, mostLooked)).size >= fewestCharacters

/** How long a beginning is long. */
function longFrom(secret: string, least: number): number {
  for (let size = least; size <= Math.min(secret.length, mostLooked); size++)
    if (isVaried(secret.slice(0, size))) return size
  return Infinity
}
