/** Activities that overlap in part, as where two devices record: their common time counts for one of them. */
import { activeParts } from '../pauses.ts'
import type { Activity, Interval } from '../sample.ts'

/** `ownPart`: the part of its time that no other activity takes, from 0 to 1. */
export type Divided = Activity & { ownPart: number }

type Lasting = Pick<Activity, 'start' | 'end' | 'pauses'>

/** Milliseconds without pauses. */
export const lengthOf = (activity: Lasting): number =>
  activeParts(activity).reduce((sum, { start, end }) => sum + end - start, 0)

/** Milliseconds in which both went on. */
export const together = (one: Lasting, other: Lasting): number =>
  activeParts(one).reduce(
    (sum, part) => sum + activeParts(other).reduce((all, each) => all + shared(part, each), 0),
    0,
  )

const shared = (one: Interval, other: Interval): number =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))

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
      if (isOneRank(one, other) && together(one, other) * 2 > lengthOf(shorter)) lose(longer, shorter)
      else if (place < otherPlace) lose(other, one)
      else lose(one, other)
    }
  for (const [activity, others] of stronger) activity.ownPart = partBeside(activity, others)
}

function* from<T>(list: readonly T[], first: number): Generator<T> {
  for (let at = first; at < list.length; at++) yield list[at]!
}

/** The part of an activity's time in which there is none of the others. */
function partBeside(activity: Activity, others: readonly Activity[]): number {
  const length = lengthOf(activity)
  const taken = others.flatMap(activeParts).toSorted((a, b) => a.start - b.start)
  const left = activeParts(activity).reduce((sum, part) => sum + lengthBeside(part, taken), 0)
  return length === 0 ? 1 : left / length
}

function lengthBeside(part: Interval, taken: readonly Interval[]): number {
  let left = part.end - part.start
  let { start } = part
  for (const other of taken) {
    const both = shared({ start, end: part.end }, other)
    if (both <= second) continue
    left -= both
    start = other.end
  }
  return left
}
