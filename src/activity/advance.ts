/** How far one came in each minute of a track: a receiver that lies still drifts, and comes nowhere. */
import { minuteMs } from '../contract/activity-id.ts'
import { meters } from './geodesic.ts'

/**
 * Meters in a straight line in each minute from `start` on, milliseconds since 1970, NaN where points are missing; and meters
 * of the `way` that counts in it: more where that winds, or where a receiver drifts.
 */
export type Advance = { start: number; meters: readonly number[]; way: readonly number[] }

/** `way`: meters that count until then. */
type Fix = { lat: number; lon: number; at: number; way: number }

/** Minutes without a point behind which nobody knows where in them one moved. */
const longestGap = 10
/** Of a track of days the first ones. */
const mostMinutes = 48 * 60

export function createAdvance() {
  let first: Fix | undefined
  /** The first point of the minute that goes on, and the last one. */
  let [mark, last]: (Fix | undefined)[] = []
  const all: number[] = []
  const ways: number[] = []
  const placeOf = (at: number): number => Math.floor((at - first!.at) / minuteMs)
  /** The way from one point to the other, by how long it took in each of the minutes. */
  const spread = (from: Fix, to: Fix, far: number): void => {
    if (to.at <= from.at) return
    for (let place = placeOf(from.at); place <= Math.min(mostMinutes, placeOf(to.at - 1)); place++) {
      const minute = first!.at + place * minuteMs
      const time = Math.min(to.at, minute + minuteMs) - Math.max(from.at, minute)
      const share = time / (to.at - from.at)
      all[place] = (all[place] ?? 0) + far * share
      ways[place] = (ways[place] ?? 0) + (to.way - from.way) * share
    }
  }
  const isLong = (from: Fix, to: Fix): boolean => to.at - from.at > longestGap * minuteMs
  const pause = (): void => {
    if (mark && last) spread(mark, last, meters(mark.lat, mark.lon, last.lat, last.lon))
    mark = undefined
  }
  return {
    /** Points in the order of their times. */
    point(fix: Fix): void {
      first ??= fix
      if (last && isLong(last, fix)) {
        pause()
        spread(last, fix, NaN)
        mark = fix
      } else if (!mark) {
        // What counted before a jump may count no more.
        if (last) spread(last, fix, 0)
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
        ? { start: first.at, meters: withoutHoles(all), way: withoutHoles(ways) }
        : undefined
    },
  }
}

const withoutHoles = (all: readonly number[]): number[] => Array.from(all, (each) => each ?? 0)
