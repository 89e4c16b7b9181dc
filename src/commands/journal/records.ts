/** The journal as its commands read it. */
import { usage } from '../../errors.ts'
import { tornNote, unusable } from '../../journal/journal-errors.ts'
import { openRowsOfRuns, rowsOfRuns, type RowFilter } from '../../journal/runs/rows-as-writes.ts'
import { readWrites, type Write } from '../../journal/writes/fold.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'

/** Every single write, oldest first; a torn last line is named on stderr. Throws CLI_STATE (exit 3) for a damaged journal. */
export async function writesOf(tools: Part<'folders' | 'note'>): Promise<Write[]> {
  const { writes, torn } = await readWrites(tools.folders.state)
  if (torn) await tools.note(tornNote('the journal'))
  return writes
}

/**
 * The rows that bulk runs sent, all, those that are wanted, or those under way or unresolved.
 * Throws CLI_STATE (exit 3) for a damaged journal.
 */
export async function* bulkRowsOf(
  { folders }: Part<'folders'>,
  wanted?: RowFilter | 'open',
): AsyncGenerator<Write> {
  try {
    yield* wanted === 'open' ? openRowsOfRuns(folders.state) : rowsOfRuns(folders.state, wanted)
  } catch (error) {
    unusable(error)
  }
}

/** Fewer characters than this name a write only where they are all of its id. */
const shortestPrefix = 4
/** Ids that an error names. */
const mostNamed = 5

/**
 * The write whose id, or unique beginning of an id, was given; a row of a bulk run too.
 * Throws CLI_USAGE (exit 2) for none or several.
 */
export async function writeGiven({ args }: ParsedArgs, tools: Part<'folders' | 'note'>): Promise<Write> {
  const id = (args[0] ?? '').trim().toLowerCase()
  const single = await writesOf(tools)
  const exact = single.find((write) => write.id === id)
  if (exact) return exact
  const fits = (own: string) => own === id || (id.length >= shortestPrefix && own.startsWith(id))
  const found = single.filter((write) => fits(write.id))
  for await (const row of bulkRowsOf(tools, (own) => fits(own()))) {
    if (row.id === id) return row
    found.push(row)
  }
  const [first, ...more] = found
  if (first && more.length === 0) return first
  if (!first) throw usage('The journal has no record with this id.', 'movecli journal ls shows the ids.')
  const named = found.slice(0, mostNamed).map((write) => write.id)
  const rest = found.length > mostNamed ? `, and ${found.length - mostNamed} more` : ''
  throw usage(
    `${found.length} records have an id that begins like this: ${named.join(', ')}${rest}.`,
    'Give more characters of the id.',
  )
}
