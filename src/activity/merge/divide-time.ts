/** Activities that overlap in part, as where two devices record: their common time counts for one of them. */
import type { Activity } from '../sample.ts'

/** `ownPart`: the part of its time that no other activity takes, from 0 to 1. */
export type Divided = Activity & { ownPart: number }

type Span = Pick<Activity, 'start' | 'end'>

export const lengthOf = ({ start, end }: Span): number => end - start

/** Milliseconds that both lasted; less than none where they lie apart. */
export const together = (one: Span, other: Span): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start)

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
  let left = length
  let { start } = activity
  for (const other of others.toSorted((a, b) => a.start - b.start)) {
    const shared = Math.min(activity.end, other.end) - Math.max(start, other.start)
    if (shared <= second) continue
    left -= shared
    start = other.end
  }
  return length === 0 ? 1 : left / length
}
