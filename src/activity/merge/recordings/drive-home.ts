/** A walk or run that was left running in a car. */
import { minuteMs } from '../../../contract/activity-id.ts'
import { groundOf, type Activity } from '../../sample.ts'
import { within } from './active-time.ts'
import { fastestFor } from './moved.ts'

/** Meters in a second that nobody runs for minutes. */
const fastestRun = 7
/** Whole minutes of a drive, and the part of all its minutes that is so fast: cars wait too. */
const leastDrive = { minutes: 3, part: 1 / 3 }
/** Of less on foot than these minutes the sport may be wrong. */
const leastOnFoot = 5
/** Where the minutes have so many times its distance, a receiver jumped. */
const mostAstray = 1.1

/** Without the drive to it or from it, where its points show one. */
export function withoutDriveHome(activity: Activity): Activity {
  const { advance, sport, distance = 0, duration = 0 } = activity
  if (!advance || sport === 'other' || groundOf(sport) !== 'foot') return activity
  const { meters } = advance
  const fast = meters.flatMap((far, at) => (far > 60 * fastestRun ? [at] : []))
  if (fast.length < leastDrive.minutes) return activity
  const [first, last] = [fast[0]!, fast.at(-1)! + 1]
  const isMostOf = (count: number): boolean => fast.length >= leastDrive.part * count
  const [from, until] = isMostOf(meters.length - first)
    ? [0, edgeOf(meters, first, -1)]
    : isMostOf(last)
      ? [edgeOf(meters, last, 1), meters.length]
      : [0, meters.length]
  const far = wayOf(meters.slice(from, until)) / wayOf(meters)
  const isClear = far > 0 && wayOf(meters) <= mostAstray * distance
  if (until - from < leastOnFoot || until - from === meters.length || !isClear) return activity
  const start = Math.max(activity.start, advance.start + from * minuteMs)
  const end = Math.min(activity.end, advance.start + until * minuteMs)
  const { pauses: _, ...rest } = activity
  return {
    ...rest,
    ...within(activity, start, end),
    distance: distance * far,
    duration: Math.min(duration, Math.max(0, duration - (meters.length - until + from) * 60)),
  }
}

/** Where a drive begins or ends: of a minute beside it that is faster than the rest a part was driven. */
function edgeOf(meters: readonly number[], at: number, by: -1 | 1): number {
  const onFoot = by < 0 ? meters.slice(0, at) : meters.slice(at)
  const beside = by < 0 ? onFoot.at(-1) : onFoot[0]
  return (beside ?? 0) > fastestFor(wayOf(onFoot) / onFoot.length, 0) ? at + by : at
}

const wayOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
