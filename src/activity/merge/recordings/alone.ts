/** What one of two recordings of a way has alone, by its points: before the other one and behind it. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Activity } from '../../sample.ts'
import { lengthOf, sharedTime } from './active-time.ts'
import { movedOutside } from './moved.ts'
import { isAsFarAndLong } from './same-activity.ts'

/** Seconds: who starts or stops one of two devices by hand is late by less. */
const leastAlone = 3 * 60
/** Meters in a second: who goes on slower behind a ride walks. */
const slowestRide = 2.2

/** Of a way that winds, so many times the straight one of each minute at most. */
const mostWinding = 2
/** Of a recording of less nobody knows how its way winds. */
const leastWinding = 10 * minuteMs
/** Nor where the copy does not have all of its time: when in that it was moved is not known. */
const nearlyAll = 0.9

/** The parts of a copy in which it moved, by its points, and the better recording was not made; and the rest of it. */
export function partsAlone(copy: Activity, taken: Activity): { parts: Activity[]; rest: Activity } {
  const { advance } = copy
  const isApart = copy.end <= taken.start || copy.start >= taken.end
  if (!advance || isApart || isAsFarAndLong(copy, taken)) return { parts: [], rest: copy }
  const { parts: moved, within } = movedOutside(advance, copy, taken)
  if (moved.reduce((sum, { seconds }) => sum + seconds, 0) < leastAlone) return { parts: [], rest: copy }
  const hasAll = sharedTime(copy, taken) >= nearlyAll * lengthOf(taken)
  const isShown = within > 0 && hasAll && lengthOf(taken) >= leastWinding
  const winding = isShown ? Math.max(1, Math.min(mostWinding, (taken.distance ?? 0) / within)) : 1
  const { distance = 0, duration = 0 } = copy
  const left = { distance, duration }
  const parts = moved.map(({ start, end, meters, seconds }) => {
    const part = {
      distance: Math.min(meters * winding, left.distance),
      duration: Math.min(seconds, left.duration),
    }
    left.distance -= part.distance
    left.duration -= part.duration
    const isWalk = copy.sport === 'ride' && meters < slowestRide * seconds
    const pauses = copy.pauses?.filter((pause) => pause.start >= start && pause.end <= end)
    return {
      ...shareOf(copy, part),
      start,
      end,
      ...(pauses && { pauses }),
      ...(isWalk && { sport: 'walk' as const, guessed: true }),
    }
  })
  const [start, end] = [Math.max(copy.start, taken.start), Math.min(copy.end, taken.end)]
  return { parts, rest: { ...shareOf(copy, left), start, end: Math.max(start, end) } }
}

/** Meters in a second: a ride that goes on faster behind its copy is a drive. */
const fastRide = 12
/** Seconds. */
const leastDrive = 90
/** The part of its time that shows that a copy has all of it. */
const mostOfTime = 0.5

/** What is taken without the drive before or behind it, where its points show one, and a copy that has the rest does not. */
export function withoutDrive(taken: Activity, copy: Activity): Partial<Activity> {
  if (!taken.advance || sharedTime(taken, copy) < mostOfTime * lengthOf(taken)) return {}
  const least = taken.sport === 'ride' ? fastRide : 0
  const driven = movedOutside(taken.advance, taken, copy).driven.filter(
    ({ seconds, meters }) => seconds >= leastDrive && meters >= seconds * least,
  )
  if (driven.length === 0) return {}
  const { start, end, distance = 0, duration = 0 } = taken
  return driven.reduce(
    (left, part) => ({
      start: part.start < copy.start ? Math.max(left.start, part.end) : left.start,
      end: part.start < copy.start ? left.end : Math.min(left.end, part.start),
      distance: Math.max(0, left.distance - part.meters),
      duration: Math.max(0, left.duration - part.seconds),
    }),
    { start, end, distance, duration },
  )
}

/** Part of an activity, with its steps by its distance. */
function shareOf(
  activity: Activity,
  { distance, duration }: { distance: number; duration: number },
): Activity {
  const { steps, pauses: _, refused: __, parts: ___, ...known } = activity
  const share = activity.distance ? distance / activity.distance : 0
  return { ...known, ...(steps !== undefined && { steps: Math.round(steps * share) }), distance, duration }
}
