/** Garmin Connect's Activities.csv: one line for each activity, with the time at which it starts in the column `Date`. */
import { sportNamed } from '../values.ts'
import type { Cells } from './parse-table.ts'

export const isGarminList = (cells: Cells): boolean =>
  ['activity type', 'date', 'favorite', 'title'].every((name) => cells.has(name))

/** A line of it as others write theirs: `--` is no value, and the distance of a swim is in whole meters (`1,500`). */
export function garminLine(cells: Cells): Cells {
  const line = new Map([...cells].map(([name, text]) => [name, text === '--' ? '' : text]))
  const distance = line.get('distance')?.replace(/^(\d{1,3}),(\d{3})$/, '$1$2')
  if (distance && sportNamed(cells.get('activity type') ?? '') === 'swim')
    line.set('distance', `${distance} m`)
  return line
}
