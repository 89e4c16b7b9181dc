/** What reads the text of a flag as the value that its command is given: whole numbers, durations, days and files to write. */
import { durationForm, secondsOf } from '../config/durations.ts'
import { isDate } from '../contract/calendar.ts'
import type { FlagParser } from './flag.ts'

/** What a value must lie between. `form`: that in words; `example`: a value to show with a wrong one. */
type Bounds = { least?: number; most?: number; form?: string; example?: string }

/** As it was typed, and in seconds. */
export type Duration = { text: string; seconds: number }

/** `30s`, `5m`, `1h`, `2d` or seconds alone. */
export const asDuration =
  ({ least = 0, most = Infinity, form = durationForm, ...words }: Bounds = {}): FlagParser<Duration> =>
  (text) => {
    const seconds = secondsOf(text)
    if (seconds === undefined) return { problem: `must be ${durationForm}` }
    return seconds >= least && seconds <= most
      ? { value: { text, seconds } }
      : { problem: `must be ${form}`, ...words }
  }

/** A whole number, from 1 where nothing is said. */
export const asCount =
  ({ least = 1, most, form = boundsText(least, most), ...words }: Bounds = {}): FlagParser<number> =>
  (text) => {
    const value = Number(text)
    const isWhole = least > 0 ? /^[1-9]\d{0,9}$/.test(text) : /^\d{1,10}$/.test(text)
    return isWhole && value <= (most ?? 999_999_999) ? { value } : { problem: `must be ${form}`, ...words }
  }

/** A date (YYYY-MM-DD), or how long ago the day was: which date that is depends on the time zone. */
export type TypedDay = { date: string } | { daysAgo: 0 | 1 } | { secondsAgo: number }

/** `2026-01-31`, `today` or `yesterday`. */
export const asDay: FlagParser<TypedDay> = (text) => {
  if (text === 'today') return { value: { daysAgo: 0 } }
  if (text === 'yesterday') return { value: { daysAgo: 1 } }
  if (isDate(text)) return { value: { date: text } }
  const why = /^\d{4}-\d{2}-\d{2}$/.test(text) ? 'is not a valid date' : 'is not a date'
  return {
    message: `"${text.slice(0, 40)}" ${why}.`,
    hint: 'Write it as YYYY-MM-DD, today or yesterday.',
  }
}

/** A file that the command writes: what goes to stdout is its result alone. A file of that name is `./-`. */
export const asWrittenFile =
  (example: string): FlagParser<string> =>
  (text) =>
    text === '-'
      ? { problem: 'must be the name of a file: it is not written to stdout', example }
      : { value: text }

function boundsText(least: number, most: number | undefined): string {
  if (most === undefined) return 'a number, 1 or greater'
  return least > 0 ? `a whole number from ${least} to ${most}` : `a whole number, ${most} or less`
}
