/**
 * Google Fit's file of a day (Takeout, Daily activity metrics): a line for each quarter
 * of an hour, the date in the file's name.
 */
import { dayMs } from '../../contract/calendar.ts'
import { isBeyondSteps, type Collector, type Measure } from '../sample.ts'
import { googleFit } from '../source-kind.ts'
import { Unreadable } from '../unreadable.ts'
import { instantOf, toNumber } from '../values.ts'
import type { Cells } from './parse-table.ts'

/** With the factor to steps, meters and seconds. */
const columns = [
  ['steps', 'step count', 1],
  ['distance', 'distance (m)', 1],
  ['duration', 'move minutes count', 60],
] as const

export const isGoogleDay = (cells: Cells): boolean =>
  cells.has('start time') && cells.has('end time') && cells.has('move minutes count')

/** Throws Unreadable where the name has no date. */
export function googleDay(name: string): (cells: Cells, into: Collector) => void {
  const date = /(\d{4}-\d\d-\d\d)\.csv$/i.exec(name)?.[1]
  if (date === undefined)
    throw new Unreadable('is a day of Google Fit, but its name has lost the date (2024-01-31.csv)')
  return (cells, into) => {
    const start = instantOf(`${date} ${cells.get('start time')}`)
    const end = instantOf(`${date} ${cells.get('end time')}`)
    if (!start || !end) return into.omit('time')
    const last = end.at > start.at ? end.at : end.at + dayMs
    const values = new Map(
      columns.flatMap(([measure, column, factor]): [Measure, number][] => {
        const cell = cells.get(column)
        return cell === undefined || cell === '' ? [] : [[measure, toNumber(cell) * factor]]
      }),
    )
    const unnamed = isBeyondSteps(Object.fromEntries(values))
    for (const [measure, value] of values)
      into.sample({
        source: googleFit,
        measure,
        ground: 'foot',
        start: start.at,
        end: last,
        offset: start.offset,
        value,
        ...(measure === 'distance' && unnamed && { unnamed }),
      })
  }
}
