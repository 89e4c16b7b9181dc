/** What a recording without points has before and behind a better one: what it says that is not of the time of both. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Interval } from '../../../contract/interval.ts'
import { activeParts, presence } from '../../pauses.ts'
import { measures, secondsPerStep, walkingSpeed, type Activity, type Parts } from '../../sample.ts'
import { evenParts, lengthOf } from './active-time.ts'
import { fastestFor, movedParts, type MovedPart } from './moved.ts'

/** What two devices say of one way differs by no more than this part of it. */
const likeness = 0.04
/** Meters in a second: a receiver that lies still drifts by less. */
const leastPace = 0.45
/** Meters of a step, of those who say no distance. */
const stride = walkingSpeed * secondsPerStep

/**
 * Of each side of a minute at least, with its share of what the copy says; nothing where it was left running there, or went on
 * as no person does.
 */
export function movedBeside(copy: Activity, taken: Activity): MovedPart[] {
  const sides = sidesOf(copy, taken)
  const lasting = secondsOf(sides.flat())
  const whole = lasting > 0 && lengthOf(taken) > 0 ? shareBeside(copy, taken, sides.flat()) : 0
  if (whole === 0) return []
  const { distance = 0, duration = lengthOf(copy) / 1000 } = copy
  return sides.map((side) => {
    const share = (whole * secondsOf(side)) / lasting
    return {
      start: side[0]!.start,
      end: side.at(-1)!.end,
      seconds: Math.min(secondsOf(side), duration * share),
      meters: distance * share,
      share,
    }
  })
}

/** As much as of the rest of its time, where that agrees with what it says more than the other one. */
function shareBeside(copy: Activity, taken: Activity, beside: readonly Interval[]): number {
  const ways = copy.parts ?? evenParts(copy)
  const even = beside.reduce((sum, part) => sum + shareIn(ways, part), 0)
  const measure = (['distance', 'steps'] as const).find((each) => copy[each] && taken[each])
  const seconds = secondsOf(beside)
  if (!measure) return seconds >= presence && measures.some((each) => copy[each]) ? even : 0
  const meters = measure === 'steps' ? stride : 1
  const [all, whole] = [copy[measure]! * meters, taken[measure]! * meters]
  const known = whole * shareIn(waysOf(taken), copy)
  const isEven = Math.abs(all - known - all * even) <= likeness * known
  const share = isEven ? even : (all - known) / all
  const speed = (all * share) / seconds
  const pace = whole / (taken.duration ?? lengthOf(taken) / 1000)
  return speed >= leastPace && speed <= fastestFor(pace) ? share : 0
}

/** When the copy went on before the other one, and behind it. */
function sidesOf(copy: Activity, taken: Activity): Interval[][] {
  const parts = activeParts(copy)
  const before = parts.map(({ start, end }) => ({ start, end: Math.min(end, taken.start) }))
  const behind = parts.map(({ start, end }) => ({ start: Math.max(start, taken.end), end }))
  return [before, behind]
    .map((side) => side.filter(({ start, end }) => end > start))
    .filter((side) => secondsOf(side) * 1000 >= minuteMs)
}

const waysOf = (activity: Activity): Parts =>
  activity.parts ??
  (activity.advance && !activity.pauses ? movedParts(activity.advance, activity) : undefined) ??
  evenParts(activity)

const shareIn = (ways: Parts, time: Interval): number =>
  ways.reduce((sum, { start, end, share }) => {
    const both = Math.min(end, time.end) - Math.max(start, time.start)
    return end > start && both > 0 ? sum + (share * both) / (end - start) : sum
  }, 0)

const secondsOf = (parts: readonly Interval[]): number =>
  parts.reduce((sum, { start, end }) => sum + (end - start) / 1000, 0)
