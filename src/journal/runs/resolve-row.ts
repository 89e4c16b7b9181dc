/** A person's verdict on a row of a bulk run. */
import { openLog } from '../../disk/append-log.ts'
import { usage } from '../../errors.ts'
import { unusable } from '../journal-errors.ts'
import type { Verdict } from '../writes/record.ts'
import { lockRunFor } from './run-lock.ts'
import { journalIn } from './run-paths.ts'
import { runFormat, type RunRecord } from './log-records.ts'
import { rowsOfRun } from './rows-as-writes.ts'

/**
 * Resolves once the verdict is on disk. Throws CLI_BUSY (exit 8) while the run is at work, CLI_USAGE (exit 2) where the row
 * was settled since it was looked at, CLI_STATE (exit 3).
 */
export async function resolveRow(
  { folder, row }: { folder: string; row: string },
  verdict: { at: number; as: Verdict; note?: string },
): Promise<void> {
  const lock = await lockRunFor(folder, 'verdict').catch(unusable)
  try {
    const [write] = await rowsOfRun(folder, (_, sent) => sent.row === row)
    if (write?.state !== 'unknown' && write?.state !== 'resolved') throw alreadySettled(write?.state)
    const log = await openLog(journalIn(folder), { format: runFormat })
    const record: RunRecord = { state: 'resolved', row, ...verdict }
    try {
      await log.append([record], { flush: true })
    } finally {
      await log.close()
    }
  } catch (error) {
    unusable(error)
  } finally {
    await lock.release()
  }
}

const alreadySettled = (state: string | undefined) =>
  usage(
    `The row was settled in the meantime: it is ${state ?? 'gone'}.`,
    'movecli journal ls shows what is on record.',
  )
