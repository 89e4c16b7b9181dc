/** When activities of lists were: many do not say when they ended, and none when within its time something was moved. */
import type { Stream } from '../../collect/collection.ts'
import type { Interval } from '../../../contract/interval.ts'
import { groundOf, keyOf, type Activity, type Parts } from '../../sample.ts'
import { evenParts } from '../recordings/active-time.ts'
import { compare } from '../recordings/activities.ts'
import { isSportKnown } from '../recordings/same-activity.ts'
import { clockError } from '../clocks.ts'
import type { CountedTime } from './count-time.ts'
import { countedElsewhere } from './counted-elsewhere.ts'
import { isApart } from './copies.ts'
import { matchedOf, wantedOf, wantedOfRecording, type Matched } from './matched.ts'
import { partsUntil } from './parts.ts'
import { walkedAfter } from './walked-after.ts'
import { atPaceOf, soonestOf, usualOf } from './usual-time.ts'

/** Devices begin one activity within this. */
const oneStart = clockError * 1000

/** No more of those that begin behind one are looked at. */
const mostBehind = 200

/** What is known of lines that name no end, and when others counted each activity of a list. */
type Known = Matched & {
  times: ReadonlyMap<Activity, CountedTime>
  /** When a line was by its list alone. */
  told: ReadonlyMap<Activity, Interval>
  /** When it was over, by all that is known of it. */
  ends: ReadonlyMap<Activity, number>
}

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
  if (!ordered.some(({ list }) => list)) return ordered
  const known = knownOf(ordered, streams, areLines)
  return ordered.map((activity, at) => {
    const time = known.times.get(activity)
    const told = known.told.get(activity)
    const recording = known.recordings.get(activity)
    // What says how long it was, and was typed in behind its recording, was then.
    if (
      recording &&
      activity.duration &&
      activity.isOpen &&
      (recording.isOpen || isApart(activity, recording))
    )
      return withTold(asRecorded(activity, recording, time), told ?? activity)
    if (!told && time?.parts) return asLasting(activity, time.parts)
    if (!told)
      return activity.isOpen ? beforeOther(activity, ordered.slice(at + 1, at + mostBehind)) : activity
    const lines = known.twins.get(activity)
    const one = lines ? { ...activity, together: lines } : activity
    if (recording) return withTold(asRecorded(one, recording, time), told)
    const whole = timeOf(activity, known)
    const end = areLines ? whole.end : cutOf(activity, whole, { ordered, at, known })
    return withTold(asCounted(one, { ...whole, end }, time), told)
  })
}

function knownOf(ordered: readonly Activity[], streams: readonly Stream[], areLines: boolean): Known {
  const listed = ordered.filter(({ list }) => list)
  const open = listed.filter(({ isOpen, duration = 0 }) => isOpen && duration === 0)
  const beside = ordered.filter(({ list }) => !list).map(wantedOfRecording)
  const counting = { byOthers: areLines, beside }
  const matched = matchedOf(open, ordered, (each) => countedElsewhere(each, streams, counting))
  const wanted = listed.map((each) => wantedOf(each, matched))
  const times = countedElsewhere(wanted, streams, counting)
  const told = new Map<Activity, Interval>()
  const ends = new Map<Activity, number>()
  const uncounted = open.filter((each) => !times.get(each)?.parts)
  const walked = walkedAfter(uncounted, streams)
  for (const each of open) {
    const likely = each.end > each.start ? each.end : each.start + usualOf(each)
    const time = times.get(each)
    const latest = matched.latest.get(each)!
    const end =
      matched.recordings.get(each)?.end ??
      (time?.parts ? time.end : Math.min(Math.max(likely, time?.end ?? 0), walked.get(each) ?? Infinity))
    told.set(each, { start: each.start, end: Math.min(latest, likely) })
    ends.set(each, Math.min(latest, end))
  }
  return { ...matched, times, told, ends }
}

/** From the first start of the lines that are one with it until the last of them is over. */
function timeOf(activity: Activity, { twins, ends, times }: Known): Interval {
  const lines = twins.get(activity) ?? [activity]
  const start = Math.min(...lines.map((each) => each.start))
  const endOf = (each: Activity): number =>
    ends.get(each)! - (times.get(each)?.parts ? 0 : each.start - start)
  return { start, end: Math.max(...lines.map(endOf)) }
}

/** In the time in which it was counted, where that is known. */
function asCounted(activity: Activity, { start, end }: Interval, time: CountedTime | undefined): Activity {
  const parts = partsUntil(end, time?.parts)
  if (parts.length === 0) return moved(activity, start, end)
  const began = parts[0]!.start < start - oneStart ? parts[0]!.start : start
  return { ...moved(activity, began, Math.max(end, parts.at(-1)!.end)), parts }
}

/** In its time, or in that before it where it was written down when it was over. */
function asLasting(activity: Activity, parts: Parts): Activity {
  const [began, end] = [parts[0]!.start, parts.at(-1)!.end]
  return activity.isOpen && began < activity.start - oneStart
    ? withTold({ ...moved(activity, began, end), parts }, activity)
    : { ...activity, parts: throughout(activity, parts) }
}

/** Nobody rides and walks at once: a ride or swim that nobody counted ends where something else begins. */
function beforeOther(activity: Activity, others: readonly Activity[]): Activity {
  const ground = groundOf(activity.sport)
  const soonest = activity.start + soonestOf(activity)
  for (const other of ground === 'foot' ? [] : others) {
    if (other.start >= activity.end) break
    const isOther = isSportKnown(other) && groundOf(other.sport) !== ground
    if (isOther && other.start >= soonest) return { ...activity, end: other.start }
  }
  return activity
}

/** What is taken to have begun at another time than its list says may have been sent as of then. */
function withTold(activity: Activity, { start, end }: Interval): Activity {
  const apart = Math.abs(activity.start - start)
  if (apart === 0) return activity
  return { ...activity, told: { start, end: apart > oneStart ? end : start } }
}

/** The same order, in whatever order files come. */
export const byTime = (a: Activity, b: Activity): number =>
  a.start - b.start ||
  a.end - b.end ||
  (a.steps ?? 0) - (b.steps ?? 0) ||
  (a.distance ?? 0) - (b.distance ?? 0) ||
  compare(keyOf(a.source), keyOf(b.source))

function asRecorded(activity: Activity, recording: Activity, time: CountedTime | undefined): Activity {
  const { start, end, pauses } = recording
  return {
    ...moved(activity, start, end),
    ...(pauses && { pauses }),
    parts: time?.parts ? throughout(recording, time.parts) : evenParts(recording),
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

/** Its end where one of another list or source begins that goes on for longer than together with it. */
function cutOf(
  activity: Activity,
  { start, end }: Interval,
  { ordered, at, known }: { ordered: readonly Activity[]; at: number; known: Known },
): number {
  const lines = known.twins.get(activity) ?? [activity]
  for (let next = at + 1; next < ordered.length && ordered[next]!.start < end; next++) {
    const other = ordered[next]!
    const isOne = lines.includes(other) || other.list === activity.list
    if (isOne || other.start < start + soonestOf(activity)) continue
    const until = known.ends.get(other) ?? other.end
    const shared = Math.min(end, until) - other.start
    const isSame = groundOf(other.sport) === groundOf(activity.sport)
    const isOver = start + (atPaceOf(activity, other) ?? Infinity) <= other.start
    if (!isSame || isOver || shared * 2 <= Math.min(end - start, until - other.start)) return other.start
  }
  return end
}
