/** Recordings that were left running in a car. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Advance } from '../../advance.ts'
import { driveIn, type Drive } from '../../drive.ts'
import { createPauses } from '../../pauses.ts'
import type { Activity } from '../../sample.ts'
import { isAbout, sharedTime } from './active-time.ts'
import { isSportKnown } from './same-activity.ts'

/** Minutes beside a drive in which nobody gets far. */
const leastMoved = 3 * minuteMs
/** A copy without points is that of a track which begins and ends so close to it, and is as far to within this part. */
const alike = { time: 3 * minuteMs, distance: 0.15 }

/** Without the drives that points show: their own, or those of a copy. */
export function withoutDrives(activities: readonly Activity[]): Activity[] {
  const placeOf = ({ start }: Activity): number => Math.floor(start / alike.time)
  const pointless = new Map<number, Activity[]>()
  for (const each of activities) {
    if (each.advance || !each.distance) continue
    pointless.set(placeOf(each), [...(pointless.get(placeOf(each)) ?? []), each])
  }
  const drives = new Map<Activity, Drive>()
  for (const track of activities) {
    if (!track.advance) continue
    const { asRide = track, guessed = false } = track
    const near = [-1, 0, 1].flatMap((beside) => pointless.get(placeOf(track) + beside) ?? [])
    const copies = near.filter((each) => isCopy(each, track, asRide.distance))
    const named = guessed ? copies.find(isSportKnown) : undefined
    const how = named ? { sport: named.sport, guessed: false } : { sport: track.sport, guessed }
    const [own, shown] = [driveIn({ ...track, ...how }), driveIn({ ...asRide, ...how })]
    if (own) drives.set(track, own)
    if (shown) for (const copy of copies) drives.set(copy, shown)
  }
  return activities.map((activity) => {
    const drive = drives.get(activity)
    return drive ? cut(activity, drive) : activity
  })
}

/** Is it one without points of a track, its distance that with the drive? */
function isCopy(
  { start, end, isOpen, distance }: Activity,
  track: Activity,
  far: number | undefined,
): boolean {
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= alike.time
  const isAlike = isNear(start, track.start) && (isOpen || isNear(end, track.end))
  return isAlike && isAbout(distance, far, alike.distance)
}

function cut(activity: Activity, drive: Drive): Activity {
  const { advance, pauses: paused = [], distance = 0, duration, ...rest } = activity
  const start = drive.start - activity.start < leastMoved ? drive.end : activity.start
  const end = activity.end - drive.end < leastMoved ? drive.start : activity.end
  const pauses = createPauses()
  for (const pause of [...paused, drive]) pauses.add(pause.start, pause.end)
  return {
    ...rest,
    hadDrive: true,
    start,
    end,
    ...pauses.within(start, end),
    ...(advance && { advance: withoutMinutes(advance, drive) }),
    distance: distance * (1 - drive.share),
    ...(duration !== undefined && {
      duration: Math.max(duration - sharedTime(activity, drive) / 1000, Math.min(duration, drive.seconds)),
    }),
  }
}

/** Nobody moved in those of the drive. */
const withoutMinutes = ({ start, meters }: Advance, drive: Drive): Advance => ({
  start,
  meters: meters.map((far, at) => {
    const minute = start + at * minuteMs
    return minute >= drive.start && minute < drive.end ? 0 : far
  }),
})
