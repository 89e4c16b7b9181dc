/** Who works on a run: one process at a time, be it to send its rows or to put a verdict on record. */
import { DiskFault } from '../../disk/fault.ts'
import { acquire, holder, type Lock } from '../../disk/lock.ts'
import { lockIn } from './place.ts'

const verdict = 'a verdict'
/** A verdict takes no longer than a reading of the journal. */
const longestVerdictMs = 30_000

/** Takes the run, waiting for a verdict alone. Throws DiskFault `busy` where its rows are being sent. */
export async function holdFor(folder: string, what: 'sending' | 'verdict'): Promise<Lock> {
  const note = what === 'verdict' ? verdict : 'a run at work'
  return acquire(lockIn(folder), { wait: 0, note }).catch(async (error: unknown) => {
    const waits = error instanceof DiskFault && error.kind === 'busy' && error.holder?.note === verdict
    if (!waits) throw error
    return acquire(lockIn(folder), { wait: longestVerdictMs, note })
  })
}

/** Are its rows being sent just now? */
export async function isAtWork(folder: string): Promise<boolean> {
  const found = await holder(lockIn(folder))
  return found !== undefined && found.note !== verdict
}
