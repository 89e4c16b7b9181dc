/** Shares of an activity, each with its time. */
import type { Parts } from '../../sample.ts'

/** The parts until then, with all of the activity. */
export function partsUntil(end: number, parts: Parts = []): Parts {
  const kept = parts.filter(({ start }) => start < end)
  return wholeOf(kept.map((part) => ({ ...part, end: Math.min(part.end, end) })))
}

/** With shares that come to 1. */
export function wholeOf(parts: Parts): Parts {
  const all = sumOf(parts)
  return parts.map((part) => ({ ...part, share: part.share / all }))
}

export const sumOf = (parts: Parts): number => parts.reduce((sum, { share }) => sum + share, 0)
