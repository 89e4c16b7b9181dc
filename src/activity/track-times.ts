/** Points of a track by their times: where some are wrong, those around them tell which. */
import { longestChain } from './longest-chain.ts'

type Timed = { at: number }

const hour = 3_600_000
/** Milliseconds from a point to the next after which the next may be wrong: a pause, or a clock. */
const farAhead = 60_000
/** So many points at most are wrong together. */
const mostWrong = 10
/** Points at the begin or end that are so far from the others are no part of the track: one alone, and several. */
const strayAfter = { one: hour, several: 12 * hour }

export type TrackTimes<T> = {
  point: (point: T) => void
  /** No further point comes. */
  end: () => void
}

/**
 * Hands points on in the order of their times, as they come; at the begin and behind a leap of time once enough are there
 * to tell which are wrong. `drop`: so many are left out.
 */
export function createTrackTimes<T extends Timed>(
  take: (point: T) => void,
  drop: (points: number) => void,
): TrackTimes<T> {
  let last: number | undefined
  let taken = 0
  /** Between two that were handed on. */
  let longestGap = 0
  let held: T[] = []

  const leaveOut = (points: number): void => {
    if (points > 0) drop(points)
  }
  const release = (points: readonly T[]): void => {
    for (const point of points) {
      if (last !== undefined) longestGap = Math.max(longestGap, point.at - last)
      take(point)
      last = point.at
      taken += 1
    }
  }
  /** Without the first or last of them where they are far from all others. */
  const withoutStray = (points: readonly T[], isEnd: boolean): readonly T[] => {
    const gaps = points.map(({ at }, index) => at - (points[index - 1]?.at ?? last ?? at))
    const sizes = Array.from({ length: mostWrong }, (_, index) => mostWrong - index)
    /** Are so many beyond the gap before `at` far from what lies between `from` and `to`? */
    const isStray = (size: number, at: number, [from, to]: [number, number]): boolean =>
      gaps[at]! >
      Math.max(
        size === 1 ? strayAfter.one : strayAfter.several,
        4 * Math.max(longestGap, ...gaps.slice(from, to)),
      )
    const first =
      last === undefined
        ? sizes.find((size) => size < points.length - size && isStray(size, size, [size + 1, points.length]))
        : undefined
    if (first !== undefined) return withoutStray(points.slice(first), isEnd)
    const behind = isEnd
      ? sizes.find((size) => {
          const at = points.length - size
          return at >= 0 && size < taken + at && isStray(size, at, [1, at])
        })
      : undefined
    return behind === undefined ? points : points.slice(0, points.length - behind)
  }
  const settle = (isEnd: boolean): void => {
    let right: readonly T[] = held
    let points: readonly T[] = []
    for (let chain = longestChain(right, last); ; chain = longestChain(right, last)) {
      points = withoutStray(chain, isEnd)
      if (points.length === chain.length) break
      // What did not fit to those may fit to the others.
      const stray = new Set(chain.filter((point) => !points.includes(point)))
      right = right.filter((point) => !stray.has(point))
    }
    leaveOut(held.length - points.length)
    const leap = isEnd
      ? -1
      : points.findLastIndex(({ at }, index) => index > 0 && at - points[index - 1]!.at > farAhead)
    const known = leap > 0 ? leap : points.length
    release(points.slice(0, known))
    held = points.slice(known)
  }
  return {
    point(point) {
      const { at } = point
      const [first] = held
      // It goes on from before the leap.
      if (
        first &&
        held.length <= mostWrong &&
        last !== undefined &&
        at >= last &&
        at - last < first.at - at
      ) {
        leaveOut(held.length)
        held = []
      }
      if (held.length === 0 && last !== undefined && at <= last + farAhead) {
        if (at >= last) release([point])
        else leaveOut(1)
        return
      }
      held.push(point)
      if (held.length > 4 * mostWrong) settle(false)
    },
    end: () => {
      if (held.length > 0) settle(true)
    },
  }
}
