/** Activities of which a list says when they began and not how long they took: for as long as they take at the usual pace. */
import { mostOnFoot } from '../collect/counters.ts'
import { isAmount } from '../collect/plausible.ts'
import { limits } from '../limits.ts'
import { keyOf, secondsPerStep, type Activity, type Collector, type Measure, type Sport } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/** Meters in a second that are rather slow: what others count beside such an activity is the same motion. */
const easySpeed: Record<Sport, number> = {
  walk: 1.2,
  hike: 1.2,
  other: 1.2,
  run: 2.2,
  ride: 4,
  swim: 0.6,
  vehicle: 20,
}

/** Gives activities on when their file ends: each goes on until the next one of its source begins, if it can. */
export function createOpenActivities(into: Pick<Collector, 'activity'>) {
  const waiting: Activity[] = []
  return {
    add(activity: Activity): void {
      if (waiting.length >= limits.activities) throw new Unreadable('holds too many activities')
      waiting.push(activity)
    },
    /** The file has ended. */
    end(): void {
      const next = new Map<string, number>()
      for (const activity of waiting.toSorted((a, b) => b.start - a.start)) {
        const { source, start, other } = activity
        const seconds = Math.min(
          usualSeconds(activity),
          ((next.get(keyOf(source)) ?? Infinity) - start) / 1000,
        )
        const length = Math.max(seconds, leastSeconds(activity)) * 1000
        const instead = other && { other: { start: other.start, end: other.start + length } }
        into.activity({ ...activity, ...instead, end: start + length })
        next.set(keyOf(source), start)
      }
    },
  }
}

const usualSeconds = ({ sport, ...values }: Activity): number =>
  secondsAt(values, secondsPerStep, 1 / easySpeed[sport])

/** Of what is done as fast as one can. */
const leastSeconds = ({ sport, ...values }: Activity): number =>
  secondsAt(values, 1 / mostOnFoot.steps, 1 / (5 * easySpeed[sport]))

/** By its steps, else by its distance. What nobody can do takes no time. */
function secondsAt(
  { steps = 0, distance = 0 }: Partial<Record<Measure, number>>,
  aStep: number,
  aMeter: number,
): number {
  if (steps > 0 && isAmount('steps', steps)) return Math.ceil(steps * aStep)
  return isAmount('distance', distance) ? Math.ceil(distance * aMeter) : 0
}
