/** Counters that begin at midnight, as stretches of time: what a counter rose by between two readings. */
import { localDay, midnightOf, type Zone } from '../zone.ts'
import type { Entry } from './series.ts'

/** What a counter rose by. Readings of one counter, from whatever files, in the order of their times. */
export function* risesOf(readings: Iterable<Entry>, zone: Zone): Generator<Entry> {
  let before: Entry | undefined
  let dayBefore = -Infinity
  for (const reading of lastBeforeFirst(readings, () => before?.value ?? 0)) {
    const { start: at, value, offset } = reading
    // A count at midnight is the last one of the day before.
    const day = localDay((at - 1) * 1000, offset, zone)
    const goesOn = before !== undefined && day <= dayBefore
    const rose = goesOn && value >= before!.value ? value - before!.value : value
    const start = goesOn ? before!.start : Math.max(before?.start ?? 0, midnightOf(day, offset, zone) / 1000)
    const from = goesOn ? before!.offset : offset
    before = reading
    dayBefore = day
    if (rose > 0) yield { start, length: at - start, value: rose, offset: from }
  }
}

/** Of readings in one second those that go on come before those that begin anew, as at midnight. */
function* lastBeforeFirst(readings: Iterable<Entry>, latest: () => number): Generator<Entry> {
  let same: Entry[] = []
  function* inOrder(): Generator<Entry> {
    const least = latest()
    yield* same.filter(({ value }) => value >= least)
    yield* same.filter(({ value }) => value < least)
  }
  for (const reading of readings) {
    if (same.length > 0 && same[0]!.start !== reading.start) {
      yield* inOrder()
      same = []
    }
    same.push(reading)
  }
  yield* inOrder()
}
