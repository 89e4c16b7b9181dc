/** Lines that say when something was moved and not how long it took: each lasts as long as the lines of its list do. */
import { mostOnFoot } from '../collect/counters.ts'
import { isPossible } from '../collect/plausible.ts'
import { createSeries, type SampleSeries } from '../collect/series.ts'
import { limits } from '../limits.ts'
import { secondsPerStep, walkingSpeed, type Collector, type Measure, type Sample } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import { refuseTooFar, unsureDistance } from './unsure-distance.ts'

/** Hours are the longest that lists have. Seconds. */
const longestLine = 3600
const secondsOfDay = 24 * 3600
/** What one step, meter or second takes on foot at the usual pace. Seconds. */
const usual: Record<Measure, number> = { steps: secondsPerStep, distance: 1 / walkingSpeed, duration: 1 }
/** Seconds since 1970 that a series holds. */
const latest = 2 ** 32 - 1

type TableLine = Omit<Sample, 'end'>
/** Lines of one source and measure; those without an end have no length. `all`: also of those that name no way of moving. */
type List = { first: TableLine; isUnsure: boolean; series: SampleSeries; all: SampleSeries; isOpen: boolean }

/**
 * Gives samples on, those without an end when their file ends: such a line ends where the next one of its source begins, after
 * the shortest step of the list (or its shortest line with an end), or the time that it takes at the usual pace where it is not
 * one of several at that step, and after an hour. Within a line that has an end it took no time. What cannot be done until the
 * next one was written down afterwards: it counts at the moment that it names, unless nothing tells its unit or a day would not
 * do for it.
 */
export function createMoments(into: Pick<Collector, 'sample'>) {
  const lists = new Map<string, List>()
  const all = new Map<string, SampleSeries>()
  return {
    /** A line, with its end where it tells one; `isUnsure`: nothing says the unit of its value. */
    add(line: TableLine, end: number | undefined, isUnsure: boolean): void {
      const { start, offset, value } = line
      if (isUnsure && end !== undefined) refuseTooFar({ distance: value }, end - start)
      if (end !== undefined) into.sample({ ...line, end })
      const [from, to] = [Math.floor(start / 1000), Math.floor((end ?? start) / 1000)]
      // What nobody can have meant is refused like any other.
      if (!(from >= 0 && to >= from && to <= latest && value >= 0))
        return end === undefined ? into.sample({ ...line, end: start }) : undefined
      if (end !== undefined && to === from) return
      const name = `${line.source.name}\0${line.measure}${isUnsure ? ' unsure' : ''}`
      const key = `${name}${line.unnamed ? ' unnamed' : ''}`
      let list = lists.get(key)
      if (!list) {
        if (lists.size >= limits.sources) throw new Unreadable('names too many sources')
        const together = all.get(name) ?? createSeries()
        all.set(name, together)
        lists.set(
          key,
          (list = { first: line, isUnsure, series: createSeries(), all: together, isOpen: false }),
        )
      }
      list.isOpen ||= end === undefined
      for (const series of [list.series, list.all])
        series.add({ start: from, length: to - from, value, offset })
    },
    /** The file has ended. */
    end(): void {
      for (const { first, isUnsure, series, all: together, isOpen } of lists.values()) {
        if (!isOpen) continue
        const { measure } = first
        const { step, isCommon } = stepOf(together)
        let covered = -Infinity
        for (const { start, length: told, value, offset, before, next } of amid(series, together)) {
          const isInStep = next - start === step || start - before === step
          if (told > 0) {
            covered = Math.max(covered, start + told)
            continue
          }
          const needed = Math.ceil(value * usual[measure])
          const isStep = isInStep && value <= step * mostOnFoot[measure]
          const length = Math.min(longestLine, isStep ? step : Math.max(step, needed), next - start)
          const isLater = needed <= secondsOfDay && !isPossible(measure, value, length)
          if (isUnsure && isLater) throw unsureDistance()
          if (isUnsure) refuseTooFar({ distance: value }, length * 1000)
          const seconds = isLater || start < covered ? 0 : length
          const line = { ...first, start: start * 1000, end: (start + seconds) * 1000, offset, value }
          const isOfStep = isStep && isCommon && step <= longestLine
          into.sample(isOfStep || seconds === 0 ? line : { ...line, list: series })
        }
      }
    },
  }
}

/**
 * Seconds of the shortest line, or between two where none has an end; none where there is one alone. `isCommon`: several lines
 * are so long.
 */
function stepOf(series: SampleSeries): { step: number; isCommon: boolean } {
  let [gap, times, line] = [Infinity, 0, Infinity]
  for (const { start, length, next } of amid(series, series)) {
    if (next - start < gap) [gap, times] = [next - start, 0]
    if (next - start === gap) times += 1
    if (length > 0) line = Math.min(line, length)
  }
  const shortest = Number.isFinite(line) ? line : gap
  // The last line is as long as the one before, whatever comes behind it.
  return { step: Number.isFinite(shortest) ? shortest : 0, isCommon: Number.isFinite(line) || times > 2 }
}

/**
 * Entries with the start of the last earlier one of all, and of the first later one; the last is as far from that as from the
 * one before.
 */
function* amid(series: SampleSeries, all: SampleSeries) {
  const ahead = all.sorted()
  let later = ahead.next()
  let [before, at, step] = [-Infinity, -Infinity, Infinity]
  for (const entry of series.sorted()) {
    for (; !later.done && later.value.start <= entry.start; later = ahead.next())
      if (later.value.start > at) [before, at, step] = [at, later.value.start, later.value.start - at]
    yield { ...entry, before, next: later.done ? at + step : later.value.start }
  }
}
