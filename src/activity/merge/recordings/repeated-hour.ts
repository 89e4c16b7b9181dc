/** Activities of lists without a zone, in the hour that comes twice in autumn: another recording of them tells which. */
import { minuteOf } from '../../../contract/activity-id.ts'
import { groundOf, type Activity } from '../../sample.ts'
import { isAbout, lengthOf } from './active-time.ts'

/** Two recordings of one walk differ by no more than this part of it. */
const likeness = 0.25

/**
 * Moves those that begin with another recording of them in the other of the two hours, where nothing begins with them in the
 * hour they were read in and no other line of a list is read in that one.
 */
export function inTheirHours(activities: readonly Activity[]): readonly Activity[] {
  const unclear = activities.filter(({ other }) => other)
  if (unclear.length === 0) return activities
  const clear = byMinute(activities.filter(({ other }) => !other))
  const read = byMinute(unclear)
  return activities.map((activity) => {
    const { other } = activity
    if (!other || near(clear, activity.start).some((each) => isAlike(activity, each))) return activity
    const isMet = near(clear, other.start).some((each) => isAlike({ ...activity, ...other }, each))
    if (!isMet || near(read, other.start).length > 0) return activity
    const { parts: _, ...moved } = { ...activity, ...other }
    return moved
  })
}

function byMinute(activities: readonly Activity[]): Map<number, Activity[]> {
  const minutes = new Map<number, Activity[]>()
  for (const each of activities)
    minutes.set(minuteOf(each.start), [...(minutes.get(minuteOf(each.start)) ?? []), each])
  return minutes
}

const near = (minutes: ReadonlyMap<number, Activity[]>, at: number): Activity[] =>
  [-1, 0, 1].flatMap((beside) => minutes.get(minuteOf(at) + beside) ?? [])

/** On one ground, and as long and as far where both say so. */
function isAlike(one: Activity, other: Activity): boolean {
  return (
    groundOf(one.sport) === groundOf(other.sport) &&
    isAbout(one.distance, other.distance, likeness) &&
    isAbout(lengthOf(one), lengthOf(other), likeness)
  )
}
