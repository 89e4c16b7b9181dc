/** Activities that several files hold, as one. */
import { minuteMs } from '../../../contract/activity-id.ts'
import { inTheirHours } from './repeated-hour.ts'
import type { Activity } from '../../sample.ts'
import { createHours, hoursOf } from './hours.ts'
import { isAbout, lengthOf } from './active-time.ts'
import { absorb, absorbInParts, goesOnFrom } from './absorb.ts'
import { partsAlone, withoutDrive } from './alone.ts'
import { withoutDrives } from './drives.ts'
import { beganAt, type Merged } from './merged.ts'
import { movedParts } from './ways.ts'
import { isAsLongAs, isSameActivity, likeness } from './same-activity.ts'

/**
 * Merges recordings of one activity: those that start within a minute of each other, or share most of the shorter one's time
 * on the same ground. One whose sport is not known is also the same as one on another ground that took most of its time. The
 * better file's is taken, of equal ones the longest; before both, one that goes on for a minute: a watch that was started
 * twice has a short one too.
 */
export function mergeActivities(
  activities: readonly Activity[],
  preferred: (activity: Activity) => number,
): Merged[] {
  const ordered = withPauses(withoutDrives(inTheirHours(activities))).toSorted(
    (a, b) =>
      byWorth(preferred)(a, b) ||
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start ||
      compare(a.source.name, b.source.name),
  )
  const kept: Merged[] = []
  const byHours = createHours<Merged>()
  /** What was cut into the activities that hold it, by what it was. */
  const cut = new Map<Activity, readonly Merged[]>()
  const add = (activity: Activity): Merged => {
    const hours = hoursOf(activity)
    const whole = activity.advance ? undefined : [...cut.keys()].find((each) => isAsLongAs(activity, each))
    if (whole) return absorbInParts(cut.get(whole)!, activity)
    const same = byHours.near(hours).find((other) => isSameActivity(activity, other))
    if (same) {
      Object.assign(same, withoutDrive(same, activity))
      const { parts, rest } = partsAlone(activity, same)
      absorb(same, rest)
      const began = Math.min(beganAt(same), beganAt(activity))
      if (goesOnFrom(same, activity, parts)) same.began = began
      const own = parts.map((part) => add({ ...part, began, isAlone: true as const }))
      if (parts.length > 0) cut.set(activity, [...new Set([...own, same])])
      return same
    }
    const merged: Merged = { ...activity, others: [], filled: {}, partly: {} }
    kept.push(merged)
    byHours.add(merged, hours)
    return merged
  }
  ordered.forEach(add)
  for (const each of kept)
    if (each.advance && !each.parts && !each.pauses) each.wayParts = movedParts(each.advance, each)
  return kept.toSorted((a, b) => a.start - b.start || compare(a.sport, b.sport))
}

/** The better one first. */
export const byWorth =
  (preferred: (activity: Activity) => number) =>
  (a: Activity, b: Activity): number =>
    Number(isFalseStart(a)) - Number(isFalseStart(b)) || preferred(a) - preferred(b) || a.rank - b.rank

/** Of an app that writes when an activity was, and how far, of a copy of it: its duration is all of its time. */
const saysNoMotion = (
  { start, end, duration = 0, distance = 0, advance }: Activity,
  copy: Activity,
): boolean =>
  !advance &&
  distance > 0 &&
  Math.abs(duration - (end - start) / 1000) <= 2 &&
  isAbout(distance, copy.distance, likeness.distance / 2)

/** With the pauses that a copy tells, of those whose time in motion fits between them. */
function withPauses(activities: readonly Activity[]): Activity[] {
  const telling = new Map<number, Activity>()
  for (const each of activities) if (each.pauses) telling.set(Math.floor(each.start / minuteMs), each)
  if (telling.size === 0) return [...activities]
  return activities.map((activity) => {
    const { start, end, duration, pauses } = activity
    if (pauses || duration === undefined) return activity
    const at = Math.floor(start / minuteMs)
    for (const copy of [0, -1, 1, -2, 2, -3, 3].map((beside) => telling.get(at + beside))) {
      if (!copy) continue
      const apart = Math.max(Math.abs(copy.start - start), Math.abs(copy.end - end))
      const told = { ...activity, pauses: copy.pauses! }
      if (apart <= minuteMs && duration * 1000 <= lengthOf(told) + minuteMs) return told
      if (apart <= 3 * minuteMs && saysNoMotion(activity, copy))
        return { ...told, duration: lengthOf(told) / 1000 }
    }
    return activity
  })
}

/** One without a length is a list's, which did not say. */
const isFalseStart = (activity: Activity): boolean => lengthOf(activity) > 0 && lengthOf(activity) < minuteMs

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
