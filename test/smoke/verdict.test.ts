/** What a run comes to: each check by itself, and the whole for a script. */
import { expect, test } from 'vitest'
import { interrupted, misconfigured, moveError } from '../../src/errors.ts'
import type { Check } from '../../src/smoke/check.ts'
import { checks } from '../../src/smoke/checks.ts'
import { Failed, fail, skip, Skipped } from '../../src/smoke/ends.ts'
import {
  checksOf,
  countsOf,
  runChecks,
  suiteError,
  type CheckOutcome,
  type CheckStatus,
} from '../../src/smoke/run-suite.ts'
import type { SmokeContext } from '../../src/smoke/smoke-context.ts'
import { noon } from '../support/clock.ts'
import { groundWith } from './ground.ts'

const outcome = (name: string, status: CheckStatus, more: Partial<CheckOutcome> = {}): CheckOutcome => ({
  name,
  suite: 'read',
  status,
  ms: 1,
  asserts: 'it holds',
  section: '1',
  ...more,
})
const passed = outcome('good', 'passed', { message: '3 rows' })
const failed = outcome('bad', 'failed', { message: 'no data' })
const silent = outcome('mute', 'failed')
const skipped = outcome('bare', 'skipped', { message: 'needs a signer' })
const limited = outcome('slow', 'skipped', { message: 'HTTP 429', limited: true })
const signedOut = outcome('gone', 'skipped', { message: 'refused', signedOut: true })

type Verdict = { exit: number; message: string; details: string }
const verdicts: [
  what: string,
  outcomes: CheckOutcome[],
  requireAll: boolean,
  verdict: Verdict | undefined,
][] = [
  ['every check passed', [passed, passed], false, undefined],
  ['every check passed, and all are asked for', [passed], true, undefined],
  ['some were skipped', [passed, skipped, skipped], false, undefined],
  [
    'some were skipped, and all are asked for',
    [passed, skipped, passed],
    true,
    {
      exit: 4,
      message: '1 of 3 checks were skipped, and --require-all asks for all of them.',
      details: 'bare: needs a signer',
    },
  ],
  [
    'none could be run',
    [skipped, skipped],
    false,
    {
      exit: 4,
      message: 'No check could be run.',
      details: 'bare: needs a signer\nbare: needs a signer',
    },
  ],
  [
    'some failed, and others met a limit or an ended session',
    [passed, limited, signedOut, failed, silent],
    true,
    { exit: 10, message: '2 of 5 checks failed.', details: 'bad: no data\nmute' },
  ],
  [
    'one met a limit, and another the end of a session',
    [passed, signedOut, limited, skipped],
    true,
    {
      exit: 7,
      message: 'The request rate is over the limit. 1 check could not be run.',
      details: 'slow: HTTP 429',
    },
  ],
  [
    'two met a limit',
    [limited, limited, passed],
    false,
    {
      exit: 7,
      message: 'The request rate is over the limit. 2 checks could not be run.',
      details: 'slow: HTTP 429\nslow: HTTP 429',
    },
  ],
  [
    'the session given is not valid',
    [passed, signedOut, skipped],
    false,
    {
      exit: 4,
      message: 'The session token is not valid, so checks that need a session were skipped.',
      details: 'gone: refused\nbare: needs a signer',
    },
  ],
]
test.each(verdicts)('where %s, the run ends so', (_, outcomes, requireAll, verdict) => {
  const error = suiteError(outcomes, { requireAll, login: 'movecli login -p ops' })
  expect(error && { exit: error.fault.exit, message: error.message, details: error.fault.details }).toEqual(
    verdict,
  )
  if (verdict?.exit === 4) expect(error?.fault.hint).toContain('movecli login -p ops')
})

test('counts are of each status', () => {
  expect(countsOf([passed, failed, failed, skipped, skipped, limited])).toEqual({
    passed: 1,
    failed: 2,
    skipped: 3,
  })
})

const check = (name: string, run: Check['run'], more: Partial<Check> = {}): Check => ({
  name,
  suite: 'read',
  needs: [],
  asserts: 'it holds',
  section: '7',
  run,
  ...more,
})
const ended = async (made: readonly Check[], ground: SmokeContext, failFast = false) => {
  const outcomes: CheckOutcome[] = []
  for await (const each of runChecks(made, ground, { failFast })) outcomes.push(each)
  return outcomes
}

test('each check ends as what it returns or throws, and those after it are made', async () => {
  const { ground } = groundWith()
  const outcomes = await ended(
    [
      check('says', async () => 'three rows'),
      check('is silent', async () => {}),
      check('fails', async () => fail('no data')),
      check('cannot', async () => skip('no rows')),
      check('is limited', async () => {
        throw new Skipped('HTTP 429', { limited: true })
      }),
      check('is signed out', async () => {
        throw new Skipped('refused', { signedOut: true })
      }),
      check('is unreachable', async () => {
        throw moveError('CLI_UNAVAILABLE', { message: 'nobody is there' })
      }),
    ],
    ground,
  )
  expect(outcomes.map(({ suite: _, asserts, section, ms, ...rest }) => [asserts, section, ms, rest])).toEqual(
    [
      { name: 'says', status: 'passed', message: 'three rows' },
      { name: 'is silent', status: 'passed' },
      { name: 'fails', status: 'failed', message: 'no data' },
      { name: 'cannot', status: 'skipped', message: 'no rows' },
      { name: 'is limited', status: 'skipped', message: 'HTTP 429', limited: true },
      { name: 'is signed out', status: 'skipped', message: 'refused', signedOut: true },
      { name: 'is unreachable', status: 'failed', message: 'nobody is there' },
    ].map((rest) => ['it holds', '7', 0, rest]),
  )
})

