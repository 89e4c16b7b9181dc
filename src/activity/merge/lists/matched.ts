/** What else is known of each activity of a list: its recording, its lines in other lists, and the next line of its own. */
import type { Activity } from '../../sample.ts'
import { recordingsOf, twinsOf } from './copies.ts'
import type { Wanted } from './most-in.ts'
import { soonestOf } from './usual-time.ts'

export type Matched = {
  recordings: ReadonlyMap<Activity, Activity>
  twins: ReadonlyMap<Activity, readonly Activity[]>
  /** When the next one of its list begins; its own start where it cannot be done until then: it was written down late. */
  latest: ReadonlyMap<Activity, number>
}

/** Of those without an end; `ordered`: all activities, in their order. */
export function matchedOf(open: readonly Activity[], ordered: readonly Activity[]): Matched {
  const recordings = new Map([
    // What says how long it was in motion ends with a recording of it, as far as that tells more.
    ...recordingsOf(
      ordered.filter(({ list, isOpen, duration = 0 }) => list && isOpen && duration > 0),
      ordered.filter(({ isOpen }) => !isOpen),
    ),
    ...recordingsOf(
      open,
      ordered.filter(({ isOpen, duration = 0 }) => !isOpen || duration > 0),
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
  return isOpen
    ? {
        activity,
        begin,
        order: begin,
        lasting: duration,
        limit: Infinity,
        until: latest.get(activity)! / 1000,
      }
    : { activity, begin, order: begin, lasting: duration, limit: end / 1000, until: Infinity }
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
