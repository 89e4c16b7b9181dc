/** How long activities usually take, where nothing says it. */
import { secondsPerStep, type Activity, type Sport } from '../../sample.ts'

/** Meters in a second at an easy pace, where that is no walk. */
const easySpeeds: Partial<Record<Sport, number>> = { run: 2.2, ride: 4, swim: 0.6 }
export const easySpeed = (sport: Sport): number => easySpeeds[sport] ?? 1.2
/** Seconds of a step of an easy run. */
const stepOfRun = 0.45

/** Milliseconds that it was in motion, else those at the usual pace. */
export function usualOf(activity: Activity): number {
  const { duration = 0, sport } = activity
  if (duration > 0) return duration * 1000
  return millisecondsOf(activity, sport === 'run' ? stepOfRun : secondsPerStep, 1 / easySpeed(sport))
}

/** Milliseconds by its steps, else by its distance. */
export const millisecondsOf = (
  { steps = 0, distance = 0 }: Activity,
  aStep: number,
  aMeter: number,
): number => Math.ceil(steps > 0 ? steps * aStep : distance * aMeter) * 1000