const { signal } = new AbortController()
test.each([
  ['a stop', interrupted(signal)],
  ['an unsafe URL', misconfigured('plain http')],
  ['a fault of our own', moveError('CLI_BUG', { message: 'broke' })],
  ['what is no error of ours', new TypeError('x is undefined')],
])('%s ends the run, and is no failed check', async (_, thrown) => {
  const { ground } = groundWith()
  const run = async () => Promise.reject(thrown)
  await expect(ended([check('a', run), check('b', async () => {})], ground)).rejects.toBe(thrown)
})

test('a check is made where it has all that it needs, and says the first that is missing', async () => {
  const { ground } = groundWith(undefined, { address: '0x1' })
  const ran: string[] = []
  const run = (name: string) => async () => void ran.push(name)
  const outcomes = await ended(
    [
      check('has', run('has'), { needs: ['key', 'address', 'user'] }),
      check('lacks', run('lacks'), { needs: ['key', 'prover', 'signer'] }),
    ],
    ground,
  )
  expect({ ran, messages: outcomes.map(({ status, message }) => [status, message]) }).toEqual({
    ran: ['has'],
    messages: [
      ['passed', undefined],
      ['skipped', 'needs --prover'],
    ],
  })
})

test.each([
  [false, ['skipped', 'failed', 'passed', 'failed'], undefined],
  [true, ['skipped', 'failed', 'skipped', 'skipped'], 'not run: b failed, and --fail-fast was given'],
])('with --fail-fast %s the first failure, and nothing skipped, ends a run', async (failFast, ends, why) => {
  const { ground } = groundWith()
  const outcomes = await ended(
    [
      check('a', async () => skip('no rows')),
      check('b', async () => fail('one')),
      check('c', async () => {}),
      check('d', async () => fail('two')),
    ],
    ground,
    failFast,
  )
  expect(outcomes.map(({ status }) => status)).toEqual(ends)
  expect(outcomes[2]?.message).toBe(why)
})

test('once the service was not reached nothing more is tried, and every check says why', async () => {
  const { ground } = groundWith()
  const outcomes = await ended(
    [
      check('reach', async () => {
        ground.unreached = 'refused'
        fail('no answer')
      }),
      check('next', async () => {}),
      check('last', async () => {}),
    ],
    ground,
    true,
  )
  expect(outcomes.slice(1).map(({ status, message }) => [status, message])).toEqual(
    Array.from({ length: 2 }, () => ['skipped', 'the service was not reached: refused']),
  )
})

test('what was asked once more is told by the check that asked, whatever it came to', async () => {
  const { ground } = groundWith()
  const trouble = (name: string) => void ground.troubles.push(`${name}: no answer, asked once more`)
  const outcomes = await ended(
    [
      check('a', async () => trouble('one')),
      check('b', async () => {
        trouble('two')
        trouble('three')
        fail('no data')
      }),
      check('c', async () => 'fine'),
    ],
    ground,
  )
  expect(outcomes.map(({ message }) => message)).toEqual([
    'one: no answer, asked once more',
    'no data; two: no answer, asked once more; three: no answer, asked once more',
    'fine',
  ])
})

test('the time of a check is its own, by a clock that may be set back', async () => {
  let time = noon
  const { ground } = groundWith(undefined, { time: () => time })
  const lasting = (ms: number) => check(`${ms}`, async () => void (time += ms))
  const outcomes = await ended([lasting(250), lasting(-5000), lasting(1750)], ground)
  expect(outcomes.map(({ ms }) => ms)).toEqual([250, 0, 1750])
})

test('a suite holds those before it, and signing in where there is a signer', () => {
  const namesOf = (...given: Parameters<typeof checksOf> extends [unknown, ...infer Rest] ? Rest : never) =>
    checksOf(checks, ...given).map(({ name }) => name)
  const has = (names: string[]) =>
    ['daily-record', 'no-key', 'login', 'false-signature'].filter((name) => names.includes(name))
  expect(has(namesOf('read'))).toEqual(['daily-record'])
  expect(has(namesOf('read', { signer: true }))).toEqual(['daily-record', 'login'])
  expect(has(namesOf('auth'))).toEqual(['daily-record', 'no-key'])
  expect(has(namesOf('auth', { signer: true }))).toEqual(['daily-record', 'no-key', 'login'])
  expect(has(namesOf('full'))).toEqual(['daily-record', 'no-key', 'login', 'false-signature'])
})

test('a failure is one, whatever it is made of', async () => {
  const { ground } = groundWith()
  const [only] = await ended([check('a', async () => Promise.reject(new Failed('no')))], ground)
  expect(only).toMatchObject({ status: 'failed', message: 'no' })
})
