/** Lines that say at some time of a day what was counted since midnight: the most of it is the day's. */
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { isAmount } from '../collect/plausible.ts'
import { keyOf, measures, type Collector, type Measure, type Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import { dayTotalOf, lastOf, type LastTotal, type TotalAt } from './day-total.ts'

/**
 * `wall`: its time as clocks showed it, in milliseconds as of UTC. `wholeDay`: the day that it names, where its time is the
 * midnight at which that begins. `isUnsure`: nothing says the unit of its distance.
 */
type TotalLine = {
  source: Source
  wall: number
  wholeDay: string | undefined
  values: Partial<Record<Measure, number>>
  isUnsure: boolean
}
type Totals = {
  source: Source
  readings: Partial<Record<Measure, (TotalAt & { wholeDay: string | undefined })[]>>
}

const mostReadings = 1_000_000

export function createRunningTotals(into: Pick<Collector, 'omit' | 'total'>) {
  const sources = new Map<string, Totals>()
  let count = 0
  let isUnclear = false
  let areDays = true
  return {
    add({ source, wall, wholeDay, values, isUnsure }: TotalLine): void {
      const key = keyOf(source)
      let own = sources.get(key)
      if (!own) sources.set(key, (own = { source, readings: {} }))
      areDays &&= wholeDay !== undefined
      for (const measure of measures) {
        const value = values[measure]
        if (value === undefined) continue
        if (!isAmount(measure, value)) {
          into.omit('value')
          // Of numbers that are too high for kilometers none is in them.
          if (isUnsure && measure === 'distance') isUnclear = true
        } else if ((count += 1) > mostReadings) throw new Unreadable('holds too many totals')
        else (own.readings[measure] ??= []).push({ wall, value, wholeDay })
      }
    },
    /** The file has ended. */
    end(): void {
      for (const { source, readings } of sources.values()) {
        const days = new Map<string, Partial<Record<Measure, number>>>()
        for (const measure of measures) {
          if (measure === 'distance' && isUnclear) continue
          const own = readings[measure] ?? []
          const totals = areDays
            ? own.map(({ wholeDay, value }) => [wholeDay!, value] as const)
            : dayTotals(own)
          for (const [date, value] of totals)
            days.set(date, { ...days.get(date), [measure]: Math.max(value, days.get(date)?.[measure] ?? 0) })
        }
        for (const [date, values] of days) into.total({ source, date, ...values })
      }
    },
  }
}

/** The total of each day. At midnight it is that of the day before. */
function* dayTotals(readings: readonly TotalAt[]): Generator<[date: string, total: number]> {
  const dayOf = ({ wall }: TotalAt): number => Math.floor((wall - 1) / dayMs)
  const ordered = readings.toSorted((a, b) => a.wall - b.wall || a.value - b.value)
  let before: LastTotal | undefined
  for (let [from, to] = [0, 0]; from < ordered.length; from = to) {
    const day = dayOf(ordered[from]!)
    while (to < ordered.length && dayOf(ordered[to]!) === day) to += 1
    const own = ordered.slice(from, to)
    const total = dayTotalOf(own, day * dayMs, before)
    if (total !== undefined) yield [dateOf(day * dayMs), total]
    before = lastOf(own)
  }
}
