/** Pauses of an activity. In long ones another device may have been carried alone. */
import type { Interval } from '../contract/interval.ts'

/** A source is there while it is silent for less. Seconds. */
export const presence = 15 * 60

/** Shorter pauses are none: times are rounded. Seconds. */
const shortestPause = 20

export type Pauses = ReturnType<typeof createPauses>
/** More pauses of one activity, and the seconds of motion that its file tells. */
type Known = { told?: readonly Interval[]; silences?: readonly Interval[]; motion?: number | undefined }

/** Times in milliseconds since 1970. */
export function createPauses() {
  const pauses: Interval[] = []
  const silent: Interval[] = []
  return {
    /** A pause that the file tells. */
    add(start: number, end: number): void {
      if (lasts({ start, end }, shortestPause)) pauses.push({ start, end })
    },
    /** Time in which nothing was recorded, which is a pause where it is long. */
    addSilence(start: number, end: number): void {
      if (lasts({ start, end }, presence)) silent.push({ start, end })
    },
    /**
     * Those of an activity, in order; none touches another. No silence is one where all but minutes of the time is motion:
     * nothing could be received then.
     */
    within(
      start: number,
      end: number,
      { told = [], silences = [], motion = 0 }: Known = {},
    ): { pauses?: readonly Interval[] } {
      const known = apart([...pauses, ...told], start, end)
      const still =
        known.reduce((left, pause) => left - (pause.end - pause.start), end - start) - motion * 1000
      const found =
        still < presence * 1000
          ? known
          : apart([...known, ...silent, ...silences.filter((each) => lasts(each, presence))], start, end)
      return found.length > 0 ? { pauses: found } : {}
    },
  }
}

const lasts = ({ start, end }: Interval, seconds: number): boolean => end - start >= seconds * 1000

function apart(pauses: readonly Interval[], start: number, end: number): Interval[] {
  const found: Interval[] = []
  for (const pause of pauses.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(pause.start, start, found.at(-1)?.end ?? start)
    const part = { start: from, end: Math.min(pause.end, end) }
    if (lasts(part, shortestPause)) found.push(part)
  }
  return found
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
