/** The days of movement: what each source adds to them, and why something of it does not count. */
import { dayMs } from '../../contract/calendar.ts'
import { isAmount } from '../collect/plausible.ts'
import { keyOf, measures, type Measure, type RefusalName, type Source } from '../sample.ts'
import { lengthOfDay, type Zone } from '../zone.ts'

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

/** Why time does not count, or the total of a day. */
const beyondTheDay = 'more time than the day has'
export const notWhole = 'a total of the whole day, of which parts are known'
const anotherLine = 'another total of this day counts'
export const otherTotal = 'the total of another source counts for this day'

/** Nothing counts of a measure of which there is more than anybody does in a day, nor what was worked out from such steps. */
function onlyPossible(day: ActivityDay): ActivityDay {
  const refuse = (measure: Measure, why: 'day' | 'estimate', isRefused = (_: Share) => true): void => {
    const shares = day.shares[measure]
    for (const [key, share] of [...shares].filter(([, each]) => isRefused(each))) {
      day.refused.push({ source: share.source, measure, value: share.taken, why })
      shares.delete(key)
    }
  }
  for (const measure of measures) {
    const sum = [...day.shares[measure].values()].reduce((all, { taken }) => all + taken, 0)
    if (isAmount(measure, sum)) continue
    refuse(measure, 'day')
    if (measure === 'steps') refuse('duration', 'estimate', ({ estimated }) => estimated === true)
  }
  return day
}

/** Days of the zone, each made by the first value that is added to it. */
export function createDays(zone: Zone) {
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
    /** Adds what a source says of a day. Returns all that it said of that measure. */
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
      else share.why = !totalsTaken.has(known) ? notWhole : known === share ? anotherLine : otherTotal
    },
    all: (): ActivityDay[] =>
      [...days.values()].map(onlyPossible).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  }
}
