/**
 * The timer of a watch, as its records and events tell it: from when to when it recorded, how long it ran, and when it was
 * paused or recorded nothing.
 */
import { createPauses, presence } from '../pauses.ts'

/** Events by their number in the FIT profile; a watch of several timers stops all of them with one. */
const start = 0
const stops: unknown[] = [1, 4, 8, 9]

/** Times are milliseconds since 1970, in the order of the file. */
export function createTimer() {
  const pauses = createPauses()
  let [first, last] = [Infinity, -Infinity]
  let [isRunning, since, seconds] = [true, 0, 0]
  let paused: number | undefined
  let resumed: number | undefined
  const goOn = (at: number): void => {
    if (paused !== undefined) pauses.add(paused, Math.min(at, resumed ?? at))
    paused = undefined
    resumed = undefined
  }
  /** Where nothing was recorded for long nobody moved. */
  const ran = (from: number, to: number): void => {
    const length = (to - from) / 1000
    if (length > 0 && length < presence) seconds += length
  }
  return {
    record(at: number): void {
      goOn(at)
      if (first === Infinity) since = at
      if (isRunning && last > -Infinity) ran(Math.max(last, since), at)
      if (last > -Infinity) pauses.addSilence(last, at)
      first = Math.min(first, at)
      last = Math.max(last, at)
    },
    /** Returns whether the timer stopped. */
    event(at: number, type: number | string | undefined): boolean {
      if (type === start) {
        since = at
        isRunning = true
        resumed = at
      } else if (isRunning && stops.includes(type)) {
        if (last > -Infinity) ran(last, at)
        isRunning = false
        if (resumed !== undefined) goOn(resumed)
        paused = Math.max(last, at)
        return true
      }
      return false
    },
    /** Pauses of a session of this file; `alone`: there is no other; `motion`: seconds that it tells. */
    pausesIn(start: number, end: number, { alone, motion }: { alone: boolean; motion?: number | undefined }) {
      const isOpen = paused !== undefined && resumed !== undefined
      return pauses.within(start, end, {
        motion,
        told: isOpen ? [{ start: paused!, end: resumed! }] : [],
        silences:
          alone && last > first
            ? [
                { start, end: first },
                { start: last, end },
              ]
            : [],
      })
    },
    /** Of the records; Infinity and -Infinity before there are any. */
    get first() {
      return first
    },
    get last() {
      return last
    },
    /** In which it ran. */
    get seconds() {
      return seconds
    },
  }
}
