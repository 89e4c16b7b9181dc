/** Holds the exchanges copied from the service's document complete: every section, operation and code, and each well formed. */
import { expect, test } from 'vitest'
import { readExchanges, readSilences } from './read.ts'

const exchanges = readExchanges()
const silences = readSilences()
const good = exchanges.filter(({ expects }) => expects.code === undefined)
const failed = exchanges.filter(({ expects }) => expects.code !== undefined)
const sorted = (values: Iterable<unknown>) => [...new Set(values)].map(String).sort()

/** Method, path and, where the document shows a body or query, its fields: written once more by hand. */
const operations: Record<string, [start: string, fields: string[]]> = {
  'auth.login': ['POST /auth/login', ['address', 'signature', 'message']],
  'motion.daily': ['GET /motion/daily', ['date', 'address']],
  'motion.history': ['GET /motion/history', []],
  'motion.submit': ['POST /motion/submit', ['steps', 'distance', 'duration', 'proof', 'device_id']],
  'nft.collection': ['GET /nft/collection', []],
  'nft.collectionOf': ['GET /nft/collection/', ['address', 'type', 'page', 'limit']],
  'nft.mint': ['POST /nft/mint', []],
  'nft.upgrade': ['PUT /nft/upgrade', []],
  'token.balance': ['GET /token/balance', []],
  'token.claim': ['POST /token/claim', []],
  'token.price': ['GET /token/price', []],
  'user.profile': ['GET /user/profile', []],
  'user.settings': ['PUT /user/settings', []],
  'user.kyc': ['POST /user/kyc', []],
}

/** Status (docs/service.md §7) and exit codes (docs/exit-codes.md). */
const codes: Record<string, [status: number, exits: number[]]> = {
  AUTH_001: [401, [4]],
  AUTH_002: [401, [4]],
  RATE_001: [429, [7]],
  MOTION_001: [400, [5]],
  MOTION_002: [400, [5]],
  NFT_001: [404, [6]],
  CHAIN_001: [503, [8, 9]],
}

test('every section of the API document has an exchange or a note of its silence', () => {
  expect(sorted([...exchanges, ...silences].map(({ section }) => section))).toEqual('123456789'.split(''))
  expect(sorted(silences.map(({ section }) => section))).toEqual('12345689'.split(''))
  expect(exchanges.filter(({ section }) => section === 6)).toEqual([])
})

test('each of the 14 operations occurs', () => {
  expect(sorted(exchanges.map(({ operation }) => operation))).toEqual(Object.keys(operations).sort())
})

test('each of the 7 codes occurs, with the exit codes it can have', () => {
  expect(sorted(failed.map(({ expects }) => expects.code))).toEqual(Object.keys(codes).sort())
  for (const [code, [, exits]] of Object.entries(codes)) {
    const seen = failed.filter(({ expects }) => expects.code === code).map(({ expects }) => expects.exit)
    expect([code, sorted(seen)]).toEqual([code, exits.map(String)])
  }
})

test('names are unique', () => {
  expect(sorted(exchanges.map(({ name }) => name)).length).toBe(exchanges.length)
})

test.each(exchanges)('$file $name: the request is one that the API document describes', (exchange) => {
  const { request, operation, input, cites, given } = exchange
  const [start, fields] = operations[operation] ?? ['', []]
  const [path = '', query = ''] = request.target.split('?')
  const named = start.endsWith('/') ? path.replace(input['address'] ?? '', '') : path
  expect(`${request.method} ${named}`).toBe(start)
  expect(cites.length).toBeGreaterThan(0)
  expect(cites.every((cite) => /^§[1-9][ :.]/.test(cite))).toBe(true)

  const sent = request.body ? (JSON.parse(request.body) as Record<string, string | number>) : {}
  const placed = start.endsWith('/') ? { address: path.slice(named.length) } : {}
  const told: object = { ...Object.fromEntries(new URLSearchParams(query)), ...sent, ...placed }
  expect(Object.fromEntries(Object.entries(told).map(([key, value]) => [key, `${value}`]))).toEqual(input)
  expect(fields).toEqual(expect.arrayContaining(Object.keys(input)))

  const headers = Object.fromEntries(request.headers)
  expect(headers['Content-Type']).toBe('application/json')
  expect('X-API-Key' in headers).toBe(!given.includes('no-key'))
  expect(request.body !== '').toBe(request.method !== 'GET')
})

test.each(good)('$file $name: the answer is the envelope of §1', ({ response, expects }) => {
  const { success, data, ...rest } = JSON.parse(response.body) as Record<string, object>
  expect([response.status, success, rest, expects.exit]).toEqual([200, true, {}, 0])
  expect([typeof data, Object.keys(data ?? {}).length > 0]).toEqual(['object', response.bodyShown])
})

test.each(failed)('$file $name: the answer is the failure of §7', ({ response, expects }) => {
  const code = expects.code ?? ''
  expect(response.status).toBe(codes[code]?.[0])
  expect(JSON.parse(response.body)).toEqual({
    success: false,
    error: { code, message: expect.any(String), details: expect.any(String) },
  })
})

test('every answer says that it is JSON', () => {
  expect(sorted(exchanges.map(({ response }) => response.headers.join()))).toEqual([
    'Content-Type,application/json',
  ])
})

test('digits of a body are kept as they were written', () => {
  const daily = exchanges.find(({ name }) => name === 'motion-daily')
  expect(daily?.response.body).toContain('"distance": 6.20,')
  expect(daily?.request).toMatchObject({
    method: 'GET',
    base: 'base_url',
    target: '/motion/daily?date=2026-01-31',
    body: '',
  })
  expect(daily?.request.headers.at(-1)).toEqual(['Authorization', 'Bearer <ACCESS_TOKEN>'])
})
