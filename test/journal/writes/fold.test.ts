/** Transitions as writes: what counts as unresolved, whose it is, and what stands in the way of what. */
import { expect, test } from 'vitest'
import {
  conflictsWith,
  appliedSince,
  unresolvedConflicts,
  otherCauses,
  conflictsInFlight,
} from '../../../src/journal/writes/conflicts.ts'
import { fingerprint, isSameOwner } from '../../../src/journal/owner.ts'
import type { JournalRecord, PlannedRecord } from '../../../src/journal/writes/record.ts'
import {
  fold,
  isApplied,
  isUnresolved,
  isOpenToVerdict,
  isSettled,
  type Write,
} from '../../../src/journal/writes/fold.ts'
import { at, gone, living, planned, sending } from '../support.ts'

const only = (records: JournalRecord[]): Write => fold(records)[0]!
const step = (state: 'applied' | 'rejected' | 'not_sent' | 'unknown', id = 'a'): JournalRecord => ({
  state,
  id,
  at,
})

test.each<[string, JournalRecord[], string, boolean, boolean]>([
  ['planned by a process that lives', [planned('a', { holder: living })], 'planned', false, false],
  ['planned by a process that is gone', [planned('a')], 'not_sent', false, true],
  [
    'sending by a process that lives',
    [planned('a', { holder: living }), sending('a')],
    'sending',
    false,
    false,
  ],
  ['sending by a process that is gone', [planned('a'), sending('a')], 'unknown', true, false],
  ...(['boot', 'space', 'machine'] as const).map(
    (part): [string, JournalRecord[], string, boolean, boolean] => [
      `sending by a process of another ${part}, of which nobody can tell`,
      [planned('a', { holder: { ...living, [part]: 'x' } }), sending('a')],
      'sending',
      false,
      false,
    ],
  ),
  [
    'sending by a number that another has now',
    [planned('a', { holder: { ...living, start: '1' } }), sending('a')],
    'unknown',
    true,
    false,
  ],
  ['applied', [planned('a'), sending('a'), step('applied')], 'applied', false, true],
  ['rejected', [planned('a'), sending('a'), step('rejected')], 'rejected', false, true],
  ['not sent', [planned('a'), sending('a'), step('not_sent')], 'not_sent', false, true],
  ['unknown', [planned('a'), sending('a'), step('unknown')], 'unknown', true, false],
  [
    'waiting after a refusal, process gone',
    [planned('a'), sending('a'), { state: 'planned', id: 'a', at }],
    'not_sent',
    false,
    true,
  ],
  [
    'resolved',
    [planned('a'), sending('a'), step('unknown'), { state: 'resolved', id: 'a', at, as: 'applied' }],
    'resolved',
    false,
    true,
  ],
])('%s', (_, records, state, unresolved, settled) => {
  const write = only(records)
  expect({ state: write.state, isUnresolved: isUnresolved(write), isSettled: isSettled(write) }).toEqual({
    state,
    isUnresolved: unresolved,
    isSettled: settled,
  })
})

test('a write knows its last step and all of them; a step of nothing is passed over', () => {
  const records = [
    planned('a'),
    sending('a'),
    { ...step('applied'), status: 200, request_id: 'r' },
    step('unknown', 'z'),
  ]
  expect(fold(records as JournalRecord[])).toEqual([
    expect.objectContaining({
      id: 'a',
      state: 'applied',
      status: 200,
      request_id: 'r',
      at: '2026-01-02T03:04:05.000Z',
      until: at,
      steps: records.slice(1, 3),
    }),
  ])
})

