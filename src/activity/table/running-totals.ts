/** Lines that say at some time of a day what was counted since midnight: the most of it is the day's. */
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { isAmount } from '../collect/plausible.ts'
import { limits } from '../limits.ts'
import { keyOf, measures, type Collector, type Measure, type Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/** `time` as the line has it, its hour in two digits. */
type TotalAt = { time: string; value: number }
type DayReadings = { source: Source; date: string; readings: Partial<Record<Measure, TotalAt[]>> }
/** `isUnsure`: nothing says the unit of its distance. */
type TotalLine = {
  source: Source
  date: string
  time: string
  values: Partial<Record<Measure, number>>
  isUnsure: boolean
}

const mostReadings = 1_000_000

export function createRunningTotals(into: Pick<Collector, 'omit' | 'total'>) {
  const days = new Map<string, DayReadings>()
  let count = 0
  let isUnclear = false
  const dayBefore = ({ source, date }: DayReadings): DayReadings | undefined =>
    days.get(dayKey(source, dateOf(Date.parse(date) - dayMs)))
  return {
    add({ source, date, time, values, isUnsure }: TotalLine): void {
      const key = dayKey(source, date)
      let day = days.get(key)
      if (!day) {
        if (days.size >= limits.totals) throw new Unreadable('holds too many days')
        days.set(key, (day = { source, date, readings: {} }))
      }
      for (const measure of measures) {
        const value = values[measure]
        if (value === undefined) continue
        if (!isAmount(measure, value)) {
          into.omit('value')
          // Of numbers that are too high for kilometers none is in them.
          if (isUnsure && measure === 'distance') isUnclear = true
        } else if ((count += 1) > mostReadings) throw new Unreadable('holds too many totals')
        else (day.readings[measure] ??= []).push({ time, value })
      }
    },
    /** The file has ended. */
    end(): void {
      for (const day of days.values()) {
        const values = measures.flatMap((measure) => {
          if (measure === 'distance' && isUnclear) return []
          const most = dayTotalOf(day.readings[measure] ?? [], dayBefore(day)?.readings[measure] ?? [])
          return most === undefined ? [] : [[measure, most]]
        })
        if (values.length > 0)
          into.total({ source: day.source, date: day.date, ...Object.fromEntries(values) })
      }
    },
  }
}

const dayKey = (source: Source, date: string): string => `${keyOf(source)}\0${date}`

/**
 * The highest of the readings, without what still shows the day before: the first ones up to a fall by half, where they stay
 * the same or the day before had no more; where nothing falls, those of the first hour that the day before had no more than,
 * and those before the evening that are the very total of the day before.
 */
function dayTotalOf(readings: readonly TotalAt[], before: readonly TotalAt[]): number | undefined {
  const ordered = readings.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) return undefined
  const most = highest(before) ?? Infinity
  const fall = ordered.findIndex(({ value }, at) => at > 0 && value < ordered[at - 1]!.value / 2)
  const start = fall < 0 ? ordered : ordered.slice(0, fall)
  const isSame = start.every(({ value }) => value === first.value)
  const isStale =
    fall < 0
      ? (isUntil(last, 1) && first.value >= most) || (isSame && isUntil(last, 18) && first.value === most)
      : isSame || first.value >= most
  return isStale ? highest(ordered.slice(start.length)) : highest(ordered)
}

/** Is it of an hour before this one? */
const isUntil = ({ time }: TotalAt, hour: number): boolean => Number(/[T ](\d\d):/.exec(time)?.[1]) < hour

const highest = (readings: readonly TotalAt[]): number | undefined =>
  readings.length === 0 ? undefined : readings.reduce((most, { value }) => Math.max(most, value), 0)
