/** How much was counted, and when: a coarse sample, or an activity with pauses, adds no more than it has beyond that. */
import { createSeries, mergedInOrder, type Entry, type SampleSeries } from '../collect/series.ts'
import type { Ground, Measure } from '../sample.ts'
import { clockError } from './clocks.ts'

/** How much was counted between two times, in seconds since 1970. Times are asked for by their start, in order. */
export type Within = (start: number, end: number) => number

/** `ground`: of an activity, where it says surely how one moved. */
export type CountedEntry = Pick<Entry, 'start' | 'length' | 'value'> & { ground?: Ground | undefined }

export type Counted = ReturnType<typeof createCounted>

/** Longer samples do not say when in their time something moved. */
export const longestExact = 5 * 60
/** Of what a counter rose by: one that is read each five minutes does not say when between. */
const longestExactRise = 4 * 60

/** What is moved in a second of a good run, ride and swim; distance in meters. */
const quickly = { steps: 3.2, duration: 1, distance: { foot: 4, ride: 12, swim: 2 } } as const
/** And at a usual pace. */
const usually = { steps: 2, duration: 1, distance: { foot: 1.5, ride: 5, swim: 0.7 } } as const

/** When in the time of a sample one is taken to have moved: whenever fits best, all the time, at its start, at its end. */
export type When = 'may' | 'evenly' | 'early' | 'late'

export function createCounted(measure: Measure, ground: Ground = 'foot') {
  const [most, usual] = [quickly, usually].map((of) =>
    measure === 'distance' ? of.distance[ground] : of[measure],
  )
  const layers: { values: Values; owner: string | undefined }[] = []
  return {
    /** What is moved in a second at most. */
    most: most!,
    /** For what one more layer counts, in the order of its starts. `owner`: a source that counts all day. */
    layer(owner?: string): Values {
      const values = createValues({ most: most!, usual: usual! })
      layers.push({ values, owner })
      return values
    },
    /**
     * Of the layers that there are now; without `rises` of what says when it was moved; `paced`: as the time of its steps;
     * `when` samples were moved; `forAllDay`: beside a source that counts all day, a sample at a walking pace is of all its
     * time, and a slow activity had breaks.
     */
    reader({
      rises = true,
      paced = false,
      forAllDay = false,
      when = 'may',
    }: { rises?: boolean; paced?: boolean; forAllDay?: boolean; when?: When } = {}): Within {
      return together(layers.map(({ values }) => values.reader({ rises, paced, forAllDay, when })))
    },
    /** What activities count, each in all of its time. */
    activities: (): CountedEntry[] => layers.flatMap(({ values }) => values.activities()),
    /** All but what one source counts all day; `paced`: activities as the time of their steps. */
    besides: (source: string, paced = false): IteratorObject<CountedEntry> =>
      mergedInOrder(
        layers.filter(({ owner }) => owner !== source).flatMap(({ values }) => values.entries(paced)),
      ),
  }
}

/**
 * What is known of a time, and what was counted right before and behind it, as far as two clocks may be
 * apart. Times are asked for by their start, in order.
 */
export type KnownAround = (start: number, end: number) => { within: number; before: number; behind: number }

export function knownBy(readers: () => readonly Within[]): KnownAround {
  const reader = () => together(readers())
  const [inside, sooner, later] = [reader(), reader(), reader()]
  const apart = 2 * clockError
  return (start, end) => {
    const within = inside(start, end)
    const [before, behind] = [sooner(start - apart, end), later(start, end + apart)]
    return { within, before: before - within, behind: behind - within }
  }
}

export const together =
  (readers: readonly Within[]): Within =>
  (start, end) =>
    readers.reduce((sum, within) => sum + within(start, end), 0)

type Values = ReturnType<typeof createValues>

