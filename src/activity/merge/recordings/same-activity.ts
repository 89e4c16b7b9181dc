/** Are two recordings of one activity, and not one of more than the other? */
import { minuteMs, minuteOf } from '../../../contract/activity-id.ts'
import { groundOf, keyOf, type Activity } from '../../sample.ts'
import { isAbout, lengthOf, sharedTime } from './active-time.ts'

/** Two devices measure one way to within this part of it, and one time. */
export const likeness = { distance: 0.08, duration: 0.02 }

/** The other one is the better recording. */
export function isSameActivity(one: Activity, other: Activity): boolean {
  if (isLine(one) && isLine(other)) return areOneLine(one, other)
  if (startTogether(one, other)) return !areInTurn(one, other)
  const shared = sharedTime(one, other)
  const isSameGround = groundOf(one.sport) === groundOf(other.sport)
  return [one, other].some((each) => (isSameGround || !isSportKnown(each)) && shared * 2 > lengthOf(each))
}

const startTogether = (one: Activity, other: Activity): boolean =>
  Math.abs(one.start - other.start) <= minuteMs

/** Did one device record them one behind the other, however short they are? */
export const areInTurn = (one: Activity, other: Activity): boolean =>
  (one.end <= other.start || other.end <= one.start) &&
  keyOf(one.source) === keyOf(other.source) &&
  Math.min(lengthOf(one), lengthOf(other)) > 0

/** Is it of the same time, from its start to its end? */
export const isAsLongAs = (one: Activity, other: Activity): boolean =>
  groundOf(one.sport) === groundOf(other.sport) &&
  startTogether(one, other) &&
  Math.abs(one.end - other.end) <= 2 * minuteMs

/** Seconds by which the ends of two recordings lie further apart than their starts where a clock is wrong, at most. */
const clockWithin = 3 * 60

/** A copy whose clock is wrong goes on alone too: by as much as it began late, where its points tell that it moved. */
export function isAsFarAndLong(other: Activity, taken: Activity): boolean {
  const drift = Math.abs(other.end - taken.end - (other.start - taken.start)) / 1000
  if (other.advance && drift > clockWithin) return false
  const [one, two] = [taken, other].map(({ duration, ...each }) => duration ?? lengthOf(each) / 1000)
  return isAbout(taken.distance, other.distance, likeness.distance) && isAbout(one, two, likeness.duration)
}

/** Of a list that does not say how long it took. */
export const isLine = ({ isOpen, duration = 0 }: Activity): boolean => isOpen === true && duration === 0

/** Lines of two lists that were found to be one, or of one list that name one minute. */
function areOneLine(one: Activity, other: Activity): boolean {
  if (one.list !== other.list) return one.together !== undefined && one.together === other.together
  const [first, second] = [one, other].map(({ start, told }) => minuteOf(told?.start ?? start))
  return first === second
}

export const isSportKnown = ({ sport, guessed = false }: Activity): boolean => sport !== 'other' && !guessed
