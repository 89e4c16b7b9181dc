/** Time in a run: the service's own clock judges days and sessions, and figures are in seconds. */
import { describe, expect, test } from 'vitest'
import { compose } from '../../src/client/compose.ts'
import { openMetrics } from '../../src/output/openmetrics.ts'
import { isToday } from '../../src/smoke/checks/daily.ts'
import { seenOf } from '../../src/smoke/checked-response.ts'
import { smokeMetrics } from '../../src/smoke/reports/suite-figures.ts'
import type { CheckOutcome } from '../../src/smoke/run-suite.ts'
import {
  endedMeanwhile,
  isEndingNow,
  isRefused,
  noteExpiry,
  renewSession,
} from '../../src/smoke/session-expiry.ts'
import {
  isLive,
  isOwn,
  missing,
  serviceAheadMs,
  serviceNow,
  type Need,
  type SmokeContext,
  type Token,
} from '../../src/smoke/smoke-context.ts'
import { namesTime } from '../../src/smoke/times.ts'
import { noon } from '../support/clock.ts'
import {
  address,
  answered,
  endOf,
  endOfRun,
  groundWith,
  heardFirst,
  iso,
  lost,
  refused,
  taken,
} from './ground.ts'

const hour = 3_600_000
const day = 24 * hour
const until = (ms: number): Token => ({ value: 'token-1', expiresAt: iso(ms) })

test('the clock of the service goes on from its first answer, and this machine counts where it named none', () => {
  let time = noon
  const { ground } = groundWith(undefined, { time: () => time })
  expect(serviceNow(ground)).toBe(noon)
  ground.first = heardFirst(3 * day)
  expect(serviceNow(ground)).toBe(noon + 3 * day)
  time += 5000
  expect(serviceNow(ground)).toBe(noon + 3 * day + 5000)
  ground.first = { ...heardFirst(), reply: answered(200, '{}', {}) }
  expect(serviceNow(ground)).toBe(noon + 5000)
  ground.first = { ...heardFirst(), reply: lost }
  expect([serviceNow(ground), serviceAheadMs(ground.first)]).toEqual([noon + 5000, undefined])
})

test('how far the service is ahead counts from the middle of the first request', () => {
  expect(serviceAheadMs(heardFirst(10_000))).toBe(10_000)
  expect(serviceAheadMs(heardFirst(10_000, 4000))).toBe(12_000)
  expect(serviceAheadMs(heardFirst(-10_000, 4000))).toBe(-8000)
  expect(serviceAheadMs(undefined)).toBeUndefined()
})

test.each([
  [60_000, 'passed: 60 s apart'],
  [61_000, "failed: this machine's clock is 61 s behind the service's"],
  [-60_000, 'passed: 60 s apart'],
  [-61_000, "failed: this machine's clock is 61 s ahead of the service's"],
])('a service that is %i ms ahead', async (ahead, end) => {
  const { ground } = groundWith(undefined, { first: heardFirst(ahead) })
  expect(await endOf('clock', ground)).toBe(end)
})

test('a clock that no answer names is not judged', async () => {
  const { ground } = groundWith(() => answered(200, { success: true, data: {} }, {}))
  expect(await endOf('clock', ground)).toBe('skipped: the answer names no Date')
  const { ground: silent, lines } = groundWith(() => lost)
  expect(await endOf('clock', silent)).toBe('skipped: no answer came')
  expect(lines()).toEqual(['GET /token/price', 'GET /motion/daily', 'GET /token/price'])
})

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('the day %i after that of the service may be today somewhere: %s', (days, is) => {
  for (const ahead of [0, 5 * day]) {
    const { ground } = groundWith(undefined, { first: heardFirst(ahead) })
    expect(isToday(iso(noon + ahead + days * day).slice(0, 10), ground)).toBe(is)
  }
  expect(isToday(undefined, groundWith().ground)).toBe(false)
})

