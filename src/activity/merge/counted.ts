/** How much was counted, and when: a coarse sample, or an activity with pauses, adds no more than it has beyond that. */
import { createSeries, type Entry } from '../collect/series.ts'
import type { Stretch } from './coverage.ts'
import type { SamplePart } from './own-overlaps.ts'

/** How much was counted between two times, in seconds since 1970. Times are asked for by their start, in order. */
export type Within = (start: number, end: number) => number

/** Takes of what was counted in a stretch what is the same as `value`, and returns it: nothing is the same as two. */
export type Matcher = (stretch: Stretch, value: number) => number

export type Counted = ReturnType<typeof createCounted>

/** Longer samples do not say when in their time something moved. */
const longestExact = 5 * 60

export function createCounted() {
  const layers: Values[] = []
  return {
    /** For what one more layer counts, in the order of its starts. */
    layer(): Values {
      const values = createValues()
      layers.push(values)
      return values
    },
    /** Of the layers that there are now; without `rises` of what says when it was moved, without `late` but for late ones. */
    reader({ rises = true, late = true } = {}): Within {
      const readers = layers.map((each) => each.reader(rises, rises && late))
      return (start, end) => readers.reduce((sum, within) => sum + within(start, end), 0)
    },
    /** Of the layers that are added after this, once they are there; without late rises. */
    matcher(): () => Matcher {
      const from = layers.length
      return () => matcherOf(layers.slice(from).flatMap((each) => each.finer()))
    },
  }
}

type Values = ReturnType<typeof createValues>

function createValues() {
  const series = createSeries()
  const risen = createSeries()
  const risenLate = createSeries()
  const activities: Moving[] = []
  return {
    add({
      start,
      length,
      value,
      moving,
      rise,
      late,
    }: Pick<SamplePart, 'start' | 'length' | 'value' | 'moving' | 'rise' | 'late'>): void {
      if (rise) (late ? risenLate : risen).add({ start, length, value, offset: undefined })
      else if (moving === undefined) series.add({ start, length, value, offset: undefined })
      else activities.push({ start, length, value, moving })
    },
    /** All but late rises. */
    finer: () => [series.sorted(), risen.sorted(), activities.values()],
    reader(rises: boolean, late: boolean): Within {
      const readers = [
        readerOf(series.sorted(), shareOfSample),
        ...(rises ? [readerOf(risen.sorted(), shareOfSample)] : []),
        ...(late ? [readerOf(risenLate.sorted(), shareOfSample)] : []),
        readerOf(activities.values(), shareOfActivity),
      ]
      return (start, end) => readers.reduce((sum, within) => sum + within(start, end), 0)
    },
  }
}

/** What ends first is taken first, and the rest is left to the stretches that begin later. */
function matcherOf(counted: readonly Iterator<Pick<Entry, 'start' | 'length' | 'value'>>[]): Matcher {
  const next = counted.map((entries) => ({ entries, at: entries.next() }))
  let open: { start: number; end: number; left: number }[] = []
  return ({ start, end }, value) => {
    for (const each of next)
      for (; !each.at.done && each.at.value.start < end; each.at = each.entries.next()) {
        const { start: from, length, value: left } = each.at.value
        open.push({ start: from, end: from + length, left })
      }
    open = open.filter((entry) => entry.end > start && entry.left > 0).toSorted((a, b) => a.end - b.end)
    let wanted = value
    for (const entry of open.filter((each) => each.start < end)) {
      const taken = Math.min(entry.left, wanted)
      entry.left -= taken
      wanted -= taken
    }
    return value - wanted
  }
}

type Moving = { start: number; length: number; value: number; moving: number }

function readerOf<T extends { start: number; length: number }>(
  entries: Iterator<T>,
  share: (entry: T, shared: number) => number,
): Within {
  let next = entries.next()
  let open: T[] = []
  return (start, end) => {
    for (; !next.done && next.value.start < end; next = entries.next()) open.push(next.value)
    open = open.filter((entry) => entry.start + entry.length > start)
    return open.reduce((sum, entry) => {
      const shared = Math.min(end, entry.start + entry.length) - Math.max(start, entry.start)
      return shared > 0 ? sum + share(entry, shared) : sum
    }, 0)
  }
}

/** Of a quarter of an hour all of it may have been in the few minutes that are asked for. */
const shareOfSample = ({ length, value }: Entry, shared: number): number =>
  length <= longestExact ? (value * shared) / length : value

/** An activity begins and ends in motion: its pauses lie within. */
const shareOfActivity = ({ value, moving }: Moving, shared: number): number =>
  value * Math.min(1, shared / moving)
