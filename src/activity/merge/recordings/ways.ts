/** When in its time a recording has how much of its way. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Interval } from '../../../contract/interval.ts'
import type { Activity, Parts } from '../../sample.ts'
import { evenParts } from './active-time.ts'

/** When a recording has how much of its way: by the minutes of its points, where it has some. */
export function waysOf(activity: Activity): Parts {
  const { advance, parts, start, end } = activity
  const minutes = (parts ? [] : (advance?.meters ?? [])).flatMap((far, at) => {
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
