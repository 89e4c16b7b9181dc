/** Which of activities that go on in the same hours is counted first. */
import { byWorth, compare, hoursOf } from './recordings/activities.ts'
import type { Merged } from './recordings/merged.ts'
import { lengthOf } from './recordings/active-time.ts'
import type { Preference } from '../sample.ts'

/** Levels at most: a few activities go on at once. */
export const levelLimit = 32

/** The level of each activity, below the better ones of its hours; of equal files the shorter is better. */
export function levelsOf(activities: readonly Merged[], preference: Preference): Map<Merged, number> {
  const ordered = activities.toSorted(
    (a, b) =>
      byWorth(({ source }) => preference(source))(a, b) ||
      lengthOf(a) - lengthOf(b) ||
      a.start - b.start ||
      compare(a.source.name, b.source.name),
  )
  const levels = new Map<Merged, number>()
  const next = new Map<number, number>()
  for (const activity of ordered) {
    const hours = [activity, ...Object.values(activity.filled)].flatMap(hoursOf)
    const level = Math.min(levelLimit - 1, Math.max(...hours.map((hour) => next.get(hour) ?? 0)))
    for (const hour of hours) next.set(hour, level + 1)
    levels.set(activity, level)
  }
  return levels
}
