/** Ids of imported activities. They name the minute in which one starts: devices that record the same one differ by seconds. */

const minuteMs = 60_000
const form = /^activity-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/

/** The minute of an instant, counted from 1970. */
export const minuteOf = (at: number): number => Math.floor(at / minuteMs)

/** The id of an activity that starts in this minute: `activity-20260131T0630Z`. */
export const activityId = (minute: number): string =>
  `activity-${new Date(minute * minuteMs).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z`

/** The minute that an id names; undefined unless it is the id of an activity. */
export function minuteIn(id: string): number | undefined {
  const [, year, month, day, hour, minute] = form.exec(id) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  return !Number.isNaN(at) && activityId(minuteOf(at)) === id ? minuteOf(at) : undefined
}
