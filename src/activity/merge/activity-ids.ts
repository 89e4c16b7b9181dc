/** What activities are called, so that another import of the same ones calls them the same. */
import { activityId, minuteOf } from '../../contract/activity-id.ts'
import type { Merged } from './activities.ts'

/**
 * An id for each: the minute of the earliest start that a file gives, whichever file was taken. Where that names two of them
 * (a copy that goes on through both), it is the start of what was taken: those of two activities are over a minute apart.
 */
export function activityIds<T extends Pick<Merged, 'start' | 'others'>>(
  activities: readonly T[],
): Map<T, string> {
  const named = new Map<number, number>()
  for (const activity of activities)
    for (const minute of new Set([minuteOf(activity.start), earliest(activity)]))
      named.set(minute, (named.get(minute) ?? 0) + 1)
  return new Map(
    activities.map((activity) => {
      const first = earliest(activity)
      return [activity, activityId(named.get(first) === 1 ? first : minuteOf(activity.start))]
    }),
  )
}

const earliest = ({ start, others }: Pick<Merged, 'start' | 'others'>): number =>
  minuteOf(others.reduce((first, other) => Math.min(first, other.start), start))
