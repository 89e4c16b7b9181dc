/** A walk or run that was left running in a car. */
import { minuteMs } from '../../../contract/activity-id.ts'
import { groundOf, type Activity } from '../../sample.ts'
import { within } from './active-time.ts'
import { fastestFor } from './moved.ts'

/** Meters in a second that nobody runs for minutes. */
const fastestRun = 7
/** Of what is as fast as this beside the drive it is not known how one moved: on skates, or a bike. */
const fastestOnFoot = 4
/** Whole minutes of a drive, and the part of all its minutes that is so fast: cars wait too. */
const leastDrive = { minutes: 3, part: 1 / 3 }
/** Of less on foot than these minutes the sport may be wrong. */
const leastOnFoot = 5
/** Minutes beside a drive in which nobody walks far. */
const leastWalk = 3
/** Where the minutes have so many times its distance, a receiver jumped. */
const mostAstray = 1.1

/** Without the drive to it, from it or in it, where its points show one. */
export function withoutDriveHome(activity: Activity): Activity {
  const { advance, sport, guessed, distance = 0, duration = 0 } = activity
  if (!advance || guessed || sport === 'other' || groundOf(sport) !== 'foot') return activity
  const { meters } = advance
  const fast = meters.flatMap((far, at) => (far > 60 * fastestRun ? [at] : []))
  const [first, last] = [fast[0] ?? 0, fast.at(-1) ?? 0]
  if (fast.length < leastDrive.minutes || fast.length < leastDrive.part * (last + 1 - first)) return activity
  const onFoot = [...meters.slice(0, first), ...meters.slice(last + 1)]
  const pace = wayOf(onFoot) / onFoot.length / 60
  const isBeside = (at: number): boolean => (meters[at] ?? 0) > 60 * fastestFor(pace, 0)
  // Of a minute beside it that is faster than the rest a part was driven.
  const [from, until] = [isBeside(first - 1) ? first - 1 : first, isBeside(last + 1) ? last + 2 : last + 1]
  const left = wayOf(meters.slice(0, from)) + wayOf(meters.slice(until))
  const isClear = pace <= fastestOnFoot && wayOf(meters) <= mostAstray * distance
  if (onFoot.length < leastOnFoot || !isClear) return activity
  const timeOf = (at: number): number => advance.start + at * minuteMs
  const drive = { start: timeOf(from), end: timeOf(until) }
  const start = from < leastWalk ? drive.end : activity.start
  const end = meters.length - until < leastWalk ? drive.start : activity.end
  const pauses = [...(activity.pauses ?? []), drive].toSorted((a, b) => a.start - b.start)
  const isApart = pauses.every((pause, at) => at === 0 || pause.start >= pauses[at - 1]!.end)
  const { pauses: _, ...rest } = activity
  return {
    ...rest,
    ...within(isApart ? { ...activity, pauses } : activity, start, end),
    distance: (distance * left) / wayOf(meters),
    duration: Math.min(duration, Math.max(0, duration - (until - from) * 60)),
  }
}

const wayOf = (meters: readonly number[]): number => meters.reduce((sum, each) => sum + each, 0)
