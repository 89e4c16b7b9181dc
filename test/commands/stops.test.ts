/**
 * A stop is answered at once, by a process and its terminal as a person has them: Ctrl-C,
 * a second one, a window that is closed.
 */
import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import { beforeEach, expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { catches, movecliProcess, movecliScript } from '../support/process.ts'
import { silentPeer } from '../support/network.ts'
import { testnet } from '../support/testnet.ts'
import { fixture } from '../wallet/fixtures.ts'
import { errorOf } from '../support/world.ts'

const { witness: service, ...it } = await testnet()
let home: string
beforeEach(() => {
  home = freshFolder()
  service.requests.splice(0)
})

const states = async () =>
  (JSON.parse((await movecli('journal ls --json', { home })).stdout) as { state: string }[]).map(
    ({ state }) => state,
  )

/** A write under way, its answer held back until it is released. */
async function underWay(words: string[], path = '/token/claim') {
  let release: () => void = () => {}
  service.answer({ method: 'POST', path, until: new Promise<void>((resolve) => (release = resolve)) })
  const process = await movecliProcess(words, { home, env: it.env })
  while (!service.requests.some(({ method, complete }) => method === 'POST' && complete)) await pause(5)
  return { ...process, release }
}

const claim = ['token', 'claim', '--yes']

/** The exit as a shell sees it: on a machine too busy to end in a second, the process ends by the signal itself. */
const exitOf = ({ code, signal }: { code: number | null; signal: NodeJS.Signals | null }) =>
  code ?? 128 + constants.signals[signal ?? 'SIGKILL']

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s with a claim in flight says at once what it waits for, and the answer counts',
  async (name) => {
    const { child, notes, release, ended } = await underWay(claim)
    child.kill(name)
    await notes('Stopping: waiting up to 10 s for the answer')
    expect(await states()).toEqual(['sending'])
    release()
    expect({ code: (await ended).code, states: await states() }).toEqual({ code: 0, states: ['applied'] })
  },
)

test('a second Ctrl-C ends at once: 130, and the claim is unknown on record', async () => {
  const { child, notes, ended } = await underWay(claim)
  child.kill('SIGINT')
  await notes('Stopping: ')
  // A wrapper passes on what the terminal has sent already: together they are one.
  child.kill('SIGINT')
  const again = setInterval(() => child.kill('SIGINT'), 100)
  const end = await ended
  clearInterval(again)
  expect({ exit: exitOf(end), states: await states() }).toEqual({ exit: 130, states: ['unknown'] })
  // Where the process did not get to its last words it died by the signal.
  if (end.code !== null) expect(end.stderr).toMatch(/Do not repeat POST \/token\/claim \(record [0-9a-f]+\)/)
})

test('a terminal that is closed says so more than once, which is one stop', async () => {
  const { child, notes, release, ended } = await underWay(claim)
  child.kill('SIGHUP')
  await notes('Stopping: ')
  const again = setInterval(() => child.kill('SIGHUP'), 50)
  await pause(700)
  clearInterval(again)
  release()
  expect({ code: (await ended).code, states: await states() }).toEqual({ code: 0, states: ['applied'] })
})

test('with --json a stop says nothing but its error', async () => {
  const { child, ended } = await underWay([...claim, '--json'])
  const again = setInterval(() => child.kill('SIGTERM'), 100)
  const { stderr, ...end } = await ended
  clearInterval(again)
  expect(exitOf(end)).toBe(143)
  expect(errorOf({ stderr })).toMatchObject({
    code: 'CLI_TERMINATED',
    outcome: 'unknown',
  })
})

test('a second Ctrl-C ends a bulk run at once: what is in flight is unknown', async () => {
  writeFileSync(join(home, 'rows.ndjson'), '{"steps":1,"proof":"p"}\n{"steps":2,"proof":"p"}\n')
  const words = ['motion', 'submit', '--from', join(home, 'rows.ndjson'), '--concurrency', '1']
  const { child, notes, ended } = await underWay(words, '/motion/submit')
  child.kill('SIGINT')
  await notes('Stopping: waiting up to 10 s')
  const again = setInterval(() => child.kill('SIGINT'), 100)
  const end = await ended
  clearInterval(again)
  expect({ exit: exitOf(end), states: await states() }).toEqual({ exit: 130, states: ['unknown'] })
})

