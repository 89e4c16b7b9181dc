/** Faults on demand: how they are written, whom they strike, what they do and whether the request was applied. */
import { expect, test } from 'vitest'
import { TransportFailure } from '../../src/contract/wire.ts'
import { createFaults, parseFaults } from '../../src/sandbox/faults.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { ask, outcome, send, textOf } from './support.ts'
import { clock } from '../support/clock.ts'

const make = (text: string, options = {}) =>
  createSandbox({ now: clock().now, faults: parseFaults(text), ...options })
type Sandbox = ReturnType<typeof make>

const claim = async (sandbox: Sandbox, signal?: AbortSignal) =>
  send(sandbox, 'POST /token/claim', { body: {}, ...(signal && { signal }) })
const failureOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: unknown) =>
      error instanceof TransportFailure
        ? `${error.phase}: ${error.message}`
        : `not of the wire: ${String(error)}`,
  )
/** What was claimed is how we see whether the claim was applied. */
const applied = async (sandbox: Sandbox) => {
  const { data } = await ask(sandbox, 'GET /token/balance')
  return String((data as { claimed: unknown }).claimed) !== '0'
}

const striking: [string, string, boolean][] = [
  ['drop-before', 'sent: socket hang up', false],
  ['drop-after-apply', 'sent: socket hang up', true],
  ['reset', 'sent: read ECONNRESET', false],
]
test.each(striking)('%s ends with %s, applied: %s', async (name, expected, whether) => {
  const sandbox = make(`POST /token/claim:${name}`)
  expect(await failureOf(claim(sandbox))).toBe(expected)
  expect(await applied(sandbox)).toBe(whether)
})

test('hang-after-apply applies, and is silent until the client gives up', async () => {
  const sandbox = make('POST *:hang-after-apply')
  const signal = AbortSignal.timeout(30)
  expect(await failureOf(claim(sandbox, signal))).toContain('sent: ')
  expect(signal.aborted).toBe(true)
  expect(await applied(sandbox)).toBe(true)
})

test('truncate applies and breaks off in the middle of the body', async () => {
  const sandbox = make('POST *:truncate')
  const { status, headers, body } = await claim(sandbox)
  expect(status).toBe(200)
  let got = 0
  const whole = (async () => {
    for await (const part of body) got += part.byteLength
  })()
  expect(await failureOf(whole)).toBe('sent: socket hang up')
  expect(got).toBe(Math.floor(Number(new Map(headers).get('content-length')) / 2))
  expect(await applied(sandbox)).toBe(true)
})

test('not-json applies and answers with a page', async () => {
  const sandbox = make('POST *:not-json')
  const answer = await claim(sandbox)
  expect([answer.status, new Map(answer.headers).get('content-type')]).toEqual([200, 'text/html'])
  expect(await textOf(answer)).toContain('<html>')
  expect(await applied(sandbox)).toBe(true)
})

test('latency waits that long and changes nothing else', async () => {
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const sandbox = make('latency=200ms,GET *:latency=1s', { sleep })
  expect(await outcome(sandbox, 'GET /token/price')).toBe('200')
  expect(await outcome(sandbox, 'POST /token/claim', { body: {} })).toBe('200')
  expect(waits).toEqual([1200, 200])
})

test('an impatient client ends a latency early', async () => {
  expect(
    await failureOf(send(make('latency=1h'), 'GET /token/price', { signal: AbortSignal.timeout(20) })),
  ).toContain('sent')
})

const answers: [string, string, string | undefined][] = [
  ['CHAIN_001', '503 CHAIN_001', undefined],
  ['AUTH_002', '401 AUTH_002', undefined],
  ['429', '429 RATE_001', '1'],
  ['RATE_001', '429 RATE_001', '1'],
  ['RATE_001=30s', '429 RATE_001', '30'],
  ['429=1200ms', '429 RATE_001', '2'],
  ['503=2m', '503 HTTP_503', '120'],
  ['CHAIN_001=1h', '503 CHAIN_001', '3600'],
  ['502', '502 HTTP_502', undefined],
  ['302', '302 HTTP_302', undefined],
]
test.each(answers)('%s answers %s and applies nothing', async (name, expected, wait) => {
  const sandbox = make(`POST *:${name}`)
  const { status, error, headers } = await ask(sandbox, 'POST /token/claim', { body: {} })
  expect([`${status} ${error?.code}`, headers.get('retry-after')]).toEqual([expected, wait])
  expect(await applied(sandbox)).toBe(false)
})