describe('a session', () => {
  test('is over at its end, by the clock of the service', () => {
    const { ground } = groundWith(undefined, { first: heardFirst(2 * hour) })
    const live = (token: Token | undefined) => isLive(token, ground)
    expect(
      [
        until(noon + 2 * hour - 1),
        until(noon + 2 * hour),
        until(noon + 2 * hour + 1),
        { value: 'x' },
        undefined,
      ].map(live),
    ).toEqual([false, false, true, true, false])
  })

  test('ends about now within two seconds', () => {
    const { ground } = groundWith(undefined, { first: heardFirst(2 * hour) })
    const ending = (off: number) => isEndingNow(until(noon + 2 * hour + off), ground)
    expect([-2001, -2000, 0, 2000, 2001].map(ending)).toEqual([false, true, true, true, false])
    expect(isEndingNow({ value: 'x' }, ground)).toBe(false)
  })

  test.each([
    [refused(401, 'AUTH_001'), true],
    [refused(401, 'ODD'), true],
    [answered(401, 'no'), true],
    [refused(403, 'AUTH_002'), true],
    [refused(403, 'ODD'), false],
    [refused(400, 'NO_AUTH_002'), false],
    [taken(), false],
  ])('is refused by its status or a code of authentication: %o', (reply, is) => {
    const { ground } = groundWith()
    const request = compose('token.price', {}, ground.sender.target)
    expect(reply.what === 'answered' && isRefused(seenOf(request, reply, 1))).toBe(is)
  })

  test('that was accepted and whose time has passed is over, and no other one', () => {
    const ended = (token: Token | undefined, taken: Token | undefined) => {
      const { ground } = groundWith(undefined, { ...(token && { token }), ...(taken && { taken }) })
      noteExpiry(ground)
      return [ground.token === undefined, ground.ended]
    }
    const over = until(noon)
    expect(ended(over, over)).toEqual([true, `the session expired at ${iso(noon)}, during this run`])
    expect(ended(over, undefined)).toEqual([false, undefined])
    expect(ended(over, until(noon))).toEqual([false, undefined])
    const live = until(noon + 1)
    expect(ended(live, live)).toEqual([false, undefined])
    expect(ended(undefined, over)).toEqual([true, undefined])
  })

  test('that is renewed takes the place of the one before it, also as the one that was accepted', async () => {
    const [old, fresh] = [until(noon), { value: 'token-2' }]
    for (const wasTaken of [true, false]) {
      const { ground } = groundWith(undefined, {
        token: old,
        ended: 'it ended',
        ...(wasTaken && { taken: old }),
        renew: async (token) => (token === old ? fresh : undefined),
      })
      expect(await renewSession(ground)).toBe(true)
      expect(ground).toMatchObject({ token: fresh, ...(wasTaken && { taken: fresh }) })
      expect([ground.ended, ground.taken]).toEqual([undefined, wasTaken ? fresh : undefined])
      expect(await renewSession(ground)).toBe(false)
      expect(ground.token).toBe(fresh)
    }
    expect(await renewSession(groundWith().ground)).toBe(false)
  })

  type Case = [what: string, token: Token, again: ReturnType<typeof taken>, end: string]
  const cases: Case[] = [
    ['lasts', until(noon + hour), taken(), 'goes on'],
    ['cannot be asked about', until(noon + hour), lost, 'goes on'],
    ['meets a limit', until(noon + hour), refused(429, 'RATE_001'), 'goes on'],
    ['has expired', until(noon), taken(), `skipped: the session expired at ${iso(noon)}, during this run`],
    [
      'is about to end',
      until(noon + 2000),
      refused(401, 'AUTH_002'),
      `skipped: the session expired at ${iso(noon + 2000)}, during this run`,
    ],
    [
      'has an end that nobody knows',
      { value: 'token-1' },
      refused(401, 'AUTH_002'),
      'skipped: the session is not taken any more, and may have expired during this run: AUTH_002 with HTTP 401, "no"',
    ],
    [
      'is known to last',
      { value: 'token-1', lasting: true },
      refused(401, 'AUTH_002'),
      'failed: the session token was taken, and is not any more: AUTH_002 with HTTP 401, "no"',
    ],
    [
      'was to last longer',
      until(noon + hour),
      refused(401, 'AUTH_002'),
      `failed: the session token was taken, and is not any more (until ${iso(noon + hour)}): AUTH_002 with HTTP 401, "no"`,
    ],
  ]
  test.each(cases)('whose request was refused, and which %s', async (_, token, again, end) => {
    const { ground } = groundWith(() => again, { token, taken: token, first: heardFirst() })
    const request = compose('token.price', {}, ground.sender.target)
    const no = refused(401, 'AUTH_002')
    if (no.what === 'answered') ground.heard.push(seenOf(request, no, 1))
    const run = async () => {
      const found = await endedMeanwhile(ground, 0)
      if (found) throw found
      return 'goes on'
    }
    expect(await endOfRun(run)).toBe(end === 'goes on' ? 'passed: goes on' : end)
    expect(ground.token).toBe(end === 'goes on' ? token : undefined)
  })

  test('is asked about where something was refused in this check, and it was accepted before', async () => {
    const token = until(noon + hour)
    const { ground, asked } = groundWith(() => refused(401, 'AUTH_002'), { token, first: heardFirst() })
    const request = compose('token.price', {}, ground.sender.target)
    const no = refused(401, 'AUTH_002')
    if (no.what === 'answered') ground.heard.push(seenOf(request, no, 1))
    expect(await endedMeanwhile(ground, 0)).toBeUndefined()
    ground.taken = token
    expect(await endedMeanwhile(ground, 1)).toBeUndefined()
    expect(asked).toEqual([])
    expect(await endedMeanwhile(ground, 0)).toBeDefined()
    expect(asked.map(({ line, headers }) => [line, headers['Authorization']])).toEqual([
      ['GET /motion/daily', 'Bearer token-1'],
    ])
  })
})

