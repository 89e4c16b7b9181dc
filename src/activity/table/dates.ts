/** Dates of a table, as ISO writes them. */
import { Unreadable } from '../unreadable.ts'

/** A text that begins with a date, year first and with hyphens. Throws Unreadable where the month or the day comes first: 06/07 is a day in June or in July. */
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
