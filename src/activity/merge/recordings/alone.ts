/** What one of two recordings of a way has alone: before the other one and behind it. */
import { groundOf, type Activity } from '../../sample.ts'
import { lengthOf, sharedTime, within } from './active-time.ts'
import { movedOutside } from './moved.ts'
import { isAsFarAndLong, isSportKnown } from './same-activity.ts'
import { shareBeside, shareIn, waysOf } from './ways.ts'
import { drivenBeside, movedBeside } from './without-points.ts'

/** Seconds: who starts or stops one of two devices by hand is late by less. */
const leastAlone = 3 * 60
/** Meters in a second: who goes on slower behind a ride walks. */
const slowestRide = 2.2

/** The parts of a copy in which it moved and the better recording was not made; and the rest of it. */
export function partsAlone(copy: Activity, taken: Activity): { parts: Activity[]; rest: Activity } {
  const { advance } = copy
  const isApart = copy.end <= taken.start || copy.start >= taken.end
  if (isApart || isAsFarAndLong(copy, taken)) return { parts: [], rest: copy }
  const moved = advance ? movedOutside({ ...copy, advance }, taken).parts : movedBeside(copy, taken)
  if (moved.reduce((sum, { seconds }) => sum + seconds, 0) < leastAlone) return { parts: [], rest: copy }
  const { distance = 0, duration = 0 } = copy
  const left = { distance, duration, share: 1 }
  const found = moved.map((each) => {
    const far = Math.min(each.meters, left.distance)
    const part = {
      ...each,
      distance: far,
      duration: Math.min(each.seconds, left.duration),
      share: each.share ?? (distance > 0 ? far / distance : 0),
    }
    left.distance -= part.distance
    left.duration -= part.duration
    left.share -= part.share
    return part
  })
  const share = 1 - left.share
  const steps = share > 0 ? stepsBeside(copy, taken, share) / share : 0
  const parts = found.map((part): Activity => {
    const { start, end, meters, seconds } = part
    const isWalk = copy.sport === 'ride' && meters > 0 && meters < slowestRide * seconds
    return {
      ...shareOf(copy, part, part.share * steps),
      ...within(copy, start, end),
      ...(isWalk && { sport: 'walk' as const, guessed: true }),
    }
  })
  const [start, end] = [Math.max(copy.start, taken.start), Math.min(copy.end, taken.end)]
  const rest = shareOf(copy, left, 1 - share * steps)
  return { parts, rest: { ...rest, ...within(copy, start, Math.max(start, end)) } }
}

/** The share of a copy's steps in what it has alone: by its way, where the other one has none. */
function stepsBeside(copy: Activity, taken: Activity, share: number): number {
  // Of a ride and a walk as one of no sport, the steps are those of the walk.
  if (groundOf(taken.sport) !== 'foot' && !isSportKnown(copy)) return 1
  if (!copy.steps || !taken.steps) return share
  return shareBeside(copy.steps, taken.steps * shareIn(waysOf(taken), copy), share)
}

/** Meters in a second: a ride that goes on faster behind its copy is a drive, and a walk or run without points. */
const slowestDrive = { ride: 12, onFoot: 7 }
/** Seconds. */
const leastDrive = 90
/** The part of its time that shows that a copy has all of it. */
const mostOfTime = 0.5

/** What is taken without the drive before or behind it, where a copy that has the rest does not have it. */
export function withoutDrive(taken: Activity, copy: Activity): Partial<Activity> {
  const { advance } = taken
  if (sharedTime(taken, copy) < mostOfTime * lengthOf(taken)) return {}
  const isRide = taken.sport === 'ride'
  const least = isRide ? slowestDrive.ride : advance ? 0 : slowestDrive.onFoot
  const drives = advance ? movedOutside({ ...taken, advance }, copy).driven : drivenBeside(taken, copy)
  const driven = drives.filter(({ seconds, meters }) => seconds >= leastDrive && meters >= seconds * least)
  if (driven.length === 0) return {}
  const { start, end, distance = 0, duration = 0 } = taken
  return driven.reduce(
    (left, part) => ({
      ...left,
      start: part.start < copy.start ? Math.max(left.start, part.end) : left.start,
      end: part.start < copy.start ? left.end : Math.min(left.end, part.start),
      distance: Math.max(0, left.distance - part.meters),
      duration: Math.max(0, left.duration - part.seconds),
    }),
    { start, end, distance, duration, hadDrive: true as const },
  )
}

/** Part of an activity, and of its steps. */
function shareOf(
  activity: Activity,
  part: { distance: number; duration: number },
  shareOfSteps: number,
): Activity {
  const { steps, distance, duration, pauses: _, refused: __, parts: ___, ...known } = activity
  return {
    ...known,
    ...(steps !== undefined && { steps: Math.round(steps * shareOfSteps) }),
    ...(distance !== undefined && { distance: part.distance }),
    ...(duration !== undefined && { duration: part.duration }),
  }
}
