/** A ledger that looks at its lock: what is freed while it waits must not send. */
import type { WriteLedger } from '../client/client.ts'
import type { Lock } from '../disk/lock.ts'
import { lockFreedError } from '../errors.ts'

/** The ledger while its lock is ours: on record, and freed before the request left, a write does not leave. */
export function fencedBy(ledger: WriteLedger, lock: Lock, what: string): WriteLedger {
  return {
    ...ledger,
    sending: async (intent) => {
      const id = await ledger.sending(intent)
      if (lock.isOurs()) return id
      await ledger.recordOutcome(id, { outcome: 'not_sent', code: 'CLI_BUSY' })
      throw lockFreedError(`The lock of ${what}`)
    },
    resending: async (id) => {
      await ledger.resending?.(id)
      if (!lock.isOurs()) throw lockFreedError(`The lock of ${what}`)
    },
  }
}
