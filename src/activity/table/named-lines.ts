/** Lines of a CSV whose columns are known by name: days, stretches of time and activities. */
import { isDate } from '../../contract/calendar.ts'
import type { ReadTask } from '../reader.ts'
import { isBeyondSteps, measures, type Assumed, type Measure, type Source } from '../sample.ts'
import { googleFit, kindNamed } from '../source-kind.ts'
import { Unreadable } from '../unreadable.ts'
import { nameOf, sportNamed } from '../values.ts'
import { amountsIn, lengthIn } from './amounts.ts'
import { createDecimals } from './decimals.ts'
import {
  createDateCheck,
  dateIn,
  dayOf,
  hasUnreadClock,
  hasHalfDays,
  hasUnreadTime,
  in24Hours,
  isAtMidnight,
  padded,
  spanOnDate,
  withTimeOfDay,
} from './dates.ts'
import { createDayLines } from './day-lines.ts'
import { activityColumns, type Columns } from './known-columns.ts'
import { createMoments } from './moments.ts'
import { createRunningTotals } from './running-totals.ts'
import { numberBetweenCommas, numberWith, numberWithMark, type ReadNumber } from './numbers.ts'
import type { Cells } from './parse-table.ts'
import { createWallTimes } from './wall-times.ts'

export type TableTask = Pick<ReadTask, 'into' | 'zone'> & { delimiter: string }
/** `end`: what only the whole file tells. */
export type Lines = { line: (cells: Cells) => void; end?: () => void }

/** Meters a second: in a list with a pace `1:05` of a walk of 5 km may be an hour. */
const fastestOnFoot = 12

/** Meters that a number without a unit may come to, taken in kilometers: more are meters, or nobody knows what. */
const mostUnsure = 100_000

/** `sourceName`: of lines that name none. `areActivities`: the file has activities and nothing else. */
type List = { columns: Columns; sourceName: string; areActivities: boolean }

/** What one line says. `start`: of its own column; `timed`: its date with a time of day. */
type Told = {
  source: Source
  values: Partial<Record<Measure, number>>
  type: string | undefined
  date: string | undefined
  start: string | undefined
  timed: string | undefined
  end: string | undefined
  /** Milliseconds; 0 where nothing says how long it lasted. */
  length: number
  isActivity: boolean
  /** How long it lasted is for the lines behind it to say. */
  isOpen: boolean
  /** Its distance has no unit. */
  isUnsure: boolean
  /** Measures whose values are those since midnight, where the line says at what time of the day. */
  totals: readonly Measure[]
  /** It has a time of day that cannot be read. */
  isUnread: boolean
}

/**
 * A line with a start is an activity where it names a sport, else a stretch of time; one with a date alone is a whole day.
 * A date with a time of day is the start of an activity, where the line names its sport or says how long it lasted; of a list
 * of activities also at midnight.
 */
