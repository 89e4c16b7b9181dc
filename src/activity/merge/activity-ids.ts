/** What activities are called, so that another import of the same ones calls them the same. */
import { activityId, minuteOf } from '../../contract/activity-id.ts'
import type { Merged } from './recordings/merged.ts'

/**
 * An id for each: the minute of the earliest start that a file gives, whichever file was taken. Where that names two of them
 * (a copy that goes on through both), it is the start of what was taken. Of two that start in one minute, where a device
 * stopped early, the one that is counted beside the other is the second of the minute.
 */
export function activityIds<T extends Pick<Merged, 'start' | 'end' | 'told' | 'rank' | 'others'>>(
  activities: readonly T[],
): Map<T, string> {
  const named = new Map<number, number>()
  for (const activity of activities)
    for (const minute of new Set([minuteOf(activity.start), earliest(activity)]))
      named.set(minute, (named.get(minute) ?? 0) + 1)
  const last = new Map<number, number>()
  const ids = new Map<T, string>()
  for (const activity of activities.toSorted(
    (a, b) => a.rank - b.rank || a.end - a.start - (b.end - b.start),
  )) {
    const first = earliest(activity)
    const minute = named.get(first) === 1 ? first : minuteOf(activity.start)
    const nth = (last.get(minute) ?? 0) + 1
    last.set(minute, nth)
    ids.set(activity, activityId(minute, nth))
  }
  return ids
}

const earliest = (activity: Pick<Merged, 'start' | 'told' | 'others'>): number =>
  minuteOf(
    [activity, ...activity.others].reduce(
      (first, { start, told }) => Math.min(first, start, told?.start ?? start),
      activity.start,
    ),
  )