const owner = {
  origin: 'https://api.example',
  address: '0xAbC1111111111111111111111111111111111111',
  key: 'key:1',
  token: 'token:1',
}
test.each([
  [
    'the same address in another case',
    { ...owner, address: owner.address.toLowerCase(), key: 'key:2' },
    true,
  ],
  [
    'another address with the same key',
    { ...owner, address: '0x2222222222222222222222222222222222222222' },
    false,
  ],
  ['no address, the same key', { ...owner, address: null }, true],
  [
    'no address, another key, no token on record',
    { origin: owner.origin, address: null, key: 'key:2' },
    false,
  ],
  [
    'no address, another key, the same token',
    { ...owner, address: null, key: 'key:2', token: 'token:1' },
    true,
  ],
  ['no address, another key and token', { ...owner, address: null, key: 'key:2', token: 'token:2' }, false],
  ['another origin', { ...owner, origin: 'https://other.example' }, false],
])('%s', (_, other, same) => {
  expect({
    ownerIsSameOwner: isSameOwner(owner, other),
    otherIsSameOwner: isSameOwner(other, owner),
  }).toEqual({ ownerIsSameOwner: same, otherIsSameOwner: same })
})

test('a fingerprint tells keys apart and holds none', () => {
  expect(fingerprint('sk_live_1')).toMatch(/^key:[0-9a-f]{16}$/)
  expect(fingerprint('sk_live_1')).not.toBe(fingerprint('sk_live_2'))
})

test('an unresolved one stands in the way of its own kind and owner alone, of motion only with the same body', () => {
  const claim = only([planned('a'), sending('a')])
  const motion = only([planned('m', { operation: 'motion.submit', digest: 'd1' }), sending('m')])
  const ask = { origin: claim.origin, address: claim.address, key: claim.key }
  expect(unresolvedConflicts([claim, motion], { ...ask, operation: 'token.claim' })).toEqual([claim])
  expect(unresolvedConflicts([claim, motion], { ...ask, operation: 'nft.mint' })).toEqual([])
  expect(unresolvedConflicts([claim, motion], { ...ask, operation: 'motion.submit', digest: 'd1' })).toEqual([
    motion,
  ])
  expect(unresolvedConflicts([claim, motion], { ...ask, operation: 'motion.submit', digest: 'd2' })).toEqual(
    [],
  )
  expect(conflictsWith({ ...ask, origin: 'https://other.example', operation: 'token.claim' })(claim)).toBe(
    false,
  )
})

test('under way is what a living process sends', () => {
  const write = only([planned('a', { holder: living }), sending('a')])
  expect(conflictsInFlight([write], { ...write, operation: 'token.claim', digest: '44' })).toEqual([write])
  expect(
    conflictsInFlight([only([planned('a', { holder: gone }), sending('a')])], { ...write, digest: '44' }),
  ).toEqual([])
})

test('the note of a verdict goes with it', () => {
  const verdict = { state: 'resolved', id: 'a', at } as const
  const first = [planned('a'), sending('a'), { ...verdict, as: 'not-applied', note: 'ticket 12' } as const]
  expect(only(first).note).toBe('ticket 12')
  expect(only([...first, { ...verdict, as: 'applied' }])).not.toHaveProperty('note')
})

test('applied since is what was not applied before, by verdict too', () => {
  const before = fold([planned('a'), sending('a'), step('applied'), planned('b'), sending('b')])
  const now = fold([
    planned('a'),
    sending('a'),
    step('applied'),
    planned('b'),
    sending('b'),
    { state: 'resolved', id: 'b', at, as: 'applied' },
    planned('c'),
    sending('c'),
    step('rejected', 'c'),
  ])
  const { origin, address, key, operation } = before[0]!
  expect(appliedSince(before, now, { origin, address, key, operation }).map(({ id }) => id)).toEqual(['b'])
})

const claimOf = (
  id: string,
  hour: string,
  last: JournalRecord['state'],
  more: Partial<PlannedRecord> = {},
) => [
  planned(id, { at: `2026-01-02T${hour}:00.000Z`, ...more }),
  { ...sending(id), at: `2026-01-02T${hour}:01.000Z` },
  ...(last === 'sending' ? [] : [{ state: last, id, at: `2026-01-02T${hour}:02.000Z` } as JournalRecord]),
]
const unresolvedClaim = claimOf('x', '12:00', 'unknown')

