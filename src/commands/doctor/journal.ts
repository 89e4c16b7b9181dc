/** The checks of the journal of writes and of the journals of bulk runs: whole, of a format we write, and what is unknown. */
import { openLog } from '../../disk/append-log.ts'
import { unusable } from '../../journal/journal-errors.ts'
import { journalPath } from '../../journal/present.ts'
import { journalFormat } from '../../journal/writes/record.ts'
import { openRowsOfRuns } from '../../journal/runs/rows-as-writes.ts'
import { isUnresolved, readWrites } from '../../journal/writes/fold.ts'
import { failed, passed, type Finding } from './check.ts'

/** Reads all of them, as the next write would. Throws MoveError or DiskError for one that is damaged or cannot be read. */
export async function checkJournal(state: string): Promise<Finding> {
  try {
    const log = await openLog(journalPath(state), { format: journalFormat })
    await log.close()
    if (log.format > journalFormat)
      return failed(
        'journal',
        `${journalPath(state)} was written by a newer movecli`,
        'use the newer movecli for writes',
      )
    const { writes } = await readWrites(state)
    const open = writes.filter(isUnresolved)
    for await (const row of openRowsOfRuns(state)) if (isUnresolved(row)) open.push(row)
    const count = `${writes.length} single write${writes.length === 1 ? '' : 's'}`
    if (open.length === 0) return passed('journal', writes.length === 0 ? 'no single writes' : count)
    return passed('journal', `${count}; ${open.length} unknown: movecli journal ls --state unknown`)
  } catch (error) {
    return unusable(error)
  }
}
