/** Keeps bulk runs from deciding about a motion that is about to leave by itself. */
import type { Lock } from '../disk/lock.ts'
import { unlockHint, moveError } from '../errors.ts'
import { unusable } from '../journal/journal-errors.ts'
import { conflictsInFlight, unresolvedConflicts, type PendingWrite } from '../journal/writes/conflicts.ts'
import { maxWaitMs } from '../session/rate-limit.ts'
import { conflictingWrites } from './resolve-conflicts.ts'
import type { WriteAttempt } from './write-attempt.ts'

/** No run decides what it sends until this is released, and none that is at work has an equal row. Throws CLI_BUSY (exit 8). */
export async function lockOutRuns(
  { tools, session }: WriteAttempt,
  pending: PendingWrite,
  over: readonly string[],
): Promise<Lock> {
  const [{ announcedBy }, { takePlanningLock }] = await Promise.all([
    import('../journal/runs/announced.ts'),
    import('../journal/runs/planning.ts'),
  ])
  const wait = maxWaitMs(session.resolved)
  const { state } = tools.folders
  const lock = await takePlanningLock({ state, owner: pending }, wait, tools.context.signal).catch(unusable)
  try {
    const atWork = await announcedBy(state, pending, pending.motion ?? pending.content ?? '')
    if (atWork) {
      const { run, holder } = atWork
      throw rowIsSent(`The run ${run} (process ${holder.pid})`, unlockHint(holder, run))
    }
    const now = await conflictingWrites(tools, pending)
    const met = [...unresolvedConflicts(now, pending), ...conflictsInFlight(now, pending)].find(
      ({ id }) => !over.includes(id),
    )
    if (met) throw rowIsSent(`The record ${met.id}`)
    return lock
  } catch (error) {
    await lock.release()
    return unusable(error)
  }
}

const rowIsSent = (what: string, hint = 'Wait for it to end, then run it again.') =>
  moveError('CLI_BUSY', { message: `${what} may be sending an equal motion. Nothing was sent.`, hint })
