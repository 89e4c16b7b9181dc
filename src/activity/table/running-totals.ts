/** Lines that say at some time of a day what was counted since midnight: the most of it is the day's. */
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { mostOnFoot } from '../collect/counters.ts'
import { isAmount } from '../collect/plausible.ts'
import { keyOf, measures, type Collector, type Measure, type Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import { dayTotalOf, type LastTotal, type TotalAt } from './day-total.ts'

/**
 * `wall`: its time as clocks showed it, in milliseconds as of UTC. `wholeDay`: the day that it names, where its time is the
 * midnight at which that begins.
 */
type TotalLine = {
  source: Source
  wall: number
  wholeDay: string | undefined
  values: Partial<Record<Measure, number>>
}
type Totals = {
  source: Source
  readings: Partial<Record<Measure, (TotalAt & { wholeDay: string | undefined })[]>>
}

const mostReadings = 1_000_000

export function createRunningTotals(into: Pick<Collector, 'omit' | 'total'>) {
  const sources = new Map<string, Totals>()
  let count = 0
  let areDays = true
  return {
    add({ source, wall, wholeDay, values }: TotalLine): void {
      const key = keyOf(source)
      let own = sources.get(key)
      if (!own) sources.set(key, (own = { source, readings: {} }))
      areDays &&= wholeDay !== undefined
      for (const measure of measures) {
        const value = values[measure]
        if (value === undefined) continue
        if (!isAmount(measure, value)) into.omit('value')
        else if ((count += 1) > mostReadings) throw new Unreadable('holds too many totals')
        else (own.readings[measure] ??= []).push({ wall, value, wholeDay })
      }
    },
    /** The file has ended. */
    end(): void {
      for (const { source, readings } of sources.values()) {
        const days = new Map<string, Partial<Record<Measure, number>>>()
        for (const measure of measures) {
          const own = readings[measure] ?? []
          const totals = areDays
            ? own.map(({ wholeDay, value }) => [wholeDay!, value] as const)
            : dayTotals(own, mostOnFoot[measure], (left) => into.omit('shown', left))
          for (const [date, value] of totals)
            days.set(date, { ...days.get(date), [measure]: Math.max(value, days.get(date)?.[measure] ?? 0) })
        }
        for (const [date, values] of days) into.total({ source, date, ...values })
      }
    },
  }
}

/** The total of each day. What is read at midnight is of the day before, unless it is less than that had. */
function* dayTotals(
  readings: readonly TotalAt[],
  most: number,
  omit: (count: number) => void,
): Generator<[date: string, total: number]> {
  const ordered = readings.toSorted(
    (a, b) => a.wall - b.wall || (isMidnight(a) ? b.value - a.value : a.value - b.value),
  )
  const dayOf = (at: number): number => {
    const { wall, value } = ordered[at]!
    const isEnd = value > 0 && value >= (ordered[at - 1]?.value ?? 0)
    return Math.floor((wall - (isEnd ? 1 : 0)) / dayMs)
  }
  let before: LastTotal | undefined
  for (let [from, to] = [0, 0]; from < ordered.length; from = to) {
    const day = dayOf(from)
    while (to < ordered.length && dayOf(to) === day) to += 1
    const midnight = day * dayMs
    const { total, last, left } = dayTotalOf(ordered.slice(from, to), { midnight, most, before })
    if (total !== undefined) yield [dateOf(midnight), total]
    before = last
    if (left > 0) omit(left)
  }
}

const isMidnight = ({ wall }: TotalAt): boolean => wall % dayMs === 0
