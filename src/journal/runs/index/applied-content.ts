/** What a run applied or left unresolved: from its index, or from its journal where the index is missing or old. */
import { indexedBytes, sizeOf, forEachIndexed, writeIndex, type ContentVisitor } from './index-file.ts'
import { replayRun } from '../replay.ts'
import { isKept } from '../row-outcome.ts'
import { createTable } from './row-table.ts'

/**
 * Visits what a run applied or left unresolved, and returns how many bytes of its journal say so. `keep`: an index that had
 * to be made is written. Throws DiskError for a damaged journal.
 */
export async function visitRun(folder: string, visit: ContentVisitor, keep: boolean): Promise<number> {
  const size = await sizeOf(folder)
  if ((size === 0 && (await indexedBytes(folder)) === 0) || (await forEachIndexed(folder, size, visit)))
    return size
  const table = createTable()
  const { replaced, bytes } = await replayRun(folder, table)
  for (let row = 0; row < table.size; row++) {
    const state = table.ownState(row)
    if (!isKept(state)) continue
    visit(table.copyContent(row), state, table.day(row))
  }
  for (const each of replaced) visit(each.content, each.kind, each.day)
  // Where nothing can be written the index is made again next time.
  if (keep) await writeIndex(folder, table, size).catch(() => undefined)
  return bytes
}
