/** When activities ended of which a list says when they began, and not how long they took. */
import { mostOnFoot } from '../collect/counters.ts'
import { groundOf, keyOf, secondsPerStep, type Activity, type Sport } from '../sample.ts'

/** Meters in a second at an easy pace. */
const easySpeed: Record<Sport, number> = {
  walk: 1.2,
  hike: 1.2,
  other: 1.2,
  run: 2.2,
  ride: 4,
  swim: 0.6,
  vehicle: 20,
}
/** Times as much is the fastest. */
const fastest = 5
const clockMs = 60_000

/**
 * Such an activity goes on for as long as its steps take at the usual pace, or its distance at an easy one; it ends with
 * another recording that began in its minute, or where a later activity begins. What cannot be done until the next one of its
 * own source was written down afterwards, and takes no time.
 */
export function withEnds(activities: readonly Activity[]): Activity[] {
  if (!activities.some(({ isOpen }) => isOpen)) return [...activities]
  const ordered = activities.toSorted((a, b) => a.start - b.start)
  return ordered.map((activity, at) => {
    if (!activity.isOpen) return activity
    const { start, source, sport, other } = activity
    const copy = ordered.find(
      (each) =>
        !each.isOpen && groundOf(each.sport) === groundOf(sport) && Math.abs(each.start - start) <= clockMs,
    )
    const soonest = start + millisecondsOf(activity, 1 / mostOnFoot.steps, 1 / (fastest * easySpeed[sport]))
    const later = ordered.slice(at + 1).filter((each) => each.start > start)
    const isOwn = (each: Activity): boolean => keyOf(each.source) === keyOf(source)
    const next = later.find((each) => each.start >= soonest || isOwn(each))
    const usual = copy?.end ?? start + millisecondsOf(activity, secondsPerStep, 1 / easySpeed[sport])
    const end = Math.max(start, next && next.start < soonest ? start : Math.min(usual, next?.start ?? usual))
    return {
      ...activity,
      end,
      ...(other && { other: { start: other.start, end: other.start + end - start } }),
    }
  })
}

/** By its steps, else by its distance. */
const millisecondsOf = ({ steps = 0, distance = 0 }: Activity, aStep: number, aMeter: number): number =>
  Math.ceil(steps > 0 ? steps * aStep : distance * aMeter) * 1000
