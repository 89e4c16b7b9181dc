/** TCX: activities of laps, tracks and points. Courses are plans. */
import type { Collector } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import { sportNamed, toNumber } from '../values.ts'
import type { Reader } from './parse-xml.ts'
import { createTcxActivity, type TcxActivity } from './tcx-activity.ts'

export function tcx(into: Collector): Reader {
  let count = 0
  let open: TcxActivity | undefined
  let point: Parameters<TcxActivity['point']>[0] | undefined
  const path: string[] = []
  const inPoint = (activity: TcxActivity, tag: string, words: string): void => {
    if (!point || path.includes('Extensions')) return
    if (tag === 'Time') {
      const at = activity.pointTime(words)
      if (at !== undefined) point.at = at
    } else if (tag === 'LatitudeDegrees') point.lat = toNumber(words)
    else if (tag === 'LongitudeDegrees') point.lon = toNumber(words)
    else if (tag === 'DistanceMeters') point.farthest = Math.max(point.farthest ?? 0, toNumber(words) || 0)
  }
  return {
    open(tag, attributes) {
      path.push(tag)
      if (tag === 'Activity') open = createTcxActivity(sportNamed(attributes['Sport'] ?? '') ?? 'other', into)
      else if (tag === 'Lap') open?.lap(attributes['StartTime'])
      else if (tag === 'Track') open?.track()
      else if (tag === 'Trackpoint') point = {}
    },
    text(tag, words) {
      if (!open) return
      const parent = path.at(-2)
      if (point) inPoint(open, tag, words)
      else if (parent === 'Lap' && tag === 'TotalTimeSeconds') open.lapTime(words)
      else if (parent === 'Lap' && tag === 'DistanceMeters') open.lapWay(words)
      else if (parent === 'LX' && tag === 'Steps') open.lapSteps(words)
      else if (parent === 'Creator' && tag === 'Name') open.creator(words)
    },
    close(tag) {
      path.pop()
      if (tag === 'Trackpoint') {
        open?.point(point ?? {})
        point = undefined
      } else if (tag === 'Lap') open?.endLap()
      else if (tag === 'Activity' && open) {
        if (open.end()) count += 1
        open = undefined
      }
    },
    end: () => (count === 0 ? new Unreadable('holds no activity with times', { noMotion: true }) : undefined),
  }
}
