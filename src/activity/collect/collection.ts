/** Everything that the files of one import hold. A file that fails on its way leaves nothing behind. */
import { limits } from '../limits.ts'
import {
  keyOf,
  type Activity,
  type Assumed,
  type Collector,
  type Ground,
  type Measure,
  type Omission,
  type Reading,
  type RefusedValue,
  type Source,
  type OpenLine,
  type Total,
} from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import type { Zone } from '../zone.ts'
import { judgedTogether } from './counters.ts'
import { isLongerThanDay, judgedActivity, judgedTotal } from './judged.ts'
import { isAmount, isPlausibleTime, isPossible, withinSpan } from './plausible.ts'
import { createSeries, type SampleSeries } from './series.ts'
import { createUnnumbered, readingsIn, type Slice } from './unnumbered.ts'

/** Entries of one source. With a `counter` they are what it stood at, not what was moved. */
export type Stream = {
  source: Source
  measure: Measure
  ground: Ground
  counter?: string
  /** Its samples may be of rides and swims. */
  unnamed?: true
  series: SampleSeries
}

export type Collection = {
  streams: readonly Stream[]
  activities: readonly Activity[]
  openLines: readonly OpenLine[]
  totals: readonly Total[]
  omitted: ReadonlyMap<Omission, number>
  /** The first of the samples and readings that do not count. */
  refused: readonly RefusedValue[]
  /** What files do not say. */
  assumed: ReadonlySet<Assumed>
}

const tooManySources = (): Unreadable => new Unreadable('names too many sources')

/** `since` and `until`: instants outside of which nothing is kept. */
export type Bounds = { now: number; since?: number; until?: number }

export function createCollection({ now, since = 0, until = Infinity }: Bounds, zone: Zone) {
  const streams = new Map<string, Stream>()
  const bySource = new Map<Source, Map<string, Stream>>()
  const activities: Activity[] = []
  /** Of the activities of this file. */
  const activeSources = new Set<string>()
  const openLines: OpenLine[] = []
  const totals: Total[] = []
  const omitted = new Map<Omission, number>()
  const assumed = new Set<Assumed>()
  const omit = (why: Omission, count = 1): void => void omitted.set(why, (omitted.get(why) ?? 0) + count)
  const streamOf = (
    source: Source,
    measure: Measure,
    ground: Ground,
    { counter = '', unnamed = false },
  ): Stream => {
    let own = bySource.get(source)
    if (!own) {
      if (bySource.size > limits.sources) bySource.clear()
      bySource.set(source, (own = new Map()))
    }
    const short = `${measure}${ground}${unnamed ? ' ' : ''}${counter}`
    let stream = own.get(short)
    if (stream) return stream
    const key = `${keyOf(source)}\0${measure}\0${short}`
    stream = streams.get(key)
    if (!stream) {
      if (streams.size >= limits.sources) throw tooManySources()
      stream = {
        source,
        measure,
        ground,
        ...(counter && { counter }),
        ...(unnamed && { unnamed }),
        series: createSeries(),
      }
      streams.set(key, stream)
    }
    own.set(short, stream)
    return stream
  }
  const unnumbered = createUnnumbered()
  const refused: RefusedValue[] = []
  const refuse = (refusal: RefusedValue): void => {
    omit(refusal.why)
    if (refused.length < limits.refused && isNear(refusal.at, refusal.at)) refused.push(refusal)
  }
  const judge = { now, zone, omit }
  const isNear = (start: number, end: number): boolean => end >= since && start <= until
  const into: Collector = {
    omit,
    assume: (what) => void assumed.add(what),
    sample(sample) {
      const { source, measure, ground, start, end, offset, value, unnamed } = sample
      if (!isPlausibleTime(start, now) || !isPlausibleTime(end, now) || end < start) return omit('time')
      // Nobody knows on which of its days it was moved, and other sources may count on all of them.
      if (isLongerThanDay({ start, end, offset }, zone))
        return refuse({ source, measure, value, why: 'long', at: start, offset })
      if (!isPossible(measure, value, (end - start) / 1000))
        return refuse({ source, measure, value, why: 'value', at: start, offset })
      if (!isNear(start, end)) return
      if (offset === undefined) assumed.add('zone')
      if ('list' in sample && openLines.length < limits.openLines) return void openLines.push(sample)
      const [from, to] = [Math.floor(start / 1000), Math.floor(end / 1000)]
      streamOf(source, measure, ground, { unnamed }).series.add({
        start: from,
        length: to - from,
        value: withinSpan(measure, value, (end - start) / 1000),
        offset,
      })
    },
    activity(activity) {
      const judged = judgedActivity(activity, judge)
      if (!judged || !isNear(activity.start, activity.end)) return
      if (judged.offset === undefined) assumed.add('zone')
      if (activeSources.add(keyOf(judged.source)).size > limits.sources) throw tooManySources()
      if (activities.length >= limits.activities) throw new Unreadable('holds too many activities')
      activities.push(judged)
    },
    total(total) {
      const judged = judgedTotal(total, judge)
      if (!judged) return
      if (totals.length >= limits.totals) throw new Unreadable('holds too many lines of days')
      totals.push(judged)
    },
    readings(source, counters) {
      const isCounted = (measure: Measure, { at, offset, value }: Reading): boolean => {
        if (!isPlausibleTime(at, now)) omit('time')
        else if (!isAmount(measure, value)) refuse({ source, measure, value, why: 'value', at, offset })
        else return isNear(at, at)
        return false
      }
      const slices = [...counters].flatMap(([counter, readings]): Slice[] => {
        const series = createSeries()
        for (const reading of readings)
          if (isCounted(counter.measure, reading))
            series.add({ ...reading, start: Math.floor(reading.at / 1000), length: 0 })
        return series.size > 0 ? [{ ...counter, series, from: 0, to: series.size }] : []
      })
      const put = (of: Source): Slice[] =>
        slices.map((slice) => {
          const { series } = streamOf(of, slice.measure, slice.ground, slice)
          const from = series.size
          for (const entry of readingsIn(slice)) series.add(entry)
          return { ...slice, series, from, to: series.size }
        })
      if (source.isModel && slices.length > 0) unnumbered.file(source, slices, put)
      else put(source)
    },
  }
  return {
    into,
    result: (): Collection => ({
      streams: judgedTogether(
        [...streams.values()].filter(({ series }) => series.size > 0),
        zone,
      ),
      activities,
      openLines,
      totals,
      omitted,
      refused,
      assumed,
    }),
    /** What is there now; the function that is returned goes back to it. */
    mark(): () => void {
      activeSources.clear()
      const sizes = new Map([...streams.values()].map(({ series }) => [series, series.size]))
      const before = [activities, openLines, totals, refused].map(({ length }) => length)
      const counts = new Map(omitted)
      const forget = unnumbered.mark()
      const usual = new Set(assumed)
      return () => {
        forget()
        for (const { series } of streams.values()) series.truncate(sizes.get(series) ?? 0)
        for (const [at, list] of [activities, openLines, totals, refused].entries()) list.length = before[at]!
        omitted.clear()
        for (const [why, count] of counts) omitted.set(why, count)
        for (const what of assumed) if (!usual.has(what)) assumed.delete(what)
      }
    },
  }
}
