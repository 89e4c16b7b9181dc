/** What the counters of watches rose by, worked out once: each measure and layer asks for it anew. */
import type { Stream } from '../collect/collection.ts'
import { mostOnFoot, risesOf } from '../collect/counters.ts'
import { possibleRise } from '../collect/plausible.ts'
import { createSeries, mergedInOrder, type SampleSeries } from '../collect/series.ts'
import { sinceWorn } from '../collect/since-worn.ts'
import type { Zone } from '../zone.ts'

/** The rises of a counter, in their order; `others`: the counters of its watch beside it, the same whenever it is asked for. */
export type Rises = (counter: Stream, others: readonly Stream[]) => SampleSeries

/** No counter rises by more than the time that passes allows, nor before its watch was put on. */
export function createRises(zone: Zone): Rises {
  const known = new Map<Stream['series'], SampleSeries>()
  return ({ series, measure }, others) => {
    const found = known.get(series)
    if (found) return found
    const rises = createSeries()
    const beside = mergedInOrder(others.map((other) => other.series.sorted()))
    for (const rise of sinceWorn(risesOf(series.sorted(), zone, measure), beside, mostOnFoot[measure]))
      rises.add({ ...rise, value: possibleRise(measure, rise.value, rise.length) })
    known.set(series, rises)
    return rises
  }
}
