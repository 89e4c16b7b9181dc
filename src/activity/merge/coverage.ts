/** Stretches of time that are spoken for. */
import type { Entry } from '../collect/series.ts'
import { entryEnd } from './own-overlaps.ts'

/** Seconds since 1970, in order, none touching the next. */
export type Stretch = { start: number; end: number }

export type Coverage = {
  /** Seconds of a stretch that are taken. Stretches are asked for by their start, in order. */
  overlap(start: number, end: number): number
  /** What of a stretch is not taken. */
  gaps(start: number, end: number): Stretch[]
}

export function coverageOf(stretches: readonly Stretch[]): Coverage {
  let first = 0
  function* within(start: number, end: number): Generator<Stretch> {
    while (first < stretches.length && stretches[first]!.end <= start) first += 1
    for (let at = first; at < stretches.length && stretches[at]!.start < end; at++) yield stretches[at]!
  }
  return {
    overlap(start, end) {
      let taken = 0
      for (const stretch of within(start, end))
        taken += Math.min(end, stretch.end) - Math.max(start, stretch.start)
      return taken
    },
    gaps(start, end) {
      const gaps: Stretch[] = []
      let from = start
      for (const stretch of within(start, end)) {
        if (stretch.start > from) gaps.push({ start: from, end: stretch.start })
        from = Math.max(from, stretch.end)
      }
      if (end > from) gaps.push({ start: from, end })
      return gaps
    },
  }
}

/** Adds a stretch behind the others, which start before it; gaps of less than `gap` seconds are closed. */
export function extend(stretches: Stretch[], start: number, end: number, gap: number): void {
  const last = stretches.at(-1)
  if (last && (start <= last.end || start - last.end < gap)) last.end = Math.max(last.end, end)
  else stretches.push({ start, end })
}

/** Both, in order. */
export function union(one: readonly Stretch[], other: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const next =
      j >= other.length || (i < one.length && one[i]!.start <= other[j]!.start) ? one[i++]! : other[j++]!
    extend(all, next.start, next.end, 0)
  }
  return all
}

/** The part of an entry that is not covered: 1 for all of it. */
export function partLeft(entry: Entry, coverage: Coverage): number {
  const { start } = entry
  const end = entryEnd(entry)
  return 1 - coverage.overlap(start, end) / (end - start)
}
