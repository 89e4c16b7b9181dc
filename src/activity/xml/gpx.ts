/**
 * GPX 1.0 and 1.1: each track with times is an activity, and so is a piece of one that begins on another day, hours behind the
 * piece before. It has no steps; routes and waypoints are plans.
 */
import type { Collector, Offset, Omission, Sport } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import { instantOf, nameOf, toNumber, sportNamed } from '../values.ts'
import type { XmlAttributes, Reader } from './parse-xml.ts'
import { createSportTrack, type SportTrack } from '../sport-track.ts'
import type { Track } from '../track.ts'
import { dayAt, type Zone } from '../zone.ts'

/** What a device records behind so long a night is another activity, though it writes it into the same track. Milliseconds. */
const longestBreak = 6 * 3_600_000
/** So many points at the begin of a track may be of a wrong time, where it is farther away than this. Milliseconds. */
const wrong = { points: 10, after: 48 * 3_600_000 }

export function gpx(into: Collector, { creator }: XmlAttributes, zone: Zone): Reader {
  let count = 0
  let named: Sport | undefined
  let track: SportTrack | undefined
  let offset: Offset
  let point: { lat: number; lon: number } | undefined
  const source = { name: nameOf(creator) ?? 'GPX', kind: 'other' } as const
  let timed = 0
  /** Of this track: its points with times, the first and the last of them, and whether the next one begins a piece. */
  let [points, began, last, isFirst] = [0, 0, 0, false]
  const allOmitted = new Set<Omission>()
  const isOnAnotherDay = ({ at }: { at: number }): boolean =>
    at - last >= longestBreak &&
    (points > wrong.points || at - last <= wrong.after) &&
    dayAt(at, offset, zone) !== dayAt(began, offset, zone)
  const finish = (measured: SportTrack): void => {
    const { sport, track, omitted, asRide } = measured.end(named)
    for (const [why, points] of omitted) {
      allOmitted.add(why)
      into.omit(why, points)
    }
    const { points, start, end, distance, duration } = track
    if (points < 2) return
    const guessed = named === undefined && { guessed: true, ...(asRide && { asRide: measuredWay(asRide) }) }
    const pauses = { ...track.pauses.within(start, end), isTrack: true, advance: track.advance } as const
    into.activity({ source, sport, ...guessed, start, end, ...pauses, offset, rank: 3, distance, duration })
    count += 1
  }
  return {
    open(tag, { lat, lon }) {
      if (tag === 'trk') {
        track = undefined
        named = undefined
        points = 0
      } else if (tag === 'trkseg') {
        track ??= createSportTrack(named)
        track.pause()
        isFirst = true
      } else if (tag === 'trkpt') point = { lat: toNumber(lat), lon: toNumber(lon) }
    },
    text(tag, words, depth) {
      if (tag === 'type' && depth === 3) named = sportNamed(words) ?? 'other'
      // Deeper ones are of other namespaces, below `extensions`.
      if (tag !== 'time' || depth !== 5 || !point) return
      const time = instantOf(words)
      if (!time) return into.omit('time')
      offset = time.offset
      timed += 1
      if (track && isFirst && points > 0 && isOnAnotherDay(time)) {
        finish(track)
        track = createSportTrack(named)
        points = 0
      }
      isFirst = false
      if (points === 0) began = time.at
      points += 1
      last = time.at
      track?.point(point.lat, point.lon, time.at)
    },
    close(tag) {
      if (tag === 'trkpt') point = undefined
      else if (tag === 'trk' && track) finish(track)
    },
    end: () => (count === 0 ? nothingIn(timed, allOmitted) : undefined),
  }
}

const measuredWay = ({ advance, distance }: Track) => ({ advance, distance })

/** Why no track counts: `timed` points have times. */
function nothingIn(timed: number, omitted: ReadonlySet<Omission>): Unreadable {
  if (omitted.has('disorder'))
    return new Unreadable(
      'has track points whose times go backwards. Export it with its points in the order of their times',
    )
  if (omitted.has('value'))
    return new Unreadable('has track points without a latitude and longitude on earth')
  return timed === 0
    ? new Unreadable('holds no activity with times', { noMotion: true })
    : new Unreadable('has tracks of a single moment', { noMotion: true })
}
