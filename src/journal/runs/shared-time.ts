/** Rows by the time that they are of: what was sent as the motion of a time may be each row that shares it. */
import type { Interval } from '../../contract/interval.ts'

/** Two devices that record one after the other may share this much: each clock is wrong by a little. */
const clockErrorMs = 60_000

export function createRowTimes() {
  const times: (Interval & { row: number })[] = []
  /** The latest end of those up to each, once they are in order. */
  let ends: number[] = []
  const ordered = (): void => {
    if (ends.length === times.length) return
    times.sort((a, b) => a.start - b.start)
    let latest = -Infinity
    ends = times.map(({ end }) => (latest = Math.max(latest, end)))
  }
  return {
    get any() {
      return times.length > 0
    },
    all: (): Iterable<Interval & { row: number }> => times,
    add(row: number, { start, end }: Interval): void {
      times.push({ row, start, end })
    },
    /** The rows that share more than a minute of this time with it, or are within it. */
    rowsIn(time: Interval): number[] {
      ordered()
      const rows: number[] = []
      for (let at = countUntil(times, time.end) - 1; at >= 0 && ends[at]! >= time.start; at--)
        if (isShared(times[at]!, time)) rows.push(times[at]!.row)
      return rows
    },
  }
}

function isShared(one: Interval, other: Interval): boolean {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  const shorter = Math.min(one.end - one.start, other.end - other.start)
  return shared > clockErrorMs || (shared >= 0 && shared >= shorter)
}

/** How many of them start by then. */
function countUntil(times: readonly Interval[], until: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]!.start <= until) low = middle + 1
    else high = middle
  }
  return low
}
