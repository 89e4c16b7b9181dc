/** Strava's activities.csv: one line for each activity, the files beside it. Its times are in UTC. */
import type { Collector } from '../sample.ts'
import { toNumber, sportNamed } from '../values.ts'
import type { Cells } from './parse-table.ts'
import { in24Hours } from './times-of-day.ts'

/** Its name in every language; its columns are in the user's, and read in English alone. */
export const stravaList = 'activities.csv'

export const isStrava = (cells: Cells): boolean =>
  cells.has('activity id') && cells.has('activity date') && cells.has('activity type')

export function stravaActivity(cells: Cells, into: Collector): void {
  const start = timeOf(cells.get('activity date') ?? '')
  if (start === undefined) return into.omit('time')
  const value = (name: string, factor = 1): number | undefined => {
    const number = toNumber(cells.get(name) || undefined) * factor
    return number >= 0 ? number : undefined
  }
  const elapsed = value('elapsed time') ?? 0
  // The column comes twice: as shown, in kilometers, and as measured, in meters.
  const distance = value('distance#2') ?? value('distance', 1000)
  const steps = value('total steps')
  into.activity({
    source: { name: 'Strava', kind: 'other' },
    sport: sportNamed(cells.get('activity type') ?? '') ?? 'other',
    start,
    end: start + elapsed * 1000,
    offset: undefined,
    rank: 4,
    duration: value('moving time') ?? elapsed,
    ...(distance !== undefined && { distance }),
    ...(steps !== undefined && { steps }),
  })
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `Jan 2, 2024, 10:05:00 AM` */
function timeOf(text: string): number | undefined {
  const clock = in24Hours(text)
  const [, month, day, year, hour, minute, second] =
    /^([A-Za-z]{3})\w* (\d{1,2}), (\d{4}),? (\d\d):(\d\d):(\d\d)$/u.exec(clock) ?? []
  const at = months.indexOf(month?.toLowerCase() ?? '')
  if (at < 0 || clock === text) return undefined
  return Date.UTC(Number(year), at, Number(day), Number(hour), Number(minute), Number(second))
}
