/** Counters that begin at midnight, as stretches of time: what a counter rose by between two readings. */
import { localDay, midnightOf, type Zone } from '../zone.ts'
import type { Measure } from '../sample.ts'
import { isPossible } from './plausible.ts'
import type { Entry } from './series.ts'

/** A second of running, riding and moving, at its most. */
const mostInSecond: Record<Measure, number> = { steps: 3.2, distance: 15, duration: 1 }

/** Seconds on both sides of a midnight in which a watch that is worn has counted. */
const near = { before: 6 * 3600, after: 3 * 3600 }
/** Seconds in which the last total of a day may be stated again. */
const late = 15 * 60
/** What falls by less than a tenth was corrected. */
const corrected = 0.9

/** What a counter rose by. Readings of one counter, from whatever files, in the order of their times. */
export function* risesOf(readings: Iterable<Entry>, zone: Zone, measure: Measure): Generator<Entry> {
  let before: Entry | undefined
  for (const { day, readings: all } of days(lastBeforeFirst(readings, zone, measure), zone)) {
    const midnightBefore = (each: number) => midnightOf(each, all[0]!.offset, zone) / 1000
    const [midnight, next] = [midnightBefore(day), midnightBefore(day + 1)]
    let goesOn = before !== undefined && isSameCount(before, all, { midnight, next, measure })
    for (const reading of all) {
      const { start: at, value, offset } = reading
      if (!goesOn && value === before?.value && at <= midnight + late) continue
      const isAnew = !goesOn || isRestart(before!, reading, measure)
      // After a correction nothing counts until the counter is past where it stood.
      const stands = isAnew ? value : Math.max(value, before!.value)
      const rose = isAnew ? value : stands - before!.value
      const start = goesOn ? before!.start : Math.max(before?.start ?? 0, midnight)
      const from = goesOn ? before!.offset : offset
      before = { ...reading, value: stands }
      goesOn = true
      if (rose > 0) yield { start, length: at - start, value: rose, offset: from }
    }
  }
}

/** A counter that has begun again, at any time of the day, stands at what could be counted since it was read. */
const isRestart = (before: Entry, { start, value }: Entry, measure: Measure): boolean =>
  value < before.value * corrected && isPossible(measure, value, Math.max(1, start - before.start))

/**
 * Has the counter not begun anew at this midnight? It counts the days of another zone then: its first reading is more than
 * anybody counts since midnight, or it was read shortly before and after midnight and falls later in the day.
 */
function isSameCount(
  before: Entry,
  readings: readonly Entry[],
  { midnight, next, measure }: { midnight: number; next: number; measure: Measure },
): boolean {
  const { start, value } = readings[0]!
  if (value < before.value) return false
  const isTooMuch = value > before.value && value > mostInSecond[measure] * (start - midnight + 60)
  const isNear = before.start >= midnight - near.before && start <= midnight + near.after
  return isTooMuch || (isNear && fallsWithin(readings.filter((reading) => reading.start < next)))
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

/**
 * Of readings in one second those that go on come before those that begin anew. At midnight the least one begins the new
 * day, where it is small, and what is more was counted on the day before.
 */
function* lastBeforeFirst(readings: Iterable<Entry>, zone: Zone, measure: Measure): Generator<Entry> {
  let same: Entry[] = []
  let latest = 0
  const inOrder = (): Entry[] => {
    const begun = same.length > 1 && isMidnight(same[0]!, zone) ? leastOf(same) : undefined
    const isNew = (each: Entry) => each === begun && isPossible(measure, each.value, 1)
    const goesOn = (each: Entry) => !isNew(each) && each.value >= latest
    const ordered = [
      ...same.filter(goesOn),
      ...same.filter((each) => !isNew(each) && !goesOn(each)),
      ...same.filter(isNew),
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

const isMidnight = ({ start, offset }: Entry, zone: Zone): boolean =>
  midnightOf(localDay(start * 1000, offset, zone), offset, zone) === start * 1000

const leastOf = (readings: readonly Entry[]): Entry =>
  readings.reduce((least, each) => (each.value < least.value ? each : least))
