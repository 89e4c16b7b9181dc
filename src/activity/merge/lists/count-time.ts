/** The time of activities by the samples of one source: each has what is counted from its start on, until that is as much. */
import { presence } from '../../pauses.ts'
import type { Activity, Parts } from '../../sample.ts'
import { clockError } from '../clocks.ts'
import { longestExact } from '../counted.ts'
import { evenlyIn, mostIn, type Wanted, type CountingWay } from './most-in.ts'
import { sumOf, wholeOf } from './parts.ts'
import { movedIn, untilOther, withEnd, type CountedPart } from './until-over.ts'
import { usualOf } from './usual-time.ts'
import {
  carried,
  endOf,
  isOfWay,
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

/** `left` of what it did when samples end at `last`. */
type Counting = Wanted & { left: number; last: number; rest: number; parts: CountedPart[] }

/** The slowest takes so many times as long as is usual. */
const timesAsLong = 3
/** The longest stop on the way, in seconds, of one that carries what counts. */
const longestPause = 3600
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
    if (!isSorted) active.sort((a, b) => Number(isOpenEnd(a)) - Number(isOpenEnd(b)) || a.order - b.order)
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

/** Was it in motion for as long as it says? A device may count less in that time. */
const isAllMoved = (counting: Counting): boolean =>
  counting.limit === Infinity && counting.lasting > 0 && movedIn(counting).left <= 0

/** Samples that are kept for what is written down when it was over. */
const mostRecent = 5000

function isOver(counting: Counting, now: number, recent: readonly SharedSample[], measure: Amount): boolean {
  const { activity, begin, lasting, limit, until, left, last, parts } = counting
  if (left < negligible || now >= until) return true
  if (limit < Infinity) return now >= limit + clockError
  if (isAllMoved(counting)) return true
  // What counts nothing while it lasted was not carried.
  if (lasting > 0 && parts.length === 0 && now >= begin + lasting + clockError) return true
  if (last >= begin + slowest(activity) + longestPause) return true
  if (now <= last + presence) return false
  const counted = 1 - left / activity[measure]!
  if (counted < carried.from || counted >= carried.until || now > last + longestPause) return true
  if (lasting > 0 && now < begin + lasting) return false
  // After the pause there may be another walk, where the rest of this one is before its start.
  return partsBefore(counting, recent, measure).parts.length > 0
}

const slowest = (activity: Activity): number => (timesAsLong * usualOf(activity)) / 1000

/** A sample is of those that come first; those that are one have it together. */
function shareAmong(active: readonly Counting[], sample: SharedSample, way: CountingWay): void {
  const { measure } = way
  const end = endOf(sample)
  const taken: number[] = []
  let [begin, finish, next] = [sample.start, end, 0]
  // What others have that began before: those that began together are one.
  let [others, one] = [0, { order: 0, value: 0 }]
  for (const [at, each] of active.entries()) {
    const soonest = isOfOther(sample, each) ? each.begin : each.begin - each.apart
    for (; isBefore(active[next]!, each); next++) {
      const { order, last, begin: began } = active[next]!
      if (order !== one.order) [others, one] = [others + one.value, { order, value: 0 }]
      one.value = Math.max(one.value, taken[next]!)
      if (began <= each.begin) begin = Math.max(begin, last)
      else if (taken[next]! > 0) finish = Math.min(finish, began)
    }
    // When it is over, what it has not found was moved where it was faster.
    if (each.lasting > 0 && each.limit === Infinity && sample.start >= each.begin + each.lasting)
      fillUp(each, measure)
    const from = Math.max(begin, each.parts.length > 0 ? each.last : soonest)
    const free = sample.value - others - one.value
    const to = Math.min(finish, each.until, each.limit + each.apart)
    const most = from < to && isOfWay(sample, each.activity) ? mostIn(to - from, sample, each, way) : 0
    const value = Math.min(
      Math.max(0, free - wantedLater(active.slice(at + 1), each, sample, measure)),
      each.left,
      most,
      evenlyIn(sample, each, { measure, moved: movedIn(each).moved }),
    )
    taken.push(value)
    if (value <= 0) continue
    each.left -= value
    each.rest = (free - value) / each.activity[measure]!
    each.last = each.left >= negligible ? to : Math.min(to, from + ((finish - from) * value) / free)
    const share = value / each.activity[measure]!
    each.parts.push({ start: from * 1000, end: each.last * 1000, share, sample, more: most - value })
    sample.free = Math.min(sample.free, free - value)
    // What is left of it was before that, unless it goes on when the activity was over.
    if (each.limit < end) sample.since = Math.max(sample.since, each.limit)
    else sample.until = Math.min(sample.until, Math.max(from, sample.start))
  }
}

/** What others that begin within a long sample need of it, at their usual pace. */
function wantedLater(
  others: readonly Counting[],
  { begin }: Counting,
  sample: SharedSample,
  measure: Amount,
): number {
  if (sample.length <= longestExact) return 0
  const end = endOf(sample)
  return others.reduce((sum, other) => {
    const { activity, left } = other
    if (!isOpenEnd(other) || other.begin <= Math.max(begin, sample.start) || !isOfWay(sample, activity))
      return sum
    const part = ((end - other.begin) * 1000) / usualOf(activity)
    return sum + Math.max(0, Math.min(left, activity[measure]! * part))
  }, 0)
}

/** A short sample that was over when it began, and began long before that, is of another one. */
const isOfOther = ({ start, length }: SharedSample, { begin }: Wanted): boolean =>
  length <= longestExact && start + length <= begin && start < begin - clockError

/** What does not find room evenly was moved where samples have more. */
function fillUp(counting: Counting, measure: Amount): void {
  const all = counting.activity[measure]!
  for (const part of counting.left < negligible || isAllMoved(counting) ? [] : counting.parts) {
    const value = Math.min(counting.left, part.more, part.sample.free)
    part.share += value / all
    part.more -= value
    part.sample.free -= value
    counting.left -= value
  }
}

const isOpenEnd = ({ limit }: Wanted): boolean => limit === Infinity

/**
 * What says when it ended comes first: its samples are known. Copies of that begin within a minute; others that are one are
 * known to be.
 */
const isBefore = (one: Wanted, other: Wanted): boolean =>
  isOpenEnd(one) === isOpenEnd(other)
    ? one.order < other.order - (isOpenEnd(one) ? 0 : clockError)
    : !isOpenEnd(one)

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
