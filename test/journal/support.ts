/** Journals for tests: records as they are on disk, of processes that live or are gone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { thisProcess } from '../../src/disk/liveness.ts'
import { encodeLine } from '../../src/disk/log-format.ts'
import { journalFolder, journalPath } from '../../src/journal/present.ts'
import type { JournalRecord, PlannedRecord } from '../../src/journal/writes/record.ts'

export const living = thisProcess()
/** Of this machine, with a number that none has. */
export const gone = { ...living, pid: 2 ** 22 + 1 }

/** A claim that is planned; `more` says what is different. */
export const planned = (id: string, more: Partial<PlannedRecord> = {}): PlannedRecord => ({
  state: 'planned',
  id,
  at: '2026-01-02T03:04:05.000Z',
  profile: 'ops',
  network: 'testnet',
  origin: 'https://api.example',
  address: '0x1111111111111111111111111111111111111111',
  key: 'key:0000000000000000',
  operation: 'token.claim',
  method: 'POST',
  path: '/token/claim',
  digest: '44',
  holder: gone,
  ...more,
})

export const at = '2026-01-02T03:04:06.000Z'
export const sending = (id: string): JournalRecord => ({ state: 'sending', id, at })

/** Puts a journal of these lines into a state folder, as a whole; `tail` follows the last line. */
export function putJournal(state: string, records: readonly unknown[], tail = '', format = 1): string {
  mkdirSync(journalFolder(state), { recursive: true, mode: 0o700 })
  const path = journalPath(state)
  writeFileSync(path, [{ format }, ...records].map(encodeLine).join('') + tail, { mode: 0o600 })
  return path
}