function createValues({ most, usual }: { most: number; usual: number }) {
  const series = createSeries()
  const risen = createSeries()
  const activities: Moving[] = []
  const wholes: (CountedEntry & { pace: number })[] = []
  return {
    /** `pieces`: when in its time an activity is taken to have counted it, where better sources have the rest. */
    add(entry: Added, pieces: readonly Added[] = [entry]): void {
      const { start, length, value, moving, ground, pace = 1, rise = false } = entry
      if (rise) risen.add({ start, length, value, offset: undefined })
      else if (moving === undefined) series.add({ start, length, value, offset: undefined })
      else {
        wholes.push({ start, length, value, ground, pace })
        for (const piece of pieces) activities.push(movingOf(piece))
      }
    },
    activities: (): readonly CountedEntry[] => wholes,
    entries: (paced: boolean): IteratorObject<CountedEntry>[] => [
      series.sorted(),
      risen.sorted(),
      (paced ? wholes.map((each) => ({ ...each, value: each.value * each.pace })) : wholes).values(),
    ],
    reader({
      rises,
      paced,
      forAllDay,
      when,
    }: {
      rises: boolean
      paced: boolean
      forAllDay: boolean
      when: When
    }): Within {
      const shareOf = (exact: number) =>
        when === 'may' ? shareOfSample({ most, usual: forAllDay ? usual : Infinity, exact }) : evenShare
      const samples = (of: SampleSeries) => (when === 'may' ? of.sorted() : packed(of.sorted(), when, usual))
      return together([
        readerOf(samples(series), shareOf(longestExact)),
        ...(rises ? [readerOf(samples(risen), shareOf(longestExactRise))] : []),
        readerOf(
          activities.values(),
          (activity, shared) =>
            shareOfActivity(activity, shared, forAllDay ? usual : 0) * (paced ? activity.pace : 1),
        ),
      ])
    },
  }
}

type Added = CountedEntry & { moving?: number; pace?: number; rise?: boolean }
type Moving = CountedEntry & { moving: number; pace: number }

const movingOf = ({ start, length, value, ground, moving = length, pace = 1 }: Added): Moving => ({
  start,
  length,
  value,
  ground,
  moving,
  pace,
})

/** What of entries is in a time, where each is spread evenly over its own. */
export const evenlyWithin = (entries: Iterator<CountedEntry>): Within => readerOf(entries, evenShare)

function readerOf<T extends { start: number; length: number }>(
  entries: Iterator<T>,
  share: (entry: T, shared: number) => number,
): Within {
  let next = entries.next()
  let open: T[] = []
  return (start, end) => {
    const isOpen = (entry: T): boolean => entry.start + entry.length > start
    for (; !next.done && next.value.start < end; next = entries.next())
      if (isOpen(next.value)) open.push(next.value)
    open = open.filter(isOpen)
    return open.reduce((sum, entry) => {
      const shared = Math.min(end, entry.start + entry.length) - Math.max(start, entry.start)
      return shared > 0 ? sum + share(entry, shared) : sum
    }, 0)
  }
}

/** Samples in the part of their time that they take at a usual pace; those of a minute and less say when they were moved. */
function* packed(entries: Iterable<Entry>, when: Exclude<When, 'may'>, usual: number): Generator<Entry> {
  for (const entry of entries) {
    const isExact = when === 'evenly' || entry.length <= clockError
    const length = isExact ? entry.length : Math.min(entry.length, entry.value / usual)
    yield { ...entry, length, start: when === 'late' ? entry.start + entry.length - length : entry.start }
  }
}

const evenShare = ({ length, value }: Pick<Entry, 'length' | 'value'>, shared: number): number =>
  (value * shared) / length

/**
 * Of a quarter of an hour all of it may have been in the few minutes that are asked for, if it can be done in them, and in
 * the minute by which a clock may be wrong.
 */
const shareOfSample =
  ({ most, usual, exact }: { most: number; usual: number; exact: number }) =>
  ({ length, value }: Entry, shared: number): number => {
    const pace = value / length
    return length <= exact
      ? evenShare({ length, value }, shared)
      : Math.min(value, (shared + clockError) * (pace < fullPace * usual ? most : pace))
  }

/** What is so near to the usual pace, or faster, went on for all of its time. */
const fullPace = 0.75

/** An activity begins and ends in motion: its pauses lie within. What is far slower than `usual` had some, told or not. */
function shareOfActivity({ value, moving }: Moving, shared: number, usual: number): number {
  const atUsual = usual > 0 ? Math.max(1, value / usual) : moving
  return value * Math.min(1, shared / (atUsual < mostBreaks * moving ? atUsual : moving))
}

/** Who needs more of the time than this at the usual pace is slow, and had no break. */
const mostBreaks = 0.7
