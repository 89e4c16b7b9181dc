/** What one line of a CSV says of its times. */
import { dateIn, isAtMidnight, withoutMidnight } from './dates.ts'
import type { Columns } from './known-columns.ts'
import type { Cells } from './parse-table.ts'
import { in24Hours, saysClock, spanOnDate, withTimeOfDay } from './times-of-day.ts'

/** `begin`: of its own column; `timed`: its date with a time of day. */
export type ToldTimes = {
  date: string | undefined
  begin: string | undefined
  timed: string | undefined
  end: string | undefined
  /** Its column `time` is of a clock, for another one says how long it lasted. */
  hasClock: boolean
  /** Its date says when it began, as lists of activities have it. */
  isMoment: boolean
  /** Its date is at midnight. */
  isMidnight: boolean
  /** It has a date beside its start, which has one of its own. */
  isDated: boolean
}

export function timesTold(
  cells: Cells,
  cell: (column: string | undefined) => string | undefined,
  { columns, areActivities }: { columns: Columns; areActivities: boolean },
): ToldTimes {
  const [date, from, until] = [columns.date, columns.start, columns.end].map((column) => {
    const text = cell(column)
    return text === undefined ? undefined : in24Hours(column!.endsWith('hour') ? withMinutes(text) : text)
  })
  const [begin, end] = spanOnDate(withoutMidnight(date), from, until)
  const hasClock = columns.duration !== undefined && cells.has('time')
  const timed =
    begin === undefined && date !== undefined
      ? withTimeOfDay(date, cells, hasClock || saysClock(cells))
      : undefined
  const isMidnight = timed === date && isAtMidnight(timed ?? '')
  const isMoment = timed !== undefined && !cells.has('hour') && (areActivities || !isMidnight)
  const isDated = from !== undefined && begin === from && dateIn(date ?? '') === date
  return { date, begin, timed, end, hasClock, isMoment, isMidnight, isDated }
}

/** Of an hour alone. */
const withMinutes = (text: string): string => text.replace(/^\d{1,2}(?=$|\s*[ap])/i, '$&:00')
