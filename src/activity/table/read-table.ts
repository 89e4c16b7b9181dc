/** CSV with named columns: days, stretches of time or activities; among them what Google Fit and Strava export. */
import { isDate } from '../../contract/calendar.ts'
import type { ReadTask } from '../reader.ts'
import { measures, type Collector, type Measure, type Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import { nameOf, sportNamed } from '../values.ts'
import type { Zone } from '../zone.ts'
import { amountsIn } from './amounts.ts'
import { createDateCheck, onDate, yearFirst } from './dates.ts'
import { columnsOf, type Columns } from './known-columns.ts'
import { googleDay, isGoogleDay } from './google-day.ts'
import { records, type Cells } from './parse-table.ts'
import { isStrava, stravaActivity } from './strava.ts'
import { createWallTimes } from './wall-times.ts'

type Line = (cells: Cells, into: Collector) => void
/** `end`: what only the whole file tells. */
type Lines = { line: Line; end?: () => void }

/** Throws Unreadable where no column is known, or quotes do not close. */
export async function readTable({ bytes, name, into, zone }: ReadTask): Promise<void> {
  let lines: Lines | undefined
  for await (const cells of records(bytes)) {
    lines ??= linesFor(cells, name, zone)
    lines.line(cells, into)
  }
  lines?.end?.()
  if (!lines) throw new Unreadable('is a table without rows', { noMotion: true })
}

function linesFor(cells: Cells, name: string, zone: Zone): Lines {
  if (isStrava(cells)) return { line: stravaActivity }
  if (isGoogleDay(cells)) return { line: googleDay(name) }
  const columns = columnsOf(cells.keys())
  const isTimed = columns.date !== undefined || columns.start !== undefined
  if (!isTimed || measures.every((measure) => columns[measure] === undefined))
    throw new Unreadable(
      'is not FIT, GPX, TCX, Apple Health, a zip of them, or CSV with columns such as date and steps',
      {
        noMotion: true,
      },
    )
  return named(columns, cells.has('move minutes count') ? 'Google Fit' : 'CSV', zone)
}

/** A line with a start is an activity where it names a sport, else a stretch of time; one with a date alone is a whole day. */
function named(columns: Columns, file: string, zone: Zone): Lines {
  const dates = createDateCheck()
  const spanOf = createWallTimes(zone)
  const line: Line = (cells, into) => {
    const cell = (column: string | undefined) =>
      column === undefined ? undefined : cells.get(column) || undefined
    const values = amountsIn(columns, cell, into)
    const source: Source = { name: nameOf(cell(columns.source)) ?? file, kind: 'other' }
    const date = cell(columns.date)
    const [first, last] = [columns.start, columns.end].map((column) => onDate(date, cell(column)))
    dates.see(first ?? date)
    const span = spanOf(first, last, source.name)
    if (span ? last !== undefined && span.end === undefined : first?.includes(':')) return into.omit('time')
    if (!span) return wholeTable(first ?? date, source, values, into)
    const { start, offset, end = start + lengthOf(values) } = span
    const type = cell(columns.type)
    if (type !== undefined)
      return into.activity({
        source,
        sport: sportNamed(type) ?? 'other',
        start,
        end,
        offset,
        rank: 4,
        ...values,
      })
    for (const measure of measures) {
      const value = values[measure]
      if (value !== undefined) into.sample({ source, measure, ground: 'foot', start, end, offset, value })
    }
  }
  return { line, end: () => dates.end() }
}

/** Milliseconds; none where the file says what is no length of time. */
const lengthOf = ({ duration = 0 }: Partial<Record<Measure, number>>): number =>
  duration >= 0 && Number.isFinite(duration) ? duration * 1000 : 0

function wholeTable(
  date: string | undefined,
  source: Source,
  values: Partial<Record<Measure, number>>,
  into: Collector,
): void {
  const day = /^(\d{4}-\d\d-\d\d)(?:$|[T ])/.exec(yearFirst(date ?? ''))?.[1]
  if (day === undefined || !isDate(day)) return into.omit('time')
  if (Object.keys(values).length > 0) into.total({ source, date: day, ...values })
}
