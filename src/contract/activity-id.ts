/**
 * Ids of imported motion. Those of activities name the minute in which one starts: devices that record the same one differ by
 * seconds. Those of days name the day.
 */

export const minuteMs = 60_000

const idForm = /^activity-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z(?:-([2-9]|[1-9]\d{1,5}))?$/

/** The minute of an instant, counted from 1970. */
export const minuteOf = (at: number): number => Math.floor(at / minuteMs)

/** Which activity of those that start in one minute, counted from 1. */
export type ActivityStart = { minute: number; nth: number }

/** `activity-20260131T0630Z`; of the second that starts in this minute `activity-20260131T0630Z-2`. */
export const activityId = (minute: number, nth = 1): string =>
  `activity-${new Date(minute * minuteMs).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z${nth === 1 ? '' : `-${nth}`}`

/** `day-2026-01-31`: all motion of that day. */
export const dayId = (date: string): string => `day-${date}`

/** What an id names; undefined unless it is the id of an activity. */
export function startIn(id: string): ActivityStart | undefined {
  const [, year, month, day, hour, minute, nth = 1] = idForm.exec(id) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  const named = { minute: minuteOf(at), nth: Number(nth) }
  return !Number.isNaN(at) && activityId(named.minute, named.nth) === id ? named : undefined
}
