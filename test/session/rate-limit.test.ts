/** Which hourly limit and which waits apply to a command, and what is counted. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/client/guarded-transport.ts'
import type { Target } from '../../src/client/compose.ts'
import { countOne } from '../../src/client/budget-file.ts'
import type { Origin, Resolved } from '../../src/config/types.ts'
import { limitFigures, limitMetrics } from '../../src/session/limit-figures.ts'
import {
  countingSend,
  countsOf,
  isHere,
  limitOf,
  maxWaitGivenMs,
  maxWaitMs,
  timeAt,
} from '../../src/session/rate-limit.ts'
import type { Gauge, Metric } from '../../src/output/openmetrics.ts'
import { freshFolder } from '../support/movecli.ts'

const far = 'https://service.example/v1'
const near = 'http://127.0.0.1:4017/v1'
const withOption = (name: string, value?: number, origin: Origin = 'flag') =>
  ({
    get: (asked: string) =>
      asked === name && value !== undefined ? { value, origin, source: 'x', text: String(value) } : undefined,
  }) as unknown as Resolved

test.each<[string, number | undefined, string | undefined, number | undefined]>([
  [far, undefined, undefined, 1000],
  [far, undefined, 'token-1', 5000],
  [far, 0, 'token-1', undefined],
  [far, 1, 'token-1', 1],
  [far, 9000, undefined, 9000],
  [near, undefined, 'token-1', undefined],
  [near, 50, undefined, 50],
  [near, 0, undefined, undefined],
])('at %s with --rate-limit %s and the session token %s it is %s', (baseUrl, own, token, limit) => {
  expect(limitOf(withOption('rateLimit', own), { baseUrl, ...(token && { token }) })).toBe(limit)
})

test('a minute is waited at most, or as long as --max-wait says, none too', () => {
  expect([undefined, 0, 90].map((value) => maxWaitMs(withOption('maxWait', value)))).toEqual([
    60_000, 0, 90_000,
  ])
})

test('a wait of its own length takes notice of a --max-wait that was given alone', () => {
  expect(maxWaitGivenMs(withOption('maxWait'))).toBeUndefined()
  expect(maxWaitGivenMs(withOption('maxWait', 60, 'default'))).toBeUndefined()
  for (const origin of ['flag', 'environment', 'profile', 'settings'] as const)
    expect(maxWaitGivenMs(withOption('maxWait', 0, origin))).toBe(0)
  expect(maxWaitGivenMs(withOption('maxWait', 60))).toBe(60_000)
})

test('this machine is known by its address', () => {
  expect(
    [near, 'http://localhost:1/v1', 'https://[::1]/v1', far, 'https://localhost.example/v1'].map(isHere),
  ).toEqual([true, true, true, false, false])
})

test('a tick is told as a time of the wall', () => {
  expect(timeAt(5000, { wall: 1_000_000, ticks: 2000 }).getTime()).toBe(1_003_000)
})

const now = Date.parse('2026-01-31T12:00:30Z')
const target: Target = {
  baseUrl: far,
  apiKey: 'key-1',
  tokenHeader: 'Authorization',
  tokenScheme: 'Bearer',
  userAgent: 'x',
}
const toolsIn = (state: string) => ({
  folders: { state, config: state },
  context: { now: () => new Date(now), ticks: () => now },
})
const ask = { method: 'GET', url: far, headers: {} }
const limits = { timeoutMs: 1000, signal: new AbortController().signal }
const answer: Send = async () => ({ what: 'answered', status: 200, headers: new Map(), text: '' })

describe('each request is counted', () => {
  const used = async (state: string) => (await limitFigures(toolsIn(state), target, undefined)).used

  test('beside sending it, also one that fails', async () => {
    const state = freshFolder()
    const count = (send: Send) => countingSend(send, toolsIn(state), withOption('x'), target)(ask, limits)
    expect(await count(answer)).toMatchObject({ what: 'answered' })
    await expect(count(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await used(state)).toBe(2)
  })

  test('of a service elsewhere also without a limit: the next command has one', async () => {
    const state = freshFolder()
    await countingSend(answer, toolsIn(state), withOption('rateLimit', 0), target)(ask, limits)
    expect(await used(state)).toBe(1)
  })

  test('on this machine only against a limit that was given', async () => {
    const state = freshFolder()
    const here = { ...target, baseUrl: near }
    const send = (limit?: number) =>
      countingSend(answer, toolsIn(state), withOption('rateLimit', limit), here)
    expect(send()).toBe(answer)
    expect(send(0)).toBe(answer)
    await send(10)(ask, limits)
    expect(readdirSync(state)).toEqual(['limits'])
  })
})

describe('what is left of the hour', () => {
  async function figures(
    limit: { limit: number; own?: { tag: string; limit: number } } | undefined,
    count: number,
  ) {
    const state = freshFolder()
    for (let each = 0; each < count; each++)
      await countOne(await countsOf(state, target), { wall: now, ticks: now })
    return limitFigures(toolsIn(state), target, limit)
  }
  const at = new Date(now)

  test('is the limit less what was used, and less a fiftieth for bulk', async () => {
    expect(await figures({ limit: 100 }, 3)).toEqual({
      used: 3,
      limit: { requests: 100, left: 97, leftForBulk: 95, freeAt: at },
    })
  })

  test('is never less than nothing, and is free again when the first requests are an hour old', async () => {
    const { used, limit } = await figures({ limit: 2 }, 3)
    expect([used, limit?.left, limit?.leftForBulk]).toEqual([3, 0, 0])
    const wait = limit!.freeAt.getTime() - now
    expect(wait).toBeGreaterThanOrEqual(3_600_000)
    expect(wait).toBeLessThan(3_640_000)
  })

  test('of a shard is its own part, within the whole', async () => {
    expect(await figures({ limit: 10, own: { tag: '1/2', limit: 5 } }, 6)).toMatchObject({
      used: 0,
      limit: { requests: 5, left: 5, leftForBulk: 3 },
    })
  })

  test('is told as figures, those of a limit only where there is one', async () => {
    const told = (metrics: readonly Metric[]) =>
      Object.fromEntries(
        (metrics as Gauge[]).map(({ name, samples }) => [name, samples.map(({ value }) => value)]),
      )
    expect(told(limitMetrics('', await figures({ limit: 100 }, 3)))).toEqual({
      movecli_limit_used_requests: [3],
      movecli_limit_requests: [100],
      movecli_limit_left_requests: [97],
      movecli_limit_left_for_bulk_requests: [95],
      movecli_limit_free_timestamp_seconds: [now / 1000],
    })
    expect(told(limitMetrics('submit_', { used: 3 }))).toEqual({
      movecli_submit_limit_used_requests: [3],
      movecli_submit_limit_requests: [],
      movecli_submit_limit_left_requests: [],
      movecli_submit_limit_left_for_bulk_requests: [],
      movecli_submit_limit_free_timestamp_seconds: [],
    })
  })
})
