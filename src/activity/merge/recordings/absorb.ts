/** What copies of an activity know that the recording that is taken does not. */
import { minuteMs } from '../../../contract/activity-id.ts'
import { measures, type Activity } from '../../sample.ts'
import { lengthOf, sharedTime } from './active-time.ts'
import type { Merged } from './merged.ts'
import { isSportKnown } from './same-activity.ts'

/** Takes in a copy: what only it knows is of the activity too. */
export function absorb(taken: Merged, other: Activity): void {
  taken.others.push(other)
  if (!isSportKnown(taken) && isSportKnown(other)) {
    taken.sport = other.sport
    taken.guessed = false
  }
  for (const measure of measures) {
    const [known, value] = [taken[measure], other[measure]]
    const filled = taken.filled[measure]
    // A file that did not measure it may say 0. Two copies may each have a part.
    const isKnown = known !== undefined && (known > 0 || value === 0)
    if (value === undefined || (isKnown && !(filled && value > 0 && goesOnAlone(other, filled)))) continue
    if (isAsLong(other, taken) && !isKnown) {
      taken[measure] = value
      taken.filled[measure] = other
    } else (taken.partly[measure] ??= []).push(other)
  }
}

/** Does it begin minutes before the other one, or end minutes behind it? */
const goesOnAlone = (other: Activity, taken: Activity): boolean =>
  Math.max(taken.start - other.start, other.end - taken.end) >= 5 * minuteMs

/** Does it go on where its copy has moved until then, or begin with it? */
export function goesOnFrom(taken: Activity, copy: Activity, parts: readonly Activity[]): boolean {
  const before = parts.find(({ end }) => end <= taken.start)
  return before ? taken.start - before.end <= 5 * minuteMs : Math.abs(taken.start - copy.start) <= minuteMs
}

/** A copy of what was cut has of each of its parts as much as that is of the way. */
export function absorbInParts(parts: readonly Merged[], copy: Activity): Merged {
  const far = parts.reduce((sum, { distance = 0 }) => sum + distance, 0)
  for (const part of parts) {
    const share = far > 0 ? (part.distance ?? 0) / far : 1 / parts.length
    const { start, end } = part
    const values = measures.flatMap((measure) =>
      copy[measure] === undefined ? [] : [[measure, copy[measure] * share]],
    )
    const { refused: _, pauses: __, parts: ___, ...known } = copy
    absorb(part, { ...known, ...Object.fromEntries(values), start, end })
  }
  return parts[0]!
}

/** What it says is of all of the activity: each took most of the other's time. A list may not say how long that was. */
function isAsLong(copy: Activity, taken: Activity): boolean {
  const [length, whole] = [copy, taken].map(lengthOf) as [number, number]
  const shared = sharedTime(copy, taken)
  return length === 0 || whole === 0 || (shared * 2 >= length && shared >= nearlyAll * whole)
}
const nearlyAll = 0.8

/** With what only copies of its parts know, where these took most of its time together: for a row of its own. */
export function withPartsOfCopies(activity: Merged): Merged {
  const found = { ...activity, filled: { ...activity.filled }, others: [...activity.others] }
  for (const measure of measures) {
    const parts = activity.partly[measure] ?? []
    if ((activity[measure] ?? 0) > 0 || parts.length === 0) continue
    const times = parts.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start)
    const areInTurn = times.every(({ start }, at) => at === 0 || start >= times[at - 1]!.end - minuteMs)
    const shared = times.reduce((sum, part) => sum + sharedTime(activity, part), 0)
    if (!areInTurn || shared * 2 < lengthOf(activity)) continue
    const { source, sport, offset, rank } = parts[0]!
    const value = parts.reduce((sum, part) => sum + part[measure]!, 0)
    const { start, end } = activity
    const sum: Activity = { source, sport, offset, rank, start, end, [measure]: value }
    found.others.push(sum)
    found.filled[measure] = sum
    found[measure] = value
  }
  return found
}
