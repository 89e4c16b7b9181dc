/** Ids of imported activities. They name the minute in which one starts: devices that record the same one differ by seconds. */

const minuteMs = 60_000
const form = /^activity-(\d{8}T\d{4}Z)(?:-(\d{8}T\d{4}Z))?$/

/** The minute of an instant, counted from 1970. */
export const minuteOf = (at: number): number => Math.floor(at / minuteMs)

/**
 * The id of an activity that starts in this minute: `activity-20260131T0630Z`. With `end`, that of another one that starts in
 * it: `activity-20260131T0630Z-20260131T0715Z`.
 */
export const activityId = (minute: number, end?: number): string =>
  `activity-${minuteText(minute)}${end === undefined ? '' : `-${minuteText(end)}`}`

/** The minute of the start that an id names; undefined unless it is the id of an activity. */
export function minuteIn(id: string): number | undefined {
  const [, start, end = start] = form.exec(id) ?? []
  return start === undefined || minuteOfText(end!) === undefined ? undefined : minuteOfText(start)
}

const minuteText = (minute: number): string =>
  `${new Date(minute * minuteMs).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z`

function minuteOfText(text: string): number | undefined {
  const at = Date.parse(text.replace(/(....)(..)(..)T(..)(..)Z/, '$1-$2-$3T$4:$5:00Z'))
  return !Number.isNaN(at) && minuteText(minuteOf(at)) === text ? minuteOf(at) : undefined
}
