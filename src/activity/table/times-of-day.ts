/** Times of day of a table, in the column of the date or in one of their own. */
import { dateOf, dayMs, isDate } from '../../contract/calendar.ts'
import { dateIn, hasTimeOfDay, withoutMidnight } from './dates.ts'
import type { Cells } from './parse-table.ts'

/** A time of day such as `8:05 PM` or `8:05 Uhr`, alone or behind a date, as `20:05`; any other text as it is. */
export const in24Hours = (text: string): string =>
  text
    .replace(/(?<=\d)\s*uhr$/i, '')
    .replace(
      /(?<=^|[T ])(0?[1-9]|1[0-2])(:[0-5]\d(?::[0-5]\d)?)?\s*([ap])\.?m\.?$/i,
      (_, hour: string, rest: string | undefined, half: string) =>
        `${String((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)).padStart(2, '0')}${rest ?? ':00'}`,
    )

/** A time of day (`9:30`) behind the date of its line; any other text as it is. */
export function onDate(date: string | undefined, text: string | undefined): string | undefined {
  const [, hour, rest] = /^(\d{1,2})(:\d\d(?::\d\d)?)$/.exec(text ?? '') ?? []
  return date === undefined || hour === undefined ? text : `${date} ${hour.padStart(2, '0')}${rest}`
}

/** Minutes from one time of day to another on the next day; more than twelve hours are an error of who wrote them. */
const longestNight = 12 * 60

/** Both ends of a line; an end that is a time of day alone and before the start is on the next day. */
export function spanOnDate(
  date: string | undefined,
  start: string | undefined,
  end: string | undefined,
): [start: string | undefined, end: string | undefined] {
  const from = onDate(date, start)
  const [, day, time] = /^(.*\d)[T ](\d{1,2}:\d\d(?::\d\d)?)$/.exec(from ?? '') ?? []
  const until = onDate(date ?? day, end)
  if (day === undefined || time === undefined || until === end || !isDate(dateIn(day))) return [from, until]
  const minutes = minutesOf(end!) - minutesOf(time)
  if (minutes >= 0 || minutes + 24 * 60 > longestNight) return [from, until]
  return [from, onDate(dateOf(Date.parse(dateIn(day)) + dayMs), end)]
}

/** Of a time of day. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Has a column `hour` or `time` one that cannot be read? In `time` beside a duration, or like a clock on an open line. */
export function hasUnreadClock(
  date: string,
  cells: Cells,
  { isOpen, hasDuration }: { isOpen: boolean; hasDuration: boolean },
): boolean {
  if (cells.has('hour'))
    return /\d/.test(cells.get('hour')!) && withTimeOfDay(date, cells, true) === undefined
  const text = cells.get('time') ?? ''
  return isOpen
    ? /\d\s*(?::|h|[ap]\.?m)/i.test(text) && withTimeOfDay(date, cells, true) === undefined
    : hasDuration && /\d/.test(text)
}

/** Does the column `time` say that it is of a clock, and no length? */
export function saysClock(cells: Cells): boolean {
  const text = cells.get('time') ?? ''
  return in24Hours(text) !== text
}

/**
 * A date with the time of day that its line has in a column `hour`, or in `time` where that is not how long something lasted:
 * `timed` says so. Undefined where there is none.
 */
export function withTimeOfDay(date: string, cells: Cells, timed: boolean): string | undefined {
  const day = withoutMidnight(date)!
  if (hasTimeOfDay(day)) return date
  const text = hourIn(cells) ?? in24Hours(timed ? (cells.get('time') ?? '') : '')
  const time = text === '' ? text : onDate(day, text)
  if (time !== text) return time
  return day === date ? undefined : date
}

/** The hour of a line, such as `8`, `8 AM` or `8-9`, with its minute, as a time of day. The 24th hour begins no other day. */
function hourIn(cells: Cells): string | undefined {
  const minute = (cells.get('minute') ?? '').padStart(2, '0')
  const time = cells
    .get('hour')
    ?.replace(/^(\d{1,2})(?:\s*[-–]\s*\d{1,2})?(?=$|\s*[ap]\.?m\.?$)/i, `$1:${minute}`)
  return time === undefined ? undefined : in24Hours(time).replace(/^24:00$/, '23:59')
}
