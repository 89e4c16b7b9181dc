/** Days of movement: every minute is counted once, by the source that is trusted most. */
import type { Collection } from '../collect/collection.ts'
import type { Entry } from '../collect/series.ts'
import {
  groundOf,
  grounds,
  keyOf,
  measures,
  refusedOf,
  type Ground,
  type Measure,
  type Preference,
  type Source,
  type Sport,
} from '../sample.ts'
import { dayAt, dayIn, type DayOf, type Zone } from '../zone.ts'
import { createDays, type ActivityDay } from './activity-days.ts'
import { activityLayers, addCounted, timesOf } from './activity-layers.ts'
import { createCounted, type Counted } from './counted.ts'
import { dayLayers } from './day-layers.ts'
import { takeDistance } from './distance.ts'
import { createLateTimes, type IsTimed } from './watches/late-times.ts'
import type { Layer } from './layers.ts'
import { levelsOf } from './levels.ts'
import { wholeDays } from './lists/whole-days.ts'
import type { Merged } from './recordings/merged.ts'
import { isSportKnown } from './recordings/same-activity.ts'
import { entryEnd } from './own-overlaps.ts'
import { createRises } from './watches/rises.ts'
import { take, type Taker } from './take.ts'
import { timeOfStepsTaker } from './time-of-steps.ts'

/** Activities of sports that are not wanted are left out, and what was counted while they lasted. */
export type DayChoice = { zone: Zone; preference: Preference; isWanted: (sport: Sport) => boolean }

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

const untold: Taker = () => () => {}

/** Does a layer's source have entries in these layers that end on the day of an entry? */
function daysWithin(layers: readonly Layer[], dayOf: DayOf): IsTimed {
  const days = new Set<string>()
  const keyed = (source: Source, entry: Entry) =>
    `${keyOf(source)}\0${dayOf({ ...entry, start: entryEnd(entry) })}`
  for (const { source, entries } of layers) for (const entry of entries()) days.add(keyed(source, entry))
  return ({ source }, entry) => days.has(keyed(source, entry))
}

export function mergeDays(
  { streams, totals, refused }: Collection,
  all: readonly Merged[],
  choice: DayChoice,
): ActivityDay[] {
  const { zone, preference, isWanted } = choice
  const days = createDays(zone)
  const dayOf = dayIn(zone)
  const rises = createRises(
    streams,
    zone,
    all.flatMap((each) => [each, ...each.others]),
  )
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
  const timed = new Set(durationLayers.map(({ source }) => keyOf(source)))
  const timedDays = daysWithin(activeTimes, dayOf)
  /** What activities of other sports count, which is nobody else's. */
  const unwanted = (measure: Measure, ground?: Ground) =>
    countedBy(ground ? others.filter(({ sport }) => groundOf(sport) === ground) : others, measure, ground)
  const times = unwanted('duration')
  const timeBeside = new Map(
    grounds.map((ground) => [ground, countedBy(activities.filter(isBeside(ground)), 'duration')]),
  )
  const late = createLateTimes()
  const active = take(durationLayers, timesOf(others), both(taker('duration'), late.taker), () => ({
    own: times,
    timeBeside,
  }))
  const stepLayers = (of: ReadonlyMap<Merged, number>) => [
    ...dayLayers(counted, 'steps', undefined, preference, rises),
    ...activityLayers(of, 'steps', undefined, preference),
  ]
  late.addSteps(stepLayers(levels), timedDays)
  const takeTimeOfSteps = timeOfStepsTaker(
    { active, times, besideFoot: timeBeside.get('foot')!, late, timed, timedDays },
    taker('duration', { estimated: true }),
  )
  const takeSteps = (of: ReadonlyMap<Merged, number>, told: Taker): void => {
    const own = unwanted('steps')
    take(stepLayers(of), timesOf(others), told, () => ({ own, dayOf }))
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
    {
      dayOf,
      hasUnnamed: streams.some(({ unnamed }) => unnamed) || activities.some((each) => !isSportKnown(each)),
    },
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