test.each<[string, JournalRecord[], string[]]>([
  [
    'a later mint that was applied',
    [...unresolvedClaim, ...claimOf('b', '13:00', 'applied', { operation: 'nft.mint' })],
    ['b'],
  ],
  ['a later unresolved claim', [...unresolvedClaim, ...claimOf('b', '13:00', 'unknown')], ['b']],
  ['an earlier unresolved claim', [...claimOf('b', '01:00', 'unknown'), ...unresolvedClaim], ['b']],
  [
    'a claim under way, of a living process',
    [...unresolvedClaim, ...claimOf('b', '13:00', 'sending', { holder: living })],
    ['b'],
  ],
  [
    'an earlier one under way',
    [...claimOf('b', '01:00', 'sending', { holder: living }), ...unresolvedClaim],
    ['b'],
  ],
  [
    'one applied shortly before, which may settle late',
    [...claimOf('b', '11:30', 'applied'), ...unresolvedClaim],
    ['b'],
  ],
  ['one applied long before', [...claimOf('b', '10:30', 'applied'), ...unresolvedClaim], []],
  [
    'a raw call',
    [...unresolvedClaim, ...claimOf('b', '13:00', 'applied', { operation: 'POST /transfer' })],
    ['b'],
  ],
  [
    'one that a person calls applied',
    [
      ...unresolvedClaim,
      ...claimOf('b', '13:00', 'unknown'),
      { state: 'resolved', id: 'b', at, as: 'applied' },
    ],
    ['b'],
  ],
  [
    'one that a person calls not applied',
    [
      ...unresolvedClaim,
      ...claimOf('b', '13:00', 'unknown'),
      { state: 'resolved', id: 'b', at, as: 'not-applied' },
    ],
    [],
  ],
  ['a rejected one', [...unresolvedClaim, ...claimOf('b', '13:00', 'rejected')], []],
  ['one that was not sent', [...unresolvedClaim, ...claimOf('b', '13:00', 'not_sent')], []],
  ['a motion', [...unresolvedClaim, ...claimOf('b', '13:00', 'applied', { operation: 'motion.submit' })], []],
  [
    'one of another address',
    [
      ...unresolvedClaim,
      ...claimOf('b', '13:00', 'applied', { address: '0x2222222222222222222222222222222222222222' }),
    ],
    [],
  ],
])('why a balance changed: %s', (_, records, found) => {
  const writes = fold(records)
  const it = writes.find(({ id }) => id === 'x')!
  expect(otherCauses(writes, it).map(({ id }) => id)).toEqual(found)
})

test.each<[string, JournalRecord[], boolean, boolean]>([
  ["the service's word", [step('applied')], true, false],
  ['evidence', [{ ...step('applied'), evidence: 'balance 1 → 2' } as JournalRecord], true, true],
  ['a verdict', [step('unknown'), { state: 'resolved', id: 'a', at, as: 'applied' }], true, true],
  [
    'a verdict that it was not',
    [step('unknown'), { state: 'resolved', id: 'a', at, as: 'not-applied' }],
    false,
    true,
  ],
  [
    'a verdict over evidence',
    [
      { ...step('applied'), evidence: 'e' } as JournalRecord,
      { state: 'resolved', id: 'a', at, as: 'not-applied' },
    ],
    false,
    true,
  ],
  [
    'evidence after a verdict',
    [
      { state: 'resolved', id: 'a', at, as: 'not-applied' },
      { ...step('applied'), evidence: 'e' } as JournalRecord,
    ],
    false,
    true,
  ],
  [
    'a second verdict',
    [
      { state: 'resolved', id: 'a', at, as: 'not-applied' },
      { state: 'resolved', id: 'a', at, as: 'applied' },
    ],
    true,
    true,
  ],
  ['no word', [step('unknown')], false, true],
  ['a refusal', [step('rejected')], false, false],
])('applied by %s: %j', (_, steps, applied, open) => {
  const write = only([planned('a'), sending('a'), ...steps])
  expect({ isApplied: isApplied(write), isOpenToVerdict: isOpenToVerdict(write) }).toEqual({
    isApplied: applied,
    isOpenToVerdict: open,
  })
})
