/** The minutes of a track beside another recording. */
import { minuteMs } from '../../../contract/activity-id.ts'
import { activeParts } from '../../pauses.ts'
import type { Activity, Tracked } from '../../sample.ts'
import { coverageOf } from '../coverage.ts'
import { shareIn, waysOf } from './ways.ts'

/**
 * A minute from an instant on, its meters, and how much of it the time of the other one has (`share`), and its time in motion.
 */
export type Minute = {
  from: number
  straight: number
  toAndFro: number
  way: number
  share: number
  moving: number
}

export function minutesOf(own: Tracked, other: Activity): Minute[] {
  const { advance } = own
  const first = Math.max(0, Math.ceil((own.start - advance.start) / minuteMs - 0.5))
  const lasting = (own.end - advance.start) / minuteMs
  const count = advance.way.length
  const last = Math.max(first, lasting > count - 1 ? count : Math.ceil(lasting - 0.5))
  const moving = coverageOf(activeParts(other))
  return advance.way.slice(first, last).map((way, at) => {
    const from = advance.start + (first + at) * minuteMs
    const until = from + minuteMs
    return {
      from,
      straight: advance.straight[first + at]!,
      toAndFro: advance.toAndFro[first + at]!,
      way,
      share: Math.max(0, Math.min(until, other.end) - Math.max(from, other.start)) / minuteMs,
      moving: moving.overlap(from, until) / minuteMs,
    }
  })
}

/** Minutes of which two devices tell how much more one of them measures. */
const leastTogether = 5

/** Of each meter of a receiver that drifts, how much the other one says in the time of both. */
export function partAgreed(together: readonly Minute[], own: Tracked, other: Activity): number {
  if (own.advance.isCounted) return 1
  const [time, way] = together.reduce(
    ([minutes, meters], each) => [minutes + each.moving, meters + each.moving * each.way],
    [0, 0] as [number, number],
  )
  const share = shareIn(waysOf(other), own)
  const known = (other.distance ?? 0) * share
  // It may have been paused, and not say when.
  const paused = other.duration ? Math.max(1, (60 * time) / (other.duration * share)) : 1
  return time < leastTogether || known === 0 ? 1 : Math.min(1, (known / way) * paused)
}
