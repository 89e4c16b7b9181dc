/** Activities of lists without a zone, in the hour that comes twice in autumn: another recording of them tells which. */
import { minuteOf } from '../../contract/activity-id.ts'
import type { Activity } from '../sample.ts'

/** Moves those that begin with another recording in the other of the two hours, and with none in the hour they were read in. */
export function inTheirHours(activities: readonly Activity[]): readonly Activity[] {
  if (!activities.some(({ other }) => other)) return activities
  const minutes = new Set(activities.filter(({ other }) => !other).map(({ start }) => minuteOf(start)))
  const isMet = ({ start }: Pick<Activity, 'start'>): boolean =>
    [-1, 0, 1].some((beside) => minutes.has(minuteOf(start) + beside))
  return activities.map((activity) => {
    const { other } = activity
    return other && !isMet(activity) && isMet(other) ? { ...activity, ...other } : activity
  })
}
