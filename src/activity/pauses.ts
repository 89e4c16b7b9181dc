/** Pauses of an activity. In long ones another device may have been carried alone. */
import type { Interval } from './sample.ts'

/** A source is there while it is silent for less. Seconds. */
export const presence = 15 * 60

/** Shorter pauses are none: times are rounded. Seconds. */
const shortestPause = 20

export type Pauses = ReturnType<typeof createPauses>

/** Times in milliseconds since 1970. */
export function createPauses() {
  const pauses: Interval[] = []
  return {
    /** A pause that the file tells. */
    add(start: number, end: number): void {
      if (end - start >= shortestPause * 1000) pauses.push({ start, end })
    },
    /** Time in which nothing was recorded, which is a pause where it is long. */
    addSilence(start: number, end: number): void {
      if (end - start >= presence * 1000) pauses.push({ start, end })
    },
    /** Those of an activity, and `others` that are long enough, in order; none touches another. */
    within(start: number, end: number, others: readonly Interval[] = []): { pauses?: readonly Interval[] } {
      const found: Interval[] = []
      for (const pause of [...pauses, ...others].toSorted((a, b) => a.start - b.start)) {
        const from = Math.max(pause.start, start, found.at(-1)?.end ?? start)
        const to = Math.min(pause.end, end)
        if (to - from >= shortestPause * 1000) found.push({ start: from, end: to })
      }
      return found.length > 0 ? { pauses: found } : {}
    },
  }
}

/** When an activity was going on: its time without its pauses. */
export function activeParts({
  start,
  end,
  pauses = [],
}: Interval & { pauses?: readonly Interval[] }): Interval[] {
  const parts: Interval[] = []
  let from = start
  for (const pause of pauses) {
    if (pause.start > from) parts.push({ start: from, end: pause.start })
    from = pause.end
  }
  if (end > from || parts.length === 0) parts.push({ start: from, end })
  return parts
}
