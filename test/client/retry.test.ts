/** What is sent again, when, and how long movecli waits for it: against the witness, with a clock of the test's own. */
import { beforeEach, expect, test } from 'vitest'
import { testnet, type Testnet } from '../support/testnet.ts'
import { failure } from '../witness/service.ts'

let service: Testnet
beforeEach(async () => {
  service = await testnet()
})

/** Runs with a clock that sleeps at once and remembers. */
const timed = async (line: string) => {
  const slept: number[] = []
  const sleep = async (ms: number) => void slept.push(ms)
  return { ...(await service.run(line, { sleep })), slept, sent: service.witness.requests.length }
}
const limited = (headers: Record<string, string>) => ({ ...failure('RATE_001'), headers })

test('a read that is refused for the rate waits as long as Retry-After says', async () => {
  service.witness.answer(limited({ 'Retry-After': '7' }))
  expect(await timed('token price --json')).toMatchObject({ code: 0, slept: [7000], sent: 2 })
})

test('Retry-After may be a date', async () => {
  const [now, then] = ['Sat, 31 Jan 2026 12:00:00 GMT', 'Sat, 31 Jan 2026 12:00:20 GMT']
  service.witness.answer(limited({ 'Retry-After': then, Date: now }))
  expect(await timed('token price --json')).toMatchObject({ code: 0, slept: [20_000] })
})

test('a wait beyond --max-wait is not waited: exit 7', async () => {
  service.witness.answer(limited({ 'Retry-After': '90' }))
  expect(await timed('token price --max-wait 1m')).toMatchObject({ code: 7, slept: [], sent: 1 })
})

test('the waits of one command together stay below --max-wait', async () => {
  service.witness.answer({ ...limited({ 'Retry-After': '25' }), times: 9 })
  expect(await timed('token price --max-wait 1m')).toMatchObject({
    code: 7,
    slept: [25_000, 25_000],
    sent: 3,
  })
})

test('a read is tried four times at most, with pauses that grow', async () => {
  service.witness.answer({ status: 502, body: 'bad gateway', times: 9 })
  const { code, slept, sent } = await timed('token price')
  expect({ code, sent }).toEqual({ code: 8, sent: 4 })
  slept.forEach((ms, attempt) => expect(ms).toBeLessThanOrEqual(500 * 2 ** attempt))
})

test('--retries 0 tries once', async () => {
  service.witness.answer({ status: 502, body: 'bad gateway', times: 9 })
  expect(await timed('token price --retries 0')).toMatchObject({ code: 8, sent: 1 })
})

test.each([
  ['a reset', { destroy: 'before-answer' } as const],
  ['a cut answer', { destroy: 'mid-body' } as const],
  ['CHAIN_001', failure('CHAIN_001')],
  ['a bad gateway', { status: 502, body: 'x' }],
  ['a lost session', { status: 401, body: 'who are you?' }],
  ['an answer that is no envelope', { body: '[]' }],
  ['500 with success', { status: 500 }],
  ['a redirect', { redirect: 'https://elsewhere.example/' }],
])('a write that meets %s is sent once and ends with 9', async (_, rule) => {
  service.witness.answer({ path: '/motion/submit', times: 9, ...rule })
  const { code, stderr, stdout, sent } = await timed('motion submit --steps 5 --proof zkp --json')
  expect({ code, stdout, sent }).toEqual({ code: 9, stdout: '', sent: 1 })
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'CLI_OUTCOME_UNKNOWN', outcome: 'unknown', retryable: false },
  })
})

test('a write that is refused for the rate is sent again: it was not taken', async () => {
  service.witness.answer({ path: '/motion/submit', ...limited({ 'Retry-After': '3' }) })
  expect(await timed('motion submit --steps 5 --proof zkp')).toMatchObject({
    code: 0,
    slept: [3000],
    sent: 2,
  })
})

test('a write for which no connection can be made is not sent: exit 8, safe to run again', async () => {
  await service.witness.close()
  const { code, stderr } = await timed('motion submit --steps 5 --proof zkp --json')
  expect(code).toBe(8)
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'CLI_CONNECT', outcome: 'not_sent', retryable: true },
  })
})

test('an answer to a read that is no envelope names status, type and its beginning, harmless', async () => {
  service.witness.answer({
    body: '<html>\u001b[31mhello',
    headers: { 'Content-Type': 'text/html' },
    times: 9,
  })
  const { code, stderr } = await timed('token price')
  expect(code).toBe(8)
  expect(stderr).toContain('(HTTP 200, text/html): "<html>\\x1b[31mhello" (CLI_UNEXPECTED_RESPONSE)')
})

test('a read that times out says so, and that it may be run again', async () => {
  service.witness.answer({ hang: true, times: 9 })
  const { code, stderr } = await timed('token price --timeout 0.1 --retries 0 --json')
  expect(code).toBe(8)
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_TIMEOUT', outcome: null, retryable: true } })
})