test.each<[given: Partial<SmokeContext>, lacking: Need[]]>([
  [{}, ['session', 'address', 'user', 'signer', 'prover', 'writes']],
  [{ address }, ['session', 'signer', 'prover', 'writes']],
  [{ token: until(noon + 1) }, ['address', 'signer', 'prover', 'writes']],
  [{ token: until(noon) }, ['session', 'address', 'user', 'signer', 'prover', 'writes']],
  [
    { sign: async () => Promise.reject(new Error()), prove: async () => '', write: async () => {} },
    ['session', 'address', 'user'],
  ],
])('of what checks need %o lacks %j', (given, lacking) => {
  const { ground } = groundWith(undefined, given)
  const needs: Need[] = ['key', 'session', 'address', 'user', 'signer', 'prover', 'writes']
  expect(needs.filter((need) => missing(need, ground) !== undefined)).toEqual(lacking)
})

test('what is missing is told with the way to it', () => {
  const { ground } = groundWith(undefined, { token: until(noon) })
  expect(missing('session', ground)).toBe(`the session token expired at ${iso(noon)}: movecli login -p ops`)
  expect(missing('user', ground)).toBe('needs a session or an address: movecli login -p ops')
  ground.sender.target = { ...ground.sender.target, apiKey: '' }
  expect(missing('key', ground)).toBe('needs an API key: movecli login -p ops --key, or MOVECLI_API_KEY')
  ground.ended = 'it ended'
  expect([missing('session', ground), missing('user', ground)]).toEqual(['it ended', 'it ended'])
  expect(missing('address', ground)).toBe('needs an address: movecli login -p ops')
})

test('an address is the own one in whichever letters, and nobody owns what is not known', () => {
  expect(isOwn(groundWith(undefined, { own: address.toUpperCase(), address }).ground)).toBe(true)
  expect(isOwn(groundWith(undefined, { own: `0x${'1'.repeat(40)}`, address }).ground)).toBe(false)
  expect(isOwn(groundWith(undefined, { address }).ground)).toBe(false)
  expect(isOwn(groundWith(undefined, { own: address }).ground)).toBe(false)
})

const outcome = (name: string, status: CheckOutcome['status'], ms: number): CheckOutcome => ({
  name,
  suite: 'read',
  status,
  ms,
  asserts: 'it holds',
  section: '1',
})

