/** Waits for the write lock, and says so after a while. */
import type { PendingWrite } from '../journal/writes/conflicts.ts'
import { acquireWriteLock, type WriteLock } from '../journal/writes/write-lock.ts'
import { shownWhile } from '../runtime/progress-line.ts'
import { maxWaitMs } from '../session/rate-limit.ts'
import type { WriteAttempt } from './write-attempt.ts'

/** Throws as acquireWriteLock does, after --max-wait. */
export async function waitForWriteLock(
  { tools, session }: WriteAttempt,
  pending: PendingWrite,
): Promise<WriteLock> {
  const wait = maxWaitMs(session.resolved)
  const { profile = null, network } = session
  return shownWhile(
    acquireWriteLock(tools.folders.state, pending, { wait, signal: tools.context.signal, profile, network }),
    'Waiting for another movecli to finish the same operation',
    tools,
  )
}
