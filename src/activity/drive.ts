/** A drive in the way of a recording that was left running, by how far its points came in each minute. */
import { minuteMs } from '../contract/activity-id.ts'
import type { Interval } from '../contract/interval.ts'
import type { Activity } from './sample.ts'

/** The part of the way that was driven is its `share`; beside it one moved for so many seconds. */
export type Drive = Interval & { share: number; seconds: number }
/** The way of a track or an activity; `distance` in meters. */
type Way = Pick<Activity, 'advance' | 'sport' | 'guessed' | 'distance'>

/**
 * Meters in a second that nobody runs, or rides, for minutes; and of what is faster than that beside the drive it is not known
 * how one moved: on skates, or a bike with a motor. Who walks beside it was not on skis.
 */
const speeds = {
  foot: { drive: 7, beside: 4 },
  walk: { drive: 12, beside: 2.2 },
  ride: { drive: 20, beside: 12 },
}
type Speeds = (typeof speeds)[keyof typeof speeds]
/** Whole minutes of a drive, and the part of all its minutes that is so fast: cars wait too. */
const leastDrive = { minutes: 3, part: 1 / 3 }
/** Of less beside it than these minutes the sport may be wrong. */
const leastBeside = 5
/** Where the minutes have so many times its distance, a receiver jumped. */
const mostAstray = 1.1

/** Meters in a second of who moves. */
const slowest = 0.3

/** Of a walk or a run at most, and of what is faster so many times its pace in that time: a drive home is faster. */
const mostSpeed = { onFoot: 4, asFast: 1.6 }
export const fastestFor = (pace: number, least = mostSpeed.onFoot): number =>
  Math.max(least, pace * mostSpeed.asFast)

/** The drive to what was recorded, from it or in it. */
export function driveIn(way: Way): Drive | undefined {
  const { sport, guessed } = way
  if (sport === 'swim' || sport === 'vehicle') return undefined
  if (guessed || sport === 'ride') return driveAt(speeds.ride, way)
  return sport === 'other'
    ? (driveAt(speeds.walk, way) ?? driveAt(speeds.ride, way))
    : driveAt(speeds.foot, way)
}

function driveAt(speed: Speeds, { advance, distance = 0 }: Way): Drive | undefined {
  if (!advance) return undefined
  const { meters, start } = advance
  const fast = meters.flatMap((far, at) => (far > 60 * speed.drive ? [at] : []))
  const [first, last] = [fast[0] ?? 0, fast.at(-1) ?? 0]
  if (fast.length < leastDrive.minutes || fast.length < leastDrive.part * (last + 1 - first)) return undefined
  const beside = [...meters.slice(0, first), ...meters.slice(last + 1)]
  const pace = wayOf(beside) / beside.length / 60
  const isBeside = (at: number): boolean => (meters[at] ?? 0) > 60 * fastestFor(pace, 0)
  // Of a minute beside it that is faster than the rest a part was driven.
  const [from, until] = [isBeside(first - 1) ? first - 1 : first, isBeside(last + 1) ? last + 2 : last + 1]
  const whole = wayOf(meters)
  if (beside.length < leastBeside || pace > speed.beside || whole > mostAstray * distance) return undefined
  const timeOf = (at: number): number => start + at * minuteMs
  const left = [...meters.slice(0, from), ...meters.slice(until)]
  const seconds = 60 * left.filter((far) => far >= 60 * slowest).length
  return { start: timeOf(from), end: timeOf(until), share: 1 - wayOf(left) / whole, seconds }
}

const wayOf = (meters: readonly number[]): number => meters.reduce((sum, each) => sum + each, 0)
