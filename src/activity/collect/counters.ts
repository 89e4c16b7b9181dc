/** Counters that begin at midnight, as stretches of time: what a counter rose by between two readings. */
import type { Entry } from './series.ts'

const daySeconds = 86_400

/** What a counter rose by. Readings of one counter, from whatever files, in the order of their times. */
export function* risesOf(readings: Iterable<Entry>, offsetAt: (at: number) => number): Generator<Entry> {
  let before: Entry | undefined
  for (const reading of readings) {
    const { start: at, value, offset } = reading
    const shift = (offset ?? offsetAt(at * 1000)) * 60
    // A count at midnight is the last one of the day before.
    const midnight = Math.floor((at - 1 + shift) / daySeconds) * daySeconds - shift
    const goesOn = before !== undefined && before.start > midnight && value >= before.value
    const rose = goesOn ? value - before!.value : value
    const start = before !== undefined && before.start > midnight ? before.start : midnight
    before = reading
    if (rose > 0) yield { start, length: at - start, value: rose, offset }
  }
}
