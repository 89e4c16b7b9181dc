/** TCX: an activity of laps, each with its own time in motion, distance and sometimes steps. Courses are plans. */
import type { Collector, Offset, Sport } from '../sample.ts'
import { createSportTrack, type SportTrack } from '../sport-track.ts'
import type { Track } from '../track.ts'
import { createPauses, type Pauses } from '../pauses.ts'
import { dayMs } from '../../contract/calendar.ts'
import { Unreadable } from '../unreadable.ts'
import type { Reader } from './parse-xml.ts'
import { instantOf, nameOf, toNumber, sportNamed } from '../values.ts'

type Open = {
  sport: Sport
  name: string
  offset: Offset
  start: number
  end: number
  lapStart?: number | undefined
  duration?: number
  distance?: number
  steps?: number
  track: SportTrack
  /** What the points' own distance counts up to, and did before this lap. */
  farthest: number
  lap: Lap
  /** Meters of laps that say none, by their points. */
  unsaid: number
  /** The last of the points whose times are of their laps. */
  farPoint: number
  /** Between laps, and between tracks of one lap. */
  pauses: Pauses
  /** The next point is the first of a track. */
  opened: boolean
}

/** `from`: what the points' own distance counted up to before it. */
type Lap = { from: number; saysWay?: boolean; track?: SportTrack }