test.each([
  ['a service that never begins its TLS handshake', 'one', 'SIGINT', {}],
  [
    'a service that stops in the middle of its TLS handshake',
    'one',
    'SIGTERM',
    { after: '\x16\x03\x03\x00\x40' },
  ],
  ['a proxy that does not answer', 'one', 'SIGHUP', { proxy: true }],
  ['a proxy whose tunnel is silent', 'one', 'SIGTERM', { proxy: true, after: 'HTTP/1.1 200 OK\r\n\r\n' }],
  ['a service that never begins its TLS handshake', 'many', 'SIGTERM', {}],
  ['a proxy whose tunnel is silent', 'many', 'SIGINT', { proxy: true, after: 'HTTP/1.1 200 OK\r\n\r\n' }],
] as const)(
  'a motion that has not left is given up at once: %s, %s row, %s',
  async (_, rows, name, { proxy = false, after = '' }: { proxy?: boolean; after?: string }) => {
    const peer = await silentPeer({ after })
    const way = proxy
      ? { MOVECLI_BASE_URL: 'https://service.test/v1', HTTPS_PROXY: `http://127.0.0.1:${peer.port}` }
      : { MOVECLI_BASE_URL: `https://localhost:${peer.port}/v1` }
    writeFileSync(join(home, 'rows.ndjson'), '{"steps":1,"proof":"p"}\n')
    const row = rows === 'one' ? '--steps 1 --proof p' : `--from ${join(home, 'rows.ndjson')}`
    const { child, ended } = await movecliProcess(`motion submit ${row}`.split(' '), {
      home,
      env: { ...it.env, ...way },
    })
    while (peer.heard.length === 0) await pause(5)
    // Time for what the peer has said to arrive.
    await pause(200)
    const asked = performance.now()
    child.kill(name)
    const end = await ended
    expect(performance.now() - asked).toBeLessThan(5_000)
    expect({ exit: exitOf(end), states: await states() }).toEqual({
      exit: name === 'SIGINT' ? 130 : 143,
      states: ['not_sent'],
    })
    expect(end.stderr).toMatch(name === 'SIGINT' ? 'Interrupted.' : 'Terminated.')
    expect(end.stderr).not.toContain('Stopping: waiting')
  },
)

/** A command at a terminal that can be closed. */
async function inWindow(words: string, env: Record<string, string> = {}) {
  const window = spawn(process.execPath, [await movecliScript(), ...words.split(' ')], {
    cols: 80,
    rows: 24,
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm', ...env },
  })
  let seen = ''
  window.onData((data) => (seen += data))
  const ended = new Promise<{ exitCode: number; signal?: number }>((resolve) => window.onExit(resolve))
  return {
    shows: async (what: string) => {
      await expect.poll(() => seen, { timeout: 60_000 }).toContain(what)
    },
    press: (keys: string) => window.write(keys),
    close: () => (window as unknown as { destroy(): void }).destroy(),
    seen: () => seen,
    /** The signal that ended it. */
    killed: async () => (await ended).signal,
    /**
     * How it ended once its terminal was closed: the system says so twice, and the second may
     * find a process that is leaving.
     */
    hungUp: async (): Promise<boolean> => {
      const { exitCode, signal } = await ended
      return signal ? signal === constants.signals.SIGHUP : exitCode === 143
    },
    /** Its exit code; a signal that ended it is no code. */
    end: async (): Promise<number> => {
      const { exitCode, signal } = await ended
      expect(signal ?? 0).toBe(0)
      return exitCode
    },
  }
}

test.each([{}, { ACCESSIBLE: '1' }])(
  'a window that is closed at a hidden prompt ends the command like a kill, without a core (%o)',
  async (env) => {
    const window = await inWindow(`login -n testnet --base-url ${service.url} --key`, env)
    await window.shows('API key of the service')
    window.press('half-a-ke')
    window.close()
    expect(await window.hungUp()).toBe(true)
  },
)

test.each(['token claim -n sandbox', 'login -n testnet'])(
  'a window that is closed at the question of %s ends the command like a kill',
  async (words) => {
    const window = await inWindow(words)
    await window.shows('?')
    window.close()
    expect(await window.hungUp()).toBe(true)
  },
)

