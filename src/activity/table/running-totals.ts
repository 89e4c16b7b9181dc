/** Lines that say at some time of a day what was counted since midnight: what the last one says is the day's. */
import { limits } from '../limits.ts'
import { keyOf, measures, type Collector, type Measure, type Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/** `time` as the line has it. */
type Reading = { source: Source; date: string; time: string; values: Partial<Record<Measure, number>> }

/** Of a day the last value of each measure, and the time at which it was read. */
type DayTotal = { source: Source; date: string } & Partial<Record<Measure, { time: string; value: number }>>

export function createRunningTotals(into: Pick<Collector, 'omit' | 'total'>) {
  const days = new Map<string, DayTotal>()
  return {
    add({ source, date, time, values }: Reading): void {
      const key = `${keyOf(source)}\0${date}`
      let day = days.get(key)
      if (!day) {
        if (days.size >= limits.totals) throw new Unreadable('holds too many days')
        days.set(key, (day = { source, date }))
      }
      for (const measure of measures) {
        const value = values[measure]
        if (value === undefined) continue
        const known = day[measure]
        const isLater = !known || time > known.time || (time === known.time && value > known.value)
        if (!(value >= 0)) into.omit('value')
        else if (isLater) day[measure] = { time, value }
      }
    },
    /** The file has ended. */
    end(): void {
      for (const { source, date, ...last } of days.values()) {
        const values = measures.flatMap((measure) => (last[measure] ? [[measure, last[measure].value]] : []))
        if (values.length > 0) into.total({ source, date, ...Object.fromEntries(values) })
      }
    },
  }
}
