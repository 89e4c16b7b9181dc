/** How far one came in each minute of a track: a receiver that lies still drifts, and comes nowhere. */
import { minuteMs } from '../contract/activity-id.ts'
import { meters } from './geodesic.ts'

/** Meters in a straight line in each minute from `start` on, milliseconds since 1970; NaN where points are missing. */
export type Advance = { start: number; meters: readonly number[] }

type Fix = { lat: number; lon: number; at: number }

/** Minutes without a point behind which nobody knows where in them one moved. */
const longestGap = 10
/** Of a track of days the first ones. */
const mostMinutes = 48 * 60

export function createAdvance() {
  let first: Fix | undefined
  /** The first point of the minute that goes on, and the last one. */
  let [mark, last]: (Fix | undefined)[] = []
  const all: number[] = []
  const placeOf = (at: number): number => Math.floor((at - first!.at) / minuteMs)
  /** The way from one point to the other, by how long it took in each of the minutes. */
  const spread = (from: Fix, to: Fix, far: number): void => {
    for (let place = placeOf(from.at); place <= Math.min(mostMinutes, placeOf(to.at - 1)); place++) {
      const minute = first!.at + place * minuteMs
      const time = Math.min(to.at, minute + minuteMs) - Math.max(from.at, minute)
      all[place] = (all[place] ?? 0) + (far * time) / (to.at - from.at)
    }
  }
  const isLong = (from: Fix, to: Fix): boolean => to.at - from.at > longestGap * minuteMs
  const pause = (): void => {
    if (mark && last && last.at > mark.at) spread(mark, last, meters(mark.lat, mark.lon, last.lat, last.lon))
    mark = undefined
  }
  return {
    /** Points in the order of their times. */
    point(fix: Fix): void {
      first ??= fix
      mark ??= fix
      if (last && isLong(last, fix)) {
        pause()
        spread(last, fix, NaN)
        mark = fix
      } else if (placeOf(fix.at) > placeOf(mark.at)) {
        spread(mark, fix, meters(mark.lat, mark.lon, fix.lat, fix.lon))
        mark = fix
      }
      last = fix
    },
    /** The next point is somewhere else, and nobody came there by that way. */
    jump: pause,
    get(): Advance | undefined {
      pause()
      return first && all.length > 0
        ? { start: first.at, meters: Array.from(all, (far) => far ?? 0) }
        : undefined
    },
  }
}
