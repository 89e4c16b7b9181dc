/** What a command writes into the journal of its writes: each line with all that is known, and nothing else. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { machineDisk } from '../../../src/disk/disk.ts'
import { thisProcess } from '../../../src/disk/liveness.ts'
import { readWrites } from '../../../src/journal/writes/fold.ts'
import { markApplied, openLedger, recordVerdict } from '../../../src/journal/writes/ledger.ts'
import { readJournal } from '../../../src/journal/writes/log.ts'
import { freshFolder } from '../../support/movecli.ts'
import { planned, putJournal, sending } from '../support.ts'

const owner = { origin: 'https://api.example', address: `0x${'1'.repeat(40)}`, key: 'key:1' }
const body = Buffer.from('{"amount":1.10}')
const intent = {
  operation: 'token.claim',
  method: 'POST',
  path: '/token/claim',
  url: 'https://api.example/v1/token/claim',
  body,
}
const digest = createHash('sha256').update(body).digest('hex')

/** A ledger whose clock goes on a second with each line. */
function ledger(more: object = {}, extra: object = {}) {
  const state = freshFolder()
  let seconds = 0
  const now = () => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds++))
  const who = { ...owner, profile: 'ops', network: 'testnet', ...more }
  const it = openLedger(state, { ...who, now, newId: () => 'r1', disk: machineDisk }, extra)
  return { state, it, records: async () => (await readJournal(state)).records }
}
const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString()
const line = {
  state: 'planned',
  id: 'r1',
  at: at(0),
  profile: 'ops',
  network: 'testnet',
  ...owner,
  operation: 'token.claim',
  method: 'POST',
  path: '/token/claim',
  digest,
  holder: thisProcess(),
}

test.each<[string, object, object, object]>([
  ['of a profile', {}, {}, {}],
  ['with a session', { token: 'token:1' }, {}, { token: 'token:1' }],
  [
    'of a key alone, near to a profile',
    { address: null, profile: null, near: ['profile:ops', '0x1'] },
    {},
    { address: null, profile: null, near: ['profile:ops', '0x1'] },
  ],
  [
    'with all that may be kept of it',
    {},
    { content: 'c', motion: 'm', body: '{}', balance: '{"balance":1}', forced: true, over: ['a'] },
    { content: 'c', motion: 'm', body: '{}', balance: '{"balance":1}', forced: true, over: ['a'] },
  ],
])('the intent of a write %s is on record before it is sent', async (_, who, extra, kept) => {
  const { it, records } = ledger(who, extra)
  expect(await it.sending(intent)).toBe('r1')
  expect(await records()).toEqual([
    { ...line, ...kept },
    { state: 'sending', id: 'r1', at: at(1) },
  ])
})

test('each step of it has its own time, and its outcome what is known of the answer', async () => {
  const { it, records } = ledger()
  await it.sending(intent)
  await it.waiting('r1')
  await it.resending('r1')
  await it.recordOutcome('r1', { outcome: 'rejected', status: 400, code: 'BAD', requestId: 'req_1' })
  await it.recordOutcome('r1', { outcome: 'not_sent' })
  expect((await records()).slice(2)).toEqual([
    { state: 'planned', id: 'r1', at: at(2) },
    { state: 'sending', id: 'r1', at: at(3) },
    { state: 'rejected', id: 'r1', at: at(4), status: 400, code: 'BAD', request_id: 'req_1' },
    { state: 'not_sent', id: 'r1', at: at(5) },
  ])
})

test.each(['applied', 'not-applied'] as const)(
  'a verdict (%s) is of one record, with its note if there is one',
  async (as) => {
    const state = freshFolder()
    putJournal(
      state,
      ['a', 'b', 'c'].flatMap((id) => [planned(id), sending(id)]),
    )
    await recordVerdict(state, { id: 'a' }, { at: new Date(at(9)), as, note: 'ticket 12' })
    await recordVerdict(state, { id: 'b' }, { at: new Date(at(10)), as })
    expect((await readJournal(state)).records.slice(-2)).toEqual([
      { state: 'resolved', id: 'a', at: at(9), as, note: 'ticket 12' },
      { state: 'resolved', id: 'b', at: at(10), as },
    ])
    const { writes } = await readWrites(state)
    expect(writes.map(({ id, state: is, as: said }) => [id, said ?? is])).toEqual([
      ['a', as],
      ['b', as],
      ['c', 'unknown'],
    ])
  },
)

test('what a balance proves is on record as applied, with the words for it', async () => {
  const state = freshFolder()
  putJournal(state, [planned('a'), sending('a')])
  await markApplied(state, { id: 'a', at: new Date(at(9)), evidence: 'balance 1 → 2' })
  const { writes } = await readWrites(state)
  expect(writes).toMatchObject([{ id: 'a', state: 'applied', until: at(9), evidence: 'balance 1 → 2' }])
})
