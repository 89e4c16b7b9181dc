/** Deciding what to send: one run at a service at a time, and the others of its owner learn what it will send. */
import { isBusy, type DiskError } from '../../disk/disk-error.ts'
import { acquire, whoIs, type Lock } from '../../disk/lock.ts'
import { interrupted, lockFreedError, unlockHint, moveError } from '../../errors.ts'
import type { Owner } from '../owner.ts'
import { writePlan, type PlannedRows } from './plan-file.ts'
import { runFault } from './run-fault.ts'
import { folderOf, planningLock, type RunLocation } from './run-paths.ts'

type Service = { state: string; owner: Pick<Owner, 'origin'> }

/**
 * Takes the lock under which one movecli of whichever wallet decides what to send to this service, waiting `wait`
 * milliseconds for each holder. Throws CLI_BUSY or the stop, nothing sent; DiskError.
 */
export const takePlanningLock = (service: Service, wait: number, signal: AbortSignal): Promise<Lock> =>
  acquire(planningLock(service), { wait, each: true, signal }).catch((error: unknown) => {
    if (signal.aborted) throw interrupted(signal).with({ outcome: 'not_sent' })
    throw isBusy(error) ? planningBusy(error) : error
  })

/**
 * Tells other runs of this owner which rows this one is about to send. Throws CLI_BUSY where its planning lock was freed.
 */
export async function publishPlan(place: RunLocation, planned: PlannedRows, planning: Lock): Promise<void> {
  await writePlan(folderOf(place), planned).catch(runFault)
  if (!planning.isOurs()) throw lockFreedError('The journal')
}

/** Another process decides what to send, or cannot be seen to have ended. */
const planningBusy = ({ holder }: DiskError) =>
  moveError('CLI_BUSY', {
    message: `Another movecli is deciding what to send to this service${holder ? ` (${whoIs(holder)})` : ''}. Nothing was sent.`,
    hint: unlockHint(holder, 'journal') ?? 'Run this again once it has begun to send, or has ended.',
  })
