/** Counters that begin at midnight, as stretches of time: what a counter rose by between two readings. */
import { localDay, midnightOf, type Zone } from '../zone.ts'
import type { Measure } from '../sample.ts'
import type { Entry } from './series.ts'

/** A second of running, riding and moving, at its most. */
const mostInSecond: Record<Measure, number> = { steps: 3.2, distance: 15, duration: 1 }

/** What a counter rose by. Readings of one counter, from whatever files, in the order of their times. */
export function* risesOf(readings: Iterable<Entry>, zone: Zone, measure: Measure): Generator<Entry> {
  let before: Entry | undefined
  for (const { day, readings: ofDay } of days(lastBeforeFirst(readings), zone)) {
    const midnight = midnightOf(day, ofDay[0]!.offset, zone) / 1000
    const isTooMuch = ofDay[0]!.value > mostInSecond[measure] * (ofDay[0]!.start - midnight)
    // A counter that has not begun anew at this midnight counts the days of another zone.
    let goesOn = before !== undefined && ofDay[0]!.value >= before.value && (isTooMuch || fallsWithin(ofDay))
    for (const reading of ofDay) {
      const { start: at, value, offset } = reading
      const rose = goesOn && value >= before!.value ? value - before!.value : value
      const start = goesOn ? before!.start : Math.max(before?.start ?? 0, midnight)
      const from = goesOn ? before!.offset : offset
      before = reading
      goesOn = true
      if (rose > 0) yield { start, length: at - start, value: rose, offset: from }
    }
  }
}

const fallsWithin = (readings: readonly Entry[]): boolean =>
  readings.some(({ value }, at) => at > 0 && value < readings[at - 1]!.value)

/** The readings of each day. A count at midnight is the last one of the day before; a day does not go back. */
function* days(readings: Iterable<Entry>, zone: Zone): Generator<{ day: number; readings: Entry[] }> {
  let open: { day: number; readings: Entry[] } | undefined
  for (const reading of readings) {
    const day = localDay((reading.start - 1) * 1000, reading.offset, zone)
    if (open && day > open.day) {
      yield open
      open = undefined
    }
    if (open) open.readings.push(reading)
    else open = { day, readings: [reading] }
  }
  if (open) yield open
}

/** Of readings in one second those that go on come before those that begin anew, as at midnight. */
function* lastBeforeFirst(readings: Iterable<Entry>): Generator<Entry> {
  let same: Entry[] = []
  let latest = 0
  const inOrder = (): Entry[] => {
    const ordered = [
      ...same.filter(({ value }) => value >= latest),
      ...same.filter(({ value }) => value < latest),
    ]
    latest = ordered.at(-1)?.value ?? latest
    same = []
    return ordered
  }
  for (const reading of readings) {
    if (same.length > 0 && same[0]!.start !== reading.start) yield* inOrder()
    same.push(reading)
  }
  yield* inOrder()
}