export function namedLines(list: List, { into, zone, delimiter }: TableTask): Lines {
  const dates = createDateCheck()
  const keeping = createKeeper({ into, zone })
  const lineWith = (cells: Cells, read: ReadNumber): void => {
    const told = toldBy(cells, list, { read, assume: (what) => into.assume(what) })
    dates.see(told.start ?? told.date)
    keeping.keep(told, cells)
  }
  const end = (): void => {
    dates.end()
    keeping.end()
  }
  if (delimiter === ',') return { line: (cells) => lineWith(cells, numberBetweenCommas), end }
  const { columns } = list
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

function toldBy(
  cells: Cells,
  { columns, sourceName, areActivities }: List,
  { read, assume }: { read: ReadNumber; assume: (what: Assumed) => void },
): Told {
  const cell = cellIn(cells)
  const [date, from, until] = [columns.date, columns.start, columns.end].map((column) => {
    const text = cell(column)
    return text === undefined ? undefined : in24Hours(text)
  })
  const [begin, end] = spanOnDate(date, from, until)
  const timed =
    begin === undefined && date !== undefined
      ? withTimeOfDay(date, cells, columns.duration !== undefined || hasHalfDays(cells))
      : undefined
  const isMidnightOfDay = timed === date && isAtMidnight(timed ?? '')
  const isMoment = timed !== undefined && !cells.has('hour') && (areActivities || !isMidnightOfDay)
  let isUnsure = false
  const assumeIt = (what: Assumed): void => {
    isUnsure ||= what === 'distance'
    assume(what)
  }
  const own = isMoment ? activityColumns(columns, timed, cell) : columns
  const values = amountsIn(own, cell, { assume: assumeIt }, read)
  const type = cell(columns.type)
  const isRide = sportNamed(type ?? '') === 'ride'
  if (columns.hasPace && !isRide && values.distance! > values.duration! * fastestOnFoot)
    values.duration = Number.NaN
  if (isUnsure && (values.distance ?? 0) > mostUnsure && !isRide) values.distance = Number.NaN
  const length = lengthIn(columns, cell, values, read)
  const isOpen = type === undefined && end === undefined && length === 0
  const startsThen = isMoment && (type !== undefined || values.duration !== undefined)
  return {
    source: sourceNamed(nameOf(cell(columns.source)) ?? sourceName),
    values,
    type,
    date,
    start: startsThen || (cells.has('hour') && !isOpen) ? timed : begin,
    timed,
    end,
    length,
    isActivity: type !== undefined || startsThen,
    isOpen,
    isUnsure,
    totals: isOpen ? measures.filter((measure) => columns[measure]?.name.startsWith('total')) : [],
    isUnread:
      begin === undefined &&
      timed === undefined &&
      hasUnreadClock(date ?? '', cells, { isOpen, hasDuration: columns.duration !== undefined }),
  }
}

/** Hands on what lines tell, as soon as they or the whole list say when it was. */
function createKeeper({ into, zone }: Pick<ReadTask, 'into' | 'zone'>) {
  const dayLines = createDayLines()
  const moments = createMoments(into)
  const runningTotals = createRunningTotals(into)
  const spanOf = createWallTimes(zone)
  let [lines, leftOut] = [0, 0]
  return {
    keep(told: Told, cells: Cells): void {
      lines += 1
      if (told.isUnread) return leaveOut()
      const { source, values, date, start, timed } = told
      if (!told.isOpen) return keepFrom(start, told)
      const hasSteps = values.steps !== undefined && date !== undefined
      const time = start ?? timed ?? (hasSteps ? withTimeOfDay(date, cells, true) : undefined)
      const day = dayOf(start ?? date ?? '', zone)
      if (time === undefined || day === undefined) return keepFrom(start, told)
      const isWhole = start === undefined || day.isMidnight
      const asDay = (): void => (isWhole ? keepDay(day.date, told) : keepFrom(start, told))
      if (told.totals.length > 0) {
        const { isUnsure } = told
        const totals = takeOut(values, told.totals)
        runningTotals.add({ source, date: day.date, time: padded(time), values: totals, isUnsure })
        if (Object.keys(values).length === 0) return
      }
      dayLines.add({ source, date: day.date, time, asDay, asMoment: () => keepFrom(time, told) })
    },
    end(): void {
      dayLines.end()
      runningTotals.end()
      moments.end()
      if (lines > 0 && leftOut === lines)
        throw new Unreadable('has no time that movecli reads. Write times such as 2026-01-31 18:05')
    },
  }

  function leaveOut(): void {
    leftOut += 1
    into.omit('time')
  }

  function keepFrom(from: string | undefined, told: Told): void {
    const { source, values, length } = told
    const span = spanOf(from, told.end, source.name, length)
    if (span ? told.end !== undefined && span.end === undefined : from?.includes(':')) return leaveOut()
    if (!span) return keepDay(from ?? told.date, told)
    const { start, offset, end = start + length, other } = span
    if (told.isActivity) {
      const sport = sportNamed(told.type ?? '') ?? 'other'
      return into.activity({ source, sport, start, end, offset, ...(other && { other }), rank: 4, ...values })
    }
    const unnamed = isBeyondSteps(values)
    for (const measure of measures) {
      const value = values[measure]
      if (value === undefined) continue
      const of = { source, measure, ground: 'foot', start, offset, value } as const
      const sample = { ...of, ...(measure === 'distance' && unnamed && { unnamed }) }
      moments.add(sample, told.isOpen ? undefined : end, told.isUnsure && measure === 'distance')
    }
  }

  function keepDay(text: string | undefined, told: Told): void {
    const { source, values } = told
    const date = dateIn(text ?? '')
    if (!isDate(date) || hasUnreadTime(text ?? '')) return leaveOut()
    if (sportNamed(told.type ?? '') === 'vehicle') return into.omit('vehicle')
    if (Object.keys(values).length > 0) into.total({ source, date, ...values })
  }
}

type Values = Partial<Record<Measure, number>>

/** Takes these values out of those of a line. */
function takeOut(values: Values, wanted: readonly Measure[]): Values {
  const taken = Object.fromEntries(wanted.map((measure) => [measure, values[measure]]))
  for (const measure of wanted) delete values[measure]
  return taken
}

const sourceNamed = (name: string): Source => ({
  name,
  kind: name === googleFit.name ? googleFit.kind : kindNamed(name),
})

const cellIn = (cells: Cells) => (column: string | undefined) =>
  column === undefined ? undefined : cells.get(column) || undefined
