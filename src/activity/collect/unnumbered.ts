/**
 * Watches without a serial number: which files are of one counter. Files of one watch follow each other, or where they
 * overlap hold the same readings; whatever else overlaps is of another watch of the same model.
 */
import { keyOf, type Reading, type Source } from '../sample.ts'
import { isPossible } from './plausible.ts'
import type { Entry, SampleSeries } from './series.ts'

/** Seconds that two files of one watch may overlap without a reading in common. */
const shortest = 60

export type Counter = Pick<Reading, 'measure' | 'ground' | 'counter'>

/** Readings of one counter in one file, as they lie in its series. */
export type Slice = Counter & { series: SampleSeries; from: number; to: number }

/** Seconds since 1970. */
type Span = { first: number; last: number }
type File = Span & { slices: readonly Slice[] }

/** Files in the order of their times. None lies within another. */
type Watch = { source: Source; files: File[] }

export function createUnnumbered() {
  const models = new Map<string, Watch[]>()
  let undo: (() => void)[] = []
  return {
    /** The watch of a file, whose readings are in order of time; `slices` puts them to it. */
    file(
      model: Source,
      readings: readonly (Counter & Entry)[],
      slices: (watch: Source) => readonly Slice[],
    ): void {
      const watches = models.get(keyOf(model)) ?? []
      models.set(keyOf(model), watches)
      const span = spanOf(readings)
      let watch = nearest(readings, span, watches)
      if (!watch) {
        watch = { source: nameOfNext(model, watches.length), files: [] }
        watches.push(watch)
        undo.push(() => void watches.pop())
      }
      const { source, files } = watch
      const own = { ...span, slices: slices(source) }
      const at = indexOf(files, ({ first }) => first >= own.first)
      // Of a file that another one holds whole, as a copy, there is nothing more to ask.
      if ([files[at - 1], files[at]].some((file) => file && isWithin(own, file))) return
      let end = at
      while (end < files.length && isWithin(files[end]!, own)) end += 1
      const replaced = files.splice(at, end - at, own)
      undo.push(() => void files.splice(at, 1, ...replaced))
    },
    /** The function that is returned forgets the files since then; only that of the last mark does. */
    mark(): () => void {
      const since: (() => void)[] = []
      undo = since
      return () => {
        for (const back of since.toReversed()) back()
      }
    },
  }
}

function nameOfNext(model: Source, known: number): Source {
  const { serial } = model
  return known === 0 ? model : { ...model, serial: `${serial ? `${serial} ` : ''}#${known + 1}` }
}

/** The watch whose counters leap by the least with this file, where there is one. */
function nearest(
  readings: readonly (Counter & Entry)[],
  span: Span,
  watches: readonly Watch[],
): Watch | undefined {
  let [found, least]: [Watch | undefined, number] = [undefined, Infinity]
  for (const watch of watches) {
    const leap = leapOf(readings, span, watch.files)
    if (leap < least) [found, least] = [watch, leap]
  }
  return found
}

/** What the counters of a watch would leap by with this file: least where it has it already, Infinity where they cannot. */
function leapOf(readings: readonly (Counter & Entry)[], span: Span, files: readonly File[]): number {
  let at = indexOf(files, ({ last }) => last >= span.first)
  let before = files[at - 1]
  let after: File | undefined
  let isCopy = false
  for (; !after && at < files.length; at++) {
    const file = files[at]!
    const shared = Math.min(span.last, file.last) - Math.max(span.first, file.first)
    if (shared >= 0 && hasSame(readings, span, file)) isCopy = true
    else if (shared > 0 && (shared > shortest || isNested(span, file))) return Infinity
    else if (file.first <= span.first) before = file
    else after = file
  }
  return (
    (isCopy ? -1 : 0) +
    (before ? leapBetween([...readingsOf(before)], readings) : 0) +
    (after ? leapBetween(readings, [...readingsOf(after)]) : 0)
  )
}

/** The first for which a question is answered by yes, which it is then for all after it. */
function indexOf(files: readonly File[], isReached: (file: File) => boolean): number {
  let [low, high] = [0, files.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(files[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

const isWithin = (one: Span, other: Span): boolean => other.first <= one.first && one.last <= other.last

function spanOf(readings: readonly Entry[]): Span {
  let [first, last] = [Infinity, -Infinity]
  for (const { start } of readings) {
    first = Math.min(first, start)
    last = Math.max(last, start)
  }
  return { first, last }
}

const isNested = (one: Span, other: Span): boolean =>
  (other.first < one.first && one.last < other.last) || (one.first < other.first && other.last < one.last)

const counterKey = ({ measure, ground, counter }: Counter): string => `${measure} ${ground} ${counter}`

function* readingsOf({ slices }: File): Generator<Counter & Entry> {
  for (const { series, from, to, ...counter } of slices)
    for (const entry of series.range(from, to)) yield { ...counter, ...entry }
}

/** Of the time that two files share, does one of them hold all readings of the other? */
function hasSame(readings: readonly (Counter & Entry)[], { first, last }: Span, file: File): boolean {
  const [from, to] = [Math.max(first, file.first), Math.min(last, file.last)]
  const written = (all: Iterable<Counter & Entry>) =>
    new Set(
      [...all]
        .filter(({ start }) => start >= from && start <= to)
        .map((each) => `${counterKey(each)} ${each.start} ${Math.fround(each.value)}`),
    )
  const [one, other] = [written(readings), written(readingsOf(file))]
  if (one.size === 0 || other.size === 0) return false
  return [...one].every((each) => other.has(each)) || [...other].every((each) => one.has(each))
}

const byName = (readings: readonly (Counter & Entry)[]): Map<string, Counter & Entry> =>
  new Map(readings.map((reading) => [counterKey(reading), reading]))

/** What the counters rise by between two files, some from zero; Infinity where they could not. */
function leapBetween(before: readonly (Counter & Entry)[], after: readonly (Counter & Entry)[]): number {
  const [lastBefore, firstAfter] = [byName(before), byName(after.toReversed())]
  let leap = 0
  for (const [name, { measure, start, value }] of firstAfter) {
    const earlier = lastBefore.get(name)
    if (!earlier) continue
    const seconds = Math.max(1, start - earlier.start)
    const rises = [value - earlier.value, value].filter((rise) => isPossible(measure, rise, seconds))
    leap += rises[0] ?? Infinity
  }
  return leap
}