test('a window that is closed while a claim is in flight: the answer is waited for and on record', async () => {
  let release: () => void = () => {}
  service.answer({ method: 'POST', path: '/token/claim', until: new Promise<void>((go) => (release = go)) })
  const window = await inWindow('token claim --yes', it.env)
  await window.shows('Waiting for the answer to POST /token/claim')
  window.close()
  await pause(100)
  release()
  expect({ hungUp: await window.hungUp(), states: await states() }).toEqual({
    hungUp: true,
    states: ['applied'],
  })
})

test('a request that takes its time shows what is awaited, and leaves nothing of it', async () => {
  let release: () => void = () => {}
  service.answer({ path: '/token/price', until: new Promise<void>((resolve) => (release = resolve)) })
  const window = await inWindow('token price', it.env)
  await window.shows('Waiting for the answer to GET /token/price')
  release()
  expect(await window.end()).toBe(0)
  expect(window.seen().slice(window.seen().lastIndexOf('Waiting'))).toContain('\u001b[')
})

test('the balance before a claim shows what is awaited, and Ctrl-C then leaves the claim not sent', async () => {
  service.answer({ path: '/token/balance', until: new Promise(() => {}) })
  const window = await inWindow('token claim', it.env)
  await window.shows('Waiting for the answer to GET /token/balance')
  window.press('\u0003')
  expect(await window.end()).toBe(130)
  expect(await states()).toEqual([])
})

/** A keystore that takes fifteen seconds to open, whatever the password. */
function slowKeystore(r: number): string {
  const file = JSON.parse(fixture('web3js-4-scrypt.json')) as { crypto: { kdfparams: object } }
  Object.assign(file.crypto.kdfparams, { n: 2 ** 18, r, p: 16 })
  writeFileSync(join(home, 'slow.json'), JSON.stringify(file))
  writeFileSync(join(home, 'password'), 'any', { mode: 0o600 })
  return `login -n sandbox --keystore ${home}/slow.json --password-file ${home}/password`
}

test('Ctrl-C while a key is derived ends at once, the work undone', async () => {
  const window = await inWindow(slowKeystore(8))
  await window.shows('Opening the keystore')
  window.press('\u0003')
  await window.shows('Interrupted.')
  expect(await window.killed()).toBe(constants.signals.SIGINT)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a derivation that never looks at it, the work undone',
  async (name) => {
    const { child, ended } = await movecliProcess(slowKeystore(1).split(' '), { home })
    while (!catches(child.pid)) await pause(5)
    while (catches(child.pid)) await pause(5)
    child.kill(name)
    expect((await ended).signal).toBe(name)
  },
)

test('a stop before anything is sent says not_sent', async () => {
  const stop = new AbortController()
  let asked: () => void = () => {}
  const balance = new Promise<void>((resolve) => (asked = resolve))
  const running = it.run('token claim --yes --json', {
    home,
    signal: stop.signal,
    transport: async ({ signal }) => {
      asked()
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    },
  })
  await balance
  stop.abort('SIGINT')
  const ran = await running
  expect({ code: ran.code, error: errorOf(ran) }).toMatchObject({
    code: 130,
    error: { code: 'CLI_INTERRUPTED', outcome: 'not_sent' },
  })
  expect(await states()).toEqual([])
})

test('at a terminal that does not know its size a slow write ends once its answer is there', async () => {
  let release: () => void = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  service.answer({ method: 'POST', path: '/motion/submit', until })
  const words = [
    await movecliScript(),
    ...'motion submit --steps 5 --distance 1 --duration 60 --proof x'.split(' '),
  ]
  const script = 'stty cols 0 rows 0; exec "$@"'
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...words], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, TERM: 'xterm', ...it.env },
  })
  let seen = ''
  child.onData((data) => (seen += data))
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
  while (!service.requests.some(({ method, complete }) => method === 'POST' && complete)) await pause(5)
  // The spinner has begun, and would erase lines without end.
  for (const begun = performance.now(); performance.now() - begun < 2_000 && !seen.includes('…');)
    await pause(20)
  await pause(500)
  release()
  expect({ code: await ended, states: await states(), flooded: seen.length > 100_000 }).toEqual({
    code: 0,
    states: ['applied'],
    flooded: false,
  })
})
