/** Drives in the way of a recording that was left running, by how far its points came in each minute. */
import { minuteMs } from '../contract/activity-id.ts'
import type { Interval } from '../contract/interval.ts'
import type { Advance } from './advance.ts'
import type { Activity } from './sample.ts'

/** When one was driven, which `share` of the distance that is, and how many seconds one moved at other times. */
export type Driven = { drives: readonly Interval[]; share: number; seconds: number }
/** `distance` in meters. */
export type TrackedWay = Pick<Activity, 'advance' | 'sport' | 'guessed' | 'distance'>

/**
 * Meters in a second that nobody walks, runs or rides for minutes; how fast the other minutes of a drive are at least; and of
 * what is faster than that `beside` it is not known how one moved: on skates, or a bike with a motor. Who walks beside it was
 * not on skis. Who goes in and out of a fast time without a stop is `onHills`: it is no drive.
 */
const speeds = {
  walk: { drive: 6, around: 4, beside: 4, onHills: false },
  run: { drive: 7, around: 5, beside: 4, onHills: true },
  other: { drive: 12, around: 4, beside: 2.2, onHills: false },
  ride: { drive: 20, around: 12, beside: 12, onHills: true },
}
type Speeds = (typeof speeds)[keyof typeof speeds]
/** Whole minutes of a drive that are so fast, and the part of all its minutes that is; it goes on for as many in a row. */
const leastDrive = { minutes: 3, part: 1 / 5 }
/** Meters in a second of a train. */
const fastestDrive = 90
/** Minutes on foot within a drive, of which one that one stands for (a light, a jam) is this part. */
const longestStop = { minutes: 3, standing: 0.3 }
/** Of less beside it than these minutes the sport may be wrong. */
const leastBeside = 5
/** Of the minutes that may be no drive so many are slower than the pace: most of them may be of a drive for all that. */
const slower = 0.1
/** Minutes at the edges of a drive that are faster than the rest. */
const mostEdges = 3
/** Where all minutes have so many times its distance, that has no drive; where those beside it do, a receiver jumped. */
const mostAstray = 1.1
/** Meters in a second of who moves. */
const leastMoving = 0.3

/** Of a walk or a run at most, and of what is faster so many times its pace in that time: a drive home is faster. */
const mostSpeed = { onFoot: 4, asFast: 1.6 }
export const fastestFor = (pace: number, least = mostSpeed.onFoot): number =>
  Math.max(least, pace * mostSpeed.asFast)

/** The drives to what was recorded, from it and in it. */
export function drivenIn(way: TrackedWay): Driven | undefined {
  const { sport, guessed } = way
  if (sport === 'swim' || sport === 'vehicle') return undefined
  if (guessed || sport === 'ride') return drivenAt(speeds.ride, way)
  if (sport === 'other') return drivenAt(speeds.other, way) ?? drivenAt(speeds.ride, way)
  return drivenAt(sport === 'run' ? speeds.run : speeds.walk, way)
}

function drivenAt(speed: Speeds, { advance, distance = 0 }: TrackedWay): Driven | undefined {
  if (!advance) return undefined
  const paces = advance.way.map((far) => far / 60)
  const least = Math.max(speed.around, mostSpeed.asFast * paceAt(slower, paces, speed.drive))
  const found = spansOf(paces, least).filter((span) => isDrive(paces, span, speed, least))
  const usual = paceAt(0.5, besideSpans(paces, found), speed.drive)
  const drives = found
    .filter((span) => !speed.onHills || !goesOn(paces, usual, span).every(Boolean))
    .map((span) => withEdges(span, paces, fastestFor(usual, 0)))
  if (drives.length === 0) return undefined
  const left = besideSpans(paces, drives)
  const moving = left.filter((pace) => pace >= leastMoving)
  const [whole, beside] = [wayOf(paces), wayOf(left)]
  if (moving.length < leastBeside || beside > 60 * moving.length * speed.beside) return undefined
  if (beside > mostAstray * distance) return undefined
  const timeOf = (at: number): number => advance.start + at * minuteMs
  return {
    drives: drives.map(({ first, last }) => ({ start: timeOf(first), end: timeOf(last + 1) })),
    share: whole > mostAstray * distance ? 0 : 1 - beside / whole,
    seconds: 60 * moving.length,
  }
}

/** Meters in a second of minutes of a descent, which is no jump of the receiver. */
const descent = 10

/** Is what is too fast for a run a descent of a ride, since one rides before or behind it and does not stop? */
export function isRiddenDown({ way }: Advance): boolean {
  const paces = way.map((far) => far / 60)
  const usual = paceAt(0.5, paces, speeds.other.drive)
  return spansOf(paces, fastestFor(usual))
    .filter(({ first, last }) => paces.slice(first, last + 1).some((pace) => pace > descent))
    .some((span) => goesOn(paces, usual, span).some(Boolean))
}

/** Where one goes on by the usual pace: who drives gets in and out. */
const likeUsual = 0.75

/** Before and behind it. */
const goesOn = (paces: readonly number[], usual: number, { first, last }: MinuteSpan): boolean[] =>
  [
    [first - 2, first - 1],
    [last + 1, last + 2],
  ].map((side) => side.every((at) => (paces[at] ?? 0) >= likeUsual * usual))

/** The pace that this part of the minutes is slower than, of those in which one moves no faster than `most`. */
function paceAt(part: number, paces: readonly number[], most: number): number {
  const moving = paces.filter((pace) => pace >= leastMoving && pace <= most).toSorted((a, b) => a - b)
  return moving[Math.floor(moving.length * part)] ?? 0
}

const besideSpans = (paces: readonly number[], spans: readonly MinuteSpan[]): number[] =>
  paces.filter((_, at) => !spans.some(({ first, last }) => at >= first && at <= last))

/** Minutes, the last one too. */
type MinuteSpan = { first: number; last: number }

/** Minutes faster than that, with the stops between them. */
function spansOf(paces: readonly number[], fastest: number): MinuteSpan[] {
  const spans: MinuteSpan[] = []
  let stop = Infinity
  for (const [at, pace] of paces.entries()) {
    const last = spans.at(-1)
    if (!(pace > fastest)) stop += pace >= leastMoving ? 1 : longestStop.standing
    else if (last && stop <= longestStop.minutes) spans[spans.length - 1] = { ...last, last: at }
    else spans.push({ first: at, last: at })
    if (pace > fastest) stop = 0
  }
  return spans
}

function isDrive(
  paces: readonly number[],
  { first, last }: MinuteSpan,
  { drive }: Speeds,
  least: number,
): boolean {
  const own = paces.slice(first, last + 1)
  const fast = own.filter((pace) => pace > drive && pace < fastestDrive).length
  const inRow = longestRow(own.map((pace) => pace > least))
  return fast >= leastDrive.minutes && fast >= leastDrive.part * own.length && inRow >= leastDrive.minutes
}

function longestRow(all: readonly boolean[]): number {
  let [row, longest] = [0, 0]
  for (const each of all) {
    row = each ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest
}

/** Of minutes beside it that are faster than the rest a part was driven. */
function withEdges({ first, last }: MinuteSpan, paces: readonly number[], fastest: number): MinuteSpan {
  const isFast = (at: number): boolean => (paces[at] ?? 0) > fastest
  const [from, until] = [first, last]
  while (from - first < mostEdges && isFast(first - 1)) first -= 1
  while (last - until < mostEdges && isFast(last + 1)) last += 1
  return { first, last }
}

/** Meters in what is known of these minutes. */
const wayOf = (paces: readonly number[]): number => paces.reduce((sum, pace) => sum + 60 * (pace || 0), 0)
