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
 * Meters in a second that nobody walks, runs or rides for minutes; and of what is faster than that beside the drive it is not
 * known how one moved: on skates, or a bike with a motor. Who walks beside it was not on skis.
 */
const speeds = {
  walk: { drive: 6, beside: 4 },
  run: { drive: 7, beside: 4 },
  other: { drive: 12, beside: 2.2 },
  ride: { drive: 20, beside: 12 },
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
/** Of the minutes that are no drive so many are slower than the pace: there may be minutes of a drive among them. */
const slower = 0.3
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
  const { paces, usual, spans } = fastSpans(speed, advance)
  const drives = spans.map((span) => withEdges(span, paces, fastestFor(usual, 0)))
  if (drives.length === 0) return undefined
  const left = paces.filter((_, at) => !drives.some(({ first, last }) => at >= first && at <= last))
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

/** Where one goes on by the usual pace: who drives gets in and out. */
const likeUsual = 0.75

/** Is what is too fast for a run a descent of a ride, since one rides before or behind it and does not stop? */
export function isRiddenDown(advance: Advance): boolean {
  const { paces, usual, spans } = fastSpans(speeds.other, advance)
  const goesOn = (at: number): boolean => (paces[at] ?? 0) >= likeUsual * usual
  return spans.some(
    ({ first, last }) => (goesOn(first - 2) && goesOn(first - 1)) || (goesOn(last + 1) && goesOn(last + 2)),
  )
}

/** Meters in a second of each minute, of the usual one of them, and the times that are too fast. */
function fastSpans(speed: Speeds, { meters }: Advance) {
  const paces = meters.map((far) => far / 60)
  const slow = paces.filter((pace) => pace >= leastMoving && pace <= speed.drive).toSorted((a, b) => a - b)
  const usual = slow[Math.floor(slow.length * slower)] ?? 0
  const spans = spansOf(paces, fastestFor(usual)).filter((span) =>
    isDrive(paces.slice(span.first, span.last + 1), speed, usual),
  )
  return { paces, usual, spans }
}

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

function isDrive(paces: readonly number[], { drive }: Speeds, usual: number): boolean {
  const fast = paces.filter((pace) => pace > drive && pace < fastestDrive).length
  const inRow = longestRow(paces.map((pace) => pace > fastestFor(usual)))
  return fast >= leastDrive.minutes && fast >= leastDrive.part * paces.length && inRow >= leastDrive.minutes
}

function longestRow(all: readonly boolean[]): number {
  let [row, longest] = [0, 0]
  for (const each of all) {
    row = each ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest
}

/** Of a minute beside it that is faster than the rest a part was driven. */
const withEdges = ({ first, last }: MinuteSpan, paces: readonly number[], fastest: number): MinuteSpan => ({
  first: (paces[first - 1] ?? 0) > fastest ? first - 1 : first,
  last: (paces[last + 1] ?? 0) > fastest ? last + 1 : last,
})

/** Meters in what is known of these minutes. */
const wayOf = (paces: readonly number[]): number => paces.reduce((sum, pace) => sum + 60 * (pace || 0), 0)
