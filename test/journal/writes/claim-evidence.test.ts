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
  ['the address of what is no wallet', `{"vault":"0x${'1'.repeat(40)}"}`, false],
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

/** Lists whose every element was claimed. */
const claimed = (name: string, ...values: string[]) => {
  const list = (each: (at: number) => string) =>
    `{"list":[${values.map((value, at) => `{"${name}":"${value}",${each(at)}}`).join()}]}`
  return [
    list((at) => `"balance":${at + 1},"claimable":${at + 5}`),
    list((at) => `"balance":${2 * at + 6},"claimable":0`),
  ] as const
}
const [twoTokens, twoNetworks] = [claimed('symbol', 'MFT', 'KDAY'), claimed('network', 'polygon', 'bsc')]
const apart = (places: string) =>
  [
    `{"data":{"balance":10,"claimable":5},${places}}`,
    `{"data":{"balance":15,"claimable":0},${places}}`,
  ] as const
const twoChains = '"chains":[{"chain":"polygon"},{"chain":"bsc"}]'
const unnamed = (first: string) => `{"items":[{${first}},{"balance":1,"claimable":2}]}`

test.each<[string, readonly [before: string, now: string], body: string, proves: boolean]>([
  ['whatever there is, where two tokens moved', twoTokens, '{}', true],
  ['one token, where two moved', twoTokens, '{"token":"MFT"}', false],
  ['the other token, where two moved', twoTokens, '{"token":"KDAY"}', false],
  ...[
    ['{}', true],
    ['{"token":"MFT"}', false],
  ].map(([body, proves]): [string, readonly [string, string], string, boolean] => [
    `two tokens by the names of their fields, asked for ${body}`,
    [
      '{"mft_balance":1,"mft_claimable":5,"kday_balance":1,"kday_claimable":6}',
      '{"mft_balance":6,"mft_claimable":0,"kday_balance":7,"kday_claimable":0}',
    ],
    String(body),
    proves === true,
  ]),
  ['one kind of reward, where two tokens moved', twoTokens, '{"reward_type":"KDAY"}', false],
  ['whatever there is, where two networks moved', twoNetworks, '{}', true],
  ['one network, where two moved', twoNetworks, '{"network":"polygon"}', false],
  ['a token with a hyphen in its name', claimed('symbol', 'W-MFT'), '{"token":"W-MFT"}', true],
  [
    'a token of two words',
    ['{"k_day_balance":1,"k_day_claimable":4}', '{"k_day_balance":5,"k_day_claimable":0}'],
    '{"token":"K_DAY"}',
    true,
  ],
  [
    'another token than the fields are of',
    ['{"mft_balance":1,"mft_claimable":4}', '{"mft_balance":5,"mft_claimable":0}'],
    '{"token":"KDAY"}',
    false,
  ],
  [
    'a token beside one that is called by a common word',
    [
      '{"list":[{"symbol":"TOKEN","balance":1,"claimable":5},{"symbol":"KDAY","balance":1,"claimable":2}]}',
      '{"list":[{"symbol":"TOKEN","balance":6,"claimable":0},{"symbol":"KDAY","balance":1,"claimable":2}]}',
    ],
    '{"token":"KDAY"}',
    false,
  ],
  [
    'a network, where the balance is told to be of one',
    apart('"chain":"polygon"'),
    '{"chain":"polygon"}',
    true,
  ],
  [
    'another network, where the balance is told to be of one',
    apart('"chain":"polygon"'),
    '{"chain":"bsc"}',
    false,
  ],
  [
    'a network, where several are told and none of the balance',
    apart(twoChains),
    '{"chain":"polygon"}',
    false,
  ],
  [
    'with a number that is also a place in a list',
    [unnamed('"balance":10,"claimable":5'), unnamed('"balance":15,"claimable":0')],
    '{"nonce":1}',
    true,
  ],
])('a claim of %s', (_, [before, now], body, proves) => {
  const evidence = evidenceOf(parseJson(before), parseJson(now), parseJson(body))
  expect(evidence !== undefined).toBe(proves)
})

const address = (digit: string) => `"0x${digit.repeat(40)}"`
test.each<[string, string, string]>([
  ['the currency of which was told then alone', '"currency":"MFT"', ''],
  ['the currency of which is told now alone', '', '"currency":"MFT"'],
  ['of another user of a session', '"session_user":"ada"', '"session_user":"bob"'],
  ['with another address of a transaction', `"tx":${address('1')}`, `"tx":${address('2')}`],
  ['with another id', '"id":"a"', '"id":"b"'],
  ['with another id of its account', '"account":{"id":"a"}', '"account":{"id":"b"}'],
  ['with another address then', `"vault":${address('1')}`, ''],
])('a balance %s proves nothing, at its top, in its data and in a list', (_, before, now) => {
  const wrappings = ['{*}', '{"data":{*}}', '{"items":[{*}]}', '[{*}]']
  for (const wrapping of wrappings) {
    const record = (amounts: string, more: string) =>
      parseJson(wrapping.replace('*', more === '' ? amounts : `${amounts},${more}`))
    const [then, since] = ['"balance":10,"claimable":5', '"balance":15,"claimable":0']
    expect(evidenceOf(record(then, before), record(since, before)), wrapping).toBeDefined()
    expect(evidenceOf(record(then, before), record(since, now)), wrapping).toBeUndefined()
  }
})

test('a balance of a list whose numbered element is another proves nothing', () => {
  const record = (id: number, amounts: string) => parseJson(`{"items":[{"id":${id},${amounts}}]}`)
  const [then, since] = ['"balance":10,"claimable":5', '"balance":15,"claimable":0']
  expect(evidenceOf(record(7, then), record(7, since))).toBeDefined()
  expect(evidenceOf(record(7, then), record(8, since))).toBeUndefined()
})
