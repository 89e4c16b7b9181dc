/** Which activities of lists, that do not say when they ended, are one with a recording, or a line of another list. */
import { minuteMs } from '../../../contract/activity-id.ts'
import { presence } from '../../pauses.ts'
import { groundOf, type Activity } from '../../sample.ts'
import { isAbout } from '../recordings/active-time.ts'
import { clockError } from '../clocks.ts'
import { usualOf } from './usual-time.ts'

const clockMs = clockError * 1000
/** Who writes down an activity afterwards knows when it began, or ended, to within this. */
const soonMs = presence * 1000
/** No recording that began earlier is looked at, and no more than so many. */
const longestMs = 4 * 3600_000
const mostNear = 200
/** How much it was is known to within this part: numbers are rounded, and two devices do not count the same. */
const tolerance = { steps: 0.05, distance: 0.08 } as const

const readOff = 0.015

type Match = { one: Activity; other: Activity; rank: number; apart: number }

/**
 * The recording of each: one of its minute, or one of as much near its time. Each is that of one line of a list. `apart`: what
 * was at another time than one of these is not its recording.
 */
export function recordingsOf(
  open: readonly Activity[],
  recorded: readonly Activity[],
  apart: ReadonlySet<Activity>,
): ReadonlyMap<Activity, Activity> {
  const matches: Match[] = []
  let [first, last] = [0, 0]
  for (const one of open) {
    while (first < recorded.length && recorded[first]!.start < one.start - longestMs) first += 1
    while (last < recorded.length && recorded[last]!.start <= one.start + soonMs) last += 1
    for (const other of recorded.slice(Math.max(first, last - mostNear), last)) {
      const rank = rankOf(one, other)
      if (other.list === one.list || overAt(other) < one.start - soonMs || rank === undefined) continue
      if (apart.has(one) && isApart(one, other)) continue
      // Of two lists that say how long it was, one may have been typed in when it was over.
      if (other.isOpen && one.duration && !isTypedBehind(one, other)) continue
      matches.push({ one, other, rank, apart: Math.abs(one.start - other.start) })
    }
  }
  const found = new Map<Activity, Activity>()
  const lists = new Map<Activity, Set<unknown>>()
  for (const { one, other } of matches.toSorted(byLikeness)) {
    const taken = lists.get(other) ?? new Set()
    if (found.has(one) || taken.has(one.list)) continue
    found.set(one, other)
    lists.set(other, taken.add(one.list))
  }
  return found
}

/** Was a line of a list, as it says itself, over when a recording began, or the recording when it began? */
export const isApart = (line: Activity, recording: Activity): boolean =>
  Math.min(line.start + usualOf(line), overAt(recording)) - Math.max(line.start, recording.start) < clockMs

/** Would another one have been over, in the time that the line says too, when this began? */
const isTypedBehind = (line: Activity, other: Activity): boolean =>
  other.start + Math.min(usualOf(line), usualOf(other)) <= line.start + clockMs

/** When it is taken to have been over. */
const overAt = (activity: Activity): number =>
  activity.isOpen ? Math.max(activity.end, activity.start + usualOf(activity)) : activity.end

/** Those of several lists that are one, each with the others. One of them may have been written down when it was over. */
export function twinsOf(open: readonly Activity[]): ReadonlyMap<Activity, readonly Activity[]> {
  const matches: Match[] = []
  for (const [at, one] of open.entries()) {
    const latest = one.start + soonMs + Math.min(usualOf(one), longestMs)
    for (let next = at + 1; next < Math.min(open.length, at + mostNear); next++) {
      const other = open[next]!
      if (other.start > latest) break
      const rank = rankOf(one, other)
      if (other.list !== one.list && rank !== undefined)
        matches.push({ one, other, rank, apart: other.start - one.start })
    }
  }
  const found = new Map<Activity, readonly Activity[]>()
  for (const { one, other } of matches.toSorted(byLikeness)) {
    const [all, more] = [found.get(one) ?? [one], found.get(other) ?? [other]]
    if (all.some(({ list }) => more.some((each) => each.list === list))) continue
    const together = [...all, ...more]
    for (const each of together) found.set(each, together)
  }
  return found
}

/** Those of a minute first, then in their order: of two lists that are minutes apart the first ones are one. */
const byLikeness = (a: Match, b: Match): number =>
  a.rank - b.rank ||
  (a.rank < 2 ? a.apart - b.apart : a.one.start - b.one.start || a.other.start - b.other.start)

/** The lower, the surer two are one; undefined where they are not. */
function rankOf(one: Activity, other: Activity): number | undefined {
  if (groundOf(one.sport) !== groundOf(other.sport)) return undefined
  const apart = other.start - one.start
  const isOfMinute = apart >= -clockMs && apart < minuteMs + clockMs
  if (isAsMuch(one, other)) return isOfMinute ? 0 : 2
  return isOfMinute ? 1 : undefined
}

/** By what both know; what was at another time has the same numbers, as one reads them off. */
function isAsMuch(one: Activity, other: Activity): boolean {
  const known = (['steps', 'distance'] as const).filter((measure) => one[measure] && other[measure])
  const isRead = !other.isOpen && isApart(one, other)
  return (
    known.length > 0 &&
    known.every((measure) => isAbout(one[measure], other[measure], isRead ? readOff : tolerance[measure]))
  )
}
