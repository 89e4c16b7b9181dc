/** What a balance proves of a claim: forty and more made-up histories, and the one direction that counts. */
import { expect, test } from 'vitest'
import { parseJson } from '../../../src/contract/lossless-json.ts'
import { movesBetween } from '../../../src/journal/writes/amounts.ts'
import { isOfAnother } from '../../../src/journal/writes/balance-identity.ts'
import { evidenceOf } from '../../../src/journal/writes/claim-evidence.ts'
import { histories } from '../histories.ts'

const claims = histories.filter(({ proves }) => proves)
const others = histories.filter(({ proves }) => !proves)

test('there are many of both kinds', () => {
  expect([claims.length >= 20, others.length >= 40]).toEqual([true, true])
})

test.each(claims)('$what is a claim', ({ before, now, proves }) => {
  expect(evidenceOf(parseJson(before), parseJson(now))).toBe(proves)
})

test.each(others)('$what proves nothing', ({ before, now }) => {
  expect(evidenceOf(parseJson(before), parseJson(now))).toBeUndefined()
})

test.each(claims)('$what, backwards, proves nothing', ({ before, now }) => {
  expect(evidenceOf(parseJson(now), parseJson(before))).toBeUndefined()
})

test('moves are exact, with their sign, their amount, and elements of lists by name', () => {
  const moves = (before: string, now: string) => movesBetween(parseJson(before), parseJson(now))
  expect(moves('{"debt":-1.5}', '{"debt":-1.25}')).toEqual([
    { field: 'debt', before: '-1.5', now: '-1.25', up: true, by: '0.25' },
  ])
  expect(
    moves('[{"symbol":"A","n":1},{"symbol":"B","n":2}]', '[{"symbol":"B","n":2},{"symbol":"A","n":3}]'),
  ).toEqual([{ field: 'A.n', before: '1', now: '3', up: true, by: '2' }])
  expect(moves('{"a":12345678901234567890.000000000000000001}', '{"a":12345678901234567890}')).toMatchObject([
    { up: false, by: '0.000000000000000001' },
  ])
  expect(moves('{"a":1e3}', '{"a":"1000.0"}')).toEqual([])
})

test.each<[string, string, boolean]>([
  ['its own address, in other letters', `{"address":"${'0xAB'.padEnd(42, 'c')}"}`, false],
  ['no address', '{"balance":1,"account":"alice"}', false],
  ['the address of a token', `{"token":{"address":"0x${'1'.repeat(40)}"}}`, false],
  ['another address', `{"address":"0x${'1'.repeat(40)}"}`, true],
  ['another owner, deep inside', `[{"data":{"owner":"0x${'1'.repeat(40)}"}}]`, true],
])('a balance that names %s', (_, balance, another) => {
  expect(isOfAnother(parseJson(balance), '0xab'.padEnd(42, 'c'))).toBe(another)
})

test('a balance that names another address than before proves nothing, whatever it calls it', () => {
  const told = (address: string) => [
    parseJson(`{"balance":10,"claimable":5,"vault":"${address}"}`),
    parseJson(`{"balance":15,"claimable":0,"vault":"${address}"}`),
  ]
  const [one, other] = ['1', '2'].map((digit) => told(`0x${digit.repeat(40)}`))
  expect(evidenceOf(one![0]!, one![1]!)).toBe('balance 10 → 15, claimable 5 → 0')
  expect(evidenceOf(one![0]!, other![1]!)).toBeUndefined()
})

const [tokensBefore, tokensNow] = [
  '{"tokens":[{"symbol":"MFT","balance":1,"claimable":5},{"symbol":"KDAY","balance":1,"claimable":2}]}',
  '{"tokens":[{"symbol":"MFT","balance":6,"claimable":0},{"symbol":"KDAY","balance":1,"claimable":2}]}',
]
test.each([
  ['{}', true],
  ['{"token":"MFT"}', true],
  ['{"symbol":"mft","amount":"5.0"}', true],
  ['{"token":"KDAY"}', false],
  ['{"amount":2}', false],
  ['{"amount":"all"}', true],
  ['{"tokens":["MFT"]}', true],
  ['{"token":null}', true],
  ['{"tokens":["KDAY"]}', false],
  ['{"amounts":{"KDAY":2}}', false],
  ['{"amount":"2 MFT"}', false],
  ['{"amount":"5.0 MFT"}', true],
  ['{"amount":2e0}', false],
  ['{"mft":2}', false],
  ['{"token_id":1}', false],
  ['{"nonce":7,"deadline_at":9}', true],
  ['{"contract":"0xkday"}', false],
  ['{"reward_type":"KDAY"}', false],
  ['{"type":"MFT","kind":"daily"}', true],
  ['{"token":"MFT","network":"polygon","amount":5,"to":"me"}', true],
  ['{"amount":"2,5"}', false],
  ['{"amount":"2MFT"}', false],
])('a claim of %s is what moved: %s', (body, proves) => {
  const evidence = evidenceOf(parseJson(tokensBefore), parseJson(tokensNow), parseJson(body))
  expect(evidence !== undefined).toBe(proves)
})

