/** When a counter rose that was not written for hours: not before its watch was put on, as its other counters show. */
import type { Entry } from './series.ts'

/** Seconds without a reading in which a watch may have been off. */
const mayBeOff = 3600

/**
 * What a counter rose by, since the watch was read again behind its last hour without a reading of any counter, where that can
 * be done since then. `readings`: of its other counters, in order; `pace`: what is moved in a second.
 */
export function* sinceWorn(
  rises: Iterable<Entry>,
  readings: Iterator<Entry>,
  pace: number,
): Generator<Entry> {
  let reading = readings.next()
  for (const rise of rises) {
    const end = rise.start + rise.length
    let before = rise.start
    let since: Entry = rise
    for (; !reading.done && reading.value.start < end; reading = readings.next()) {
      const { start } = reading.value
      if (start > before + mayBeOff && rise.value <= pace * (end - start)) since = reading.value
      before = Math.max(before, start)
    }
    yield { ...rise, start: since.start, length: end - since.start, offset: since.offset }
  }
}
