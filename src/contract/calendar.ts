/** Days and times as the service writes them (docs/service.md §2 daily record, §4 login). */

/** The day of an instant by UTC, as YYYY-MM-DD. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** True for a day of the calendar written YYYY-MM-DD. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && dateOf(day.getTime()) === text
}

export const dayMs = 86_400_000
const [hourMs, minuteMs, secondMs] = [3_600_000, 60_000, 1000]

/**
 * A calendar date and a time of day, with a fraction of its last part after a point or a
 * comma, and a zone. T and Z may be small letters.
 */
const extended =
  /^(\d{4}-\d{2}-\d{2})T(\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d+))?(Z|[+-]\d{2}(?::?\d{2})?)$/i
/** A date and time of day as in `extended`, without hyphens and colons. */
const basic = /^(\d{8})T(\d{2})(?:(\d{2})(\d{2})?)?(?:[.,](\d+))?(Z|[+-]\d{2}(?:\d{2})?)$/i

/** The time in milliseconds since 1970; NaN unless the text is an ISO 8601 time with its zone. */
export function instantOf(text: string): number {
  const [, date = '', hour = '', minute, second, fraction = '0', zone = ''] =
    extended.exec(text) ?? basic.exec(text) ?? []
  const day = date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  if (!isDate(day)) return Number.NaN
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)]
  // 60 is a leap second; 24:00 is the end of the day.
  if (hours > 24 || minutes > 59 || seconds > 60) return Number.NaN
  const last = second !== undefined ? secondMs : minute !== undefined ? minuteMs : hourMs
  const time =
    hours * hourMs + minutes * minuteMs + seconds * secondMs + Math.floor(Number(`0.${fraction}`) * last)
  if (hours === 24 && time > dayMs) return Number.NaN
  return Date.parse(`${day}T00:00:00Z`) + time - offsetOf(zone)
}

/** True for an ISO 8601 time with its zone. */
export const isInstant = (text: string): boolean => !Number.isNaN(instantOf(text))

/**
 * The offset of a zone from UTC in milliseconds: `+02:00`, `-0330`, `+02`; 0 for Z and
 * names of UTC; NaN where there is none such.
 */
export function offsetOf(zone: string): number {
  const [, sign, hours, minutes = 0] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  if (sign === undefined) return 0
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs)
}
