/** What one line of a CSV says, whose columns are known by name. */
import { fastestOnFoot, measures, type Assumed, type Measure, type Source, type Sport } from '../sample.ts'
import { googleFit, kindNamed } from '../source-kind.ts'
import { nameOf, sportNamed } from '../values.ts'
import { amountsIn, lengthIn } from './amounts.ts'
import { refuseTooFar, unsureDistance } from './unsure-distance.ts'
import { activityColumns, type Columns } from './known-columns.ts'
import type { ReadNumber } from './numbers.ts'
import type { Cells } from './parse-table.ts'
import { hasUnreadClock } from './times-of-day.ts'
import { Unreadable } from '../unreadable.ts'
import { timesTold, type ToldTimes } from './told-times.ts'

/** Meters that a number without a unit may come to, taken in kilometers: more are meters, or nobody knows what. */
const mostUnsure = 100_000
const mostUnsureOf: Partial<Record<Sport, number>> = { ride: 1_000_000, swim: 30_000, vehicle: Infinity }

/** `sourceName`: of lines that name none. `areActivities`: the file has activities and nothing else. */
export type NamedList = { columns: Columns; sourceName: string; areActivities: boolean }

/** What one line says. `start`: of its own column; `timed`: its date with a time of day. */
export type Told = {
  source: Source
  values: Partial<Record<Measure, number>>
  type: string | undefined
  date: string | undefined
  start: string | undefined
  timed: string | undefined
  end: string | undefined
  /** Milliseconds; 0 where nothing says how long it lasted. */
  length: number
  /** It says when it ended, or how long it lasted with its pauses. */
  hasEnd: boolean
  isActivity: boolean
  /** It has a date beside its start, which has one of its own. */
  isDated: boolean
  /** Its date is at midnight: that of a day, or an activity's, as the other lines of its list say. */
  isAtMidnight: boolean
  /** How long it lasted is for the lines behind it to say. */
  isOpen: boolean
  /** Its distance has no unit. */
  isUnsure: boolean
  /** Measures whose values are those since midnight, where the line says at what time of the day. */
  totals: readonly Measure[]
  /** It has a time of day that cannot be read. */
  isUnread: boolean
}

/** What a line says of a list whose columns are known. Throws Unreadable for a unit or a date that is not clear. */
export function toldBy(
  cells: Cells,
  { columns, sourceName, areActivities }: NamedList,
  { read, assume }: { read: ReadNumber; assume: (what: Assumed) => void },
): Told {
  const cell = cellIn(cells)
  const times = timesTold(cells, cell, { columns, areActivities })
  const { date, begin, timed, end, isMoment, isMidnight, isDated } = times
  const type = cell(columns.type)
  const own = isMoment ? activityColumns(columns, timed!, cell) : columns
  const { values, isUnsure } = amountsTold(
    own,
    cell,
    { sport: sportNamed(type ?? ''), areActivities },
    { read, assume },
  )
  const length = lengthIn(columns, cell, values, read)
  if (isUnsure && !areActivities) refuseTooFar(values, length, sportNamed(type ?? ''))
  const isOpen = type === undefined && end === undefined && length === 0
  if (type !== undefined && isTimeUnclear(cells, { ...times, isMeasured: length > 0 })) throw unclearTime()
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
    hasEnd: (end !== undefined && end !== begin) || (length > 0 && cell(columns.elapsed?.name) !== undefined),
    isActivity: type !== undefined || startsThen,
    isDated,
    isAtMidnight: isMidnight && !isMoment && !times.hasClock && (type !== undefined || length > 0),
    isOpen,
    isUnsure,
    totals: isOpen ? measures.filter((measure) => columns[measure]?.name.startsWith('total')) : [],
    isUnread:
      begin === undefined &&
      timed === undefined &&
      hasUnreadClock(date ?? '', cells, { isOpen, hasDuration: columns.duration !== undefined }),
  }
}

/** An activity of a date and `7:30` alone: nothing tells whether that is when it began or how long it took. */
const isTimeUnclear = (
  cells: Cells,
  { begin, timed, end, isMeasured }: Pick<ToldTimes, 'begin' | 'timed' | 'end'> & { isMeasured: boolean },
): boolean =>
  begin === undefined &&
  timed === undefined &&
  end === undefined &&
  !isMeasured &&
  /^\d{1,2}:\d\d$/.test(cells.get('time') ?? '')

const unclearTime = (): Unreadable =>
  new Unreadable(
    'does not say whether its column "time" is when something began or how long it took. Call it start or duration',
  )

const sourceNamed = (name: string): Source => ({
  name,
  kind: name === googleFit.name ? googleFit.kind : kindNamed(name),
})

type ToldAmounts = { values: Partial<Record<Measure, number>>; isUnsure: boolean }

/** Its numbers, without those that are not clear in a list of activities. */
function amountsTold(
  columns: Columns,
  cell: (column: string | undefined) => string | undefined,
  { sport, areActivities }: { sport: Sport | undefined; areActivities: boolean },
  { read, assume }: { read: ReadNumber; assume: (what: Assumed) => void },
): ToldAmounts {
  let isUnsure = false
  const assumeIt = (what: Assumed): void => {
    isUnsure ||= what === 'distance'
    assume(what)
  }
  const values = amountsIn(columns, cell, { assume: assumeIt }, read)
  // In a list with a pace `1:05` of a walk of 5 km may be an hour.
  if (columns.hasPace && sport !== 'ride' && values.distance! > values.duration! * fastestOnFoot)
    values.duration = Number.NaN
  if (isUnsure && values.distance! > ((sport && mostUnsureOf[sport]) ?? mostUnsure)) {
    if (!areActivities) throw unsureDistance()
    values.distance = Number.POSITIVE_INFINITY
  }
  return { values, isUnsure }
}

/** The text of a column; undefined where it is empty. */
export const cellIn = (cells: Cells) => (column: string | undefined) =>
  column === undefined ? undefined : cells.get(column) || undefined
