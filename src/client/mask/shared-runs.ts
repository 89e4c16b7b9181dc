/**
 * Finds what is repeated of values: of a photo, a document, free text, also cut, in other lines or encoded; of a name, a
 * number of a card or a phone, also cut or with other marks between its parts.
 */
import type { Find, Hider } from './mask.ts'
import { seenAs } from './seen-as.ts'

/** A shorter value is found as a whole alone. */
const shortestLong = 32
/** Letters and digits in one piece by which a place in a value is found, and as many as make a repetition. */
const pieceSize = 6
/** Of a long text many words stand elsewhere too. */
const runOfLong = 2 * pieceSize
const runOfShort = pieceSize
/** Less of a short value may stand in any sentence. */
const leastShare = 0.75
/** Fewer digits are a month, an amount, a part of another number. */
const fewestDigits = 9
/** Pieces that are kept of a value and of each of its encoded forms: of longer ones they lie further apart. */
const mostPieces = 200_000
const mostEncoded = 40_000
/** Where in base64 a value's own characters begin, with so many other bytes before it. */
const ownFrom = [0, 2, 3] as const
/** Places of equal pieces that are compared. */
const mostPlaces = 8

/** Every run of letters and digits that a text shares with one of the values, whatever stands between them. */
export function findRuns(values: readonly string[], hider: Hider): Find {
  const isLong = (value: string) => value.length >= shortestLong
  const long = findLonger(values.filter(isLong), hider, runOfLong)
  const short = values.filter((value) => !isLong(value) && !isFoundByWorth(value))
  const others = findLonger(short, hider, runOfShort)
  return (text) => [...long(text), ...others(text)]
}

/** It is found by what it is worth. Whole numbers of many digits are of cards and documents. */
const isFoundByWorth = (value: string) =>
  /^[-+]?[\d.,]+(?:e[-+]?\d+)?$/i.test(value) && !(/^\d+$/.test(value) && value.length >= fewestDigits)

function findLonger(values: readonly string[], hider: Hider, shortest: number): Find {
  let index: Index | undefined
  return (text) => {
    if (values.length === 0 || text.length < shortest) return []
    return runsIn(folded(text), (index ??= indexOf(values, hider, shortest)), shortest)
  }
}

/**
 * All forms of the values, with a zero after each, and where their pieces are: `last` has by hash the number of one, `before`
 * by number another one of that hash; numbers begin with 1.
 */
type Index = { forms: Uint16Array; places: number[]; needs: number[]; last: Int32Array; before: number[] }

function indexOf(values: readonly string[], hider: Hider, shortest: number): Index {
  const every: Uint16Array[] = []
  const places = [0]
  const needs = [0]
  let size = 0
  const add = (text: string, most: number) => {
    const { units } = folded(text)
    // A run has a whole piece in it, wherever it begins.
    const step = Math.max(shortest - pieceSize + 1, Math.ceil(units.length / most))
    for (let at = 0; at + pieceSize <= units.length; at += step)
      if ((most === mostPieces && shortest === runOfLong) || !isMonotonous(units, at)) {
        places.push(size + at)
        needs.push(
          shortest === runOfLong ? shortest : Math.max(shortest, Math.ceil(units.length * leastShare)),
        )
      }
    every.push(units)
    size += units.length + 1
  }
  for (const value of values) {
    for (const seen of seenAs(value, hider)) add(seen, mostPieces)
    if (shortest === runOfShort) continue
    const bytes = Buffer.from(value)
    for (const offset of [0, 1, 2] as const)
      add(
        Buffer.concat([Buffer.alloc(offset), bytes])
          .toString('base64')
          .slice(ownFrom[offset]),
        mostEncoded,
      )
    add(bytes.toString('hex'), mostEncoded)
  }
  const forms = new Uint16Array(size)
  size = 0
  for (const units of every) {
    forms.set(units, size)
    size += units.length + 1
  }
  const last = new Int32Array(2 ** Math.ceil(Math.log2(2 * places.length)))
  const before = places.map((place, number) => {
    if (number === 0) return 0
    const hash = hashOf(forms, place) & (last.length - 1)
    const other = last[hash]!
    last[hash] = number
    return other
  })
  return { forms, places, needs, last, before }
}

