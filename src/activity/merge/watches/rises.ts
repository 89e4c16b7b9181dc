/** What the counters of watches rose by, worked out once: each measure and layer asks for it anew. */
import type { Stream } from '../../collect/collection.ts'
import { mostOnFoot, risesOf } from '../../collect/counters.ts'
import { possibleRise } from '../../collect/plausible.ts'
import { sinceReadBefore } from '../../collect/read-often.ts'
import { createSeries, mergedInOrder, type Entry, type SampleSeries } from '../../collect/series.ts'
import { sinceWorn } from '../../collect/since-worn.ts'
import { keyOf, type Activity, type Source } from '../../sample.ts'
import type { Zone } from '../../zone.ts'
import { createWatchReadings, onceFor } from './watch-readings.ts'

export type Rises = {
  /** Of a counter, in their order; `others`: the counters of its watch beside it, the same whenever it is asked for. */
  of: (counter: Stream, others: readonly Stream[]) => SampleSeries
  /** Of the first rise of a day, the usual seconds between two readings of a watch that is read often. */
  every: (watch: Source, rise: Entry) => number | undefined
  /** When a watch began to record an activity first between two times, in seconds; it was worn from then on. */
  recorded: (watch: Source, from: number, until: number) => number | undefined
  /** By the end of a rise, when a measure showed that its watch was put on. */
  putOn: (watch: Source) => Map<number, number>
}

/** No counter rises by more than the time that passes allows, nor before its watch was put on or read before. */
export function createRises(streams: readonly Stream[], zone: Zone, recordings: readonly Activity[]): Rises {
  const known = new Map<Stream['series'], SampleSeries>()
  const { dayOf, readings, times, needs } = createWatchReadings(streams, zone)
  const begins = onceFor(keyOf, (watch: Source) =>
    recordings
      .filter(({ source, list }) => !list && keyOf(source) === keyOf(watch))
      .map(({ start }) => Math.floor(start / 1000)),
  )
  return {
    recorded: (watch, from, until) =>
      begins(watch).reduce<number | undefined>(
        (first, begin) => (begin > from && begin < until && begin < (first ?? Infinity) ? begin : first),
        undefined,
      ),
    putOn: onceFor(keyOf, () => new Map<number, number>()),
    every(source, { start, length, offset }) {
      const end = start + length
      const { often } = readings({ source, ground: 'foot' })
      const read = often.get(dayOf({ start: end, offset }))
      return read && end <= read.first ? read.every : undefined
    },
    of(counter, others) {
      const { series, measure, ground } = counter
      const found = known.get(series)
      if (found) return found
      const rises = createSeries()
      const beside = mergedInOrder(others.map((other) => other.series.sorted()))
      const read = sinceReadBefore(risesOf(series.sorted(), zone, measure), readings(counter), {
        own: times(counter),
        needs: needs(counter),
        dayOf,
        isOfDay: ground === 'foot',
      })
      for (const rise of sinceWorn(read, beside, mostOnFoot[measure]))
        rises.add({ ...rise, value: possibleRise(measure, rise.value, rise.length) })
      known.set(series, rises)
      return rises
    },
  }
}
