/** Which of activities that go on in the same hours is counted first. */
import { byWorth, compare } from './recordings/activities.ts'
import type { Merged } from './recordings/merged.ts'
import { createHours, hoursOf } from './recordings/hours.ts'
import { lengthOf } from './recordings/active-time.ts'
import { areInTurn } from './recordings/same-activity.ts'
import type { Activity, Preference } from '../sample.ts'

/** Levels at most: a few activities go on at once. */
export const levelLimit = 32

/**
 * The level of each activity, below the better ones of its hours but for those that one device recorded in turn; of equal files
 * the shorter is better.
 */
export function levelsOf(activities: readonly Merged[], preference: Preference): Map<Merged, number> {
  const ordered = activities.toSorted(
    (a, b) =>
      byWorth(({ source }) => preference(source))(a, b) ||
      lengthOf(a) - lengthOf(b) ||
      a.start - b.start ||
      compare(a.source.name, b.source.name),
  )
  const levels = new Map<Merged, number>()
  const byHours = createHours<Merged>()
  for (const activity of ordered) {
    const hours = ownAndCopies(activity).flatMap(hoursOf)
    const taken = byHours
      .near(hours)
      .filter((other) => !areOfOneTurn(activity, other))
      .map((other) => levels.get(other)!)
    levels.set(activity, Math.min(levelLimit - 1, Math.max(-1, ...taken) + 1))
    byHours.add(activity, hours)
  }
  return levels
}

/** Its own time, and that of copies which know more of it. */
const ownAndCopies = (activity: Merged): Activity[] => [activity, ...Object.values(activity.filled)]

const areOfOneTurn = (one: Merged, other: Merged): boolean =>
  ownAndCopies(one).every((each) => ownAndCopies(other).every((beside) => areInTurn(each, beside)))
