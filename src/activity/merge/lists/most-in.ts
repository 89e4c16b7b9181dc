/** How much of an activity a sample can hold. */
import { mostOnFoot } from '../../collect/counters.ts'
import { groundOf, type Activity } from '../../sample.ts'
import { clockError } from '../clocks.ts'
import { longestExact } from '../counted.ts'
import { usualOf } from './usual-time.ts'
import type { Amount, SharedSample } from './written-late.ts'

/** Meters of a step of who runs fast. */
const longestStep = 1.5
/** No part of it is faster by more than this. */
const mostVaried = 1.5

/**
 * An activity whose time is looked for. Seconds since 1970. `order`: when the first of several began that are one; `lasting`:
 * seconds that it was in motion, 0 where nothing says it; `limit`: when it was over, where that is known; `until`: when the
 * next one of its list began; `apart`: seconds by which its times may differ from those of who counted it.
 */
export type Wanted = {
  activity: Activity
  begin: number
  order: number
  lasting: number
  limit: number
  until: number
  apart: number
}

/** What is counted: the amount, and whether several sources did it `inTurn`, or a sample is the sum of several (`isSum`). */
export type CountingWay = { measure: Amount; inTurn?: boolean; isSum?: boolean }

/**
 * Of a sample, in so many seconds of it. Where it is known how long the activity took, at its pace, as far as that varies; and
 * where a source had a part of it no more than an even share, and a minute of clocks, of what is longer than it.
 */
export function mostIn(
  seconds: number,
  { value, length, steps = Infinity }: SharedSample,
  each: Wanted,
  { measure, inTurn }: CountingWay,
): number {
  const { activity, begin, limit } = each
  const walked = groundOf(activity.sport) === 'foot' ? steps * longestStep : Infinity
  const most = Math.min(mostOnFoot[measure] * seconds, walked)
  if (limit === Infinity) return most
  const even = inTurn && length > limit - begin ? (value * (seconds + clockError)) / length : Infinity
  const taken = Math.min(limit - begin, usualOf(activity) / 1000)
  return Math.min(most, even, (activity[measure]! * mostVaried * seconds) / taken)
}

/**
 * Its even share of a sample: of the time that it says it was in motion, beyond the seconds that it `moved` already; else of
 * that which it usually takes, as far as its pace varies, or of all of its time, where the sample does not say when in minutes
 * something was moved.
 */
export function evenlyIn(
  { start, length }: SharedSample,
  { activity, begin, limit, lasting, apart }: Wanted,
  { measure, moved }: { measure: Amount; moved: number },
): number {
  const all = activity[measure]!
  if (limit === Infinity) {
    const seconds = Math.max(0, start + length - Math.max(start, begin))
    if (lasting > 0) return (all * Math.max(0, Math.min(seconds, lasting - moved))) / lasting
    return length <= longestExact ? Infinity : (all * seconds * mostVaried * 1000) / usualOf(activity)
  }
  if (length <= longestExact) return Infinity
  const shared = Math.min(start + length, limit + apart) - Math.max(start, begin - apart)
  return (all * Math.max(0, shared)) / (limit - begin)
}
