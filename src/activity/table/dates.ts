/** Dates of a table, as ISO writes them. */
import { dateOf, dayMs, isDate } from '../../contract/calendar.ts'
import { Unreadable } from '../unreadable.ts'
import { instantOf } from '../values.ts'
import { dayAt, type Zone } from '../zone.ts'
import type { Cells } from './parse-table.ts'

/** A text that begins with a date, year first and with hyphens. Throws Unreadable for others: 06/07 is in June or in July. */
export function yearFirst(text: string): string {
  const [date, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? []
  if (date !== undefined)
    return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}${text.slice(date.length)}`
  const [unclear] = /^\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})(?!\d)/.exec(text) ?? []
  if (unclear === undefined) return text
  throw new Unreadable(
    `has the date ${unclear}: its day or its month may come first. Write dates year first, such as 2026-01-31`,
  )
}

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

/** Does more than a time of day or words stand behind the date, such as `8h05`? */
export const hasUnreadTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d.*\d/.test(yearFirst(text)) && !hasTimeOfDay(text)

/** Does the column `time` say that it is of a clock, and no length? */
export function saysClock(cells: Cells): boolean {
  const text = cells.get('time') ?? ''
  return in24Hours(text) !== text
}

/** A time with two digits for its hour, so that it sorts. */
export const padded = (text: string): string => yearFirst(text).replace(/([T ])(\d):/, '$10$2:')

export const hasTimeOfDay = (date: string): boolean => /[T ]\d{1,2}:\d\d/.test(date)

/**
 * A date with the time of day that its line has in a column `hour`, or in `time` where that is not how long something lasted:
 * `timed` says so. Undefined where there is none.
 */
export function withTimeOfDay(date: string, cells: Cells, timed: boolean): string | undefined {
  if (hasTimeOfDay(date)) return date
  const hour = cells.get('hour')?.replace(/^(?:[01]?\d|2[0-3])$/, '$&:00')
  const text = in24Hours(hour ?? (timed ? (cells.get('time') ?? '') : ''))
  const time = text === '' ? undefined : onDate(date, text)
  return time === text ? undefined : time
}

/** Programs that know days alone write them so. */
export const isAtMidnight = (date: string): boolean => /[T ]00:00(?::00(?:\.0+)?)?(?![\d:])/.test(date)

/** The date that a text begins with, as ISO writes it; empty where it does not. */
export const dateIn = (text: string): string =>
  /^(\d{4}-\d\d-\d\d)(?:$|[T ])/.exec(yearFirst(text))?.[1] ?? ''

/** The local day of a date, or of a time, and whether that is its midnight, on the wall where it was written or in UTC. */
export function dayOf(text: string, zone: Zone): { date: string; isMidnight: boolean } | undefined {
  const date = dateIn(text)
  const time = /z$/i.test(text) && !isAtMidnight(text) ? instantOf(yearFirst(text)) : undefined
  if (date === '' || !time) return date === '' ? undefined : { date, isMidnight: isAtMidnight(text) }
  const local = dayAt(time.at, time.offset, zone)
  return { date: local, isMidnight: dayAt(time.at - 1, time.offset, zone) !== local }
}

/** Throws Unreadable at the end of a file of which no line had a date year first. */
export function createDateCheck() {
  let isDated = false
  let other: string | undefined
  return {
    see(text: string | undefined): void {
      if (isDated || text === undefined) return
      isDated = /^\d{4}-\d\d-\d\d/.test(yearFirst(text))
      other ??= text
    },
    end(): void {
      if (!isDated && other !== undefined)
        throw new Unreadable(
          `has no date that movecli reads, but "${other.slice(0, 30)}". Write dates year first, such as 2026-01-31`,
        )
    },
  }
}
