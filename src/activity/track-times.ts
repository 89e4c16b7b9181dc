/** Points of a track by their times: where some are wrong, those around them tell which. */

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
  /** No further point of this piece comes. */
  pause: () => void
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
    const at = gaps.indexOf(Math.max(...gaps))
    const others = Math.max(longestGap, ...gaps.filter((_, index) => index !== at))
    const isStray = (size: number): boolean => {
      const after = size === 1 ? strayAfter.one : strayAfter.several
      return size > 0 && size <= mostWrong && gaps[at]! > Math.max(after, 4 * others)
    }
    const behind = points.length - at
    if (last === undefined && at < behind && isStray(at)) return points.slice(at)
    return isEnd && behind < taken + at && isStray(behind) ? points.slice(0, at) : points
  }
  const settle = (isEnd: boolean): void => {
    const points = withoutStray(longestChain(held, last ?? -Infinity), isEnd)
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
      if (held.length > 2 * mostWrong) settle(false)
    },
    pause: () => {
      if (held.length > 0) settle(true)
    },
  }
}

/** The most of them whose times go forward from `from`. */
function longestChain<T extends Timed>(points: readonly T[], from: number): T[] {
  const chains: { length: number; before: number }[] = []
  let best = -1
  points.forEach(({ at }, index) => {
    let [length, before] = [at >= from ? 1 : 0, -1]
    for (let each = 0; each < index; each++)
      if (length > 0 && chains[each]!.length >= length && points[each]!.at <= at)
        [length, before] = [chains[each]!.length + 1, each]
    chains.push({ length, before })
    if (length > (chains[best]?.length ?? 0)) best = index
  })
  const found: T[] = []
  for (let each = best; each >= 0; each = chains[each]!.before) found.unshift(points[each]!)
  return found
}
