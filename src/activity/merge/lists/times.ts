/** When activities of lists were: many do not say when they ended, and none when within its time something was moved. */
import type { Stream } from '../../collect/collection.ts'
import { mostOnFoot } from '../../collect/counters.ts'
import type { Interval } from '../../../contract/interval.ts'
import { activeParts } from '../../pauses.ts'
import { groundOf, keyOf, type Activity, type Parts } from '../../sample.ts'
import { lengthOf } from '../active-time.ts'
import { compare } from '../activities.ts'
import { clockError } from '../clocks.ts'
import type { CountedTime } from './count-time.ts'
import { countedElsewhere } from './counted-elsewhere.ts'
import { matchedOf, wantedOf } from './matched.ts'
import { partsUntil } from './parts.ts'
import { easySpeed, millisecondsOf, usualOf } from './usual-time.ts'

/** The fastest goes so many times as far. */
const timesAsFar = 5
/** Devices begin one activity within this. */
const oneStart = clockError * 1000

/**
 * An activity without an end has the time of another recording of it, else that in which another source has counted as much,
 * else what its steps take at the usual pace, or its distance at an easy one; and ends where another one begins. What cannot be
 * done until the next one of its list was written down afterwards, and takes no time. `areLines`: those of the lists are
 * lines that name no sport, beside samples of their source.
 */
export function withTimes(
  activities: readonly Activity[],
  streams: readonly Stream[],
  { areLines = false } = {},
): Activity[] {
  const ordered = activities.toSorted(byTime)
  const listed = ordered.filter(({ list }) => list)
  if (listed.length === 0) return ordered
  const open = listed.filter(({ isOpen, duration = 0 }) => isOpen && duration === 0)
  const matched = matchedOf(open, ordered)
  const { recordings, twins, next } = matched
  const late = new Set(
    open.filter((each) => !recordings.has(each) && next.get(each)! < each.start + soonest(each)),
  )
  const times = countedElsewhere(
    listed.map((each) => ({
      ...wantedOf(each, matched),
      ...(late.has(each) && { until: each.start / 1000 }),
    })),
    streams,
    areLines,
  )
  const said = new Map<Activity, Interval>()
  const ends = new Map<Activity, number>()
  for (const each of open) {
    const likely = each.end > each.start ? each.end : each.start + usualOf(each)
    const time = times.get(each)
    const latest = late.has(each) ? each.start : next.get(each)!
    said.set(each, { start: each.start, end: Math.min(latest, likely) })
    const end = recordings.get(each)?.end ?? (time?.parts ? time.end : Math.max(likely, time?.end ?? 0))
    ends.set(each, Math.min(latest, end))
  }
  return ordered.map((activity, at) => {
    const recording = recordings.get(activity)
    const time = times.get(activity)
    const told = said.get(activity)
    const lines = twins.get(activity)
    const one = { ...activity, ...(lines && { together: lines }) }
    if (recording && told) return withTold(asRecorded(one, recording, time), told)
    if (!told) return time?.parts ? { ...activity, parts: throughout(activity, time.parts) } : activity
    const together = lines ?? [activity]
    const start = Math.min(...together.map((each) => each.start))
    const end = Math.max(
      ...together.map((each) => ends.get(each)! - (times.get(each)?.parts ? 0 : each.start - start)),
    )
    const isOther = (each: Activity): boolean => !together.includes(each) && each.list !== activity.list
    const cut = areLines
      ? end
      : cutBy({ ...activity, start, end }, ordered, at + 1, (each) =>
          isOther(each) ? (ends.get(each) ?? each.end) : undefined,
        )
    const parts = partsUntil(cut, time?.parts)
    const began = parts.length > 0 && parts[0]!.start < start - oneStart ? parts[0]!.start : start
    const placed = moved(one, began, Math.max(cut, parts.at(-1)?.end ?? cut))
    return withTold({ ...placed, ...(parts.length > 0 && { parts }) }, told)
  })
}

/** What is taken to have begun at another time than its list says may have been sent as of then. */
function withTold(activity: Activity, told: Interval): Activity {
  const apart = Math.abs(activity.start - told.start)
  if (apart === 0) return activity
  return { ...activity, told: apart > oneStart ? told : { start: told.start, end: told.start } }
}

/** The same order, in whatever order files come. */
export const byTime = (a: Activity, b: Activity): number =>
  a.start - b.start ||
  a.end - b.end ||
  (a.steps ?? 0) - (b.steps ?? 0) ||
  (a.distance ?? 0) - (b.distance ?? 0) ||
  compare(keyOf(a.source), keyOf(b.source))

/** Milliseconds in which nobody does it faster. */
const soonest = (activity: Activity): number =>
  millisecondsOf(activity, 1 / mostOnFoot.steps, 1 / (timesAsFar * easySpeed(activity.sport)))

function asRecorded(activity: Activity, recording: Activity, time: CountedTime | undefined): Activity {
  const { start, end, pauses } = recording
  const whole = lengthOf(recording)
  const parts = activeParts(recording).map((part) => ({
    ...part,
    share: whole > 0 ? (part.end - part.start) / whole : 1,
  }))
  return {
    ...moved(activity, start, end),
    ...(pauses && { pauses }),
    parts: time?.parts ? throughout(recording, time.parts) : parts,
  }
}

/** Parts that take all of its time. */
const throughout = ({ start, end }: Activity, parts: Parts): Parts =>
  parts.map((part, at) => ({
    ...part,
    ...(at === 0 && { start: Math.min(start, part.start) }),
    ...(at === parts.length - 1 && { end: Math.max(end, part.end) }),
  }))

function moved(activity: Activity, start: number, end: number): Activity {
  const { other, start: read } = activity
  const by = other && other.start - read
  return { ...activity, start, end, ...(by !== undefined && { other: { start: start + by, end: end + by } }) }
}

/** The end of an activity where one of another list or source begins that goes on for longer than together with it. */
function cutBy(
  activity: Activity,
  ordered: readonly Activity[],
  first: number,
  endOf: (other: Activity) => number | undefined,
): number {
  const { start, end } = activity
  for (let at = first; at < ordered.length && ordered[at]!.start < end; at++) {
    const other = ordered[at]!
    const until = endOf(other)
    if (until === undefined || other.start < start + soonest(activity)) continue
    const shared = Math.min(end, until) - other.start
    const isSame = groundOf(other.sport) === groundOf(activity.sport)
    if (!isSame || shared * 2 <= Math.min(end - start, until - other.start)) return other.start
  }
  return end
}
