/** Are two recordings of one activity, and not one of more than the other? */
import { minuteMs, minuteOf } from '../../../contract/activity-id.ts'
import { presence } from '../../pauses.ts'
import { groundOf, measures, type Activity } from '../../sample.ts'
import { isAbout, lengthOf, sharedTime } from './active-time.ts'

/** Two devices measure one way to within this part of it, and one time. */
export const likeness = { distance: 0.08, duration: 0.02 }

/** The other one is the better recording. */
export function isSameActivity(one: Activity, other: Activity): boolean {
  if (isLine(one) && isLine(other)) return areOneLine(one, other)
  if (isOfMore(one, other)) return false
  if (startTogether(one, other)) return true
  const shared = sharedTime(one, other)
  const isSameGround = groundOf(one.sport) === groundOf(other.sport)
  return [one, other].some((each) => (isSameGround || !isSportKnown(each)) && shared * 2 > lengthOf(each))
}

const startTogether = (one: Activity, other: Activity): boolean =>
  Math.abs(one.start - other.start) <= minuteMs

/** Is it of the same time, from its start to its end? */
export const isAsLongAs = (one: Activity, other: Activity): boolean =>
  groundOf(one.sport) === groundOf(other.sport) &&
  startTogether(one, other) &&
  Math.abs(one.end - other.end) <= 2 * minuteMs

/** Does it hold what the better one was not recorded for, as far as its points do not tell? */
function isOfMore(other: Activity, taken: Activity): boolean {
  if (other.advance && lengthOf(taken) > 0) return false
  if (hasMore(other, taken) || goesOnAlike(other, taken)) return true
  return startTogether(other, taken) ? goesOnFarther(other, taken) : hasOwnEnd(other, taken)
}

/** A copy whose clock is wrong goes on alone too. */
export function isAsFarAndLong(other: Activity, taken: Activity): boolean {
  const [one, two] = [taken, other].map(({ duration, ...each }) => duration ?? lengthOf(each) / 1000)
  return isAbout(taken.distance, other.distance, likeness.distance) && isAbout(one, two, likeness.duration)
}

/** Meters in a second: a receiver that lies still drifts by less. */
const leastPace = 0.45

/** What goes on for minutes beside what is taken, and has more of all that both know, is no copy of it: it has the rest. */
function hasMore(other: Activity, taken: Activity): boolean {
  const known = measures.filter((measure) => (taken[measure] ?? 0) > 0 && (other[measure] ?? 0) > 0)
  const longer = lengthOf(other) - lengthOf(taken)
  const isStill =
    known.includes('distance') && (other.distance! - taken.distance!) / (longer / 1000) < leastPace
  return (
    known.length > 0 &&
    longer >= 5 * minuteMs &&
    !isStill &&
    known.every((measure) => other[measure]! > 1.25 * taken[measure]!)
  )
}

/** What begins or ends long before or behind what is taken, and goes on alone for minutes, is no copy. */
function hasOwnEnd(other: Activity, taken: Activity): boolean {
  if (lengthOf(taken) === 0) return false
  const [before, behind] = [taken.start - other.start, other.end - taken.end]
  const isLong = Math.max(Math.abs(before), Math.abs(behind)) >= presence * 1000 && goesOnAlone(other, taken)
  // One of them was started late, and the other one stopped early.
  const areStaggered = Math.max(Math.min(before, -behind), Math.min(-before, behind)) >= 5 * minuteMs
  return (isLong || areStaggered) && !isAsFarAndLong(other, taken)
}

/** It has all of the other one's time, and minutes more at the pace of that one. */
function goesOnAlike(other: Activity, taken: Activity): boolean {
  const [far, long] = [taken.distance ?? 0, taken.duration ?? 0]
  const [farther, longer] = [(other.distance ?? 0) - far, (other.duration ?? 0) - long]
  const holds = other.start <= taken.start + minuteMs && other.end >= taken.end - minuteMs
  if (!holds || far === 0 || longer < 5 * 60 || lengthOf(other) - lengthOf(taken) < 5 * minuteMs) return false
  const faster = farther / longer / (far / long)
  return faster >= alike.from && faster <= alike.until
}
/** Of the pace of two parts of one way. */
const alike = { from: 0.6, until: 1.5 }

/** Of two that start together: it goes on for a quarter of an hour, is longer, and farther by what is gone on foot then. */
const goesOnFarther = (other: Activity, taken: Activity): boolean =>
  lengthOf(taken) > 0 &&
  other.end - taken.end >= presence * 1000 &&
  !isAbout(taken.distance, other.distance, likeness.distance) &&
  (other.duration ?? 0) - (taken.duration ?? 0) >= 5 * 60 &&
  isOnFoot(((other.distance ?? 0) - (taken.distance ?? 0)) / ((other.end - taken.end) / 1000))

/** Meters in a second of a walk or a run: a receiver that lies still drifts, and a bus is faster. */
const isOnFoot = (speed: number): boolean => speed >= 1 && speed <= 4

export const goesOnAlone = (other: Activity, taken: Activity): boolean =>
  Math.max(taken.start - other.start, other.end - taken.end) >= 5 * minuteMs

/** Of a list that does not say how long it took. */
export const isLine = ({ isOpen, duration = 0 }: Activity): boolean => isOpen === true && duration === 0

/** Lines of two lists that were found to be one, or of one list that name one minute. */
function areOneLine(one: Activity, other: Activity): boolean {
  if (one.list !== other.list) return one.together !== undefined && one.together === other.together
  const [first, second] = [one, other].map(({ start, told }) => minuteOf(told?.start ?? start))
  return first === second
}

export const isSportKnown = ({ sport, guessed = false }: Activity): boolean => sport !== 'other' && !guessed
