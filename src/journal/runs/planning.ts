/** Deciding what to send: one run at a service at a time, and the others of its owner learn what it will send. */
import { isBusy, type DiskError } from '../../disk/disk-error.ts'
import { acquire, whoIs, type Lock } from '../../disk/lock.ts'
import { lockFreedError, unlockHint, moveError } from '../../errors.ts'
import { writePlan, type PlannedRows } from './plan-file.ts'
import { runFault } from './run-fault.ts'
import { folderOf, planningLock, type RunLocation } from './run-paths.ts'

/** Runs `decide` while no other run at this service decides what to send, of whichever wallet. */
export async function withPlanningLock<T>(
  place: RunLocation,
  signal: AbortSignal,
  decide: (planning: Lock) => Promise<T>,
): Promise<T> {
  const waiting = { wait: 60_000, each: true, signal }
  const lock = await acquire(planningLock(place), waiting).catch((error: unknown) => {
    throw isBusy(error) ? planningBusy(error) : runFault(error)
  })
  try {
    return await decide(lock)
  } finally {
    await lock.release()
  }
}

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
