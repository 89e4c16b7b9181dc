/** What else is known of each activity of a list: its recording, its lines in other lists, and the next line of its own. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Activity } from '../../sample.ts'
import { clockError } from '../clocks.ts'
import { isApart, recordingsOf, twinsOf } from './copies.ts'
import type { CountedTime } from './count-time.ts'
import type { Wanted } from './most-in.ts'
import { sumOf } from './parts.ts'
import { soonestOf, usualOf, withUsualSteps } from './usual-time.ts'
import { allOfIt } from './written-late.ts'

const clockMs = clockError * 1000
/** Who types a time rounds it to five minutes. */
const roundedMs = 5 * minuteMs
/** The part that is counted in the first half of its time at least. */
const soonCounted = 0.25

export type Matched = {
  recordings: ReadonlyMap<Activity, Activity>
  twins: ReadonlyMap<Activity, readonly Activity[]>
  /** When the next one of its list begins; its own start where it cannot be done until then: it was written down late. */
  latest: ReadonlyMap<Activity, number>
}

/**
 * Of those without an end; `ordered`: all activities, in their order. What others `counted` from the start of a line on is not
 * that of a recording at another time.
 */
export function matchedOf(
  open: readonly Activity[],
  ordered: readonly Activity[],
  counted: (wanted: readonly Wanted[]) => ReadonlyMap<Activity, CountedTime>,
): Matched {
  const likely = matchedBut(new Set(), open, ordered)
  if (![...likely.recordings].some(([line, recording]) => isApart(line, recording))) return likely
  const alone = { ...likely, recordings: new Map<Activity, Activity>() }
  const listed = ordered.filter(({ list }) => list)
  const times = counted(listed.map((each) => wantedOf(each, alone)))
  const apart = listed.filter((each) => isCountedThen(each, times.get(each)))
  return matchedBut(new Set(apart), open, ordered)
}

/** All of it from its start on, a part of it in the first half of its time: what others counted later is another one. */
function isCountedThen(line: Activity, time: CountedTime | undefined): boolean {
  const { parts = [], share = 0 } = time ?? {}
  const behind = (parts[0]?.start ?? Infinity) - line.start
  const half = line.start + usualOf(line) / 2
  const isFromStart = share >= allOfIt && behind >= -clockMs && behind <= roundedMs
  return isFromStart && sumOf(parts.filter(({ start }) => start < half)) >= soonCounted
}

/** No recording at another time is that of those `apart`. */
function matchedBut(
  apart: ReadonlySet<Activity>,
  open: readonly Activity[],
  ordered: readonly Activity[],
): Matched {
  const recordings = new Map([
    // What says how long it was in motion ends with a recording of it, as far as that tells more.
    ...recordingsOf(
      ordered.filter(({ list, isOpen, duration = 0 }) => list && isOpen && duration > 0),
      ordered,
      apart,
    ),
    ...recordingsOf(
      open,
      ordered.filter(({ isOpen, duration = 0 }) => !isOpen || duration > 0),
      apart,
    ),
  ])
  // What another list has a recording of is one with that too.
  for (const [one, other] of recordings) recordings.set(one, recordings.get(other) ?? other)
  const twins = twinsOf(open)
  // What one of them is, all are.
  for (const each of open) {
    const found = (twins.get(each) ?? []).map((twin) => recordings.get(twin)).find((recording) => recording)
    if (found) recordings.set(each, found)
  }
  const latest = nextInLists(ordered.filter(({ list }) => list))
  for (const each of open)
    if (!recordings.has(each) && latest.get(each)! < each.start + soonestOf(each))
      latest.set(each, each.start)
  return { recordings, twins, latest }
}

/** From when on, and until when, an activity is looked for in what others counted. */
export function wantedOf(activity: Activity, { recordings, twins, latest }: Matched): Wanted {
  const { start, end, isOpen, duration = 0 } = recordings.get(activity) ?? activity
  const begin =
    Math.min(start, ...(isOpen ? (twins.get(activity) ?? []) : []).map((each) => each.start)) / 1000
  const [limit, until] = isOpen ? [Infinity, latest.get(activity)! / 1000] : [end / 1000, Infinity]
  return { activity, begin, order: begin, lasting: duration, limit, until, apart: clockError }
}

/** A recording in its own time; on foot with the steps and meters that it does not say. */
export function wantedOfRecording(recording: Activity): Wanted {
  const activity = withUsualSteps(recording)
  const { start, end, duration = 0 } = activity
  const begin = start / 1000
  return { activity, begin, order: begin, lasting: duration, limit: end / 1000, until: Infinity, apart: 0 }
}

/** When the next one of its list begins, of each. */
function nextInLists(listed: readonly Activity[]): Map<Activity, number> {
  const found = new Map<Activity, number>()
  const last = new Map<object, { start: number; next: number }>()
  for (const activity of listed.toReversed()) {
    const { start, list } = activity
    const behind = last.get(list!) ?? { start: Infinity, next: Infinity }
    const next = start < behind.start ? behind.start : behind.next
    last.set(list!, { start, next })
    found.set(activity, next)
  }
  return found
}
