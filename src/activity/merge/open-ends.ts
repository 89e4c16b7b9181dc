/** When activities ended of which a list says when they began, and not how long they took. */
import type { Stream } from '../collect/collection.ts'
import { mostOnFoot } from '../collect/counters.ts'
import { presence } from '../pauses.ts'
import { isAbout } from './active-time.ts'
import { clockError } from './clocks.ts'
import { countedElsewhere, partsUntil } from './counted-elsewhere.ts'
import { groundOf, isSameSource, type Activity } from '../sample.ts'
import { easySpeed, millisecondsOf, usualOf } from './usual-time.ts'

/** The fastest goes so many times as far. */
const timesAsFar = 5
const clockMs = clockError * 1000
/** Who writes down an activity afterwards knows when it began to within this. */
const soonMs = presence * 1000
/** And how much it was to within this part. */
const rounding = 0.03
/** A time of day without its seconds is so much too early. */
const minuteMs = 60_000

/**
 * Such an activity ends with another recording of it, else where another source has counted as much, else after the time that
 * its steps take at the usual pace, or its distance at an easy one; and where a later activity begins. What cannot be done
 * until the next one of its own source was written down afterwards, and takes no time.
 */
export function withEnds(activities: readonly Activity[], streams: readonly Stream[]): Activity[] {
  const ordered = activities.toSorted((a, b) => a.start - b.start)
  const open = ordered.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return ordered
  const counted = countedElsewhere(open, streams)
  const copyOf = createCopies(ordered.filter(({ isOpen }) => !isOpen))
  const laterThan = firstLater(ordered)
  return ordered.map((activity, at) => {
    if (!activity.isOpen) return activity
    const { start, source, sport, other } = activity
    const soonest =
      start + millisecondsOf(activity, 1 / mostOnFoot.steps, 1 / (timesAsFar * easySpeed(sport)))
    const copy = copyOf(activity)
    const isNone = (later: Activity): boolean =>
      later === copy || (later.start < soonest && !isSameSource(source, later.source))
    let next = laterThan[at]!
    while (next < ordered.length && isNone(ordered[next]!)) next += 1
    const until = ordered[next]?.start ?? Infinity
    const like = copy ?? counted.get(activity)
    const usual = like?.end ?? start + usualOf(activity)
    const end = until < soonest ? start : Math.max(start, Math.min(usual, until))
    const parts = partsUntil(end, like?.parts)
    return {
      ...activity,
      end,
      ...(copy?.pauses && { pauses: copy.pauses.filter((pause) => pause.start < end) }),
      ...(parts.length > 0 && { parts }),
      ...(other && { other: { start: other.start, end: other.start + end - start } }),
    }
  })
}

/** Of each activity the place of the first one that begins later. */
function firstLater(ordered: readonly Activity[]): number[] {
  const places: number[] = []
  for (let at = ordered.length - 1; at >= 0; at--)
    places[at] = ordered[at]!.start === ordered[at + 1]?.start ? places[at + 1]! : at + 1
  return places
}

/** Finds the recording of an activity: one of its minute, else one of as much that began soon; activities come in order. */
function createCopies(recorded: readonly Activity[]): (activity: Activity) => Activity | undefined {
  let first = 0
  return (activity) => {
    const { start, sport } = activity
    while (first < recorded.length && recorded[first]!.start < start - soonMs) first += 1
    const near: Activity[] = []
    for (let at = first; at < recorded.length && recorded[at]!.start <= start + soonMs; at++)
      if (groundOf(recorded[at]!.sport) === groundOf(sport) && recorded[at]!.end > start)
        near.push(recorded[at]!)
    const ofMinute = (each: Activity): boolean =>
      each.start >= start - clockMs && each.start < start + minuteMs + clockMs
    return near.find(ofMinute) ?? near.find((each) => isAsMuch(each, activity))
  }
}

/** By what both know. */
function isAsMuch(one: Activity, other: Activity): boolean {
  const known = (['steps', 'distance'] as const).filter((measure) => one[measure] && other[measure])
  return known.length > 0 && known.every((measure) => isAbout(one[measure], other[measure], rounding))
}