test('@2 strikes the second match alone, and others do not count', async () => {
  const sandbox = make('GET /token/price:500@2')
  const seen = []
  for (const line of ['GET /token/price', 'GET /token/balance', 'GET /token/price', 'GET /token/price'])
    seen.push(await outcome(sandbox, line))
  expect(seen).toEqual(['200', '200', '500 HTTP_500', '200'])
})

test('each fault counts its own matches, and of two that strike the first is what happens', async () => {
  const sandbox = make('GET /token/*:500@2,GET /token/price:501@2,* *:502@5')
  const seen = []
  for (const name of ['balance', 'price', 'price', 'price', 'price'])
    seen.push(await outcome(sandbox, `GET /token/${name}`))
  expect(seen).toEqual(['200', '500 HTTP_500', '501 HTTP_501', '200', '502 HTTP_502'])
  const both = make('GET *:503,GET *:504')
  expect(await outcome(both, 'GET /token/price')).toBe('503 HTTP_503')
})

test('@100% strikes all, @0% none', async () => {
  for (const [share, expected] of [
    ['100', '500 HTTP_500'],
    ['0', '200'],
  ] as const) {
    const sandbox = make(`500@${share}%`)
    const seen = new Set()
    for (let made = 0; made < 20; made += 1) seen.add(await outcome(sandbox, 'GET /token/price'))
    expect(seen).toEqual(new Set([expected]))
  }
})

test('a request that a fault answers counts for the hour, and is refused when that is over', async () => {
  const sandbox = make('GET /token/price:500', { limitPerHour: 2 })
  for (let made = 0; made < 2; made += 1)
    expect(await outcome(sandbox, 'GET /token/price')).toBe('500 HTTP_500')
  expect(await outcome(sandbox, 'GET /token/balance')).toBe('429 RATE_001')
})

test('a star matches within a path', async () => {
  const sandbox = make('GET /nft/collection/*:500,* /user/profile:501')
  expect(await outcome(sandbox, `GET /nft/collection/0x${'a'.repeat(40)}`)).toBe('500 HTTP_500')
  expect(await outcome(sandbox, 'GET /nft/collection')).toBe('200')
  expect(await outcome(sandbox, 'GET /user/profile')).toBe('501 HTTP_501')
})

const struck = (seed: string) => {
  const draw = createFaults(parseFaults('500@10%'), seed)
  return Array.from({ length: 2000 }, (_, place) =>
    draw('GET', '/token/price', place).effect ? place : -1,
  ).filter((place) => place >= 0)
}

test('@10% strikes about a tenth, the same tenth for a seed', () => {
  expect(struck('a').length).toBeGreaterThan(140)
  expect(struck('a').length).toBeLessThan(260)
  expect(struck('a')).toEqual(struck('a'))
  expect(struck('a')).not.toEqual(struck('b'))
})

test('a request that a share struck is another one when it is repeated', async () => {
  const sandbox = make('500@50%')
  const seen = new Set()
  for (let made = 0; made < 30; made += 1) seen.add(await outcome(sandbox, 'GET /token/price'))
  expect(seen).toEqual(new Set(['200', '500 HTTP_500']))
})

test('faults are read as they are documented', () => {
  expect(parseFaults('POST /token/claim:drop-after-apply@1, get *:429@10%,')).toEqual([
    {
      text: 'POST /token/claim:drop-after-apply@1',
      method: 'POST',
      path: '/token/claim',
      effect: { kind: 'drop-after-apply' },
      nth: 1,
    },
    {
      text: 'get *:429@10%',
      method: 'GET',
      path: '*',
      effect: { kind: 'answer', status: '429' },
      percent: 10,
    },
  ])
  expect(parseFaults('')).toEqual([])
})

const bad: [string, string][] = [
  ['explode', 'has an unknown name'],
  ['GET:500', 'cannot be read'],
  ['GET token:500', 'cannot be read'],
  ['latency', 'needs a time'],
  ['latency=soon', 'needs a time'],
  ['reset=1s', 'takes no value'],
  ['500@0', 'has a bad @0'],
  ['500@200%', 'has a bad @200%'],
  ['500@100.1%', 'has a bad @100.1%'],
  ['500@1.5', 'has a bad @1.5'],
  ['600', 'has an unknown name'],
  ['299', 'has an unknown name'],
  ['429=soon', 'has a bad wait'],
  ['200', 'has an unknown name'],
  ['GET /v1/token/price:500', 'meets no operation'],
  ['GET /token/claim:500', 'meets no operation'],
]
test.each(bad)('the fault %s %s', (text, why) => {
  expect(() => parseFaults(text)).toThrow(why)
})
