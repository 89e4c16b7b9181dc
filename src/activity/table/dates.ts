/** Dates and instants of a table, as ISO writes them. */
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { Unreadable } from '../unreadable.ts'
import { instantOf } from '../values.ts'
import type { Zone } from '../zone.ts'

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

/** Does more than a time of day or words stand behind the date, such as `8h05`? */
export const hasUnreadTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d.*\d/.test(yearFirst(text)) && !hasTimeOfDay(text)

/** A date and time as ISO writes it: the hour in two digits, seconds too, and `UTC` as `Z`. */
export const isoTime = (text: string): string =>
  yearFirst(text)
    .replace(/([T ])(\d):/, '$10$2:')
    .replace(/\s*(?:utc|gmt)$/i, 'Z')
    .replace(/^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d)(?=\s*(?:z|[+-]\d\d:?\d\d)?$)/i, '$1:00')

/** Does a time say its offset from UTC? */
export const hasOffset = (text: string): boolean => /(?:z|[+-]\d\d:?\d\d)\s*$/i.test(text.slice(10))

/** A time as clocks showed it where it was written, or in the user's zone where it is in UTC: milliseconds as of UTC. */
export function onTheWall(text: string, zone: Zone): number | undefined {
  const iso = isoTime(text)
  const time = instantOf(iso)
  return time && hasOffset(iso) ? time.at + (time.offset ?? zone(time.at)) * 60_000 : time?.at
}

export const hasTimeOfDay = (date: string): boolean => /[T ]\d{1,2}:\d\d/.test(date)

/** The time of day of a time, in whatever zone. */
export const clockIn = (time: string): string | undefined => /[T ](\d{1,2}:\d\d)/.exec(time)?.[1]

/** A date alone, where its time is midnight; any other text as it is. */
export const withoutMidnight = (date: string | undefined): string | undefined =>
  date !== undefined && isAtMidnight(date) ? dateIn(date) : date

/** Programs that know days alone write them so. */
export const isAtMidnight = (date: string): boolean => /[T ]00:00(?::00(?:\.0+)?)?(?![\d:])/.test(date)

/** The date that a text begins with, as ISO writes it; empty where it does not. */
export const dateIn = (text: string): string =>
  /^(\d{4}-\d\d-\d\d)(?:$|[T ])/.exec(yearFirst(text))?.[1] ?? ''

export type LocalDay = { date: string; isMidnight: boolean }

/** The local day of a date, or of a time, and whether that is its midnight, on the wall where it was written or in UTC. */
export function dayOf(text: string, zone: Zone): LocalDay | undefined {
  const date = dateIn(text)
  const wall = isAtMidnight(text) ? undefined : onTheWall(text, zone)
  if (date === '' || wall === undefined)
    return date === '' ? undefined : { date, isMidnight: isAtMidnight(text) }
  return { date: dateOf(wall), isMidnight: wall % dayMs === 0 && clockIn(text) !== '24:00' }
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
