/** A track of GPS points, folded as they come into distance and time in motion. */
import { meters } from './geodesic.ts'
import type { Collector, Sport } from './sample.ts'

/** Meters in a second: no one runs faster, and a jump of the receiver does. */
const spike = 12
/** Rides and the rest (skiing, sailing) go downhill. */
const fastSpike = 40
/** Meters in a second below which one stands: receivers drift. */
const still = 0.3
/** After so many points that do not fit, it was the point before them that was wrong. */
const mostDropped = 10

export type Track = {
  point(lat: number, lon: number, at: number): void
  /** The next point begins a new piece: what lies between was a pause. At the end too: only then is known which points fit. */
  pause(): void
  readonly points: number
  readonly start: number
  readonly end: number
  /** Meters. */
  readonly distance: number
  /** Seconds. */
  readonly duration: number
}

type Fix = { lat: number; lon: number; at: number }
/** Points that follow each other, the last of them, and what they add up to. */
type Leg = { last: Fix; points: number; distance: number; duration: number }

export function createTrack(sport: Sport | undefined, into: Pick<Collector, 'omit'>): Track {
  const limit = sport === 'ride' || sport === 'other' ? fastSpike : spike
  const track = { points: 0, start: 0, end: 0, distance: 0, duration: 0 }
  /** Of this piece, what counts, and what does not fit to its last point: that may be the wrong one. */
  let kept: Leg | undefined
  let astray: Leg | undefined
  let dropped = 0
  const drop = (points: number): void => {
    if (points > 0) into.omit('spike', points)
    astray = undefined
    dropped = 0
  }
  const add = ({ last, points, distance, duration }: Leg): void => {
    if (track.points === 0) track.start = last.at
    track.points += points
    track.distance += distance
    track.duration += duration
    track.end = Math.max(track.end, last.at)
    kept = { last, points: (kept?.points ?? 0) + points, distance: 0, duration: 0 }
  }
  /** What strayed counts, the way to it does not. Where all of it follows each other, one point was wrong before it. */
  const takeAstray = (leg: Leg): void => {
    add(leg)
    drop(Math.max(1, dropped - leg.points))
  }
  return {
    point(lat, lon, at) {
      if (!isPlace(lat, lon) || !Number.isFinite(at)) return into.omit('value')
      const fix = { lat, lon, at }
      if (!kept) return at < track.end ? into.omit('disorder') : add(alone(fix))
      if (at <= kept.last.at) return at < kept.last.at ? into.omit('disorder') : undefined
      const next = extended({ ...alone(kept.last), points: 0 }, fix, limit)
      if (next) {
        drop(dropped)
        return add(next)
      }
      astray = (astray && extended(astray, fix, limit)) ?? alone(fix)
      dropped += 1
      if (dropped >= mostDropped) takeAstray(astray)
    },
    pause() {
      if (astray && astray.points > (kept?.points ?? 0)) takeAstray(astray)
      else drop(dropped)
      kept = undefined
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
  }
}

const alone = (last: Fix): Leg => ({ last, points: 1, distance: 0, duration: 0 })

/** The leg with one more point; nothing where that is too far away for its time. */
function extended({ last, points, distance, duration }: Leg, next: Fix, limit: number): Leg | undefined {
  const seconds = (next.at - last.at) / 1000
  const way = meters(last.lat, last.lon, next.lat, next.lon)
  if (seconds <= 0 || way / seconds > limit) return undefined
  return {
    last: next,
    points: points + 1,
    distance: distance + way,
    duration: duration + (way / seconds >= still ? seconds : 0),
  }
}

export const isPlace = (lat: number, lon: number): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180
