/** What is said while movecli waits, and what a wait that is broken off leaves behind. */
import { expect, test } from 'vitest'
import { TransportFailure, type Transport } from '../../src/contract/wire.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { env } from '../bulk/support.ts'
import { clock } from '../support/clock.ts'
import { errorOf, reply } from '../support/world.ts'

const limited = { success: false, error: { code: 'RATE_001', message: 'slow', details: '' } }

/** A service that takes a request and never answers. */
const silent: Transport = async ({ signal }) =>
  new Promise((_, reject) => {
    const end = () => reject(new TransportFailure('sent', signal.reason))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })

test('a wait shrinks before the eyes of a person, and is gone afterwards', async () => {
  let asked = 0
  const transport: Transport = async () =>
    asked++ === 0
      ? reply(429, limited, [['Retry-After', '4']])
      : reply(200, { success: true, data: { usd: 1 } })
  const { code, stderr } = await movecli('token price', {
    env: { ...env, TERM: 'xterm' },
    transport,
    tty: true,
  })
  expect(code).toBe(0)
  const said = [...stderr.matchAll(/Waiting (\d) s before the next attempt/g)].map(([, left]) => Number(left))
  expect(new Set(said).size).toBeGreaterThan(1)
  expect(said).toEqual(said.toSorted((a, b) => b - a))
})

test.each(['--json', '-q'])('with %s nothing is said of a wait on a terminal', async (flag) => {
  let asked = 0
  const transport: Transport = async () =>
    asked++ === 0
      ? reply(429, limited, [['Retry-After', '1']])
      : reply(200, { success: true, data: { usd: 1 } })
  const { code, stderr } = await movecli(`token price ${flag}`, { env, transport, tty: true, ...clock() })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('a repeatable write that was sent and got no answer may be repeated by a script, and says that it was sent', async () => {
  const lost = await movecli('user settings -f a=b --json --timeout 1s', { env, transport: silent })
  expect({ code: lost.code, error: errorOf(lost) }).toMatchObject({
    code: 8,
    error: { outcome: 'unknown', retryable: true },
  })
  const stop = new AbortController()
  const home = freshFolder()
  const asked: number[] = []
  const stopped = await movecli('user settings -f a=b --json --timeout 60s', {
    home,
    env,
    transport: async (request) => {
      stop.abort('SIGTERM')
      return silent(request)
    },
    signal: stop.signal,
    sleep: async (ms) => void asked.push(ms),
  })
  expect(asked).toEqual([10_000])
  expect({ code: stopped.code, error: errorOf(stopped) }).toMatchObject({
    code: 143,
    error: { outcome: 'unknown', retryable: true },
  })
  const { stdout } = await movecli('journal ls --json', { home })
  expect(JSON.parse(stdout)).toMatchObject([{ state: 'unknown' }])
})

test('a second stop leaves a write in flight unknown at once, its ten seconds unused', async () => {
  const [stop, again] = [new AbortController(), new AbortController()]
  const home = freshFolder()
  const { code, stderr } = await movecli('token claim --yes', {
    home,
    env,
    transport: async (request) => {
      if (request.method === 'GET') return reply(200, { success: true, data: {} })
      stop.abort('SIGINT')
      again.abort('SIGINT')
      return silent(request)
    },
    signal: stop.signal,
    atOnce: again.signal,
    sleep: async () => new Promise(() => {}),
  })
  expect(code).toBe(130)
  expect(stderr).toContain('The outcome of POST /token/claim is unknown')
  const { stdout } = await movecli('journal ls --json', { home })
  expect(JSON.parse(stdout)).toMatchObject([{ state: 'unknown' }])
})

test('a read that is broken off speaks of no outcome', async () => {
  const stop = new AbortController()
  const { code, stderr } = await movecli('token price --json', {
    env,
    transport: async (request) => {
      stop.abort('SIGINT')
      return silent(request)
    },
    signal: stop.signal,
  })
  expect({ code, outcome: errorOf({ stderr })['outcome'] }).toEqual({ code: 130, outcome: null })
})

test.each([
  ['--color never', {}, true, false],
  ['--color always', {}, false, true],
  ['', { NO_COLOR: '1' }, true, false],
  ['', { TERM: 'xterm' }, true, true],
])('an error is colored as %j and %j say (terminal: %j): %j', async (flag, more, tty, colored) => {
  const { stderr } = await movecli(`token price ${flag}`, { env: more, tty })
  expect(stderr.includes('\u001b[')).toBe(colored)
})

test('what is set as color counts for errors too', async () => {
  const home = freshFolder()
  await movecli('config set color never', { home })
  expect((await movecli('token price', { home, tty: true, env: { TERM: 'xterm' } })).stderr).not.toContain(
    '\u001b[',
  )
})

test('a poll that is refused again and again stays within the hourly limit: each attempt has its leave', async () => {
  const stop = new AbortController()
  const time = clock()
  const begun = time.now().getTime()
  const sent: number[] = []
  const transport: Transport = async () => {
    sent.push(time.now().getTime())
    if (sent.length > 60) stop.abort('SIGINT')
    return sent.length === 1
      ? reply(200, { success: true, data: { usd: 1 } })
      : reply(429, limited, [['Retry-After', '0']])
  }
  const { code } = await movecli('token balance --watch 1s --rate-limit 20 --json', {
    env: { ...env, MOVECLI_RATE_LIMIT: undefined },
    transport,
    signal: stop.signal,
    ...time,
  })
  expect(code).toBe(130)
  expect(sent.filter((at) => at - begun < 3_600_000).length).toBe(19)
})
