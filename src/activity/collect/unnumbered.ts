/**
 * Watches without a serial number: which files are of one counter. Files of one watch follow each other, or where they
 * overlap hold the same readings; whatever else overlaps is of another watch of the same model.
 */
import { keyOf, type Counter, type Source } from '../sample.ts'
import { isPossible } from './plausible.ts'
import { mergedInOrder, withOwner, type Entry, type SampleSeries } from './series.ts'

/** Seconds that two files of one watch may overlap without a reading in common. */
const shortest = 60

/** Readings of one counter in one file, one or more, as they lie in their series by their times. */
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
    /** Finds the watch of a file; `put` gives it the readings, and says where they lie then. */
    file(model: Source, slices: readonly Slice[], put: (watch: Source) => readonly Slice[]): void {
      const watches = models.get(keyOf(model)) ?? []
      models.set(keyOf(model), watches)
      const file = { ...spanOf(slices), slices }
      let watch = nearest(file, watches)
      if (!watch) {
        watch = { source: nameOfNext(model, watches.length), files: [] }
        watches.push(watch)
        undo.push(() => void watches.pop())
      }
      const { source, files } = watch
      const own = { ...file, slices: put(source) }
      const at = indexOf(files, ({ first }) => first >= own.first)
      // Of a file that another one holds whole, as a copy, there is nothing more to ask.
      if ([files[at - 1], files[at]].some((other) => other && isWithin(own, other))) return
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
function nearest(file: File, watches: readonly Watch[]): Watch | undefined {
  let [found, least]: [Watch | undefined, number] = [undefined, Infinity]
  for (const watch of watches) {
    const leap = leapOf(file, watch.files)
    if (leap < least) [found, least] = [watch, leap]
  }
  return found
}

/** What the counters of a watch would leap by with this file: least where it has it already, Infinity where they cannot. */
function leapOf(own: File, files: readonly File[]): number {
  let at = indexOf(files, ({ last }) => last >= own.first)
  let before = files[at - 1]
  let after: File | undefined
  let isCopy = false
  for (; !after && at < files.length; at++) {
    const file = files[at]!
    const shared = Math.min(own.last, file.last) - Math.max(own.first, file.first)
    if (shared >= 0 && hasSame(own, file)) isCopy = true
    else if (shared > 0 && (shared > shortest || isNested(own, file))) return Infinity
    else if (file.first <= own.first) before = file
    else after = file
  }
  return (isCopy ? -1 : 0) + (before ? leapBetween(before, own) : 0) + (after ? leapBetween(own, after) : 0)
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

function spanOf(slices: readonly Slice[]): Span {
  let [first, last] = [Infinity, -Infinity]
  for (const { series, from, to } of slices) {
    first = Math.min(first, series.at(from).start)
    last = Math.max(last, series.at(to - 1).start)
  }
  return { first, last }
}

const isNested = (one: Span, other: Span): boolean =>
  (other.first < one.first && one.last < other.last) || (one.first < other.first && other.last < one.last)

const counterKey = ({ measure, ground, counter }: Counter): string => `${measure} ${ground} ${counter}`

export const readingsIn = ({ series, from, to }: Slice): Generator<Entry> => series.range(from, to)

/** Of the time that two files share, does one of them hold all readings of the other? */
function hasSame(one: File, other: File): boolean {
  const [from, to] = [Math.max(one.first, other.first), Math.min(one.last, other.last)]
  let [isEmpty, isOtherEmpty, isMore, isOtherMore] = [true, true, false, false]
  for (const [own, others] of valuesBySecond(one, other, { first: from, last: to })) {
    isEmpty &&= own.size === 0
    isOtherEmpty &&= others.size === 0
    isMore ||= [...own].some((value) => !others.has(value))
    isOtherMore ||= [...others].some((value) => !own.has(value))
    if (isMore && isOtherMore) return false
  }
  return !isEmpty && !isOtherEmpty
}

/** What each counter of two files stood at in each second in which one of them was read. */
function* valuesBySecond(
  one: File,
  other: File,
  { first, last }: Span,
): Generator<readonly [own: ReadonlySet<number>, others: ReadonlySet<number>]> {
  const [own, others] = [one, other].map(
    ({ slices }) => new Map(slices.map((slice) => [counterKey(slice), slice])),
  )
  const readings = (slice: Slice | undefined) => (slice ? readingsIn(slice) : [])
  for (const key of new Set([...own!.keys(), ...others!.keys()])) {
    let [second, values] = [-1, [new Set<number>(), new Set<number>()] as const]
    const both = [withOwner(readings(own!.get(key)), true), withOwner(readings(others!.get(key)), false)]
    for (const { start, entry, isOwn } of mergedInOrder(both)) {
      if (start < first || start > last) continue
      if (start !== second) {
        yield values
        ;[second, values] = [start, [new Set(), new Set()]]
      }
      values[isOwn ? 0 : 1].add(entry.value)
    }
    yield values
  }
}

/** What the counters rise by between two files, some from zero; Infinity where they could not. */
function leapBetween(before: File, after: File): number {
  const earlier = new Map(before.slices.map((slice) => [counterKey(slice), slice]))
  let leap = 0
  for (const slice of after.slices) {
    const lastBefore = earlier.get(counterKey(slice))
    if (!lastBefore) continue
    const last = lastBefore.series.at(lastBefore.to - 1)
    const { start, value } = slice.series.at(slice.from)
    const seconds = Math.max(1, start - last.start)
    const rises = [value - last.value, value].filter((rise) => isPossible(slice.measure, rise, seconds))
    leap += rises[0] ?? Infinity
  }
  return leap
}
