/** Days of the calendar: which day it is where the user is, and which one was typed. */
import { isZone } from '../../config/validators.ts'
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { misconfigured } from '../../errors.ts'
import type { TypedDay } from '../../runtime/flag-parsers.ts'

/** The day in a time zone, YYYY-MM-DD; where none is named that of the process (TZ), without loading Intl, which is slow. */
export function dayIn(now: Date, timeZone: string | undefined): string {
  if (!timeZone) return dateText(now.getFullYear(), now.getMonth() + 1, now.getDate())
  const parts = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone })
  const part = (type: string) => Number(parts.formatToParts(now).find((each) => each.type === type)?.value)
  return dateText(part('year'), part('month'), part('day'))
}

const dateText = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

/** The date of a day that was typed, in a time zone as `dayIn` takes it. */
export function dateOfDay(day: TypedDay, now: Date, timeZone: string | undefined): string {
  if ('date' in day) return day.date
  if ('secondsAgo' in day) return dayIn(new Date(now.getTime() - day.secondsAgo * 1000), timeZone)
  const today = dayIn(now, timeZone)
  return day.daysAgo === 0 ? today : dayBefore(today)
}

const dayBefore = (day: string) => dateOf(Date.parse(`${day}T00:00:00Z`) - dayMs)

/** Refuses a TZ that names no zone: its days would be those of UTC. Throws CLI_CONFIG. */
export function checkZone(tz: string | undefined, now: Date): void {
  const name = tz?.replace(/^:/, '')
  if (!name || name.startsWith('/') || isUtc.test(name) || isZone(name) || isElsewhere(now)) return
  throw misconfigured(
    `TZ is "${name.slice(0, 40)}", which is not a time zone, so the date of today is unknown.`,
    'Set TZ to a name such as Europe/Berlin, or type: movecli config set timezone Europe/Berlin',
  )
}

const isUtc = /^<?(UTC|UCT|GMT|Z)>?[+-]?0*$/i

/** The process understood a zone that Intl has no name for, such as EST5: an unknown one is UTC all year. */
const isElsewhere = (now: Date): boolean =>
  [0, 6].some((month) => new Date(now.getFullYear(), month, 1).getTimezoneOffset() !== 0)
