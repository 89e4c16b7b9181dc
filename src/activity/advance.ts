/** How far one came in each minute of a track: a receiver that lies still drifts, and comes nowhere. */
import { minuteMs } from '../contract/activity-id.ts'
import { meters } from './geodesic.ts'

/** Meters in a straight line in each minute from `start` on, milliseconds since 1970; NaN where points are missing. */
export type Advance = { start: number; meters: readonly number[] }

type Fix = { lat: number; lon: number; at: number }

/** Minutes without a point behind which nobody knows where in them one moved. */
const longestGap = 3
/** Of a track of days the first ones. */
const mostMinutes = 48 * 60

export function createAdvance() {
  let [first, mark]: (Fix | undefined)[] = []
  const all: number[] = []
  const placeOf = ({ at }: Fix): number => Math.floor((at - first!.at) / minuteMs)
  return {
    /** Points in the order of their times. */
    point(fix: Fix): void {
      first ??= fix
      mark ??= fix
      const [from, to] = [placeOf(mark), placeOf(fix)]
      if (to <= from || to > mostMinutes) return
      const far = to - from > longestGap ? NaN : meters(mark.lat, mark.lon, fix.lat, fix.lon)
      for (let at = from; at < to; at++) all[at] = far / (to - from)
      mark = fix
    },
    get(): Advance | undefined {
      return first && all.length > 0 ? { start: first.at, meters: all } : undefined
    },
  }
}
