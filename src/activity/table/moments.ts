/** Lines that say when something was moved and not how long it took: each lasts as long as the lines of its list do. */
import { isPossible } from '../collect/plausible.ts'
import { createSeries, type SampleSeries } from '../collect/series.ts'
import { limits } from '../limits.ts'
import { keyOf, secondsPerStep, type Collector, type Measure, type Sample } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/** Hours are the longest that lists have. Seconds. */
const longestLine = 3600
const secondsOfDay = 24 * 3600
/** What one step, meter or second takes on foot at the usual pace. Seconds. */
const usual: Record<Measure, number> = { steps: secondsPerStep, distance: 0.8, duration: 1 }
/** Seconds since 1970 that a series holds. */
const latest = 2 ** 32 - 1

/** `isUnsure`: nothing says the unit of its values. */
type Moment = Omit<Sample, 'end'> & { isUnsure: boolean }
type List = { of: Omit<Moment, 'start' | 'offset' | 'value'>; series: SampleSeries }

/**
 * Keeps such lines until their file ends, and gives them on as samples then. One ends where the next one of its source
 * begins, after the shortest step of the list or the time that it takes at the usual pace, and after an hour. What cannot be
 * done until the next one was written down afterwards: nobody knows when it was moved. Unless nothing tells its unit, or a day
 * would not do for it, that counts at the moment it names.
 */
export function createMoments(into: Pick<Collector, 'sample'>) {
  const lists = new Map<string, List>()
  return {
    /** A sample of which the end is not known. */
    add({ isUnsure, ...moment }: Moment): void {
      const { start, offset, value, ...of } = moment
      const at = Math.floor(start / 1000)
      // What nobody can have meant is refused like any other.
      if (!(at >= 0 && at <= latest && value >= 0)) return into.sample({ ...moment, end: start })
      const key = `${keyOf(of.source)}\0${of.measure}\0${of.unnamed ?? ''}\0${isUnsure}`
      let list = lists.get(key)
      if (!list) {
        if (lists.size >= limits.sources) throw new Unreadable('names too many sources')
        lists.set(key, (list = { of: { ...of, isUnsure }, series: createSeries() }))
      }
      list.series.add({ start: at, length: 0, value, offset })
    },
    /** The file has ended. */
    end(): void {
      for (const { of, series } of lists.values()) {
        const { isUnsure, ...sample } = of
        const step = shortestStep(series)
        for (const { start, value, offset, next } of withNext(series)) {
          const needed = Math.ceil(value * usual[of.measure])
          const length = Math.min(longestLine, Math.max(step, needed), next - start)
          const isLater = !isUnsure && needed <= secondsOfDay && !isPossible(of.measure, value, length)
          into.sample({
            ...sample,
            start: start * 1000,
            end: (start + (isLater ? 0 : length)) * 1000,
            offset,
            value,
          })
        }
      }
    },
  }
}

/** Seconds between two lines; none where there is one alone. */
function shortestStep(series: SampleSeries): number {
  let shortest = Infinity
  for (const { start, next } of withNext(series)) shortest = Math.min(shortest, next - start)
  return Number.isFinite(shortest) ? shortest : 0
}

/** Entries with the start of the first later one; the last is as far from it as from the one before. */
function* withNext(series: SampleSeries) {
  const ahead = series.sorted()
  let later = ahead.next()
  let [at, step] = [-Infinity, Infinity]
  for (const entry of series.sorted()) {
    if (entry.start > at) [at, step] = [entry.start, entry.start - at]
    while (!later.done && later.value.start <= at) later = ahead.next()
    yield { ...entry, next: later.done ? at + step : later.value.start }
  }
}
