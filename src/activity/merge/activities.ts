/** Activities that several files hold, as one. */
import { minuteOf } from '../../contract/activity-id.ts'
import { activeParts, presence } from '../pauses.ts'
import { inTheirHours } from './repeated-hour.ts'
import { groundOf, measures, type Activity, type Measure } from '../sample.ts'
import { isAbout, lengthOf, sharedTime } from './active-time.ts'

/**
 * One activity. `others`: files' copies that were not taken; `filled`: what only a copy knew, and whose it is; `partly`: copies
 * that knew it of another length of time, which is no value of this activity; `summed`: what better recordings of its parts
 * have together.
 */
export type Merged = Activity & {
  others: Activity[]
  filled: Partial<Record<Measure, Activity>>
  partly: Partial<Record<Measure, Activity[]>>
  summed?: readonly Measure[]
}

const minute = 60_000
const hour = 60 * minute

/**
 * Merges recordings of one activity: those that start within a minute of each other, or share most of the shorter one's time
 * on the same ground. One whose sport is not known is also the same as one on another ground that took most of its time. The
 * better file's is taken, of equal ones the longest; before both, one that goes on for a minute: a watch that was started
 * twice has a short one too.
 */
export function mergeActivities(
  activities: readonly Activity[],
  preferred: (activity: Activity) => number,
): Merged[] {
  const ordered = withPauses(inTheirHours(activities)).toSorted(
    (a, b) =>
      byWorth(preferred)(a, b) ||
      lengthOf(b) - lengthOf(a) ||
      a.start - b.start ||
      compare(a.source.name, b.source.name),
  )
  const kept: Merged[] = []
  const byHour = new Map<number, Merged[]>()
  for (const activity of ordered) {
    const hours = hoursOf(activity)
    const near = new Set(hours.flatMap((at) => byHour.get(at) ?? []))
    const same = [...near].find((other) => isSameActivity(activity, other))
    if (same) absorb(same, activity)
    else {
      const merged: Merged = { ...activity, others: [], filled: {}, partly: {} }
      kept.push(merged)
      for (const at of hours) byHour.set(at, [...(byHour.get(at) ?? []), merged])
    }
  }
  const place = new Map(kept.map((each, at) => [each, at]))
  for (const [at, each] of kept.entries()) {
    const near = new Set(hoursOf(each).flatMap((hour) => byHour.get(hour) ?? []))
    const parts = recordedParts(
      each,
      [...near].filter((other) => place.get(other)! < at && !other.summed),
    )
    if (parts.length > 0)
      each.summed = measures.filter((measure) => parts.some((part) => (part[measure] ?? 0) > 0))
  }
  return kept.toSorted((a, b) => a.start - b.start || compare(a.sport, b.sport))
}

/**
 * What recorded its ways of moving apart, such as a ride and a run, one behind the other from its start to its end, and comes
 * to its distance; nothing where that is not so.
 */
function recordedParts(whole: Activity, others: readonly Merged[]): Merged[] {
  const { distance: far = 0 } = whole
  if (far === 0 || others.length < 2) return []
  const parts = others
    .filter((other) => sharedTime(whole, other) * 2 > lengthOf(other))
    .toSorted((a, b) => a.start - b.start)
  const [first, last] = [parts[0], parts.at(-1)]
  const isInTurn = parts.every((part, at) => at === 0 || part.start >= parts[at - 1]!.end - minute)
  const spans =
    first !== undefined &&
    Math.abs(first.start - whole.start) <= presence * 1000 &&
    Math.abs(last!.end - whole.end) <= presence * 1000
  const sum = parts.reduce((meters, { distance = 0 }) => meters + distance, 0)
  const isOneWay = new Set(parts.map(({ sport }) => groundOf(sport))).size < 2
  return sum > 0 && spans && isInTurn && !isOneWay && isAbout(far, sum, likeness.distance) ? parts : []
}

/** The better one first. */
export const byWorth =
  (preferred: (activity: Activity) => number) =>
  (a: Activity, b: Activity): number =>
    Number(isFalseStart(a)) - Number(isFalseStart(b)) || preferred(a) - preferred(b) || a.rank - b.rank

