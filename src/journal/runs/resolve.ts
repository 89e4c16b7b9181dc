/** A person's verdict on a row of a bulk run. */
import { openLog } from '../../disk/append.ts'
import { acquire } from '../../disk/lock.ts'
import { unusable } from '../faults.ts'
import type { Verdict } from '../records.ts'
import { journalIn, lockIn } from './place.ts'
import { format, type RunRecord } from './records.ts'

/** Resolves once the verdict is on disk. Throws CLI_BUSY (exit 8) while the run is at work, CLI_STATE (exit 3). */
export async function resolveRow(
  { folder, row }: { folder: string; row: string },
  verdict: { at: number; as: Verdict; note?: string },
): Promise<void> {
  const lock = await acquire(lockIn(folder), { wait: 0, note: 'journal resolve' }).catch(unusable)
  try {
    const log = await openLog(journalIn(folder), { format })
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
