/** Recordings in pieces: what one source writes minute by minute is one activity. */
import { keyOf, measures, type Activity } from '../sample.ts'

/** A piece begins within this time of the one before it: longer ones are activities of their own. */
const longestPieceMs = 60_000
/** What is between two pieces is no pause. */
const longestGapMs = 10_000

/** The activities, with those of one source and sport that follow each other piece by piece as one. */
export function joinPieces(activities: readonly Activity[]): Activity[] {
  const joined: Activity[] = []
  const open = new Map<string, { whole: Activity; last: Activity }>()
  for (const next of activities.toSorted((a, b) => a.start - b.start)) {
    const key = `${keyOf(next.source)}\0${next.sport}`
    const before = open.get(key)
    if (before && isNextPiece(before.last, next)) {
      append(before.whole, next)
      before.last = next
    } else {
      const whole = { ...next }
      joined.push(whole)
      open.set(key, { whole, last: next })
    }
  }
  return joined
}

function isNextPiece(last: Activity, next: Activity): boolean {
  const gap = next.start - last.end
  return last.end > last.start && gap >= 0 && gap <= longestGapMs && next.start - last.start <= longestPieceMs
}

function append(whole: Activity, next: Activity): void {
  whole.end = next.end
  for (const measure of measures) {
    const value = next[measure]
    if (value !== undefined) whole[measure] = (whole[measure] ?? 0) + value
  }
  if (next.refused) whole.refused = { ...whole.refused, ...next.refused }
}
