/** The permit of a write that may be sent beside others of its owner, but is left out where the same was sent before. */
import { commandWords } from '../contract/command-words.ts'
import type { PendingWrite } from '../journal/writes/conflicts.ts'
import type { Write } from '../journal/writes/fold.ts'
import { requestAtWrite } from '../session/session-at-write.ts'
import { fencedBy } from './fenced-ledger.ts'
import { conflictingWrites } from './resolve-conflicts.ts'
import { waitForWriteLock } from './wait-for-write-lock.ts'
import type { WriteAttempt, WritePermit } from './write-attempt.ts'

/** `refuse` looks at the journal, and throws where `same` was sent. */
export type Once = { same: PendingWrite; refuse: (writes: readonly Write[]) => Promise<void> }

/** Under the lock of what is the same. `asked`: somebody was asked since the write was prepared. */
export async function permitOnce(
  attempt: WriteAttempt,
  { same, refuse }: Once,
  { ledger, asked }: Pick<WritePermit, 'ledger'> & { asked: boolean },
): Promise<WritePermit> {
  const { tools, session, request } = attempt
  const lock = await waitForWriteLock(attempt, same)
  try {
    await refuse(await conflictingWrites(tools, undefined))
    const waited = asked || lock.waited
    return {
      request: await requestAtWrite(tools, session, request, { waited }),
      ledger: fencedBy(ledger, lock, commandWords(same.operation)),
      release: async () => lock.release(),
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
