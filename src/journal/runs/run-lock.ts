/** Who works on a run: one process at a time, be it to send its rows or to put a verdict on record. */
import { isBusy, type DiskError, type Holder } from '../../disk/disk-error.ts'
import { ensureFolder } from '../../disk/folder.ts'
import { acquire, holder, whoIs, type Lock } from '../../disk/lock.ts'
import { unlockHint, moveError } from '../../errors.ts'
import { refuseNewer } from '../writes/log.ts'
import { runFault } from './run-fault.ts'
import { folderOf, lockIn, type RunLocation } from './run-paths.ts'

const verdictNote = 'a verdict'
const pruneNote = 'a prune'
const isShort = (note: string | undefined): boolean => note === verdictNote || note === pruneNote
/** A verdict or a prune takes no longer than a reading of the journal. */
const longestVerdictMs = 30_000

/** Takes the run, waiting for a verdict or a prune alone. Throws DiskError `busy` where it is sending, or being removed. */
export async function lockRunFor(folder: string, what: 'sending' | 'verdict' | 'prune'): Promise<Lock> {
  const note = { sending: 'a run at work', verdict: verdictNote, prune: pruneNote }[what]
  return acquire(lockIn(folder), { wait: 0, note }).catch(async (error: unknown) => {
    const waits = isBusy(error) && isShort(error.holder?.note)
    if (!waits) throw error
    return acquire(lockIn(folder), { wait: longestVerdictMs, note })
  })
}

/**
 * The lock of a run that sends its rows. Throws CLI_BUSY (exit 8) where another process
 * is at work on it, CLI_STATE (exit 3).
 */
export async function lockRun(place: RunLocation): Promise<Lock> {
  const folder = folderOf(place)
  try {
    await ensureFolder(place.state)
    await refuseNewer(place.state)
    await ensureFolder(folder)
    return await lockRunFor(folder, 'sending')
  } catch (error) {
    throw isBusy(error) ? runBusy(place, error) : runFault(error)
  }
}

/** The process that sends its rows just now, or that nobody can tell to be gone. */
export async function senderOf(folder: string): Promise<Holder | undefined> {
  const found = await holder(lockIn(folder))
  return isShort(found?.note) ? undefined : found
}

const runBusy = ({ name }: RunLocation, { holder }: DiskError) =>
  moveError('CLI_BUSY', {
    message: `Another process is sending the run ${name}${holder ? ` (${whoIs(holder)})` : ''}.`,
    hint: unlockHint(holder, name) ?? 'Wait for it to end. The same command then goes on where it stopped.',
  })
