/** Rows by the time that they are of: what was sent as the motion of a time may be each row that shares it. */
import type { Interval } from '../../contract/interval.ts'

/** Two devices that record one after the other may share this much: each clock is wrong by a little. */
const clockErrorMs = 60_000

export function createRowTimes() {
  // Plain numbers: an object for each of a million rows takes three times the memory.
  const rows: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  /** Places in these lists by start, and the latest end of those up to each. */
  let order = new Uint32Array()
  let latest = new Float64Array()
  const sort = (): void => {
    if (order.length === rows.length) return
    order = Uint32Array.from(rows.keys()).sort((a, b) => starts[a]! - starts[b]!)
    latest = new Float64Array(order.length)
    let last = -Infinity
    for (const [at, place] of order.entries()) latest[at] = last = Math.max(last, ends[place]!)
  }
  /** The rows that share more than a minute of this time with it, or are within it. */
  function* rowsIn(time: Interval): Generator<number> {
    sort()
    for (let at = startedBy(time.end) - 1; at >= 0 && latest[at]! >= time.start; at--) {
      const place = order[at]!
      if (isShared({ start: starts[place]!, end: ends[place]! }, time)) yield rows[place]!
    }
  }
  /** How many of them start by then. */
  function startedBy(until: number): number {
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[order[middle]!]! <= until) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    get any() {
      return rows.length > 0
    },
    add(row: number, { start, end }: Interval): void {
      rows.push(row)
      starts.push(start)
      ends.push(end)
    },
    *all(): Generator<Interval & { row: number }> {
      for (const [place, row] of rows.entries()) yield { row, start: starts[place]!, end: ends[place]! }
    },
    rowsIn,
  }
}

function isShared(one: Interval, other: Interval): boolean {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  const shorter = Math.min(one.end - one.start, other.end - other.start)
  return shared > clockErrorMs || (shared >= 0 && shared >= shorter)
}
