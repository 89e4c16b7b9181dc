/** Points of a track by their times: those behind a time that is far ahead tell whether it was wrong. */

type Timed = { at: number }

/** Milliseconds from a point to the next after which the next may be wrong: a pause, or a clock. */
const farAhead = 60_000
/** Milliseconds after which a point that is alone is no part of the track. */
const longAlone = 3_600_000
/** Points that wait for those behind them, at most. */
const mostHeld = 10

export type TrackTimes<T> = {
  point: (point: T) => void
  /** No further point of this piece comes. */
  pause: () => void
}

/**
 * Hands points on as they come; those behind a leap of time once it is known to be none. `drop`: so many points were
 * ahead of all others, or alone.
 */
export function createTrackTimes<T extends Timed>(
  take: (point: T) => void,
  drop: (points: number) => void,
): TrackTimes<T> {
  let last: number | undefined
  /** The first of them is far ahead of the last that was handed on, or the first of all. */
  let held: T[] = []
  const release = (): void => {
    for (const point of held) take(point)
    last = held.reduce((latest, { at }) => Math.max(latest, at), last ?? -Infinity)
    held = []
  }
  const leaveOut = (): void => {
    drop(held.length)
    held = []
  }
  const isAlone = (from: number, to: number): boolean => held.length === 1 && to - from > longAlone
  return {
    point(point) {
      const { at } = point
      const [first] = held
      if (first && at < first.at && at >= (last ?? -Infinity)) leaveOut()
      else if (first && last === undefined && isAlone(first.at, at)) leaveOut()
      if (held.length > 0 || last === undefined || at - last > farAhead) {
        held.push(point)
        if (held.length > mostHeld) release()
        return
      }
      take(point)
      last = Math.max(last, at)
    },
    pause() {
      const [first] = held
      if (first && last !== undefined && isAlone(last, first.at)) leaveOut()
      else if (first) release()
    },
  }
}
