/** How long is waited between attempts, to the millisecond. */
import { expect, test } from 'vitest'
import { retryDelayFromHeaders, withRetries, retryAfterMs, type Attempt } from '../../src/client/retry.ts'

const now = new Date('2026-01-31T12:00:00Z')

/** Attempts that end as they are told, and what was waited between them. */
async function tried(
  attempts: Partial<Attempt<number>>[],
  { maxWaitMs = 60_000, retries = 3, random = 1, stopAt = Infinity } = {},
) {
  const slept: number[] = []
  const stop = new AbortController()
  if (stopAt < 0) stop.abort('SIGTERM')
  let made = 0
  const value = await withRetries(
    async () => {
      const attempt = attempts[made] ?? {}
      return { value: ++made, retry: true, ...attempt }
    },
    {
      retries,
      maxWaitMs,
      signal: stop.signal,
      now: () => now,
      random: () => random,
      onWait: () => {},
      sleep: async (ms) => {
        slept.push(ms)
        if (slept.length > stopAt) stop.abort('SIGTERM')
      },
    },
  ).catch((error: Error) => error.message)
  return { value, made, slept }
}

test('pauses double from half a second, with jitter over the whole of each', async () => {
  expect(await tried([])).toEqual({ value: 4, made: 4, slept: [500, 1000, 2000] })
  expect(await tried([], { random: 0.25 })).toEqual({ value: 4, made: 4, slept: [125, 250, 500] })
})

test('what may not be made again is not', async () => {
  expect(await tried([{}, { retry: false }])).toEqual({ value: 2, made: 2, slept: [500] })
  expect(await tried([], { retries: 0 })).toEqual({ value: 1, made: 1, slept: [] })
})

test('the sum of the waits may reach the longest, and no more', async () => {
  expect((await tried([], { maxWaitMs: 1500 })).slept).toEqual([500, 1000])
  expect((await tried([], { maxWaitMs: 1499 })).slept).toEqual([500])
  expect((await tried([{ askedMs: 60_000 }])).slept).toEqual([60_000])
  expect((await tried([{ askedMs: 61_000 }])).slept).toEqual([])
})

test('a stop before the first attempt sends nothing; one during a wait ends with what came before', async () => {
  expect(await tried([], { stopAt: -1 })).toMatchObject({ made: 0, value: 'Terminated.' })
  expect(await tried([], { stopAt: 0 })).toMatchObject({ made: 1, value: 1 })
})

test.each([
  ['7', 7000],
  [' 7 ', 7000],
  ['0', 0],
  ['7s', undefined],
  ['a7', undefined],
  ['-7', undefined],
  ['99999999999', 99_999_999_999_000],
  ['0.5', undefined],
  ['Sat, 31 Jan 2026 12:00:20 GMT', 20_000],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  // The form of asctime names no zone: it is GMT wherever this runs.
  ['Sat Jan 31 12:00:20 2026', 20_000],
  ['Sat Jan  3 12:00:20 2026', 0],
  ['Saturday, 31-Jan-26 12:00:20 GMT', 20_000],
  // Two headers come as one, with a comma.
  ['4, 1', 4000],
  ['1, 4', 4000],
  ['Sat, 31 Jan 2026 12:00:20 GMT, Sat, 31 Jan 2026 12:00:05 GMT', 20_000],
])('Retry-After: %s', (text, ms) => {
  expect(retryAfterMs(text, now)).toBe(ms)
})

test.each(['Asia/Tokyo', 'America/New_York'])('a date of asctime means GMT in %s too', (zone) => {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  try {
    expect(retryAfterMs('Sat Jan 31 12:00:20 2026', now)).toBe(20_000)
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
})

test("a date is counted from the service's own Date, whatever this machine's clock says", () => {
  const at = 'Sat, 31 Jan 2026 13:00:20 GMT'
  const headers = (date: string) =>
    new Map([
      ['retry-after', at],
      ['date', date],
    ])
  expect(retryDelayFromHeaders(headers('Sat, 31 Jan 2026 13:00:00 GMT'), now)).toBe(20_000)
  expect(retryDelayFromHeaders(headers('Sat Jan 31 13:00:00 2026'), now)).toBe(20_000)
  expect(retryDelayFromHeaders(headers('2026'), now)).toBe(3_620_000)
  expect(retryDelayFromHeaders(new Map([['retry-after', at]]), now)).toBe(3_620_000)
  expect(retryDelayFromHeaders(new Map([['date', at]]), now)).toBeUndefined()
})

test('no seconds to wait is no reason to use up the attempts at once', async () => {
  const { slept } = await tried([{ askedMs: 0 }, { askedMs: 0 }, { askedMs: 0 }], { random: 0 })
  expect(slept).toEqual([250, 500, 1000])
})
