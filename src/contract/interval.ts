/** Stretches of time, and how a row writes one: `2026-01-31T06:30:12Z/2026-01-31T07:41:05Z`, as ISO 8601 has it. */
import { dayMs, isDate } from './calendar.ts'

/** Milliseconds since 1970. */
export type Interval = { start: number; end: number }

/** Nobody is in motion for longer. */
export const longestInterval = 31 * dayMs
const firstInstant = Date.UTC(2000, 0, 1)

const zonedInstant = String.raw`((\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))`
const intervalForm = new RegExp(`^${zonedInstant}/${zonedInstant}$`)

/** Both instants to the second. */
export const intervalText = ({ start, end }: Interval): string => `${instantText(start)}/${instantText(end)}`

const instantText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** What a text says; undefined unless both are instants with their zone, from 2000 on and 31 days apart at most. */
export function intervalIn(text: string): Interval | undefined {
  const [, from = '', day = '', to = '', lastDay = ''] = intervalForm.exec(text) ?? []
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const isOne = isDate(day) && isDate(lastDay) && start >= firstInstant && start <= end
  return isOne && end - start <= longestInterval ? { start, end } : undefined
}
