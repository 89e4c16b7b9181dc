/** How long activities usually take, where nothing says it. */
import { mostOnFoot } from '../../collect/counters.ts'
import { groundOf, secondsPerStep, walkingSpeed, type Activity, type Sport } from '../../sample.ts'

/** Meters in a second at an easy pace, where that is no walk. */
const easySpeeds: Partial<Record<Sport, number>> = { run: 2.2, ride: 4, swim: 0.6 }
const easySpeed = (sport: Sport): number => easySpeeds[sport] ?? 1.2
/** Seconds of a step of an easy run. */
const stepOfRun = 0.45
/** Meters of such a step. */
const lengthOfRun = 1
/** The fastest goes so many times as far. */
const timesAsFar = 5

/** Milliseconds that it was in motion, else those at the usual pace. */
export function usualOf(activity: Activity): number {
  const { duration = 0, sport } = activity
  if (duration > 0) return duration * 1000
  return millisecondsOf(activity, sport === 'run' ? stepOfRun : secondsPerStep, 1 / easySpeed(sport))
}

/** Milliseconds in which nobody does it faster. */
export const soonestOf = (activity: Activity): number =>
  millisecondsOf(activity, 1 / mostOnFoot.steps, 1 / (timesAsFar * easySpeed(activity.sport)))

/** On foot with the steps, or meters, that it usually has where it does not say them. */
export function withUsualSteps(activity: Activity): Activity {
  const { sport, steps = 0, distance = 0, duration = 0 } = activity
  if (groundOf(sport) !== 'foot' || (steps > 0 && distance > 0)) return activity
  const [aStep, length] =
    sport === 'run' ? [stepOfRun, lengthOfRun] : [secondsPerStep, walkingSpeed * secondsPerStep]
  const usual = steps || (distance > 0 ? distance / length : duration / aStep)
  return { ...activity, steps: usual, distance: distance || usual * length }
}

/** Milliseconds in which one does it who is fast. */
export const brisklyOf = (activity: Activity): number => usualOf(activity) / 2

/** Milliseconds that it takes at the pace of another one, by distance, else by steps; nothing where that is not known. */
export function atPaceOf(activity: Activity, { duration = 0, ...other }: Activity): number | undefined {
  const measure = (['distance', 'steps'] as const).find((each) => activity[each] && other[each])
  return measure && duration > 0 ? (duration * 1000 * activity[measure]!) / other[measure]! : undefined
}

/** Milliseconds by its steps, else by its distance. */
const millisecondsOf = ({ steps = 0, distance = 0 }: Activity, aStep: number, aMeter: number): number =>
  Math.ceil(steps > 0 ? steps * aStep : distance * aMeter) * 1000
