/** Days of movement: every minute is counted once, by the source that is trusted most. */
import type { Collection } from '../collect/collection.ts'
import { mostOnFoot } from '../collect/counters.ts'
import { mergedInOrder, type Entry } from '../collect/series.ts'
import {
  groundOf,
  grounds,
  keyOf,
  measures,
  refusedOf,
  secondsPerStep,
  type Ground,
  type Measure,
  type Preference,
  type Sport,
} from '../sample.ts'
import { coverageFor, partBeyond } from './beyond.ts'
import { createDays, type ActivityDay } from './activity-days.ts'
import type { Merged } from './recordings/merged.ts'
import {
  createCounted,
  knownBy,
  together,
  type Counted,
  type CountedEntry,
  type KnownAround,
} from './counted.ts'
import { createRises } from './rises.ts'
import { takeDistance } from './distance.ts'
import { activityLayers, addCounted, timesOf } from './activity-layers.ts'
import { dayLayers } from './day-layers.ts'
import { leftOf } from './late.ts'
import type { Layer } from './layers.ts'
import { levelsOf } from './levels.ts'
import { partLeft, type Coverage } from './coverage.ts'
import { entryEnd } from './own-overlaps.ts'
import { take, withClock, type Taker } from './take.ts'
import { wholeDays } from './lists/whole-days.ts'
import { dayAt, type Zone } from '../zone.ts'

/** Activities of sports that are not wanted are left out, and what was counted while they lasted. */
export type DayChoice = { zone: Zone; preference: Preference; isWanted: (sport: Sport) => boolean }

/** Steps are movement for as long as they take: a phone adds up an hour in which somebody walked once. */
const timeOfSteps = ({ length, value }: Entry): number => Math.min(length, value * secondsPerStep)

function* timesOfSteps(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) yield { ...entry, value: timeOfSteps(entry) }
}

/** What activities count, each for itself. */
function countedBy(activities: readonly Merged[], measure: Measure, ground?: Ground): Counted {
  const counted = createCounted(measure, ground)
  addCounted(activities, measure, counted)
  return counted
}

/** Is it surely of another way of moving? */
const isBeside =
  (ground: Ground) =>
  ({ sport }: Merged): boolean =>
    sport !== 'other' && groundOf(sport) !== ground

const both =
  (one: Taker, other: Taker): Taker =>
  (layer) => {
    const tellers = [one(layer), other(layer)]
    return (entry, part) => {
      for (const tell of tellers) tell(entry, part)
    }
  }

/** One rise of a source in all its measures: they were read together. */
const riseOf = (source: string, entry: Entry): string => `${source}\0${entryEnd(entry)}`

const untold: Taker = () => () => {}

/** The share of each entry that rises of hours leave, which are the same motion, of what is not covered. */
function sharesBeside(
  rises: readonly CountedEntry[],
  entries: Iterable<Entry>,
  { coverage, most }: { coverage: Coverage; most: number },
): IteratorObject<number> {
  const values: number[] = []
  function* open(): Generator<Entry> {
    for (const each of entries) {
      const value = each.value * partLeft(each, coverage)
      values.push(value)
      yield { ...each, value }
    }
  }
  return leftOf(open(), rises, most)
    .map((left, at) => (values[at]! > 0 ? left / values[at]! : 1))
    .values()
}

/** What is known of a time less what was taken of it: counters of one watch that were read together share it. */
function takenOnce(known: KnownAround): (value: number) => KnownAround {
  let last = { start: 0, end: 0, taken: 0 }
  return (value) => (start, end) => {
    const around = known(start, end)
    const { taken } = last.start === start && last.end === end ? last : { taken: 0 }
    const within = Math.max(0, around.within - taken)
    last = { start, end, taken: taken + Math.min(value, within) }
    return { ...around, within }
  }
}

