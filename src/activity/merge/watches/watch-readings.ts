/** How each watch was read, worked out once: when, how often, and what its counters' rises take. */
import type { Stream } from '../../collect/collection.ts'
import { risesOf } from '../../collect/counters.ts'
import { needsOf, readingsOf, timesOf } from '../../collect/read-often.ts'
import { mergedInOrder } from '../../collect/series.ts'
import { keyOf, type Ground, type Measure, type Source } from '../../sample.ts'
import { dayIn, type Zone } from '../../zone.ts'
import { evenlyWithin } from '../counted.ts'

/** Most that is moved in a second by who goes fast for minutes; half of it is usual. */
const briskly = { steps: 3, duration: 1, distance: { foot: 4, ride: 10, swim: 1.3 } } as const

export function createWatchReadings(streams: readonly Stream[], zone: Zone) {
  const dayOf = dayIn(zone)
  const countersOf = (source: Source, isOne: (counter: Stream) => boolean): Stream[] =>
    streams.filter((each) => each.counter && keyOf(each.source) === keyOf(source) && isOne(each))
  const seriesOf = (counters: readonly Stream[]) => counters.map(({ series }) => series)
  /** All measures of a counter. */
  const measuresOf = ({ source, counter }: Stream) => countersOf(source, (each) => each.counter === counter)
  const keyOfCounter = ({ source, counter }: Stream) => `${keyOf(source)}\0${counter}`
  /** What each other source counts all day. */
  const othersOf = ({ source, measure, ground }: Stream) => {
    const samples = new Map<string, Stream[]>()
    for (const stream of streams) {
      const key = keyOf(stream.source)
      const isOther = !stream.counter && key !== keyOf(source)
      if (isOther && stream.measure === measure && stream.ground === ground)
        samples.set(key, [...(samples.get(key) ?? []), stream])
    }
    return [...samples.values()].map((all) =>
      evenlyWithin(mergedInOrder(seriesOf(all).map((series) => series.sorted()))),
    )
  }
  const measured = (stream: Stream) => {
    const { series, measure, ground } = stream
    const most = mostBriskly(measure, ground)
    const usually = measure === 'duration' ? most : most / 2
    return { rises: risesOf(series.sorted(), zone, measure), most, usually, others: othersOf(stream) }
  }
  return {
    dayOf,
    /** On foot by its counters on foot: rides and swims are written in their time alone. */
    readings: onceFor(
      ({ source, ground }: Pick<Stream, 'source' | 'ground'>) => `${keyOf(source)}\0${ground === 'foot'}`,
      ({ source, ground }) => {
        const own = countersOf(source, (each) => ground !== 'foot' || each.ground === 'foot')
        return readingsOf(seriesOf(own), dayOf)
      },
    ),
    /** When a counter was read, in any measure. */
    times: onceFor(keyOfCounter, (counter: Stream) => timesOf(seriesOf(measuresOf(counter)))),
    /** What rises of a counter take, by their ends. */
    needs: onceFor(keyOfCounter, (counter: Stream) => needsOf(measuresOf(counter).map(measured))),
  }
}

const mostBriskly = (measure: Measure, ground: Ground): number =>
  measure === 'distance' ? briskly.distance[ground] : briskly[measure]

/** What is worked out once for each key. */
export function onceFor<K, T>(keyed: (of: K) => string, work: (of: K) => T): (of: K) => T {
  const known = new Map<string, T>()
  return (of) => {
    const key = keyed(of)
    const found = known.get(key) ?? work(of)
    known.set(key, found)
    return found
  }
}
