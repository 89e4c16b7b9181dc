/** The columns of journal ls where a terminal has no room for all: what every row shares is said once. */
import type { Plain } from '../../contract/plain.ts'
import { cellText } from '../../output/fields.ts'
import type { Column } from '../../output/view.ts'
import type { Part } from '../../runtime/services.ts'

/** What may be said once, in the order in which it is left out. */
const shareable = ['address', 'network', 'profile', 'run', 'operation']
const columnGap = 2

/** The columns without those that are empty, and without what is the same in every row, until they fit; that is a note. */
export async function narrowed(
  list: readonly Plain[],
  columns: Column[],
  tools: Part<'note', 'stdout'>,
): Promise<Column[]> {
  const width = tools.context.stdout.columns
  if (list.length === 0 || widthOf(list, columns) <= width) return columns
  let left = columns.filter(({ field }) => list.some((row) => row[field] !== null))
  const said: string[] = []
  for (const field of shareable) {
    const isShared = list.every((row) => row[field] === list[0]?.[field])
    if (widthOf(list, left) <= width) break
    if (!isShared || !left.some((column) => column.field === field)) continue
    left = left.filter((column) => column.field !== field)
    said.push(`${field} ${cellText(list[0]?.[field] ?? null)}`)
  }
  if (said.length > 0) await tools.note(`All rows: ${said.join(', ')}`)
  return left
}

const widthOf = (list: readonly Plain[], columns: readonly Column[]): number =>
  columns
    .map(({ field, title, show = cellText }) =>
      Math.max(title.length, ...list.map((row) => show(row[field] ?? null).length)),
    )
    .reduce((sum, width) => sum + width + columnGap, -columnGap)
