/** What the counters of watches rose by, worked out once: each measure and layer asks for it anew. */
import type { Stream } from '../collect/collection.ts'
import { mostInSecond, mostOnFoot, risesOf } from '../collect/counters.ts'
import { possibleRise } from '../collect/plausible.ts'
import { createSeries, mergedInOrder, type SampleSeries } from '../collect/series.ts'
import { readingsOf, sinceReadBefore, type Readings } from '../collect/read-often.ts'
import { sinceWorn } from '../collect/since-worn.ts'
import { keyOf, type Source } from '../sample.ts'
import type { Zone } from '../zone.ts'

export type Rises = {
  /** Of a counter, in their order; `others`: the counters of its watch beside it, the same whenever it is asked for. */
  of: (counter: Stream, others: readonly Stream[]) => SampleSeries
  /** The usual seconds between two readings of a watch that is read often. */
  every: (watch: Source) => number | undefined
}

/** No counter rises by more than the time that passes allows, nor before its watch was put on or read before. */
export function createRises(streams: readonly Stream[], zone: Zone): Rises {
  const known = new Map<Stream['series'], SampleSeries>()
  const readings = new Map<string, Readings>()
  const readingsOfWatch = (source: Source): Readings => {
    const key = keyOf(source)
    const own = () => streams.filter((each) => each.counter && keyOf(each.source) === key)
    const found = readings.get(key) ?? readingsOf(own().map(({ series }) => series))
    readings.set(key, found)
    return found
  }
  return {
    every: (watch) => readingsOfWatch(watch).every,
    of({ source, series, measure, ground }, others) {
      const found = known.get(series)
      if (found) return found
      const rises = createSeries()
      const beside = mergedInOrder(others.map((other) => other.series.sorted()))
      const isOfDay = ground === 'foot'
      const pace = (isOfDay ? mostOnFoot : mostInSecond)[measure]
      const read = sinceReadBefore(risesOf(series.sorted(), zone, measure), readingsOfWatch(source), {
        pace,
        isOfDay,
      })
      for (const rise of sinceWorn(read, beside, mostOnFoot[measure]))
        rises.add({ ...rise, value: possibleRise(measure, rise.value, rise.length) })
      known.set(series, rises)
      return rises
    },
  }
}
