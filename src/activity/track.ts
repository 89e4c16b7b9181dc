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
  /** The next point begins a new piece: what lies between was a pause. */
  pause(): void
  readonly points: number
  readonly start: number
  readonly end: number
  /** Meters. */
  readonly distance: number
  /** Seconds. */
  readonly duration: number
}

export function createTrack(sport: Sport | undefined, into: Pick<Collector, 'omit'>): Track {
  const limit = sport === 'ride' || sport === 'other' ? fastSpike : spike
  let last: { lat: number; lon: number; at: number } | undefined
  let dropped = 0
  const track = { points: 0, start: 0, end: 0, distance: 0, duration: 0 }
  const keep = (lat: number, lon: number, at: number): void => {
    last = { lat, lon, at }
    dropped = 0
    if (track.points++ === 0) track.start = at
    track.end = Math.max(track.end, at)
  }
  return {
    point(lat, lon, at) {
      if (!isPlace(lat, lon) || !Number.isFinite(at)) return into.omit('value')
      if (!last) return at < track.end ? into.omit('disorder') : keep(lat, lon, at)
      if (at <= last.at) return at < last.at ? into.omit('disorder') : undefined
      const seconds = (at - last.at) / 1000
      const way = meters(last.lat, last.lon, lat, lon)
      if (way / seconds > limit) {
        into.omit('spike')
        dropped += 1
        if (dropped >= mostDropped) keep(lat, lon, at)
        return
      }
      track.distance += way
      if (way / seconds >= still) track.duration += seconds
      keep(lat, lon, at)
    },
    pause() {
      last = undefined
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

export const isPlace = (lat: number, lon: number): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180
