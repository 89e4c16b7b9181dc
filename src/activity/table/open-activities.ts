/** Activities of which a list says when they began and not how long they took: for as long as they take at the usual pace. */
import { mostOnFoot } from '../collect/counters.ts'
import { isAmount } from '../collect/plausible.ts'
import { limits } from '../limits.ts'
import {
  keyOf,
  secondsPerStep,
  walkingSpeed,
  type Activity,
  type Collector,
  type Measure,
  type Sport,
} from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/** Meters in a second at the usual pace. */
const usualSpeed: Record<Sport, number> = {
  walk: walkingSpeed,
  hike: walkingSpeed,
  other: walkingSpeed,
  run: 2.5,
  ride: 5,
  swim: 0.7,
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
  longer(values, secondsPerStep, 1 / usualSpeed[sport])

/** Of what is done as fast as one can. */
const leastSeconds = ({ sport, ...values }: Activity): number =>
  longer(values, 1 / mostOnFoot.steps, 1 / (4 * usualSpeed[sport]))

/** What nobody can do takes no time. */
function longer(
  { steps, distance }: Partial<Record<Measure, number>>,
  aStep: number,
  aMeter: number,
): number {
  const possible = (measure: 'steps' | 'distance', value = 0) => (isAmount(measure, value) ? value : 0)
  return Math.ceil(Math.max(possible('steps', steps) * aStep, possible('distance', distance) * aMeter))
}
