/** What a balance proves of a claim, and what it does not. */
import { expect, test } from 'vitest'
import { parseJson } from '../../src/contract/digits.ts'
import { evidenceOf, movesBetween } from '../../src/journal/evidence.ts'

test.each([
  [
    '{"balance":1.10,"claimable":0.5}',
    '{"balance":1.60,"claimable":0.0}',
    'balance 1.10 → 1.60, claimable 0.5 → 0.0',
  ],
  [
    '{"balance":"12345678901234567890.5"}',
    '{"balance":"12345678901234567890.6"}',
    'balance 12345678901234567890.5 → 12345678901234567890.6',
  ],
  ['{"token":{"balance":1}}', '{"token":{"balance":2}}', 'token.balance 1 → 2'],
  ['{"amount":7}', '{"amount":8}', 'amount 7 → 8'],
  ['5', '6', 'value 5 → 6'],
  ['{"wallet":3,"pending":2,"k":1}', '{"wallet":5,"pending":0,"k":1}', 'wallet 3 → 5, pending 2 → 0'],
])('%s → %s is evidence', (before, now, words) => {
  expect(evidenceOf(parseJson(before), parseJson(now))).toBe(words)
})

test.each([
  ['the same', '{"balance":1.10,"claimable":0.5}', '{"balance":1.10,"claimable":0.5}'],
  ['the same with other digits', '{"balance":1.10}', '{"balance":1.1000}'],
  ['only earned meanwhile', '{"balance":1,"claimable":2}', '{"balance":1,"claimable":3}'],
  ['only spent meanwhile', '{"balance":2}', '{"balance":1}'],
  ['a time and a price', '{"balance":1,"updated_at":5,"price":7}', '{"balance":1,"updated_at":6,"price":6}'],
  ['another shape', '{"balance":1}', '{"total":2}'],
  ['no numbers', '{"balance":"one"}', '{"balance":"two"}'],
  ['null', 'null', 'null'],
])('%s proves nothing', (_, before, now) => {
  expect(evidenceOf(parseJson(before), parseJson(now))).toBeUndefined()
})

test('negative amounts are in order too', () => {
  expect(movesBetween(parseJson('{"debt":-1.5}'), parseJson('{"debt":-1.25}'))).toEqual([
    { field: 'debt', before: '-1.5', now: '-1.25', up: true },
  ])
})
