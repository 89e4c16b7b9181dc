/** Counters that begin at midnight, as stretches of time: what a counter rose by between two readings. */
import { localDay, midnightOf, type Zone } from '../zone.ts'
import { keyOf, type Ground, type Measure, type Source } from '../sample.ts'
import { isPossible } from './plausible.ts'
import type { Entry } from './series.ts'

/** A second of running, riding and moving, at its most. */
const mostInSecond: Record<Measure, number> = { steps: 3.2, distance: 15, duration: 1 }

/** The most in a second of walking and running. */
export const mostOnFoot: Record<Measure, number> = { ...mostInSecond, distance: 7 }

/** Seconds on both sides of a midnight in which a watch that is worn has counted. */
const near = { before: 6 * 3600, after: 3 * 3600 }
/** Seconds in which the last total of a day may be stated again. */
const late = 15 * 60
/** Seconds after a midnight in which a watch may not have counted yet. */
export const evening = 18 * 3600
/** What falls by less than a tenth was corrected. */
export const corrected = 0.9

/** What a counter stood at. `goesOn`: another measure of this reading shows that it did not begin anew at midnight. */
type CounterEntry = Entry & { goesOn?: true }

/** What a counter rose by. Readings of one counter, from whatever files, in the order of their times. */
export function* risesOf(readings: Iterable<CounterEntry>, zone: Zone, measure: Measure): Generator<Entry> {
  const most = mostInSecond[measure]
  let before: CounterEntry | undefined
  const nights = days(lastBeforeFirst(readings, zone, measure), { zone, measure, most })
  for (const { restated, counted, midnight, next } of nights) {
    const isShown = [...restated, counted[0]!].some((reading) => reading.goesOn)
    let goesOn = before !== undefined && isSameCount(before, counted, { midnight, next, most, isShown })
    for (const reading of counted) {
      const { start: at, value, offset } = reading
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

type Counted = {
  source: Source
  measure: Measure
  ground: Ground
  counter?: string
  series: { sorted(): Generator<CounterEntry> }
}

/** Of a counter in several measures, what one of them shows of a midnight is so for all. */
export function judgedTogether<T extends Counted>(streams: readonly T[], zone: Zone): T[] {
  const counters = new Map<string, T[]>()
  const keyOfCounter = ({ source, ground, counter }: T) => `${keyOf(source)}\0${ground}\0${counter}`
  for (const stream of streams)
    if (stream.counter)
      counters.set(keyOfCounter(stream), [...(counters.get(keyOfCounter(stream)) ?? []), stream])
  const goOn = new Map([...counters].map(([key, same]) => [key, goingOn(same, zone)]))
  return streams.map((stream) => {
    const shows = stream.counter ? goOn.get(keyOfCounter(stream))! : undefined
    if (!shows?.size) return stream
    return { ...stream, series: { ...stream.series, sorted: () => shown(stream.series, shows) } }
  })
}

/** The readings after a midnight at which a measure shows that the counter goes on, and none that it began anew. */
function goingOn(measures: readonly Counted[], zone: Zone): Set<number> {
  const goOn = new Set<number>()
  const fell = new Set<number>()
  for (const { measure, ground, series } of measures) {
    const most = measure === 'distance' && ground === 'foot' ? mostOnFoot.distance : mostInSecond[measure]
    let before: Entry | undefined
    const nights = days(lastBeforeFirst(series.sorted(), zone, measure), { zone, measure, most })
    for (const { counted, midnight, next } of nights) {
      const { start, value } = counted[0]!
      if (before && value < before.value) fell.add(start)
      else if (before && isSameCount(before, counted, { midnight, next, most })) goOn.add(start)
      before = counted.at(-1)
    }
  }
  for (const start of fell) goOn.delete(start)
  return goOn
}

function* shown(series: Counted['series'], goOn: ReadonlySet<number>): Generator<CounterEntry> {
  for (const entry of series.sorted()) yield goOn.has(entry.start) ? { ...entry, goesOn: true } : entry
}

/** A counter that has begun again, at any time of the day, stands at what could be counted since it was read. */
const isRestart = (before: Entry, { start, value }: Entry, measure: Measure): boolean =>
  value < before.value * corrected && isPossible(measure, value, Math.max(1, start - before.start))

/** Is it more than anybody counts since midnight? */
const isTooMuch = ({ start, value }: Entry, midnight: number, most: number): boolean =>
  value > most * (start - midnight + 60)

type Night = { midnight: number; next: number; most: number; isShown?: boolean }

/**
 * Has the counter not begun anew at this midnight? It counts the days of another zone then: its first reading is more than
 * anybody counts since midnight, or it was read shortly before and after midnight and falls later in the day.
 */
function isSameCount(
  before: Entry,
  readings: readonly Entry[],
  { midnight, next, most, isShown = false }: Night,
): boolean {
  const first = readings[0]!
  if (first.value < before.value) return false
  const isNear = before.start >= midnight - near.before && first.start <= midnight + near.after
  return (
    isShown ||
    isTooMuch(first, midnight, most) ||
    (isNear && fallsWithin(readings.filter((reading) => reading.start < next)))
  )
}

const fallsWithin = (readings: readonly Entry[]): boolean =>
  readings.some(({ value }, at) => at > 0 && value < readings[at - 1]!.value)

type Day = { day: number; readings: CounterEntry[] }

/** The readings of each day, from its midnight to the next. What states the total of the day before again is apart. */
function* days(
  all: Iterable<CounterEntry>,
  { zone, measure, most }: { zone: Zone; measure: Measure; most: number },
): Generator<{ restated: CounterEntry[]; counted: CounterEntry[]; midnight: number; next: number }> {
  let before: Entry | undefined
  for (const { day, readings } of localDays(all, zone)) {
    const midnightBefore = (each: number) => midnightOf(each, readings[0]!.offset, zone) / 1000
    const [midnight, next] = [midnightBefore(day), midnightBefore(day + 1)]
    const isShownLate = isShownUntilFall(before, readings, { midnight, measure })
    const isRestated = (reading: Entry) =>
      reading.value === before?.value &&
      (isShownLate || reading.start <= midnight + late || isTooMuch(reading, midnight, most))
    const isNew = readings.findIndex((reading) => !isRestated(reading))
    if (isNew < 0) continue
    yield { restated: readings.slice(0, isNew), counted: readings.slice(isNew), midnight, next }
    before = readings.at(-1)
  }
}

/**
 * Does a watch show the last total until it counts again? A smaller one comes next then, or nothing that day: of steps before
 * the evening, for nobody makes as many again; two swims may be equally long.
 */
function isShownUntilFall(
  before: Entry | undefined,
  readings: readonly Entry[],
  { midnight, measure }: { midnight: number; measure: Measure },
): boolean {
  if (!before) return false
  const next = readings.find(({ value }) => value !== before.value)
  if (next) return next.value < before.value
  return (
    readings[0]!.start <= midnight + late ||
    (measure === 'steps' && readings.at(-1)!.start < midnight + evening)
  )
}

/** A count at midnight is the last one of the day before; a day does not go back. */
function* localDays(readings: Iterable<CounterEntry>, zone: Zone): Generator<Day> {
  let open: Day | undefined
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
function* lastBeforeFirst(
  readings: Iterable<CounterEntry>,
  zone: Zone,
  measure: Measure,
): Generator<CounterEntry> {
  let same: CounterEntry[] = []
  let latest = 0
  const inOrder = (): CounterEntry[] => {
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
