/** Claims of the sandbox's wallet that nobody knows the outcome of. */
import { tokenFingerprint } from '../../src/journal/owner.ts'
import type { JournalRecord, PlannedRecord } from '../../src/journal/writes/record.ts'
import { sandboxAddress, sandboxToken } from '../../src/sandbox/constants.ts'
import { planned, sending } from './support.ts'

const own = {
  network: 'sandbox',
  profile: null,
  origin: 'http://127.0.0.1:4017',
  address: sandboxAddress,
  token: tokenFingerprint(sandboxToken),
}

export const unresolved = (id: string, more: Partial<PlannedRecord> = {}): JournalRecord[] => [
  planned(id, { ...own, ...more }),
  sending(id),
]
