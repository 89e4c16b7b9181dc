/** CSV with named columns: days, stretches of time or activities; among them what Google Fit and Strava export. */
import { isDate } from '../../contract/calendar.ts'
import type { ReadTask } from '../reader.ts'
import {
  isBeyondSteps,
  measures,
  type Assumed,
  type Collector,
  type Measure,
  type Source,
} from '../sample.ts'
import { googleFit, kindNamed } from '../source-kind.ts'
import { Unreadable } from '../unreadable.ts'
import { nameOf, sportNamed } from '../values.ts'
import { amountsIn, lengthIn } from './amounts.ts'
import { createDecimals } from './decimals.ts'
import { createDateCheck, dateIn, dayOf, isAtMidnight, onDate, withTimeOfDay } from './dates.ts'
import { createDayLines } from './day-lines.ts'
import { garminLine, isGarminList } from './garmin-list.ts'
import { activityColumns, columnsOf, namesIn, type Columns } from './known-columns.ts'
import { googleDay, isGoogleDay } from './google-day.ts'
import { createMoments } from './moments.ts'
import { numberBetweenCommas, numberWith, numberWithMark, type ReadNumber } from './numbers.ts'
import { openTable, secondOf, type Cells } from './parse-table.ts'
import { isStrava, stravaActivity, stravaList } from './strava.ts'
import { createWallTimes } from './wall-times.ts'

type Line = (cells: Cells) => void
type TableTask = Pick<ReadTask, 'into' | 'zone'> & { delimiter: string }
/** `end`: what only the whole file tells. */
type Lines = { line: Line; end?: () => void }

/** Throws Unreadable where no column is known, no line is whole, or quotes do not close. */
export async function readTable({ bytes, name, into, zone, refuseLine }: ReadTask): Promise<void> {
  let lines: Lines | undefined
  const table = await openTable(bytes)
  let whole = 0
  for await (const { cells, wrong } of table.lines) {
    lines ??= linesFor(cells, name, { into, zone, delimiter: table.delimiter })
    if (wrong !== undefined) {
      refuseLine(wrong)
      continue
    }
    whole += 1
    lines.line(cells)
  }
  if (lines && whole === 0) throw new Unreadable('has no line with as many cells as its header')
  lines?.end?.()
  if (!lines) throw new Unreadable('is a table without rows', { otherFormat: true })
}

function linesFor(cells: Cells, name: string, task: TableTask): Lines {
  const { into } = task
  if (isStrava(cells)) return { line: (each) => stravaActivity(each, into) }
  const columns = columnsOf(cells.keys())
  if (isSleep(name, columns, cells)) throw new Unreadable('is a list of sleep', { noMotion: true })
  const isTimed = columns.date !== undefined || columns.start !== undefined
  if (!isTimed && name === stravaList)
    throw new Unreadable(
      "has columns that movecli does not know. If it is Strava's, set its language to English there and ask for the export again",
    )
  const twice = namesIn(columns).find((each) => cells.has(secondOf(each)))
  if (twice !== undefined) throw new Unreadable(`has two columns called "${twice}"`)
  if (isGoogleDay(cells)) {
    const day = googleDay(name)
    return { line: (each) => day(each, into) }
  }
  if (!isTimed || measures.every((measure) => columns[measure] === undefined))
    throw new Unreadable(
      'is not FIT, GPX, TCX, Apple Health, a zip of them, or CSV with columns such as date and steps',
      { otherFormat: true },
    )
  const isGarmin = isGarminList(cells)
  const lines = named(columns, cells.has('move minutes count') ? googleFit.name : 'CSV', isGarmin, task)
  return isGarmin ? { ...lines, line: (each) => lines.line(garminLine(each)) } : lines
}

/**
 * A line with a start is an activity where it names a sport, else a stretch of time; one with a date alone is a whole day.
 * A date with a time of day is the start of an activity, where the line names its sport or says how long it lasted; of
 * `activities`, as a file has them and nothing else, also at midnight.
 */
