/** The whole contract: every operation answers, every code of docs/service.md §7 is reachable. */
import { expect, test } from 'vitest'
import { serviceCodes } from '../../src/contract/codes.ts'
import { parseJson } from '../../src/contract/lossless-json.ts'
import { validate } from '../../src/contract/validate.ts'
import { operationNames, operationOf } from '../../src/contract/operations.ts'
import { dailyRecord, loginResult } from '../../src/contract/records.ts'
import { sandboxAddress, sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import { madeUp } from '../../src/sandbox/assumptions.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { readExchanges } from '../spec/read.ts'
import { play } from './play.ts'
import { ask, motion, outcome, send, signed } from './support.ts'
import { clock, noon } from '../support/clock.ts'

const make = (options = {}) => createSandbox({ now: clock().now, ...options })

const good = readExchanges().filter(({ expects }) => expects.code === undefined)

test.each(operationNames)('%s answers with the envelope, the mark, a date and an id', async (name) => {
  const answer = await play(good.find(({ operation }) => operation === name)!)
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  const { data } = parseJson(answer.text) as unknown as { data: unknown }
  expect(validate(operationOf(name).result, data)).toEqual([])
  expect(answer.headers.get('x-movecli-sandbox')).toBe('1')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('date')).toBe('Sat, 31 Jan 2026 12:00:00 GMT')
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{16}$/)
})

const ways: Record<keyof typeof serviceCodes, () => Promise<string>> = {
  AUTH_001: async () => outcome(make(), 'GET /user/profile', { headers: { 'X-API-Key': '' } }),
  AUTH_002: async () => outcome(make(), 'GET /user/profile', { headers: { 'X-API-Key': 'other' } }),
  RATE_001: async () => {
    const sandbox = make({ limitPerHour: 1 })
    await outcome(sandbox, 'GET /token/price')
    return outcome(sandbox, 'GET /token/price')
  },
  MOTION_001: async () => outcome(make(), 'POST /motion/submit', { body: { steps: -1 } }),
  MOTION_002: async () => outcome(make(), 'POST /motion/submit', { body: { ...motion(), steps: 5001 } }),
  NFT_001: async () => outcome(make(), 'PUT /nft/upgrade', { body: { id: 'nft-nowhere' } }),
  CHAIN_001: async () => outcome(make({ faults: parseFaults('CHAIN_001') }), 'POST /token/claim'),
}

test.each(Object.entries(serviceCodes))('%s is reachable with its HTTP status', async (code, { status }) => {
  expect(await ways[code as keyof typeof ways]()).toBe(`${status} ${code}`)
})

test('a failure has the three fields of docs/service.md §7, all text', async () => {
  const { success, error } = await ask(make(), 'GET /user/profile', { token: null })
  expect(success).toBe(false)
  expect(error).toEqual({
    code: 'AUTH_001',
    message: 'No session token was sent.',
    details: 'expected: Authorization: Bearer <token>',
  })
})

const withoutSession = [
  'GET /token/price',
  `GET /nft/collection/${sandboxAddress}`,
  `GET /motion/daily?address=${sandboxAddress}`,
]
test.each(withoutSession)('%s needs no session', async (line) => {
  expect(await outcome(make(), line, { token: null })).toBe('200')
})

const withSession = operationNames.filter((name) => operationOf(name).session !== 'none')
test.each(withSession)('%s without a session is AUTH_001', async (name) => {
  const { method, path } = operationOf(name)
  expect(await outcome(make(), `${method} ${path}`, { token: null, body: {} })).toBe('401 AUTH_001')
})

const strange: [string, string, object][] = [
  ['404 NOT_FOUND', 'GET /motion/nowhere', {}],
  ['404 NOT_FOUND', 'GET /motion/daily', { base: 'http://127.0.0.1:4017/api/v1' }],
  ['404 NOT_FOUND', 'GET /motion/daily', { base: 'http://127.0.0.1:4017' }],
  ['405 METHOD_NOT_ALLOWED', 'DELETE /token/claim', {}],
  ['400 BAD_REQUEST', 'GET /motion/daily?date=2026-02-30', {}],
  ['400 BAD_REQUEST', 'GET /nft/collection?type=hats', {}],
  ['400 BAD_REQUEST', 'GET /nft/collection?page=0', {}],
  ['400 BAD_REQUEST', 'GET /nft/collection?limit=many', {}],
  ['400 BAD_REQUEST', 'GET /nft/collection/0x12', {}],
  ['400 BAD_REQUEST', 'POST /token/claim', { body: '{"half":' }],
  ['400 BAD_REQUEST', 'POST /token/claim', { body: '[1]' }],
  ['400 BAD_REQUEST', 'POST /token/claim', { body: Buffer.from('7b2261223a22ff227d', 'hex') }],
  ['400 BAD_REQUEST', 'POST /nft/mint', { body: { type: 'hats' } }],
  ['400 BAD_REQUEST', 'PUT /nft/upgrade', { body: {} }],
  ['400 BAD_REQUEST', 'POST /user/kyc', { body: {} }],
  ['413 TOO_LARGE', 'PUT /user/settings', { body: { text: 'x'.repeat(1024 * 1024) } }],
  ['415 UNSUPPORTED_TYPE', 'POST /token/claim', { headers: { 'Content-Type': 'text/plain' } }],
  ['404 NFT_001', `GET /nft/collection/0x${'0'.repeat(40)}`, {}],
  ['400 MOTION_001', 'POST /motion/submit', { body: 'no json' }],
]
test.each(strange)('%s is the answer to %s %j', async (expected, line, more) => {
  expect(await outcome(make(), line, more)).toBe(expected)
})

