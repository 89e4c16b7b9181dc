/** Stretches of time, and how a row writes one: `2026-01-31T06:30:12Z/2026-01-31T07:41:05Z`, as ISO 8601 has it. */

/** Milliseconds since 1970. */
export type Interval = { start: number; end: number }

const zonedInstant = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))`
const intervalForm = new RegExp(`^${zonedInstant}/${zonedInstant}$`)

/** Both instants to the second. */
export const intervalText = ({ start, end }: Interval): string => `${instantText(start)}/${instantText(end)}`

const instantText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** What a text says; undefined unless both are instants with their zone, the first one not after the second. */
export function intervalIn(text: string): Interval | undefined {
  const [, from = '', to = ''] = intervalForm.exec(text) ?? []
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return start <= end ? { start, end } : undefined
}