function named(
  columns: Columns,
  file: string,
  activities: boolean,
  { into, zone, delimiter }: TableTask,
): Lines {
  const dates = createDateCheck()
  const dayLines = createDayLines()
  const moments = createMoments(into)
  const spanOf = createWallTimes(zone)
  const lineWith = (cells: Cells, read: ReadNumber): void => {
    const cell = cellIn(cells)
    const date = cell(columns.date)
    const [begin, last] = [columns.start, columns.end].map((column) => onDate(date, cell(column)))
    const timed =
      begin === undefined && date !== undefined
        ? withTimeOfDay(date, cells, columns.duration !== undefined)
        : undefined
    const isMoment = timed !== undefined && !cells.has('hour') && (activities || !isAtMidnight(timed))
    let isUnsure = false
    const assume = (what: Assumed): void => {
      isUnsure ||= what === 'distance'
      into.assume(what)
    }
    const own = isMoment ? activityColumns(columns, timed, cell) : columns
    const values = amountsIn(own, cell, { assume }, read)
    const source = sourceNamed(nameOf(cell(columns.source)) ?? file)
    const type = cell(columns.type)
    const length = lengthIn(columns, cell, values, read)
    const isOpen = type === undefined && last === undefined && length === 0
    const startsThen = isMoment && (type !== undefined || values.duration !== undefined)
    const first = startsThen || (cells.has('hour') && !isOpen) ? timed : begin
    dates.see(first ?? date)
    const stretch = (from: string | undefined): void => {
      const span = spanOf(from, last, source.name, length)
      if (span ? last !== undefined && span.end === undefined : from?.includes(':')) return into.omit('time')
      if (!span) return wholeTable(from ?? date, source, values, into)
      const { start, offset, end = start + length } = span
      if (type !== undefined || startsThen)
        return into.activity({
          source,
          sport: sportNamed(type ?? '') ?? 'other',
          start,
          end,
          offset,
          rank: 4,
          ...values,
        })
      const unnamed = isBeyondSteps(values)
      for (const measure of measures) {
        const value = values[measure]
        if (value === undefined) continue
        const of = { source, measure, ground: 'foot', start, offset, value } as const
        const sample = { ...of, ...(measure === 'distance' && unnamed && { unnamed }) }
        moments.add(sample, isOpen ? undefined : end, isUnsure && measure === 'distance')
      }
    }
    if (!isOpen) return stretch(first)
    const steps = values.steps !== undefined && date !== undefined
    const time = first ?? timed ?? (steps ? withTimeOfDay(date, cells, true) : undefined)
    const day = dayOf(first ?? date ?? '', zone)
    if (time === undefined || day === undefined) return stretch(first)
    const isWhole = first === undefined || day.isMidnight
    const asDay = (): void => (isWhole ? wholeTable(day.date, source, values, into) : stretch(first))
    dayLines.add({ source, date: day.date, time, asDay, asMoment: () => stretch(time) })
  }
  const end = (): void => {
    dayLines.end()
    moments.end()
    dates.end()
  }
  if (delimiter === ',') return { line: (cells) => lineWith(cells, numberBetweenCommas), end }
  const decimals = createDecimals(
    columns,
    (cells, mark) =>
      amountsIn(columns, cellIn(cells), { assume: () => undefined }, (_, text) => numberWith(mark, text)),
    (cells, mark) => lineWith(cells, numberWithMark(mark)),
  )
  return {
    line: (cells) => decimals.line(cells),
    end() {
      decimals.end()
      end()
    },
  }
}

const sourceNamed = (name: string): Source => ({
  name,
  kind: name === googleFit.name ? googleFit.kind : kindNamed(name),
})

const cellIn = (cells: Cells) => (column: string | undefined) =>
  column === undefined ? undefined : cells.get(column) || undefined

/** Its durations are no motion. A summary of days may tell of sleep beside steps. */
const isSleep = (name: string, { start, steps, distance }: Columns, cells: Cells): boolean =>
  (/(?:^|[^a-z])sleep/i.test(name) && steps === undefined && distance === undefined) ||
  (start !== undefined && [...cells.keys()].some((each) => /^(?:time in bed|sleep quality)\b/.test(each)))

function wholeTable(
  date: string | undefined,
  source: Source,
  values: Partial<Record<Measure, number>>,
  into: Collector,
): void {
  const day = dateIn(date ?? '')
  if (!isDate(day)) return into.omit('time')
  if (Object.keys(values).length > 0) into.total({ source, date: day, ...values })
}
