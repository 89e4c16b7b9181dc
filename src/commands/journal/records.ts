/** The journal as its commands read it. */
import { usage } from '../../errors.ts'
import { unusable } from '../../journal/faults.ts'
import { openRowsOfRuns, rowsOfRuns, type Wanted } from '../../journal/runs/rows.ts'
import { readWrites, type Write } from '../../journal/writes.ts'
import type { Given } from '../command.ts'
import type { Tools } from '../tools.ts'

/** Every single write, oldest first; a torn last line is named on stderr. Throws CLI_STATE (exit 3) for a damaged journal. */
export async function writesOf(tools: Tools): Promise<Write[]> {
  const { writes, torn } = await readWrites(tools.folders.state)
  if (torn) await tools.note('note: the last line of the journal was cut off, and is left out')
  return writes
}

/** The rows that bulk runs sent, all, those that are wanted, or those under way or in doubt. Throws CLI_STATE (exit 3) for a damaged journal. */
export async function* bulkRowsOf({ folders }: Tools, wanted?: Wanted | 'open'): AsyncGenerator<Write> {
  try {
    yield* wanted === 'open' ? openRowsOfRuns(folders.state) : rowsOfRuns(folders.state, wanted)
  } catch (error) {
    unusable(error)
  }
}

/** The write whose id was given, a row of a bulk run too. Throws CLI_USAGE (exit 2) where there is none. */
export async function writeGiven({ args }: Given, tools: Tools): Promise<Write> {
  const id = args[0] ?? ''
  const found = (await writesOf(tools)).find((write) => write.id === id)
  if (found) return found
  for await (const row of bulkRowsOf(tools, (own) => own() === id)) return row
  throw usage('The journal has no record of that id.', 'movecli journal ls shows them.')
}