/** With the pauses that a copy tells, of those whose time in motion fits between them. */
function withPauses(activities: readonly Activity[]): Activity[] {
  const telling = new Map<number, Activity>()
  for (const each of activities) if (each.pauses) telling.set(Math.floor(each.start / minute), each)
  if (telling.size === 0) return [...activities]
  return activities.map((activity) => {
    const { start, end, duration, pauses } = activity
    if (pauses || duration === undefined) return activity
    const at = Math.floor(start / minute)
    for (const copy of [at, at - 1, at + 1].map((each) => telling.get(each)))
      if (copy && Math.abs(copy.start - start) <= minute && Math.abs(copy.end - end) <= minute) {
        const told = { ...activity, pauses: copy.pauses! }
        if (duration * 1000 <= lengthOf(told) + minute) return told
      }
    return activity
  })
}

/** One without a length is a list's, which did not say. */
const isFalseStart = (activity: Activity): boolean => lengthOf(activity) > 0 && lengthOf(activity) < minute

function absorb(taken: Merged, other: Activity): void {
  taken.others.push(other)
  if (!isSportKnown(taken) && isSportKnown(other)) {
    taken.sport = other.sport
    taken.guessed = false
  }
  for (const measure of measures) {
    const [known, value] = [taken[measure], other[measure]]
    const filled = taken.filled[measure]
    // A file that did not measure it may say 0. Two copies may each have a part.
    const isKnown = known !== undefined && (known > 0 || value === 0)
    if (value === undefined || (isKnown && !(filled && value > 0 && goesOnAlone(other, filled)))) continue
    if (isAsLong(other, taken) && !isKnown) {
      taken[measure] = value
      taken.filled[measure] = other
    } else (taken.partly[measure] ??= []).push(other)
  }
}

/** Each took most of the other's time. A list may not say how long an activity was. */
function isAsLong(copy: Activity, taken: Activity): boolean {
  const lengths = [copy, taken].map(lengthOf)
  return lengths.includes(0) || lengths.every((length) => sharedTime(copy, taken) * 2 >= length)
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
    longer >= 5 * minute &&
    !isStill &&
    known.every((measure) => other[measure]! > 1.25 * taken[measure]!)
  )
}

/** Two devices measure one way to within this part of it, and one time. */
const likeness = { distance: 0.08, duration: 0.02 }

/**
 * What begins or ends long before or behind what is taken, and goes on alone for minutes, is no copy, unless it is as far
 * and as long: a copy by a wrong clock is.
 */
function hasOwnEnd(other: Activity, taken: Activity): boolean {
  if (lengthOf(taken) === 0) return false
  const ends = [taken.start - other.start, other.end - taken.end]
  if (!ends.some((end) => Math.abs(end) >= presence * 1000) || !goesOnAlone(other, taken)) return false
  const [one, two] = [taken, other].map(({ duration, ...each }) => duration ?? lengthOf(each) / 1000)
  return !isAbout(taken.distance, other.distance, likeness.distance) || !isAbout(one, two, likeness.duration)
}

/** Of two that start together: it goes on for a quarter of an hour, is longer, and farther by what is gone on foot then. */
const goesOnFarther = (other: Activity, taken: Activity): boolean =>
  lengthOf(taken) > 0 &&
  other.end - taken.end >= presence * 1000 &&
  !isAbout(taken.distance, other.distance, likeness.distance) &&
  (other.duration ?? 0) - (taken.duration ?? 0) >= 5 * 60 &&
  isOnFoot(((other.distance ?? 0) - (taken.distance ?? 0)) / ((other.end - taken.end) / 1000))

/** Meters in a second of a walk or a run: a receiver that lies still drifts, and a bus is faster. */
const isOnFoot = (speed: number): boolean => speed >= 1 && speed <= 4

const goesOnAlone = (other: Activity, taken: Activity): boolean =>
  Math.max(taken.start - other.start, other.end - taken.end) >= 5 * minute

function isSameActivity(one: Activity, other: Merged): boolean {
  if (isLine(one) && isLine(other)) return areOneLine(one, other)
  if (hasMore(one, other)) return false
  if (Math.abs(one.start - other.start) <= minute) return !goesOnFarther(one, other)
  if (hasOwnEnd(one, other)) return false
  const shared = sharedTime(one, other)
  const isSameGround = groundOf(one.sport) === groundOf(other.sport)
  return [one, other].some((each) => (isSameGround || !isSportKnown(each)) && shared * 2 > lengthOf(each))
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

/** The hours that an activity touches, a minute more at its start; of one that lasts for days, the first ones. */
export function hoursOf(activity: Activity): number[] {
  const hours = activeParts(activity).flatMap(({ start, end }) => {
    const first = Math.floor((start - minute) / hour)
    const count = Math.min(48, Math.floor(Math.max(end, start + minute) / hour) - first + 1)
    return Array.from({ length: count }, (_, at) => first + at)
  })
  return [...new Set(hours)].slice(0, 48)
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