export function tcx(into: Collector): Reader {
  let count = 0
  let open: Open | undefined
  let point: { at?: number; lat?: number; lon?: number } | undefined
  const path: string[] = []
  const add = (activity: Open, field: 'duration' | 'distance' | 'steps', words: string): void => {
    const value = toNumber(words)
    if (value >= 0) activity[field] = (activity[field] ?? 0) + value
    else into.omit('value')
  }
  const moment = (activity: Open, words: string | undefined): number | undefined => {
    const time = words === undefined ? undefined : instantOf(words)
    if (!time) {
      into.omit('time')
      return undefined
    }
    activity.offset ??= time.offset
    return time.at
  }
  const extend = (activity: Open, at: number): void => {
    activity.start = Math.min(activity.start, at)
    activity.end = Math.max(activity.end, at)
  }
  const lapFrom = (activity: Open, words: string | undefined): void => {
    activity.lap = { from: activity.farthest }
    const at = moment(activity, words)
    activity.lapStart = at
    if (at === undefined) return
    activity.pauses.add(Math.max(activity.end, activity.farPoint), at)
    extend(activity, at)
  }
  /** The time of a point that is not of its lap is wrong. */
  const pointTime = (activity: Open, words: string): number | undefined => {
    const at = moment(activity, words)
    if (at === undefined) return undefined
    const { lapStart } = activity
    if (lapStart === undefined) extend(activity, at)
    else if (at >= lapStart && at - lapStart <= dayMs) {
      // Where a lap begins its time tells the pause: the receiver may have been lost.
      if (activity.opened && activity.farPoint > lapStart) activity.pauses.add(activity.farPoint, at)
      activity.opened = false
      activity.farPoint = Math.max(activity.farPoint, at)
    }
    return at
  }
  /** A lap is in motion from its start: between laps there may be pauses. */
  const lapTime = (activity: Open, words: string): void => {
    add(activity, 'duration', words)
    const seconds = toNumber(words)
    if (activity.lapStart !== undefined && seconds >= 0)
      activity.end = Math.max(activity.end, activity.lapStart + seconds * 1000)
  }
  const lapWay = (activity: Open, words: string): void => {
    add(activity, 'distance', words)
    if (toNumber(words) > 0) activity.lap.saysWay = true
  }
  const trackFrom = ({ track, lap, sport }: Open): void => {
    track.pause()
    if (lap.saysWay) return
    lap.track ??= createSportTrack(sport)
    lap.track.pause()
  }
  const endLap = (activity: Open): void => {
    const { farthest, lap, sport } = activity
    if (lap.saysWay) return
    activity.unsaid += farthest > lap.from ? farthest - lap.from : (lap.track?.end(sport).track.distance ?? 0)
  }
  const inPoint = (activity: Open, tag: string, words: string): void => {
    if (!point || path.includes('Extensions')) return
    if (tag === 'Time') {
      const at = pointTime(activity, words)
      if (at !== undefined) point.at = at
    } else if (tag === 'LatitudeDegrees') point.lat = toNumber(words)
    else if (tag === 'LongitudeDegrees') point.lon = toNumber(words)
    else if (tag === 'DistanceMeters') activity.farthest = Math.max(activity.farthest, toNumber(words) || 0)
  }
  const finish = (activity: Open): void => {
    if (!Number.isFinite(activity.start)) return
    const { track, omitted } = activity.track.end(activity.sport)
    for (const [why, points] of omitted) into.omit(why, points)
    if (track.points > 1) extend(activity, Math.max(activity.start, track.end))
    else if (Number.isFinite(activity.farPoint)) extend(activity, activity.farPoint)
    into.activity(summed(activity, track))
    count += 1
  }
  return {
    open(tag, attributes) {
      path.push(tag)
      if (tag === 'Activity') open = begun(sportNamed(attributes['Sport'] ?? '') ?? 'other')
      else if (tag === 'Lap' && open) lapFrom(open, attributes['StartTime'])
      else if (tag === 'Track' && open) {
        trackFrom(open)
        open.opened = true
      } else if (tag === 'Trackpoint') point = {}
    },
    text(tag, words) {
      if (!open) return
      const parent = path.at(-2)
      if (point) inPoint(open, tag, words)
      else if (parent === 'Lap' && tag === 'TotalTimeSeconds') lapTime(open, words)
      else if (parent === 'Lap' && tag === 'DistanceMeters') lapWay(open, words)
      else if (parent === 'LX' && tag === 'Steps') add(open, 'steps', words)
      else if (parent === 'Creator' && tag === 'Name') open.name = nameOf(words) ?? open.name
    },
    close(tag) {
      path.pop()
      if (tag === 'Trackpoint') {
        const { at, lat, lon } = point ?? {}
        if (at !== undefined && lat !== undefined && lon !== undefined) {
          open?.track.point(lat, lon, at)
          open?.lap.track?.point(lat, lon, at)
        }
        point = undefined
      } else if (tag === 'Lap' && open) endLap(open)
      else if (tag === 'Activity' && open) {
        finish(open)
        open = undefined
      }
    },
    end: () => (count === 0 ? new Unreadable('holds no activity with times', { noMotion: true }) : undefined),
  }
}

const begun = (sport: Sport): Open => ({
  sport,
  name: 'TCX',
  offset: undefined,
  start: Infinity,
  end: -Infinity,
  track: createSportTrack(sport),
  farthest: 0,
  lap: { from: 0 },
  unsaid: 0,
  farPoint: -Infinity,
  pauses: createPauses(),
  opened: false,
})

/** What the laps say, and of those that say no way their points; where none says one, what all points add up to. */
function summed({ sport, name, offset, start, farthest, unsaid, pauses, ...sums }: Open, track: Track) {
  const walked = track.points > 1
  const duration = sums.duration ?? (walked ? track.duration : undefined)
  const told = sums.distance ? sums.distance + unsaid : undefined
  const distance = told ?? (farthest > 0 ? farthest : walked ? track.distance : sums.distance)
  const end = Math.max(sums.end, start + (duration ?? 0) * 1000)
  return {
    source: { name, kind: 'watch' as const },
    sport,
    start,
    end,
    ...pauses.within(start, end),
    ...(walked && { isTrack: true as const, advance: track.advance }),
    offset,
    rank: 1,
    ...(sums.steps !== undefined && { steps: sums.steps }),
    ...(distance !== undefined && { distance }),
    ...(duration !== undefined && { duration }),
  }
}
