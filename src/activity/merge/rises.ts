/** What the counters of watches rose by, worked out once: each measure and layer asks for it anew. */
import type { Stream } from '../collect/collection.ts'
import { mostOnFoot, risesOf } from '../collect/counters.ts'
import { possibleRise } from '../collect/plausible.ts'
import { createSeries, mergedInOrder, type Entry, type SampleSeries } from '../collect/series.ts'
import { needsOf, readingsOf, sinceReadBefore, type Needs, type Readings } from '../collect/read-often.ts'
import { sinceWorn } from '../collect/since-worn.ts'
import { keyOf, type Ground, type Measure, type Source } from '../sample.ts'
import { dayIn, type Zone } from '../zone.ts'
import { evenlyWithin } from './counted.ts'

export type Rises = {
  /** Of a counter, in their order; `others`: the counters of its watch beside it, the same whenever it is asked for. */
  of: (counter: Stream, others: readonly Stream[]) => SampleSeries
  /** Of the first rise of a day, the usual seconds between two readings of a watch that is read often. */
  every: (watch: Source, rise: Entry) => number | undefined
  /** By the end of a rise, when a measure showed that its watch was put on. */
  putOn: (watch: Source) => Map<number, number>
}

/** Most that is moved in a second by who goes fast for minutes; half of it is usual. */
const briskly = { steps: 3, duration: 1, distance: { foot: 4, ride: 10, swim: 1.3 } } as const

/** No counter rises by more than the time that passes allows, nor before its watch was put on or read before. */
export function createRises(streams: readonly Stream[], zone: Zone): Rises {
  const known = new Map<Stream['series'], SampleSeries>()
  const dayOf = dayIn(zone)
  /** Rides and swims are written in their time alone: on foot they tell nothing of how often a watch is read. */
  const ofWatch = keptFor(
    ({ source, ground }: Pick<Stream, 'source' | 'ground'>): [string, () => Readings] => {
      const key = keyOf(source)
      const own = () =>
        streams.filter(
          (each) =>
            each.counter && keyOf(each.source) === key && (ground !== 'foot' || each.ground === 'foot'),
        )
      return [
        `${key}\0${ground === 'foot'}`,
        () =>
          readingsOf(
            own().map(({ series }) => series),
            dayOf,
          ),
      ]
    },
  )
  /** What each other source counts all day of it. */
  const othersOf = (key: string, measure: Measure, on: Ground) => {
    const samples = new Map<string, Stream[]>()
    for (const stream of streams) {
      const own = keyOf(stream.source)
      if (stream.counter || own === key || stream.measure !== measure || stream.ground !== on) continue
      samples.set(own, [...(samples.get(own) ?? []), stream])
    }
    return [...samples.values()].map((all) =>
      evenlyWithin(mergedInOrder(all.map((each) => each.series.sorted()))),
    )
  }
  const readTimes = keptFor(({ source, counter }: Stream): [string, () => readonly number[]] => {
    const key = keyOf(source)
    const own = () => streams.filter((each) => each.counter === counter && keyOf(each.source) === key)
    return [
      `${key}\0${counter}`,
      () =>
        readingsOf(
          own().map(({ series }) => series),
          dayOf,
        ).times,
    ]
  })
  const needs = keptFor(({ source, counter }: Stream): [string, () => ReadonlyMap<number, Needs>] => {
    const key = keyOf(source)
    const own = () => streams.filter((each) => each.counter === counter && keyOf(each.source) === key)
    const risesBy = ({ series, measure, ground: on }: Stream) => {
      const most = measure === 'distance' ? briskly.distance[on] : briskly[measure]
      const usually = measure === 'duration' ? most : most / 2
      return {
        rises: risesOf(series.sorted(), zone, measure),
        most,
        usually,
        others: othersOf(key, measure, on),
      }
    }
    return [`${key}\0${counter}`, () => needsOf(own().map(risesBy))]
  })
  return {
    putOn: keptFor((source: Source): [string, () => Map<number, number>] => [keyOf(source), () => new Map()]),
    every: (source, { start, length, offset }) => {
      const end = start + length
      const { times, often } = ofWatch({ source, ground: 'foot' })
      const day = dayOf({ start: end, offset })
      const before = times[firstFrom(times, end) - 1]
      const isFirst = before === undefined || dayOf({ start: before, offset }) !== day
      return isFirst ? often.get(day)?.every : undefined
    },
    of(stream, others) {
      const { series, measure, ground } = stream
      const found = known.get(series)
      if (found) return found
      const rises = createSeries()
      const beside = mergedInOrder(others.map((other) => other.series.sorted()))
      const read = sinceReadBefore(risesOf(series.sorted(), zone, measure), ofWatch(stream), {
        own: readTimes(stream),
        needs: needs(stream),
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

/** The place of the first of ordered times that is not before `time`. */
function firstFrom(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
}

/** What is worked out once for each key. */
function keptFor<K, T>(keyed: (of: K) => [key: string, work: () => T]): (of: K) => T {
  const known = new Map<string, T>()
  return (of) => {
    const [key, work] = keyed(of)
    const found = known.get(key) ?? work()
    known.set(key, found)
    return found
  }
}