test('the id of a request or a transaction may change, and a record of one token names it once', () => {
  const before = '{"request_id":"a1","currency":"MFT","balance":10,"claimable":5,"last_claim_id":3}'
  const now = '{"request_id":"b2","currency":"MFT","balance":15,"claimable":0,"last_claim_id":4}'
  expect(evidenceOf(parseJson(before), parseJson(now), { token: 'MFT' })).toBeDefined()
  expect(evidenceOf(parseJson(before), parseJson(now), { token: 'KDAY' })).toBeUndefined()
})

test.each([
  ['{"token_balance":10,"claimable":5}', '{"token_balance":15,"claimable":0}'],
  [
    '{"account_balance":10,"claimable":5,"token_price":2}',
    '{"account_balance":15,"claimable":0,"token_price":3}',
  ],
  ['{"total":10,"available":10,"claimable":5}', '{"total":15,"available":15,"claimable":0}'],
  ['{"balance":10,"rewards":{"available":5}}', '{"balance":15,"rewards":{"available":0}}'],
  ['{"balance":10,"claimable":5,"account_status":"a"}', '{"balance":15,"claimable":0,"account_status":"b"}'],
])('a plain claim is one, whatever its balance is called: %s', (before, now) => {
  expect(evidenceOf(parseJson(before), parseJson(now))).toBeDefined()
})

test('the address of whom an earlier claim went to says nothing of another wallet', () => {
  const address = `0x${'ab'.repeat(20)}`
  const before = '{"balance":10,"claimable":5,"last_claim":null}'
  const now = `{"balance":15,"claimable":0,"last_claim":{"to":"${address}"}}`
  expect(evidenceOf(parseJson(before), parseJson(now))).toBeDefined()
})

test.each([
  [
    'network',
    '{"network":"bsc","balance":10,"claimable":5}',
    '{"network":"bsc","balance":15,"claimable":0}',
    'bsc',
    'polygon',
  ],
  [
    'token',
    '{"balance":"10 MFT","claimable":"5 MFT"}',
    '{"balance":"15 MFT","claimable":"0 MFT"}',
    'MFT',
    'KDAY',
  ],
])('a claim of another %s than moved is not applied by it', (name, before, now, own, other) => {
  const evidence = (named: string) => evidenceOf(parseJson(before), parseJson(now), { [name]: named })
  expect(evidence(own)).toBeDefined()
  expect(evidence(other)).toBeUndefined()
})

test('of a list by networks, the claim is of the network that it names', () => {
  const record = (polygon: string, bsc: string) =>
    parseJson(`{"networks":[{"network":"polygon",${polygon}},{"network":"bsc",${bsc}}]}`)
  const [before, now] = [
    record('"balance":10,"claimable":5', '"balance":1,"claimable":2'),
    record('"balance":15,"claimable":0', '"balance":1,"claimable":2'),
  ]
  expect(evidenceOf(before, now, { network: 'polygon' })).toBeDefined()
  expect(evidenceOf(before, now, { network: 'bsc' })).toBeUndefined()
})

test.each([
  ['{"last_claim":{"id":"c1"}}', '{"last_claim":{"id":"c2"}}'],
  ['{"last_claim":null}', '{"last_claim":{"id":"c2","amount":5,"token":"MFT"}}'],
  ['{"claims":[]}', '{"claims":[{"id":"c1","amount":5}]}'],
  ['{"history":[{"id":1}]}', '{"history":[{"id":2},{"id":1}]}'],
  ['{"meta":{"id":"a"},"response_id":"x"}', '{"meta":{"id":"b"},"response_id":"y"}'],
  ['{"last_tx":{"id":1,"hash":"0xa"}}', '{"last_tx":{"id":2,"hash":"0xb"}}'],
  ['{"quest":{"name":"walk"},"tier_name":"gold"}', '{"quest":{"name":"run"},"tier_name":"silver"}'],
])('what changes with every claim or answer is of no other wallet: %s', (before, now) => {
  const beside = (amounts: string, rest: string) => parseJson(`{${amounts},${rest.slice(1)}`)
  const [then, since] = [
    beside('"balance":10,"claimable":5', before),
    beside('"balance":15,"claimable":0', now),
  ]
  expect(evidenceOf(then, since)).toBe('balance 10 → 15, claimable 5 → 0')
})

test.each([
  '{"balance":10,"claimable":5}',
  '{"token":"MFT","token_standard":"ERC20","balance":10,"claimable":5}',
])('a claim of MFT is what moved where nothing else is named: %s', (before) => {
  const now = before.replace('10', '15').replace('"claimable":5', '"claimable":0')
  expect(evidenceOf(parseJson(before), parseJson(now), { token: 'MFT' })).toBeDefined()
  expect(evidenceOf(parseJson(before), parseJson(now), { amount: '4' })).toBeUndefined()
})

test('k_day is an amount, and no time', () => {
  const before = '{"balance":{"mft":1,"k_day":2},"claimable":{"mft":3,"k_day":4}}'
  const now = '{"balance":{"mft":1,"k_day":6},"claimable":{"mft":3,"k_day":0}}'
  expect(evidenceOf(parseJson(before), parseJson(now))).toBe('balance.k_day 2 → 6, claimable.k_day 4 → 0')
})