test('the list of what it makes up names every code that the API document lacks', async () => {
  const text = madeUp.map(({ guess }) => guess).join(' ')
  for (const [expected] of strange.filter(([code]) => !/NFT|MOTION/.test(code)))
    expect(text).toContain(expected.split(' ').toReversed().join(' '))
})

test('an expired session is AUTH_002 and its details name the time', async () => {
  const time = clock()
  const sandbox = createSandbox({ now: time.now, tokenTtl: 60_000 })
  const { data } = await ask(sandbox, 'POST /auth/login', { body: await signed(), token: null })
  const { token, expires_at } = data as { token: string; expires_at: string }
  expect(validate(loginResult, data)).toEqual([])
  expect(expires_at).toBe('2026-03-04T12:01:00.000Z')
  expect(await outcome(sandbox, 'GET /token/balance', { token })).toBe('200')
  time.pass(60_000)
  const late = await ask(sandbox, 'GET /token/balance', { token })
  expect({ status: late.status, code: late.error?.code, details: late.error?.details }).toEqual({
    status: 401,
    code: 'AUTH_002',
    details: 'expired at 2026-03-04T12:01:00.000Z',
  })
})

test('a token that it never gave is AUTH_002, also where no session is needed', async () => {
  expect(await outcome(make(), 'GET /token/price', { token: 'made.up.token' })).toBe('401 AUTH_002')
})

test('a thousand requests an hour by the key alone, then 429 with the wait, then the next hour', async () => {
  const time = clock(noon + 30 * 60_000)
  const sandbox = createSandbox({ now: time.now })
  for (let made = 0; made < 1000; made += 1) await send(sandbox, 'GET /token/price', { token: null })
  const over = await ask(sandbox, 'GET /token/price', { token: null })
  expect({ status: over.status, code: over.error?.code, headers: over.headers.get('retry-after') }).toEqual({
    status: 429,
    code: 'RATE_001',
    headers: '1800',
  })
  expect(await outcome(sandbox, 'GET /token/price')).toBe('200')
  time.pass(30 * 60_000)
  expect(await outcome(sandbox, 'GET /token/price', { token: null })).toBe('200')
})

test('five thousand requests an hour with a session', async () => {
  const sandbox = make()
  for (let made = 0; made < 5000; made += 1) await send(sandbox, 'GET /token/price')
  expect(await outcome(sandbox, 'GET /token/price')).toBe('429 RATE_001')
})

test('a session has a count of its own beside that of the key, and a key that is wrong has none', async () => {
  const sandbox = make({ limitPerHour: 2 })
  const other = { headers: { 'X-API-Key': 'other' } }
  for (let made = 0; made < 4; made += 1)
    expect(await outcome(sandbox, 'GET /token/price', other)).toBe('401 AUTH_002')
  for (const token of [null, sandboxToken]) {
    const seen = []
    for (let made = 0; made < 3; made += 1) seen.push(await outcome(sandbox, 'GET /token/price', { token }))
    expect(seen).toEqual(['200', '200', '429 RATE_001'])
  }
})

test('a write that is over the limit is not applied', async () => {
  const time = clock()
  const sandbox = createSandbox({ now: time.now, limitPerHour: 1 })
  const { data: before } = await ask(sandbox, 'GET /token/balance')
  expect(await outcome(sandbox, 'POST /token/claim', { body: {} })).toBe('429 RATE_001')
  time.pass(3_600_000)
  expect((await ask(sandbox, 'GET /token/balance')).data).toEqual(before)
})

test('a limit of 0 is none', async () => {
  const sandbox = make({ limitPerHour: 0 })
  for (let made = 0; made < 1100; made += 1) await send(sandbox, 'GET /token/price', { token: null })
  expect(await outcome(sandbox, 'GET /token/price', { token: null })).toBe('200')
})

test('every day of three years has the documented form and the same data again', async () => {
  const days = Array.from({ length: 40 }, (_, index) =>
    new Date(noon - index * 27 * 86_400_000).toISOString().slice(0, 10),
  )
  for (const date of days) {
    const first = await ask(make(), `GET /motion/daily?date=${date}`)
    expect(validate(dailyRecord, first.data)).toEqual([])
    expect((await ask(make(), `GET /motion/daily?date=${date}`)).data).toEqual(first.data)
  }
})

test('another seed is other data', async () => {
  const one = await ask(make({ seed: 'a' }), 'GET /token/balance')
  expect((await ask(make({ seed: 'b' }), 'GET /token/balance')).data).not.toEqual(one.data)
})

test.each([
  ['application/json; charset=utf-8', '200'],
  ['Application/JSON', '200'],
  ['application/json-patch', '415 UNSUPPORTED_TYPE'],
  ['', '415 UNSUPPORTED_TYPE'],
])('a body of the type "%s" is %s', async (type, expected) => {
  const headers = { 'Content-Type': type }
  expect(await outcome(make(), 'POST /token/claim', { body: {}, headers })).toBe(expected)
  expect(await outcome(make(), 'GET /token/balance', { headers })).toBe('200')
})

test('a write without a body is one of no fields', async () => {
  expect(await outcome(make(), 'POST /token/claim')).toBe('200')
  expect(await outcome(make(), 'POST /user/kyc')).toBe('400 BAD_REQUEST')
})

test('a token is taken with and without the word before it', async () => {
  for (const Authorization of [sandboxToken, `bearer ${sandboxToken}`, `Bearer  ${sandboxToken} `])
    expect(await outcome(make(), 'GET /token/balance', { token: null, headers: { Authorization } })).toBe(
      '200',
    )
})

test('the key takes part in the answer, its name in any case', async () => {
  const headers = { 'x-api-key': sandboxApiKey }
  expect(await outcome(make(), 'GET /token/price', { headers })).toBe('200')
})
