/** Activities that overlap in part, as where two devices record: their common time counts for one of them. */
import { activeParts } from '../pauses.ts'
import { measures, type Activity, type Interval, type Measure } from '../sample.ts'
import { extend, type Stretch } from './coverage.ts'

/** `ownPart`: the part of its time in which no other activity counts that measure, from 0 to 1. */
export type Divided = Activity & { ownPart: Record<Measure, number> }

type Lasting = Pick<Activity, 'start' | 'end' | 'pauses'>

/** Milliseconds without pauses. */
export const lengthOf = (activity: Lasting): number =>
  activeParts(activity).reduce((sum, { start, end }) => sum + end - start, 0)

/** Milliseconds in which both went on. */
export const sharedTime = (one: Lasting, other: Lasting): number =>
  addedUp(overlapsOf(activeParts(one), activeParts(other)))

/** How long each of the one's overlaps with one of the other's is; both are in order, and none touches its next. */
function* overlapsOf(one: readonly Interval[], other: readonly Interval[]): Generator<number> {
  let first = 0
  for (const { start, end } of one) {
    while (first < other.length && other[first]!.end <= start) first += 1
    for (let at = first; at < other.length && other[at]!.start < end; at++)
      yield Math.min(end, other[at]!.end) - Math.max(start, other[at]!.start)
  }
}

function addedUp(numbers: Iterable<number>): number {
  let all = 0
  for (const each of numbers) all += each
  return all
}

/** Activities that follow each other within a second share none of it. */
const second = 1000

/**
 * Sets `ownPart` of each. `ordered`: those that are preferred come first, and keep what they share; of two of one rank the
 * shorter keeps what lies in the longer for the most part, as a ride does in a recording of the whole day.
 */
export function divideTime(
  ordered: readonly Divided[],
  isOneRank: (one: Divided, other: Divided) => boolean,
): void {
  const stronger = new Map<Divided, Activity[]>()
  const lose = (weaker: Divided, other: Activity): void =>
    void stronger.set(weaker, [...(stronger.get(weaker) ?? []), other])
  const byStart = ordered
    .map((activity, place) => ({ activity, place }))
    .toSorted((a, b) => a.activity.start - b.activity.start)
  for (const [at, { activity: one, place }] of byStart.entries())
    for (const { activity: other, place: otherPlace } of from(byStart, at + 1)) {
      if (other.start >= one.end) break
      const [longer, shorter] = lengthOf(one) >= lengthOf(other) ? [one, other] : [other, one]
      if (isOneRank(one, other) && sharedTime(one, other) * 2 > lengthOf(shorter)) lose(longer, shorter)
      else if (place < otherPlace) lose(other, one)
      else lose(one, other)
    }
  for (const [activity, others] of stronger)
    for (const measure of measures) {
      const counting = others.filter((other) => (other[measure] ?? 0) > 0)
      if (counting.length > 0) activity.ownPart[measure] = partBeside(activity, counting)
    }
}

function* from<T>(list: readonly T[], first: number): Generator<T> {
  for (let at = first; at < list.length; at++) yield list[at]!
}

/** The part of an activity's time in which there is none of the others. */
function partBeside(activity: Activity, others: readonly Activity[]): number {
  const length = lengthOf(activity)
  const taken: Stretch[] = []
  for (const { start, end } of others.flatMap(activeParts).toSorted((a, b) => a.start - b.start))
    extend(taken, start, end, 0)
  const shared = [...overlapsOf(activeParts(activity), taken)].filter((each) => each > second)
  return length === 0 ? 1 : 1 - addedUp(shared) / length
}
