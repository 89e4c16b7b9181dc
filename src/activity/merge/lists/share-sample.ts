/** Shares a sample among the activities that may have some of it. */
import { clockError } from '../clocks.ts'
import { longestExact } from '../counted.ts'
import { evenlyIn, mostIn, type CountingWay, type Wanted } from './most-in.ts'
import { movedIn, type CountedPart } from './until-over.ts'
import { usualOf } from './usual-time.ts'
import { endOf, isOfWay, negligible, type Amount, type SharedSample } from './written-late.ts'

/** `left` of what it did when samples end at `last`. */
export type Counting = Wanted & { left: number; last: number; rest: number; parts: CountedPart[] }

/** Was it in motion for as long as it says? A device may count less in that time. */
export const isAllMoved = (counting: Counting): boolean =>
  isOpenEnd(counting) && counting.lasting > 0 && movedIn(counting).left <= 0

/** What says when it ended, then in the order of their begin. */
export const surestFirst = (one: Wanted, other: Wanted): number =>
  Number(isOpenEnd(one)) - Number(isOpenEnd(other)) || one.order - other.order

/** A sample is of those that come first; those that are one have it together. */
export function shareAmong(active: readonly Counting[], sample: SharedSample, way: CountingWay): void {
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
    if (isOpenEnd(each) && each.lasting > 0 && sample.start >= each.begin + each.lasting)
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
    if (each.limit < end || each.left < negligible)
      sample.since = Math.max(sample.since, Math.min(each.limit, each.last))
    else sample.until = Math.min(sample.until, Math.max(from, sample.start))
  }
}

/** What others that begin within a sample need of it, at their usual pace. */
function wantedLater(
  others: readonly Counting[],
  each: Counting,
  sample: SharedSample,
  measure: Amount,
): number {
  if (!isOpenEnd(each) || sample.length <= clockError) return 0
  const end = endOf(sample)
  return others.reduce((sum, other) => {
    const { activity, left } = other
    if (!isOpenEnd(other) || other.begin <= Math.max(each.begin, sample.start) || !isOfWay(sample, activity))
      return sum
    const part = ((end - other.begin) * 1000) / usualOf(activity)
    return sum + Math.max(0, Math.min(left, activity[measure]! * part))
  }, 0)
}

/** A short sample that was over when it began, and began long before that, is of another one. */
const isOfOther = ({ start, length }: SharedSample, { begin }: Wanted): boolean =>
  length <= longestExact && start + length <= begin && start < begin - clockError

/** What does not find room evenly was moved where samples have more. */
export function fillUp(counting: Counting, measure: Amount): void {
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
