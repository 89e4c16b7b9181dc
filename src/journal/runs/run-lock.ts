/** Who works on a run: one process at a time, be it to send its rows or to put a verdict on record. */
import { DiskFault, type Holder } from '../../disk/fault.ts'
import { acquire, holder, type Lock } from '../../disk/lock.ts'
import { lockIn } from './run-paths.ts'

const verdict = 'a verdict'
const prune = 'a prune'
const isShort = (note: string | undefined): boolean => note === verdict || note === prune
/** A verdict or a prune takes no longer than a reading of the journal. */
const longestVerdictMs = 30_000

/** Takes the run, waiting for a verdict or a prune alone. Throws DiskFault `busy` where its rows are being sent, or it is being removed. */
export async function holdFor(folder: string, what: 'sending' | 'verdict' | 'prune'): Promise<Lock> {
  const note = { sending: 'a run at work', verdict, prune }[what]
  return acquire(lockIn(folder), { wait: 0, note }).catch(async (error: unknown) => {
    const waits = error instanceof DiskFault && error.kind === 'busy' && isShort(error.holder?.note)
    if (!waits) throw error
    return acquire(lockIn(folder), { wait: longestVerdictMs, note })
  })
}

/** The process that sends its rows just now, or that nobody can tell to be gone. */
export async function senderOf(folder: string): Promise<Holder | undefined> {
  const found = await holder(lockIn(folder))
  return isShort(found?.note) ? undefined : found
}

/** Are its rows being sent just now? */
export const isAtWork = async (folder: string): Promise<boolean> => (await senderOf(folder)) !== undefined
