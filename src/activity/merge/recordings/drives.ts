/** Recordings that were left running in a car. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Advance } from '../../advance.ts'
import type { Interval } from '../../../contract/interval.ts'
import { drivenIn, type Driven, type TrackedWay } from '../../drive.ts'
import { createPauses } from '../../pauses.ts'
import { groundOf, type Activity } from '../../sample.ts'
import { createHours, hoursOf } from './hours.ts'
import { isAbout, lengthOf, sharedTime } from './active-time.ts'
import { isSportKnown } from './same-activity.ts'

/** Minutes beside a drive in which nobody gets far. */
const leastMoved = 3 * minuteMs
/** A copy without points is that of a track which begins and ends so close to it, and is as far to within this part. */
const alike = { time: 3 * minuteMs, distance: 0.15 }

/** Without the drives that points show: their own, or those of a copy. */
export function withoutDrives(activities: readonly Activity[]): Activity[] {
  const byHours = createHours<Activity>()
  for (const each of activities) byHours.add(each, hoursOf(each))
  const found = new Map<Activity, Activity>()
  for (const track of activities) {
    if (!track.advance) continue
    const near = byHours.near(hoursOf(track))
    const { asRide, ...known } = track
    const whole = { ...known, ...asRide }
    const driven = drivenIn(isSportKnown(track) ? whole : { ...whole, ...sportAmong(near, track) })
    if (!driven) continue
    found.set(track, cut(whole, driven))
    for (const each of near) if (isCopy(each, whole, driven)) found.set(each, cut(each, driven))
  }
  return activities.map((activity) => found.get(activity) ?? activity)
}

/** What other recordings call it that were made in its time, where they are of one ground. */
function sportAmong(near: readonly Activity[], track: Activity): Partial<TrackedWay> {
  const named = near.filter((each) => isSportKnown(each) && sharedTime(each, track) * 2 >= lengthOf(each))
  const [first] = named
  const isSure = first && named.every(({ sport }) => groundOf(sport) === groundOf(first.sport))
  return isSure ? { sport: first.sport, guessed: false } : {}
}

/** Is it one without points of a track, its distance that with the drive rather than without? */
function isCopy(
  { advance, start, end, isOpen, distance = 0 }: Activity,
  track: Activity,
  { share }: Driven,
): boolean {
  const isAlike = isNear(start, track.start) && (isOpen || isNear(end, track.end))
  if (advance || !isAlike || !isAbout(distance, track.distance, alike.distance)) return false
  const { distance: whole = 0 } = track
  return distance === 0 || Math.abs(distance - whole) <= Math.abs(distance - whole * (1 - share))
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= alike.time

function cut(activity: Activity, { drives, share, seconds }: Driven): Activity {
  const { advance, pauses: paused = [], distance, duration, ...rest } = activity
  let { start, end } = activity
  for (const drive of drives) if (drive.start - start < leastMoved) start = drive.end
  for (const drive of drives.toReversed()) if (end - drive.end < leastMoved) end = drive.start
  const pauses = createPauses()
  for (const pause of [...paused, ...drives]) pauses.add(pause.start, pause.end)
  const driven = drives.reduce((sum, drive) => sum + sharedTime(activity, drive), 0) / 1000
  return {
    ...rest,
    hadDrive: true,
    start,
    end,
    ...pauses.within(start, end),
    ...(advance && { advance: withoutMinutes(advance, drives) }),
    ...(distance !== undefined && { distance: distance * (1 - share) }),
    ...(duration !== undefined && { duration: Math.max(duration - driven, Math.min(duration, seconds)) }),
  }
}

/** Nobody moved in those of the drives. */
const withoutMinutes = (
  { straight, toAndFro, way, ...known }: Advance,
  drives: readonly Interval[],
): Advance => {
  const walked = (far: number, at: number): number => {
    const minute = known.start + at * minuteMs
    return drives.some((drive) => minute >= drive.start && minute < drive.end) ? 0 : far
  }
  return { ...known, straight: straight.map(walked), toAndFro: toAndFro.map(walked), way: way.map(walked) }
}
