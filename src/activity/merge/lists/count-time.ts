/** The time of activities by the samples of one source: each has what is counted from its start on, until that is as much. */
import { presence } from '../../pauses.ts'
import type { Activity, Parts } from '../../sample.ts'
import { clockError } from '../clocks.ts'
import type { CountingWay, Wanted } from './most-in.ts'
import { sumOf, wholeOf } from './parts.ts'
import { surestFirst, fillUp, isAllMoved, shareAmong, type Counting } from './share-sample.ts'
import { untilOther, withEnd } from './until-over.ts'
import { usualOf } from './usual-time.ts'
import {
  carried,
  endOf,
  negligible,
  partsBefore,
  type Amount,
  type CountedSample,
  type SharedSample,
} from './written-late.ts'

/**
 * Until when samples count it, and in which parts of it, where they count most of it; `share`: how much of it; `rest`: what
 * the last sample has beyond that.
 */
export type CountedTime = { end: number; parts?: Parts; share: number; rest: number }

/** The slowest takes so many times as long as is usual. */
const timesAsLong = 3
/** The longest stop on the way, in seconds, of one that carries what counts. */
const longestPause = 3600
/** Seconds in which something begins whose time was rounded. */
const soon = 600
/** The part that shows when it was: two devices do not count the same. */
const mostOfIt = 0.75

/** Of each, what samples of one source in order say of it. */
export function* countedIn(
  entries: Iterable<CountedSample>,
  wanted: readonly Wanted[],
  way: CountingWay,
): Generator<[Activity, CountedTime]> {
  const { measure } = way
  const waiting = wanted.toSorted((a, b) => a.begin - b.begin)
  if (waiting.length === 0) return
  const recent: SharedSample[] = []
  let active: Counting[] = []
  let [next, isSorted] = [0, true]
  for (const entry of entries) {
    if (entry.length === 0) continue
    const sample = { ...entry, free: entry.value, since: entry.start, until: endOf(entry) }
    for (; next < waiting.length && waiting[next]!.begin - clockError < endOf(sample); next++) {
      const one = waiting[next]!
      active.push(countingOf(one, measure))
      isSorted = false
    }
    if (!isSorted) active.sort(surestFirst)
    isSorted = true
    const over = active.filter((each) => isOver(each, sample.start, recent, measure))
    if (over.length > 0) {
      yield* over.map((each) => countedTimeOf(each, recent, way))
      active = active.filter((each) => !over.includes(each))
    }
    shareAmong(active, sample, way)
    recent.push(sample)
    if (recent.length > 2 * mostRecent) recent.splice(0, recent.length - mostRecent)
  }
  yield* active.map((each) => countedTimeOf(each, recent, way))
  yield* waiting.slice(next).map((one) => countedTimeOf(countingOf(one, measure), recent, way))
}

const countingOf = (one: Wanted, measure: Amount): Counting => ({
  ...one,
  left: one.activity[measure]!,
  last: one.begin,
  rest: 0,
  parts: [],
})

/** Samples that are kept for what is written down when it was over. */
const mostRecent = 5000

function isOver(counting: Counting, now: number, recent: readonly SharedSample[], measure: Amount): boolean {
  const { activity, begin, lasting, limit, until, left, last, parts } = counting
  if (left < negligible || now >= until) return true
  if (limit < Infinity) return now >= limit + clockError
  if (isAllMoved(counting)) return true
  // What counts nothing while it lasted was not carried.
  if (lasting > 0 && parts.length === 0 && now >= begin + lasting + clockError) return true
  // Where nothing follows soon, and all of it is right before that, it was typed in when it was over.
  const isAtStart = parts.every(({ sample }) => sample.start < begin)
  if (isAtStart && now >= last + soon && partsBefore(counting, recent, measure).parts.length > 0) return true
  if (last >= begin + slowest(activity) + longestPause) return true
  if (now <= last + presence) return false
  const counted = 1 - left / activity[measure]!
  if (counted < carried.from || counted >= carried.until || now > last + longestPause) return true
  if (lasting > 0 && now < begin + lasting) return false
  // After the pause there may be another walk, where the rest of this one is before its start.
  return partsBefore(counting, recent, measure).parts.length > 0
}

const slowest = (activity: Activity): number => (timesAsLong * usualOf(activity)) / 1000

function countedTimeOf(
  counting: Counting,
  recent: readonly SharedSample[],
  way: CountingWay,
): [Activity, CountedTime] {
  const { measure } = way
  fillUp(counting, measure)
  const { activity, begin, rest, limit } = counting
  const mayBeLate = limit === Infinity && !isAllMoved(counting)
  const before = mayBeLate ? partsBefore(counting, recent, measure) : undefined
  before?.take()
  const own = untilOther(way.isSum ? counting : { ...counting, parts: withEnd(counting) })
  const last = own.length > 0 ? own.at(-1)!.end / 1000 : counting.last
  const parts = [...(before?.parts ?? []), ...own]
  const share = sumOf(parts)
  if (share >= mostOfIt) return [activity, { end: last * 1000, parts: wholeOf(parts), share, rest }]
  const end = Math.min(last, begin + slowest(activity)) * 1000
  return [activity, { end: Math.max(activity.start + usualOf(activity), end), share, rest }]
}
