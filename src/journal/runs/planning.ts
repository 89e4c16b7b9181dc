/** Deciding what to send: one run at a service at a time, and the others of its owner learn what it will send. */
import { isBusy, type DiskError } from '../../disk/disk-error.ts'
import { acquire, whoIs, type Lock } from '../../disk/lock.ts'
import { lockFreedError, unlockHint, moveError } from '../../errors.ts'
import { writePlan, type PlannedRows } from './plan-file.ts'
import { runFault } from './run-fault.ts'
import { folderOf, planningLock, type RunLocation } from './run-paths.ts'

/** Takes the lock under which one run of whichever wallet decides what to send to this service. `wait`: ms for each holder. */
export const takePlanningLock = (place: RunLocation, wait: number, signal: AbortSignal): Promise<Lock> =>
  acquire(planningLock(place), { wait, each: true, signal }).catch((error: unknown) => {
    throw isBusy(error) ? planningBusy(error) : runFault(error)
  })

/**
 * Tells other runs of this owner which rows this one is about to send. Throws CLI_BUSY where its planning lock was freed.
 */
export async function publishPlan(place: RunLocation, planned: PlannedRows, planning: Lock): Promise<void> {
  await writePlan(folderOf(place), planned).catch(runFault)
  if (!planning.isOurs()) throw lockFreedError('The journal')
}

const planningBusy = ({ holder }: DiskError) =>
  moveError('CLI_BUSY', {
    message: `Another run at this service is starting${holder ? ` (${whoIs(holder)})` : ''}.`,
    hint: unlockHint(holder, 'journal') ?? 'Run this again once that run has begun to send, or has ended.',
  })
