/** Samples of one source that overlap in time: each second is counted by one of them. */
import type { Entry } from '../collect/series.ts'
import type { Ground } from '../sample.ts'

/**
 * A sample, or a part of one that started at `begun`. `outdone`: another one of the source counts in its place. `rise`: what
 * a counter rose by, at some time within it. `moving`: seconds without the pauses of an activity. `unnamed`: it may be of a
 * ride or a swim. `covers`: where the short pause behind it ends, in which its source is there. `usualSpeed`: of a track, whose
 * points tell every meter of its time, that of its sport in meters per second. Of an activity `timed`: it says when it ended
 * or how long it took; `spread`: its pauses part it, and what it counts is spread evenly over its parts; `isAlone`: no clock
 * explains it.
 */
export type SamplePart = Entry & {
  begun?: number
  outdone?: true
  rise?: true
  /** How one moved, of active time and of an activity that says it surely. */
  ground?: Ground
  moving?: number
  /** Of an activity: the time that its steps would take at the usual pace, for each second in motion. */
  pace?: number
  unnamed?: true
  timed?: true
  isAlone?: true
  spread?: true
  usualSpeed?: number
  covers?: number
}

/** What has no length of its own took a second. */
export const entryEnd = ({ start, length }: Pick<Entry, 'start' | 'length'>): number =>
  start + Math.max(1, length)

/** Until when the source of a sample is there. */
export const coveredUntil = ({
  covers = 0,
  ...sample
}: Pick<SamplePart, 'start' | 'length' | 'covers'>): number => Math.max(entryEnd(sample), covers)

type OpenSample = { entry: Entry & { begun?: number }; end: number; counted: number }

/**
 * Of samples that overlap, the longest counts, of equally long ones the larger; the others count for the time that is
 * left, in proportion. Samples come in the order of their starts, parts that count leave in that order. What has no length
 * counts beside its neighbors, but neither within a sample nor twice at one instant.
 */
export function* withoutOwnOverlaps<T extends Entry>(
  samples: Iterable<T>,
  endOf: (sample: T) => number = ({ start, length }) => start + length,
): Generator<SamplePart> {
  /** From the one that counts now to the shortest; each ends later than those before it. */
  const open: OpenSample[] = []
  let instant: Entry | undefined
  let [from, at, longestEnd, earlierEnd] = [0, -Infinity, -Infinity, -Infinity]
  function* endBefore(time: number): Generator<SamplePart> {
    while (open.length > 0 && open[0]!.end <= time) {
      const ended = open.shift()!
      yield* countedPart(ended, from, ended.end)
      yield* remainder(ended)
      from = ended.end
    }
  }
  for (const entry of samples) {
    const { start } = entry
    const end = endOf(entry)
    if (start > at) {
      if (instant) yield instant
      instant = undefined
      const [first] = open
      // Mostly nothing overlaps, and there are millions.
      if (open.length === 1 && first!.end <= start && from === first!.entry.start) yield open.pop()!.entry
      else if (first && first.end <= start) yield* endBefore(start)
      ;[at, earlierEnd] = [start, longestEnd]
    }
    longestEnd = Math.max(longestEnd, end)
    if (end <= start) {
      const outdone = earlierEnd > start || (instant && instant.value >= entry.value) ? entry : instant
      if (outdone !== entry) instant = entry
      if (outdone) yield { ...outdone, outdone: true }
      continue
    }
    const place = rankAmong(entry, open)
    if (place > 0 && open[place - 1]!.end >= end) {
      yield { ...entry, outdone: true }
      continue
    }
    if (place === 0) {
      if (open[0]) yield* countedPart(open[0], from, start)
      from = start
    }
    let next = place
    while (next < open.length && open[next]!.end <= end) next += 1
    for (const covered of open.splice(place, next - place, { entry, end, counted: 0 }))
      yield* remainder(covered)
  }
  if (instant) yield instant
  yield* endBefore(Infinity)
}

/** The part of a sample between two times, at which it is the one that counts. */
function* countedPart(open: OpenSample, from: number, to: number): Generator<SamplePart> {
  const { entry, end } = open
  if (to <= from) return
  if (from === entry.start && to === end) {
    open.counted = entry.value
    yield entry
    return
  }
  const value = (entry.value * (to - from)) / (end - entry.start)
  open.counted += value
  yield { ...entry, start: from, length: to - from, value, begun: entry.begun ?? entry.start }
}

/** What a sample has beyond its parts that counted. */
function* remainder({ entry, counted: taken }: OpenSample): Generator<SamplePart> {
  const value = entry.value - taken
  if (value > entry.value * 1e-9) yield { ...entry, value, outdone: true }
}

/** Where a sample stands among those that are open, longest first. */
function rankAmong(entry: Entry, open: readonly OpenSample[]): number {
  let [low, high] = [0, open.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (outdoes(entry, open[middle]!.entry)) high = middle
    else low = middle + 1
  }
  return low
}

const outdoes = (one: Entry, other: Entry): boolean =>
  one.length > other.length || (one.length === other.length && one.value > other.value)
