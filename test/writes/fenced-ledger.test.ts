/** A ledger that looks at its lock after each line: what was freed by then does not leave, and is on record so. */
import { expect, test } from 'vitest'
import type { Settlement } from '../../src/contract/outcome.ts'
import { fencedBy } from '../../src/writes/fenced-ledger.ts'

const intent = {
  operation: 'token.claim',
  method: 'POST',
  path: '/x',
  url: 'https://x',
  body: new Uint8Array(),
}

/** A ledger behind a lock that is freed once `freedBy` was written, and what was written. */
function fenced(freedBy?: string) {
  const written: (string | Settlement)[] = []
  const ledger = {
    sending: async () => (written.push('sending'), 'r1'),
    waiting: async () => void written.push('waiting'),
    resending: async () => void written.push('resending'),
    recordOutcome: async (_: string, how: Settlement) => void written.push(how),
  }
  const lock = { isOurs: () => !written.includes(freedBy ?? ''), release: async () => {} }
  return { ledger: fencedBy(ledger, lock, 'token claim'), written }
}
const freed = {
  fault: { code: 'CLI_BUSY', exit: 8 },
  message: expect.stringContaining('The lock of token claim'),
}

test('while the lock is ours each line is written, and the write leaves', async () => {
  const { ledger, written } = fenced()
  expect(await ledger.sending(intent)).toBe('r1')
  await ledger.waiting?.('r1')
  await ledger.resending?.('r1')
  await ledger.recordOutcome('r1', { outcome: 'applied' })
  expect(written).toEqual(['sending', 'waiting', 'resending', { outcome: 'applied' }])
})

test('freed once it is on record, a write does not leave, and its record says that it was not sent', async () => {
  const { ledger, written } = fenced('sending')
  await expect(ledger.sending(intent)).rejects.toMatchObject(freed)
  expect(written).toEqual(['sending', { outcome: 'not_sent', code: 'CLI_BUSY' }])
})

test('freed while it waited, a write does not leave again', async () => {
  const { ledger, written } = fenced('resending')
  await ledger.sending(intent)
  await expect(ledger.resending?.('r1')).rejects.toMatchObject(freed)
  expect(written).toEqual(['sending', 'resending'])
})
