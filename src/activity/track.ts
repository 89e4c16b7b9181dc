/** A track of GPS points, folded as they come into distance and time in motion. */
import { meters } from './geodesic.ts'
import { fastestOnFoot, type Collector, type Sport } from './sample.ts'
import { createAdvance, type Advance } from './advance.ts'
import { createPauses, type Pauses } from './pauses.ts'
import { createTrackTimes } from './track-times.ts'

/** Meters in a second: rides and the rest (skiing, sailing) go downhill; what is faster is a jump of the receiver. */
const fastestRide = 40
/** Meters in a second below which one stands: receivers drift. */
const standing = 0.3
/** Milliseconds after which a point may be far away and wrong for all that. */
const longStep = 30_000
/** Points that are dropped at most where the track goes on from before them. */
const longestAstray = 30
/** After so many points that do not fit, it was the point before them that was wrong. */
const mostDropped = 10

export type Track = {
  /** `counted`: meters until then by the device, where it says them. */
  point(lat: number, lon: number, at: number, counted?: number): void
  /** The next point begins a new piece: what lies between was a pause. */
  pause(): void
  /** Only then is known which points fit. */
  finish(): void
  readonly points: number
  readonly start: number
  readonly end: number
  /** Meters. */
  readonly distance: number
  /** Seconds. */
  readonly duration: number
  /** Between its pieces. */
  readonly pauses: Pauses
  readonly advance: Advance | undefined
}

type Fix = { lat: number; lon: number; at: number; piece: number; counted?: number | undefined }
/** Points that follow each other, and what they add up to. */
type Leg = { first: Fix; last: Fix; points: number; distance: number; duration: number }
/**
 * What counted before a step or a leg that may have strayed, and how many points counted since. `jumps`: of a leg, those that
 * were dropped for it already.
 */
type Before = { from: Fix; distance: number; duration: number; points: number; jumps?: number }

export const isAsFastAsRide = (sport: Sport): boolean => sport === 'ride' || sport === 'other'

export function createTrack(sport: Sport, into: Pick<Collector, 'omit'>): Track {
  const limit = isAsFastAsRide(sport) ? fastestRide : fastestOnFoot
  const track = { points: 0, start: 0, end: 0, distance: 0, duration: 0 }
  const pauses = createPauses()
  const advance = createAdvance()
  /** Of the points that come, and of the one that was taken last. */
  let [pieces, piece] = [0, 0]
  /** Of this piece, the last point that counts, and how many do. */
  let kept: { last: Fix; points: number } | undefined
  /** What does not fit to it: that may be the wrong one. */
  let astray: Leg | undefined
  let dropped = 0
  let before: Before | undefined
  const drop = (points: number): void => {
    if (points > 0) into.omit('spike', points)
    astray = undefined
    dropped = 0
  }
  const count = ({ distance, duration }: Step): void => {
    track.distance += distance
    track.duration += duration
  }
  const keep = (last: Fix, points: number): void => {
    if (track.points === 0) track.start = last.at
    else if (!kept) pauses.add(track.end, last.at)
    advance.point(last)
    track.points += points
    track.end = Math.max(track.end, last.at)
    kept = { last, points: (kept?.points ?? 0) + points }
    if (before) before.points += points
  }
  const doubt = (from: Fix, leg?: { jumps: number }): void => {
    before = { from, distance: track.distance, duration: track.duration, points: 0, ...leg }
  }
  /** The step to a point from before what may have strayed, where that is nearer than what counted last. */
  const stepBack = (to: Fix, nearest: number): Step | undefined => {
    if (!before || before.points > longestAstray) return undefined
    const step = stepTo(before.from, to, limit)
    return step && step.distance < nearest ? step : undefined
  }
  /** Drops what counted since. */
  const rewind = ({ from, distance, duration, points, jumps = 0 }: Before): void => {
    track.points -= points
    track.distance = distance
    track.duration = duration
    kept = { last: from, points: (kept?.points ?? points) - points }
    advance.back(from)
    into.omit('spike', points - jumps)
    before = undefined
  }
  /**
   * What did not fit counts, the way to it does not, unless it goes on from before what strayed. Where all of it follows each
   * other, one point was wrong before it.
   */
  const takeAstray = (leg: Leg): void => {
    const { last } = kept!
    const back = stepBack(leg.first, meters(last.lat, last.lon, leg.first.lat, leg.first.lon))
    if (before && back) {
      rewind(before)
      count(back)
      drop(dropped - leg.points)
    } else {
      const others = dropped - leg.points
      doubt(last, { jumps: others > 0 ? 0 : 1 })
      drop(Math.max(1, others))
    }
    count(leg)
    advance.jump()
    advance.point(leg.first)
    keep(leg.last, leg.points)
  }
  const endPiece = (): void => {
    const { first, points = 0 } = astray ?? {}
    const least = first && stepBack(first, Infinity) ? (before?.points ?? 0) : (kept?.points ?? 0) + 1
    if (astray && points >= least) takeAstray(astray)
    else drop(dropped)
    kept = undefined
    before = undefined
  }
  const take = (fix: Fix): void => {
    const { at } = fix
    if (fix.piece !== piece) endPiece()
    ;({ piece } = fix)
    if (!kept) return keep(fix, 1)
    const { last } = kept
    if (at === last.at) return
    const step = stepTo(last, fix, limit)
    const onward = astray && stepTo(astray.last, fix, limit)
    // In time any place can be reached: what is nearer to the points that strayed goes on with them.
    if (step && !(onward && onward.distance < step.distance)) {
      const isDoubtful = dropped > 0 || at - last.at > longStep
      drop(dropped)
      // A step may lead back where one came from: nothing strayed then.
      const back = isDoubtful && before?.jumps !== undefined ? stepBack(fix, step.distance) : undefined
      if (before && back) rewind(before)
      if (isDoubtful) doubt(kept.last)
      count(back ?? step)
      return keep(fix, 1)
    }
    astray = astray && onward ? joined(astray, onward, fix) : { ...still, first: fix, last: fix, points: 1 }
    dropped += 1
    if (dropped >= mostDropped) takeAstray(astray)
  }
  const times = createTrackTimes(take, (points) => into.omit('disorder', points))
  return {
    point(lat, lon, at, counted) {
      if (!isPlace(lat, lon) || !Number.isFinite(at)) return into.omit('value')
      times.point({ lat, lon, at, piece: pieces, counted })
    },
    pause() {
      pieces += 1
    },
    finish() {
      times.end()
      endPiece()
    },
    get points() {
      return track.points
    },
    get start() {
      return track.start
    },
    get end() {
      return track.end
    },
    get distance() {
      return track.distance
    },
    get duration() {
      return track.duration
    },
    pauses,
    get advance() {
      return advance.get()
    },
  }
}

type Step = { distance: number; duration: number }
const still: Step = { distance: 0, duration: 0 }

/** The step from one point to the next; nothing where that is too far away for its time. */
function stepTo(from: Fix, to: Fix, limit: number): Step | undefined {
  const seconds = (to.at - from.at) / 1000
  const distance = meters(from.lat, from.lon, to.lat, to.lon)
  if (seconds <= 0 || distance / seconds > limit) return undefined
  return { distance, duration: distance / seconds >= standing ? seconds : 0 }
}

const joined = ({ first, points, distance, duration }: Leg, step: Step, last: Fix): Leg => ({
  first,
  last,
  points: points + 1,
  distance: distance + step.distance,
  duration: duration + step.duration,
})

export const isPlace = (lat: number, lon: number): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180
