/** Days of movement: every minute is counted once, by the source that is trusted most. */
import { dayMs } from '../../contract/calendar.ts'
import type { Collection } from '../collect/collection.ts'
import {
  groundOf,
  keyOf,
  measures,
  refusedOf,
  type Measure,
  type RefusalName,
  type Source,
  type Sport,
} from '../sample.ts'
import type { Merged } from './activities.ts'
import { createCounted } from './counted.ts'
import { takeDistance } from './distance.ts'
import { activityLayers, addCounted, dayLayers, orderOf, timesOf, type Preference } from './layers.ts'
import { coverageFor, partBeyond, take, type Taker } from './take.ts'
import { dayAt, lengthOfDay, type Zone } from '../zone.ts'

/** What one source says of a day. */
export type Share = {
  source: Source
  taken: number
  /** What a better source counted at the same time, unless `why` says otherwise. */
  left: number
  /** What another sample of its own counted. */
  outdone: number
  why?: string
  /** Some of what was taken was worked out from steps. */
  estimated?: true
}
export type ActivityDay = {
  date: string
  shares: Record<Measure, Map<string, Share>>
  /** What does not count at all. */
  refused: Refused[]
}
type Refused = { source: Source; measure: Measure; value: number; why: RefusalName }

/** Activities of sports that are not wanted are left out, and what was counted while they lasted. */
export type DayChoice = { zone: Zone; preference: Preference; isWanted: (sport: Sport) => boolean }

/**
 * Steps are movement for as long as they take at a hundred a minute, which is walking: a phone
 * adds up an hour in which somebody walked once.
 */
const secondsPerStep = 0.6

export function mergeDays(
  { streams, totals, refused }: Collection,
  all: readonly Merged[],
  choice: DayChoice,
): ActivityDay[] {
  const { zone, preference, isWanted } = choice
  const days = createDays(zone)
  const activities = all.filter(({ sport }) => isWanted(sport))
  const others = all.filter(({ sport }) => !isWanted(sport))
  const counted = isWanted('walk')
    ? streams
    : streams.filter(({ ground }) => ground !== 'foot' && isWanted(ground))
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

  const durationLayers = [
    ...dayLayers(counted, 'duration', undefined, preference, zone),
    ...activityLayers(activities, 'duration', undefined, preference),
  ]
  const timed = new Set(durationLayers.map(({ source }) => keyOf(source)))
  /** What activities of other sports count, which is nobody else's. */
  const unwanted = (measure: Measure, each: readonly Merged[] = others) => {
    const counted = createCounted()
    addCounted(each, measure, counted)
    return counted
  }
  const times = unwanted('duration')
  const active = take(durationLayers, timesOf(others), taker('duration'), { own: times })
  const stepLayers = [
    ...dayLayers(counted, 'steps', undefined, preference, zone),
    ...activityLayers(activities, 'steps', undefined, preference),
  ]
  /** The time that was worked out from the steps of better sources. */
  const estimates = createCounted()
  const takeSteps: Taker = (layer) => {
    const tell = taker('steps')(layer)
    const tellTime = taker('duration', { estimated: true })(layer)
    const inActivity = coverageFor(layer, active)
    const [inActivities, inBetter] = [times.reader(), estimates.reader()]
    const timeIn = (from: number, to: number) => inActivities(from, to) + inBetter(from, to)
    const told = estimates.layer()
    return (entry, part) => {
      tell(entry, part)
      if (layer.gap === 0 || part === 0) return
      const whole = Math.min(entry.length, entry.value * secondsPerStep)
      const value = whole * part
      // The part has no steps of activities any more: their time is not taken off once more.
      const estimated = Math.min(1, partBeyond(entry, whole, inActivity, timeIn) / part)
      // What a source says itself leaves none of its estimate out.
      if (value > 0 && (estimated > 0 || !timed.has(keyOf(layer.source))))
        tellTime({ ...entry, value }, estimated)
      told.add({ start: entry.start, length: Math.max(1, entry.length), value: value * estimated })
    }
  }
  take(stepLayers, timesOf(others), takeSteps, { own: unwanted('steps') })
  takeDistance(
    (ground) => [
      ...dayLayers(counted, 'distance', ground, preference, zone),
      ...activityLayers(activities, 'distance', ground, preference),
    ],
    (ground) => timesOf(others.filter(({ sport }) => ground === 'foot' || groundOf(sport) === ground)),
    (ground) =>
      unwanted(
        'distance',
        others.filter(({ sport }) => groundOf(sport) === ground),
      ),
    taker('distance'),
  )
  if (isWanted('walk'))
    for (const total of totals.toSorted(
      (a, b) => orderOf(a.source, preference) - orderOf(b.source, preference),
    ))
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

/** Why time does not count, or the total of a day. */
const beyondTheDay = 'more time than the day has'
const notWhole = 'a total of the whole day, of which parts are known'
const anotherFirst = 'another total of this day came first'
export const otherTotal = 'the total of another source counts for this day'

function createDays(zone: Zone) {
  const days = new Map<string, ActivityDay>()
  const totalsTaken = new Set<Share>()
  const dayOf = (date: string): ActivityDay => {
    let day = days.get(date)
    if (!day)
      days.set(
        date,
        (day = {
          date,
          shares: { steps: new Map(), distance: new Map(), duration: new Map() },
          refused: [],
        }),
      )
    return day
  }
  /** Seconds of a day that are not spoken for: what goes on over midnight belongs to the day before. */
  const timeLeft = new Map<string, number>()
  const takeTime = (date: string, seconds: number): number => {
    const left = timeLeft.get(date) ?? lengthOfDay(Date.parse(date) / dayMs, zone) / 1000
    const counted = Math.min(seconds, left)
    timeLeft.set(date, left - counted)
    return counted
  }
  const add = (
    date: string,
    measure: Measure,
    { source, key = keyOf(source) }: { source: Source; key?: string },
    taken: number,
    left: number,
  ): Share => {
    const shares = dayOf(date).shares[measure]
    const share = shares.get(key) ?? { source, taken: 0, left: 0, outdone: 0 }
    shares.set(key, share)
    const counted = measure === 'duration' ? takeTime(date, taken) : taken
    if (counted < taken) share.why = beyondTheDay
    share.taken += counted
    share.left += left + taken - counted
    return share
  }
  return {
    add,
    refuse: (date: string, value: Refused): void => void dayOf(date).refused.push(value),
    /**
     * The number of a whole day counts where nothing finer does; of several, that of the
     * source that is trusted most, and its first.
     */
    addTotal(date: string, measure: Measure, source: Source, value: number | undefined): void {
      if (value === undefined) return
      const shares = dayOf(date).shares[measure]
      const known = [...shares.values()].find(({ taken }) => taken > 0)
      const share = add(date, measure, { source }, known ? 0 : value, known ? value : 0)
      if (!known) totalsTaken.add(share)
      else share.why = !totalsTaken.has(known) ? notWhole : known === share ? anotherFirst : otherTotal
    },
    all: (): ActivityDay[] => [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  }
}
