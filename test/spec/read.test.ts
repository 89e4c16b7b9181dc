/** Holds the exchanges copied from the service's document complete: every section, operation and code, and each well formed. */
import { expect, test } from 'vitest'
import { operationNames } from '../../src/contract/operations.ts'
import { readEndpoints, readExchanges, readSilences } from './read.ts'

const exchanges = readExchanges()
const silences = readSilences()
const good = exchanges.filter(({ expects }) => expects.code === undefined)
const failed = exchanges.filter(({ expects }) => expects.code !== undefined)
const sorted = (values: Iterable<unknown>) => [...new Set(values)].map(String).sort()
const endpoints = readEndpoints()

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

test('each operation of the contract has an exchange, and each exchange is of one', () => {
  expect(endpoints.map(({ operation }) => operation)).toEqual(operationNames.toSorted())
})

test.each(endpoints)(
  '$operation has one method and path, which no other has',
  ({ method, path, exchanges: own }) => {
    expect(sorted(own.map(({ request }) => `${request.method} ${request.path}`))).toEqual([
      `${method} ${path}`,
    ])
    expect(endpoints.filter((other) => other.method === method && other.path === path)).toHaveLength(1)
  },
)

test.each(endpoints.filter(({ operation }) => operation !== 'auth.login'))(
  '$operation has a command that sends one of its exchanges',
  ({ exchanges: own }) => expect(own.filter(({ command }) => command !== undefined)).not.toEqual([]),
)

test('each of the 7 codes occurs, with the exit codes it can have', () => {
  expect(sorted(failed.map(({ expects }) => expects.code))).toEqual(Object.keys(codes).sort())
  for (const [code, [, exits]] of Object.entries(codes)) {
    const seen = failed.filter(({ expects }) => expects.code === code).map(({ expects }) => expects.exit)
    expect({ code, sorted: sorted(seen) }).toEqual({ code, sorted: exits.map(String) })
  }
})

test('names are unique', () => {
  expect(sorted(exchanges.map(({ name }) => name)).length).toBe(exchanges.length)
})

test.each(exchanges)('$file $name: the request is one that the API document describes', (exchange) => {
  const { request, input, cites, given } = exchange
  const [path = '', query = ''] = request.target.split('?')
  expect(cites.length).toBeGreaterThan(0)
  expect(cites.every((cite) => /^§[1-9][ :.]/.test(cite))).toBe(true)

  const sent = request.body ? (JSON.parse(request.body) as Record<string, string | number>) : {}
  const names = request.path.split('/').map((part) => /^\{(.+)\}$/.exec(part)?.[1])
  const placed = Object.fromEntries(
    path.split('/').flatMap((part, at) => (names[at] === undefined ? [] : [[names[at], part]])),
  )
  const told: object = { ...Object.fromEntries(new URLSearchParams(query)), ...sent, ...placed }
  expect(Object.fromEntries(Object.entries(told).map(([key, value]) => [key, `${value}`]))).toEqual(input)

  const headers = Object.fromEntries(request.headers)
  expect(headers['Content-Type']).toBe('application/json')
  expect('X-API-Key' in headers).toBe(!given.includes('no-key'))
  expect(request.body !== '').toBe(request.method !== 'GET')
})

test.each(good)('$file $name: the answer is the envelope of §1', ({ response, expects }) => {
  const { success, data, ...rest } = JSON.parse(response.body) as Record<string, object>
  expect({ status: response.status, success, rest, exit: expects.exit }).toEqual({
    status: 200,
    success: true,
    rest: {},
    exit: 0,
  })
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