test('the figures of a run are in seconds, by check and by operation, the clock with its sign', () => {
  const outcomes = [outcome('a', 'passed', 250), outcome('b', 'failed', 1500), outcome('c', 'skipped', 0)]
  const report = {
    network: 'testnet' as const,
    baseUrl: 'https://api.example/v1',
    suite: 'auth' as const,
    outcomes: [...outcomes, outcome('d', 'skipped', 0)],
    at: new Date(noon + 500),
  }
  const latencies = [
    { operation: 'motion.daily', ms: 40 },
    { operation: 'token.price', ms: 20_000 },
    { operation: 'motion.daily', ms: 60 },
  ]
  const lines = openMetrics(smokeMetrics({ report, exit: 10, latencies, skewMs: -1500 })).split('\n')
  const of = (name: string) => lines.filter((line) => line.startsWith(`movecli_smoke_${name}`))
  expect(of('info')).toEqual(['movecli_smoke_info{base_url="https://api.example/v1"} 1'])
  expect(of('start_timestamp_seconds')).toEqual([
    `movecli_smoke_start_timestamp_seconds ${noon / 1000 + 0.5}`,
  ])
  expect(of('duration_seconds')).toEqual(['movecli_smoke_duration_seconds 1.75'])
  expect(of('exit_code')).toEqual(['movecli_smoke_exit_code 10'])
  expect(of('checks')).toEqual([
    'movecli_smoke_checks{status="passed"} 1',
    'movecli_smoke_checks{status="failed"} 1',
    'movecli_smoke_checks{status="skipped"} 2',
  ])
  expect(of('check_status{check="b"')).toEqual([
    'movecli_smoke_check_status{check="b",status="passed"} 0',
    'movecli_smoke_check_status{check="b",status="failed"} 1',
    'movecli_smoke_check_status{check="b",status="skipped"} 0',
  ])
  expect(of('check_duration_seconds{check="b"')).toEqual([
    'movecli_smoke_check_duration_seconds{check="b"} 1.5',
  ])
  const requests = of('request_duration_seconds')
  expect(requests.filter((line) => /_(count|sum)\{|le="(0\.05|10\.0|30\.0)"/.test(line))).toEqual([
    'movecli_smoke_request_duration_seconds_bucket{operation="motion.daily",le="0.05"} 1',
    'movecli_smoke_request_duration_seconds_bucket{operation="motion.daily",le="10.0"} 2',
    'movecli_smoke_request_duration_seconds_bucket{operation="motion.daily",le="30.0"} 2',
    'movecli_smoke_request_duration_seconds_count{operation="motion.daily"} 2',
    'movecli_smoke_request_duration_seconds_sum{operation="motion.daily"} 0.1',
    'movecli_smoke_request_duration_seconds_bucket{operation="token.price",le="0.05"} 0',
    'movecli_smoke_request_duration_seconds_bucket{operation="token.price",le="10.0"} 0',
    'movecli_smoke_request_duration_seconds_bucket{operation="token.price",le="30.0"} 1',
    'movecli_smoke_request_duration_seconds_count{operation="token.price"} 1',
    'movecli_smoke_request_duration_seconds_sum{operation="token.price"} 20',
  ])
  expect(of('clock_skew_seconds')).toEqual(['movecli_smoke_clock_skew_seconds -1.5'])
  for (const unit of ['duration_seconds', 'clock_skew_seconds', 'request_duration_seconds'])
    expect(lines).toContain(`# UNIT movecli_smoke_${unit} seconds`)
  const without = openMetrics(smokeMetrics({ report, exit: 0, latencies: [], skewMs: undefined }))
  expect(without).not.toMatch(/clock_skew|request_duration/)
})

test.each<[form: string, text: (ms: number) => string, within: number[], beyond: number[]]>([
  ['in UTC', iso, [-59_000, 59_999], [-60_000, 60_000]],
  ['in seconds', (ms) => String(Math.floor(ms / 1000)), [-59_000, 59_000], [-60_000, 60_000]],
  ['in milliseconds', (ms) => String(ms), [-59_999, 59_999], [-60_000, 60_000]],
  // Of any zone, in quarters of an hour.
  [
    'without a zone',
    (ms) => iso(ms).slice(0, 19),
    [14 * hour, -14 * hour, hour / 4, 5.75 * hour],
    [14.25 * hour, -14.25 * hour, hour / 8, 60_000],
  ],
  ['with an offset of none', (ms) => `${iso(ms).slice(0, 19)}+00:00`, [0], [hour, hour / 4]],
])('a time %s is the one meant to the minute', (_, text, within, beyond) => {
  for (const off of within) expect([off, namesTime(text(noon + off), noon)]).toEqual([off, true])
  for (const off of beyond) expect([off, namesTime(text(noon + off), noon)]).toEqual([off, false])
})
