/** How long activities usually take, where nothing says it. */
import { secondsPerStep, type Activity, type Sport } from '../sample.ts'

/** Meters in a second at an easy pace, where that is no walk. */
const easySpeeds: Partial<Record<Sport, number>> = { run: 2.2, ride: 4, swim: 0.6 }
export const easySpeed = (sport: Sport): number => easySpeeds[sport] ?? 1.2
/** Seconds of a step of an easy run. */
const stepOfRun = 0.45

/** Milliseconds at the usual pace. */
export const usualOf = (activity: Activity): number =>
  millisecondsOf(
    activity,
    activity.sport === 'run' ? stepOfRun : secondsPerStep,
    1 / easySpeed(activity.sport),
  )

/** Milliseconds by its steps, else by its distance. */
export const millisecondsOf = (
  { steps = 0, distance = 0 }: Activity,
  aStep: number,
  aMeter: number,
): number => Math.ceil(steps > 0 ? steps * aStep : distance * aMeter) * 1000
