/** One activity of TCX: what its laps say, and of those that do not say how far, their points. */
import { dayMs } from '../../contract/calendar.ts'
import { createPauses } from '../pauses.ts'
import type { Activity, Collector, Offset, Sport } from '../sample.ts'
import { createSportTrack, type SportTrack } from '../sport-track.ts'
import { instantOf, nameOf, toNumber } from '../values.ts'

type Point = { at?: number; lat?: number; lon?: number; farthest?: number }

type Lap = {
  start?: number | undefined
  /** In motion, as it says. */
  seconds?: number
  /** Of the points whose times are of it. */
  points: number
  last: number
  /** What the points counted up to before it. */
  from: number
  /** It says a way of more than nothing. */
  saysWay?: true
  /** Its points count, and never less than before it. */
  counts?: boolean
  track?: SportTrack
}

export type TcxActivity = {
  creator: (name: string) => void
  /** A lap begins at the time that it says. */
  lap: (start: string | undefined) => void
  /** Seconds in motion, meters and steps of the lap. */
  lapTime: (words: string) => void
  lapWay: (words: string) => void
  lapSteps: (words: string) => void
  endLap: () => void
  track: () => void
  /** The time of a point, which is its own or nothing. */
  pointTime: (words: string) => number | undefined
  point: (point: Point) => void
  /** Adds the activity, where it has a time. True if so. */
  end: () => boolean
}

export function createTcxActivity(sport: Sport, into: Collector): TcxActivity {
  let name = 'TCX'
  let offset: Offset
  let [start, end] = [Infinity, -Infinity]
  const sums: { duration?: number; distance?: number; steps?: number } = {}
  const track = createSportTrack(sport)
  /** Between laps, and between tracks of one lap. */
  const pauses = createPauses()
  /** What the points' own distance counts up to. */
  let farthest = 0
  let lap: Lap = { from: 0, points: 0, last: -Infinity }
  /** Meters of laps that say none, by their points. */
  let unsaid = 0
  /** The last of the points whose times are of their laps. */
  let farPoint = -Infinity
  /** The next point is the first of a track. */
  let opened = false

  const add = (field: keyof typeof sums, words: string): void => {
    const value = toNumber(words)
    if (value >= 0) sums[field] = (sums[field] ?? 0) + value
    else into.omit('value')
  }
  const moment = (words: string | undefined): number | undefined => {
    const time = words === undefined ? undefined : instantOf(words)
    if (!time) {
      into.omit('time')
      return undefined
    }
    offset ??= time.offset
    return time.at
  }
  const extend = (at: number): void => {
    start = Math.min(start, at)
    end = Math.max(end, at)
  }
  /** What the laps say, with the points of those that say no way; where none says one, what all points add up to. */
  const summed = (): Activity => {
    const walked = track.end(sport)
    for (const [why, points] of walked.omitted) into.omit(why, points)
    const way = walked.track.points > 1 ? walked.track : undefined
    if (way) extend(Math.max(start, way.end))
    else if (Number.isFinite(farPoint)) extend(farPoint)
    const duration = sums.duration ?? way?.duration
    const told = sums.distance ? sums.distance + unsaid : undefined
    const distance = told ?? (farthest > 0 ? farthest : (way?.distance ?? sums.distance))
    const last = Math.max(end, start + (duration ?? 0) * 1000)
    return {
      source: { name, kind: 'watch' },
      sport,
      start,
      end: last,
      ...pauses.within(start, last),
      ...(way && { isTrack: true as const, advance: way.advance }),
      offset,
      rank: 1,
      ...(sums.steps !== undefined && { steps: sums.steps }),
      ...(distance !== undefined && { distance }),
      ...(duration !== undefined && { duration }),
    }
  }
  return {
    creator: (words) => void (name = nameOf(words) ?? name),
    lap(words) {
      const at = moment(words)
      lap = { from: farthest, start: at, points: 0, last: -Infinity }
      if (at === undefined) return
      pauses.add(Math.max(end, farPoint), at)
      extend(at)
    },
    lapTime(words) {
      const seconds = toNumber(words)
      if (seconds >= 0) lap.seconds = seconds
      else into.omit('value')
    },
    lapWay(words) {
      add('distance', words)
      if (toNumber(words) > 0) lap.saysWay = true
    },
    lapSteps: (words) => add('steps', words),
    endLap() {
      const seconds = lapSeconds(lap)
      if (seconds !== lap.seconds) into.omit('value')
      if (seconds !== undefined) sums.duration = (sums.duration ?? 0) + seconds
      // A lap is in motion from its start: between laps there may be pauses.
      if (lap.start !== undefined) end = Math.max(end, lap.start + (seconds ?? 0) * 1000)
      if (lap.saysWay) return
      // Where its points go on with a count that stands still, one stood, and their positions drift.
      const isCounted = lap.counts && farthest > 0
      unsaid += isCounted ? farthest - lap.from : (lap.track?.end(sport).track.distance ?? 0)
    },
    track() {
      track.pause()
      opened = true
      if (lap.saysWay) return
      lap.track ??= createSportTrack(sport)
      lap.track.pause()
    },
    pointTime(words) {
      const at = moment(words)
      if (at === undefined) return undefined
      if (lap.start === undefined) extend(at)
      // The time of a point that is not of its lap is wrong.
      else if (at >= lap.start && at - lap.start <= dayMs) {
        // Where a lap begins its time tells the pause: the receiver may have been lost.
        if (opened && farPoint > lap.start) pauses.add(farPoint, at)
        opened = false
        farPoint = Math.max(farPoint, at)
        lap.last = Math.max(lap.last, at)
        lap.points += 1
      }
      return at
    },
    point({ at, lat, lon, farthest: counted }) {
      farthest = Math.max(farthest, counted ?? 0)
      if (counted !== undefined) lap.counts = lap.counts !== false && counted >= lap.from
      if (at === undefined || lat === undefined || lon === undefined) return
      track.point(lat, lon, at, counted)
      lap.track?.point(lat, lon, at)
    },
    end() {
      const hasTime = Number.isFinite(start)
      if (hasTime) into.activity(summed())
      return hasTime
    },
  }
}

/** A lap that says no time, or more than twice that of its points, is wrong; a few of them may be of its begin alone. */
function lapSeconds({ start, seconds, points, last }: Lap): number | undefined {
  if (seconds === undefined || start === undefined || points < 10) return seconds
  const recorded = (last - start) / 1000
  if (seconds === 0) return undefined
  return seconds > 2 * recorded + 60 ? recorded : seconds
}
