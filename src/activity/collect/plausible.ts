/** What nobody did: values and times that come from a broken or a hostile file. */
import { dayMs } from '../../contract/calendar.ts'
import type { Measure } from '../sample.ts'

/**
 * The most of each in one activity or day: four marathons of steps, a thousand
 * kilometers, a day and its hour more in autumn.
 */
const mostInSample: Record<Measure, number> = { steps: 200_000, distance: 1_000_000, duration: 25 * 3600 }
/** Nobody makes more steps in a second, and nothing that is moved by a person goes faster. */
export const fastest = { steps: 10, distance: 45 } as const
/** Times that are written to the minute leave a minute out. */
const roundedSeconds = 60

/** Before it there were neither the watches nor the formats. */
const first = Date.UTC(2000, 0, 1)

export const isAmount = (measure: Measure, value: number): boolean =>
  Number.isFinite(value) && value >= 0 && value <= mostInSample[measure]

/** The most that can be done in so many seconds, or in a minute more: times may be written to the minute. */
const mostWithin = (measure: Measure, seconds: number): number =>
  measure === 'duration' ? seconds + roundedSeconds : fastest[measure] * (seconds + roundedSeconds)

/** Could it be done in so many seconds? What has no length of its own is not judged by it. */
export const isPossible = (measure: Measure, value: number, seconds: number): boolean =>
  isAmount(measure, value) &&
  ((seconds === 0 && measure !== 'duration') || value <= mostWithin(measure, seconds))

/** A duration is never longer than its stretch of time; what is shorter than a minute may be written to the minute. */
export const withinSpan = (measure: Measure, value: number, seconds: number): number =>
  measure === 'duration' ? Math.min(value, Math.max(roundedSeconds, seconds)) : value

/** What a counter rose by: nothing where that could not be done in its time, for it stated an older total again. */
export const possibleRise = (measure: Measure, value: number, seconds: number): number =>
  measure === 'duration'
    ? withinSpan(measure, value, seconds)
    : value <= mostWithin(measure, seconds)
      ? value
      : 0

/** A time between 2000 and tomorrow: clocks differ by a day at most. */
export const isPlausibleTime = (at: number, now: number): boolean =>
  Number.isFinite(at) && at >= first && at <= now + dayMs