export function mergeDays(
  { streams, totals, refused }: Collection,
  all: readonly Merged[],
  choice: DayChoice,
): ActivityDay[] {
  const { zone, preference, isWanted } = choice
  const days = createDays(zone)
  const rises = createRises(streams, zone)
  const activities = all.filter(({ sport }) => isWanted(sport))
  const others = all.filter(({ sport }) => !isWanted(sport))
  const levels = levelsOf(activities, preference)
  const isGroundWanted = (ground: Ground) => isWanted(ground === 'foot' ? 'walk' : ground)
  const counted = streams.filter(({ ground }) => isGroundWanted(ground))
  const taker =
    (measure: Measure, { estimated = false } = {}): Taker =>
    ({ source }) => {
      const key = keyOf(source)
      return (entry, part) => {
        const share = days.add(
          dayAt((entry.begun ?? entry.start) * 1000, entry.offset, zone),
          measure,
          { source, key },
          entry.value * part,
          entry.outdone ? 0 : entry.value * (1 - part),
        )
        if (entry.outdone) share.outdone += entry.value
        if (estimated && part > 0) share.estimated = true
      }
    }

  const activeTimes = dayLayers(counted, 'duration', undefined, preference, rises)
  const durationLayers = [...activeTimes, ...activityLayers(levels, 'duration', undefined, preference)]
  const keysOf = (layers: readonly Layer[]) => new Set(layers.map(({ source }) => keyOf(source)))
  /** Sources that say a time, and those that count it all day. */
  const [timed, timedAllDay] = [keysOf(durationLayers), keysOf(activeTimes)]
  /** What activities of other sports count, which is nobody else's. */
  const unwanted = (measure: Measure, ground?: Ground) =>
    countedBy(ground ? others.filter(({ sport }) => groundOf(sport) === ground) : others, measure, ground)
  const times = unwanted('duration')
  const timeBeside = new Map(
    grounds.map((ground) => [ground, countedBy(activities.filter(isBeside(ground)), 'duration')]),
  )
  /** What counters of active time rose by in hours, beyond what others say. */
  const lateTimes: CountedEntry[] = []
  /** Since when each such rise was counted, and its share that is beyond others. */
  const lateRises = new Map<string, { since: number; share: number }>()
  const takeLateTimes: Taker =
    ({ late, source }) =>
    (entry, part) => {
      if (late === undefined) return
      const { start, length, value } = entry
      const rise = riseOf(keyOf(source), entry)
      lateRises.set(rise, { since: start, share: Math.max(part, lateRises.get(rise)?.share ?? 0) })
      if (part > 0) lateTimes.push({ start, length, value: value * part })
    }
  const active = take(durationLayers, timesOf(others), both(taker('duration'), takeLateTimes), () => ({
    own: times,
    timeBeside,
  }))
  const stepLayers = (of: ReadonlyMap<Merged, number>) => [
    ...dayLayers(counted, 'steps', undefined, preference, rises),
    ...activityLayers(of, 'steps', undefined, preference),
  ]
  /** Of watches that say their time, the steps that they counted in hours, as far as their time is beyond others. */
  const lateSteps = stepLayers(levels)
    .filter(({ late, source }) => late !== undefined && timedAllDay.has(keyOf(source)))
    .flatMap(({ entries, source }) =>
      Array.from(entries(), (entry): CountedEntry => {
        const { since, share } = lateRises.get(riseOf(keyOf(source), entry)) ?? { since: 0, share: 1 }
        const start = Math.max(entry.start, since)
        return { start, length: entryEnd(entry) - start, value: entry.value * share }
      }),
    )
    .toSorted((a, b) => a.start - b.start)
  /** The time that was worked out from the steps of better sources. */
  const estimates = createCounted('duration')
  const takeTimeOfSteps: Taker = (layer) => {
    const tellTime = taker('duration', { estimated: true })(layer)
    const clocked = withClock(layer, active)
    const { coverage, alone } = coverageFor(layer, clocked)
    const timeIn = takenOnce(knownBy(() => [times.reader({ paced: true }), estimates.reader()]))
    const notOnFoot = together([timeBeside.get('foot')!.reader(), estimates.reader()])
    const key = keyOf(layer.source)
    const timeLeft =
      layer.late === undefined
        ? undefined
        : leftOf(
            timesOfSteps(layer.entries()),
            mergedInOrder([times.besides(key), estimates.besides(key)]),
            1,
          ).values()
    const told = estimates.layer(layer.gap > 0 ? key : undefined)
    /** What a watch says of hours holds the same motion: its time, and that of as many steps as it has. */
    const besideLate =
      lateTimes.length > 0 && layer.late === undefined && layer.gap > 0
        ? [
            sharesBeside(lateTimes, timesOfSteps(layer.entries()), {
              ...coverageFor(layer, clocked),
              most: 1,
            }),
            sharesBeside(lateSteps, layer.entries(), {
              ...coverageFor(layer, clocked),
              most: mostOnFoot.steps,
            }),
          ]
        : []
    return (entry, part) => {
      const left = timeLeft?.next().value
      const whole = timeOfSteps(entry)
      const unlike = Math.min(1, ...besideLate.map((shares) => shares.next().value as number))
      if (layer.late !== undefined && timedAllDay.has(key)) return
      // Others may have its steps, and not their time.
      const beyond = left === undefined ? part : Math.min(partLeft(entry, coverage), left / whole)
      if (layer.gap === 0 || beyond === 0) return
      const value = whole * beyond * unlike
      if (value === 0) return
      const { start, length } = entry
      // In the time of a ride nobody walked besides.
      const room = Math.max(0, Math.max(1, length) - notOnFoot(start, start + length))
      // The part has no steps of activities any more: their time is not taken off once more.
      const estimated =
        left === undefined
          ? Math.min(
              1,
              room / value,
              partBeyond(entry, whole, { coverage, alone, known: timeIn(whole), most: 1 }) / part,
            )
          : 1
      // What a source says itself leaves none of its estimate out.
      if (estimated > 0 || !timed.has(key)) tellTime({ ...entry, value }, estimated)
      told.add({ start, length: Math.max(1, length), value: value * estimated })
    }
  }
  const takeSteps = (of: ReadonlyMap<Merged, number>, told: Taker): void => {
    const own = unwanted('steps')
    take(stepLayers(of), timesOf(others), told, () => ({ own }))
  }
  const withTime = new Map([...levels].filter(([{ duration = 0 }]) => duration > 0))
  if (withTime.size === levels.size) takeSteps(levels, both(taker('steps'), takeTimeOfSteps))
  else {
    takeSteps(levels, taker('steps'))
    // What does not say how long it took leaves the time of its steps to who counted them too.
    takeSteps(withTime, takeTimeOfSteps)
  }
  takeDistance(
    (ground, isLate) => [
      ...dayLayers(isWanted('walk') ? streams : counted, 'distance', ground, preference, rises, isLate),
      ...activityLayers(levels, 'distance', ground, preference),
    ],
    (ground) => timesOf(others.filter(({ sport }) => ground === 'foot' || groundOf(sport) === ground)),
    (ground) => unwanted('distance', ground),
    // On foot there is nothing but what is wanted.
    (ground) => (ground === 'foot' || isGroundWanted(ground) ? taker('distance') : untold),
  )
  for (const total of wholeDays(totals, choice))
    for (const measure of measures) days.addTotal(total.date, measure, total.source, total[measure])
  for (const { at, offset, ...each } of refused) days.refuse(dayAt(at, offset, zone), each)
  for (const { start, offset, others: copies, ...own } of activities)
    for (const each of [own, ...copies])
      for (const [measure, value] of refusedOf(each))
        days.refuse(dayAt(start, offset, zone), { source: each.source, measure, value, why: 'value' })
  for (const total of totals)
    for (const [measure, value] of refusedOf(total))
      days.refuse(total.date, { source: total.source, measure, value, why: 'value' })
  return days.all()
}