/** Zeros of an encoded form stand for nothing in particular. */
const isMonotonous = (units: Uint16Array, at: number) =>
  units.subarray(at + 1, at + pieceSize).every((unit) => unit === units[at])

function hashOf(units: Uint16Array, at: number): number {
  let hash = 0
  for (let place = at; place < at + pieceSize; place++) hash = Math.imul(hash ^ units[place]!, 0x01000193)
  return hash ^ (hash >>> 15)
}

function runsIn(
  { units, at }: Folded,
  { forms, places, needs, last, before }: Index,
  shortest: number,
): [number, number][] {
  const runs: [number, number][] = []
  for (let here = 0; here + pieceSize <= units.length; here++) {
    const done = runs.at(-1)?.[1] ?? 0
    let number = last[hashOf(units, here) & (last.length - 1)]!
    let [from, to] = [here, here]
    for (let times = 0; number > 0 && times < mostPlaces; times++) {
      const place = places[number]!
      let [start, end] = [here, here]
      while (end < units.length && forms[place + end - here] === units[end]) end++
      while (start > done && forms[place + start - here - 1] === units[start - 1]) start--
      const isNumber = shortest === runOfShort && isPartOfNumber({ units, at }, start, end)
      if (end - start >= needs[number]! && end - start > to - from && !isNumber) [from, to] = [start, end]
      number = before[number]!
    }
    if (to - from < shortest) continue
    const previous = runs.at(-1)
    // A few characters between two runs are of the same value.
    if (previous && from <= previous[1] + shortest) previous[1] = to
    else runs.push([from, to])
    here = Math.max(here, to - pieceSize)
  }
  return runs.map(([from, to]) => [at[from]!, at[to - 1]! + 1])
}

const isDigit = (unit: number | undefined): boolean => unit !== undefined && unit >= 48 && unit <= 57

/** Are these digits alone, and few, or next to further ones? */
function isPartOfNumber({ units, at }: Folded, start: number, end: number): boolean {
  if (!units.subarray(start, end).every(isDigit)) return false
  // Further digits without anything between them and these.
  const goesOn = (one: number, other: number, digit: number) =>
    isDigit(units[digit]) && (at[other] ?? 0) - (at[one] ?? 0) === 1
  return end - start < fewestDigits || goesOn(start - 1, start, start - 1) || goesOn(end - 1, end, end)
}

/** Letters and digits alone, in small letters without marks, with the place of each. */
type Folded = { units: Uint16Array; at: Int32Array }

function folded(text: string): Folded {
  const [units, at] = [new Uint16Array(text.length), new Int32Array(text.length)]
  let size = 0
  for (let place = 0; place < text.length; place++) {
    const unit = foldedUnit(text.charCodeAt(place))
    if (unit === 0) continue
    units[size] = unit
    at[size++] = place
  }
  return { units: units.subarray(0, size), at }
}

const known = new Map<number, number>()
/** 0 for what is left out. */
function foldedUnit(code: number): number {
  if (code < 128) {
    const small = code >= 65 && code <= 90 ? code + 32 : code
    return (small >= 48 && small <= 57) || (small >= 97 && small <= 122) ? small : 0
  }
  let unit = known.get(code)
  if (unit === undefined) {
    // The first letter alone, where Unicode has one sign for several: a Hangul syllable is its first consonant.
    // The i without a dot is that of capitals, too.
    const [letter = ''] = code === 0x131 ? 'i' : String.fromCharCode(code).normalize('NFD').toLowerCase()
    unit = /^[\p{L}\p{N}]$/u.test(letter) && !/^[\u1160-\u11ff]$/.test(letter) ? letter.charCodeAt(0) : 0
    known.set(code, unit)
  }
  return unit
}
