/** When in its time a recording has how much of its way. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Interval } from '../../../contract/interval.ts'
import type { Advance } from '../../advance.ts'
import type { Activity, Parts } from '../../sample.ts'
import { evenParts } from './active-time.ts'

/** Meters in a second: who is slower in a minute stands, and a receiver drifts. */
export const leastMoving = 0.25

/** When a recording has how much of its way: by the minutes of its points, where it has some. */
export function waysOf(activity: Activity): Parts {
  const { advance, parts, start, end } = activity
  const minutes = (parts ? [] : (advance?.way ?? [])).flatMap((far, at) => {
    const from = advance!.start + at * minuteMs
    const own = { start: Math.max(start, from), end: Math.min(end, from + minuteMs) }
    return own.end > own.start ? [{ ...own, share: (far * (own.end - own.start)) / minuteMs }] : []
  })
  const far = minutes.reduce((sum, { share }) => sum + share, 0)
  return far > 0
    ? minutes.map((each) => ({ ...each, share: each.share / far }))
    : (parts ?? evenParts(activity))
}

export const shareIn = (ways: Parts, time: Interval): number =>
  ways.reduce((sum, { start, end, share }) => {
    const both = Math.min(end, time.end) - Math.max(start, time.start)
    return end > start && both > 0 ? sum + (share * both) / (end - start) : sum
  }, 0)

/** What two devices say of one way mostly differs by no more than this part of it. */
const usualLikeness = 0.04

/** Of what one says, where the other one says so much of the time of both, and so much is even. */
export const shareBeside = (all: number, known: number, even: number): number =>
  Math.abs(all - known - all * even) <= usualLikeness * known ? even : Math.max(0, all - known) / all

/** Minutes of a stop on the way that its points show. */
const leastStop = 3

/**
 * The parts of its `own` time in which one moved, with the share of its way in each; nothing where one hardly stood, or points
 * are missing.
 */
export function movedParts(advance: Advance, own: Interval): Parts | undefined {
  const parts: Parts[number][] = []
  let stood = 0
  let longest = 0
  for (const [at, far] of advance.way.entries()) {
    const start = Math.max(own.start, advance.start + at * minuteMs)
    const end = Math.min(own.end, advance.start + (at + 1) * minuteMs)
    if (start >= end) continue
    if (Number.isNaN(far)) return undefined
    const moves = far >= 60 * leastMoving
    const last = parts.at(-1)
    if (moves && last && stood < leastStop)
      parts[parts.length - 1] = { ...last, end, share: last.share + far }
    else if (moves) parts.push({ start, end, share: far })
    stood = moves ? 0 : stood + 1
    longest = Math.max(longest, stood)
  }
  const all = parts.reduce((sum, { share }) => sum + share, 0)
  return longest < leastStop || all === 0
    ? undefined
    : parts.map((part) => ({ ...part, share: part.share / all }))
}
