/** How far one came in each minute of a track: a receiver that lies still drifts, and comes nowhere. */
import { minuteMs } from '../contract/activity-id.ts'
import { lengthAlong, type Placed } from './along.ts'
import { meters } from './geodesic.ts'

/**
 * Meters in each minute from `start` on, milliseconds since 1970: in a `straight` line; `toAndFro`, with its large turns; and
 * of the `way`, with all of them where one moved. NaN where points are missing, and the device does not say how far it was.
 */
export type Advance = {
  start: number
  straight: readonly number[]
  toAndFro: readonly number[]
  way: readonly number[]
  /** The way is what the device counted: no drift of a receiver is in it. */
  isCounted: boolean
}

type Lengths = { straight: number; toAndFro: number; way: number }
/** `counted`: meters until then by the device. */
type Fix = Placed & { counted?: number | undefined }

/** Minutes without a point behind which nobody knows where in them one moved. */
const longestGap = 10
/** Of a track of days the first ones. */
const mostMinutes = 48 * 60
/** Milliseconds from a point to the next one that is looked at. */
const leastStep = 1000
/** Meters beside the way that a receiver drifts: on it, and indoors. */
const mostDrift = { moving: 8, standing: 20 }
/** Meters in a minute of who comes somewhere, and of who walks to and fro. */
const leastFar = { straight: 15, toAndFro: 36 }

export function createAdvance() {
  let first: Fix | undefined
  let last: Fix | undefined
  /** The points of the minute that goes on. */
  let points: Fix[] = []
  const sums = { straight: [], toAndFro: [], way: [], counted: [] } as Record<
    keyof Lengths | 'counted',
    number[]
  >
  let isCounted = true
  const placeOf = (at: number): number => Math.floor((at - first!.at) / minuteMs)
  /** What was between two points, by how long it took in each of the minutes. */
  const spread = (from: Fix, to: Fix, found: Lengths): void => {
    if (to.at <= from.at) return
    const counted = (to.counted ?? NaN) - (from.counted ?? NaN)
    isCounted &&= counted >= 0
    for (let place = placeOf(from.at); place <= Math.min(mostMinutes, placeOf(to.at - 1)); place++) {
      const minute = first!.at + place * minuteMs
      const time = Math.min(to.at, minute + minuteMs) - Math.max(from.at, minute)
      const share = time / (to.at - from.at)
      const add = (all: number[], far: number): void => void (all[place] = (all[place] ?? 0) + far * share)
      add(sums.straight, found.straight)
      add(sums.toAndFro, found.toAndFro)
      add(sums.way, found.way)
      add(sums.counted, counted)
    }
  }
  const endMinute = (): void => {
    const [from, to] = [points[0], points.at(-1)]
    if (from && to) {
      const straight = meters(from.lat, from.lon, to.lat, to.lon)
      const toAndFro = lengthAlong(points, mostDrift.standing)
      const moves = straight >= leastFar.straight || toAndFro >= leastFar.toAndFro
      spread(from, to, {
        straight,
        toAndFro,
        way: moves ? lengthAlong(points, mostDrift.moving) : straight,
      })
    }
    points = []
  }
  const pause = (): void => {
    if (last && points.length > 0) points.push(last)
    endMinute()
  }
  return {
    /** Points in the order of their times. */
    point(fix: Fix): void {
      first ??= fix
      const [from] = points
      const before = points.at(-1)
      if (last && fix.at - last.at > longestGap * minuteMs) {
        pause()
        spread(last, fix, { straight: NaN, toAndFro: NaN, way: NaN })
      } else if (from && placeOf(fix.at) > placeOf(from.at)) {
        points.push(fix)
        endMinute()
      }
      if (points.length === 0 || fix.at - before!.at >= leastStep) points.push(fix)
      last = fix
    },
    /** The next point is somewhere else, and nobody came there by that way. */
    jump: pause,
    /** What came behind that point was wrong. */
    back(to: Fix): void {
      points = points.filter(({ at }) => at <= to.at)
      last = to
    },
    get(): Advance | undefined {
      pause()
      if (!first || sums.straight.length === 0) return undefined
      const found = {
        start: first.at,
        straight: withoutHoles(sums.straight),
        toAndFro: withoutHoles(sums.toAndFro),
        way: withoutHoles(sums.way),
      }
      const way = withoutHoles(sums.counted)
      if (!isCounted || !agrees(way, found)) return { ...found, isCounted: false }
      const straight = found.straight.map((far, at) => (Number.isNaN(far) ? way[at]! : far))
      return { ...found, straight, way, isCounted: true }
    },
  }
}

/** Minutes in which a count may be less than half of the straight way, and how many times the way it may be in all. */
const mostAmiss = { minutes: 1, inAll: 2.5 }

/** Does a device's count go on with its points, and in meters? */
function agrees(counted: readonly number[], { straight, way }: Omit<Advance, 'isCounted'>): boolean {
  const still = straight.filter((far, at) => far >= leastFar.straight && counted[at]! < far / 2)
  const sum = (all: readonly number[]): number =>
    all.reduce((whole, far, at) => (Number.isNaN(way[at]) ? whole : whole + far), 0)
  return (
    still.length <= mostAmiss.minutes &&
    counted.some((far) => far > 0) &&
    sum(counted) <= mostAmiss.inAll * sum(way)
  )
}

const withoutHoles = (all: readonly number[]): number[] => Array.from(all, (each) => each ?? 0)
