/** sandbox start: what its flags and variables make of the service, and what it says instead of serving. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { sandboxToken } from '../../../src/sandbox/constants.ts'
import { contextFor, freshFolder, movecli, type Setting } from '../../support/movecli.ts'
import { errorOf } from '../../support/world.ts'

const key = 'sandbox-public-api-key'
const now = () => new Date('2026-01-31T12:00:00Z')

/** Serves, does `work` with the base URL, and stops. */
async function serving(
  flags: readonly string[],
  setting: Setting,
  work: (url: string, ready: Record<string, unknown>) => Promise<void>,
): Promise<{ code: number; stderr: string }> {
  const stop = new AbortController()
  const { context, stderr } = contextFor({ now, ...setting, signal: stop.signal })
  let tell: (facts: Record<string, unknown>) => void = () => {}
  const ready = new Promise<Record<string, unknown>>((resolve) => (tell = resolve))
  const stdout = {
    ...context.stdout,
    write: async (text: string) => tell(JSON.parse(text) as Record<string, unknown>),
  }
  const line = ['sandbox', 'start', '--port', '0', '--json', ...flags]
  const ended = runCommandLine(line, { ...context, stdout })
  try {
    const facts = await Promise.race([
      ready,
      ended.then((): Record<string, unknown> => ({ base_url: stderr() })),
    ])
    await work(String(facts['base_url']), facts)
  } finally {
    stop.abort('SIGINT')
  }
  return { code: await ended, stderr: stderr() }
}

const statuses = async (url: string, ...paths: string[]) => {
  const found: number[] = []
  for (const path of paths) found.push((await fetch(url + path, { headers: { 'X-API-Key': key } })).status)
  return found
}

test('--token-ttl is how long a session lives', async () => {
  const home = freshFolder()
  writeFileSync(join(home, 'key'), `0x${'42'.repeat(32)}\n`, { mode: 0o600 })
  await serving(['--memory', '--token-ttl', '90s'], {}, async (url) => {
    const env = { MOVECLI_BASE_URL: url, MOVECLI_API_KEY: key }
    const line = `login -n testnet --private-key-file ${join(home, 'key')} --json`
    const { stdout, stderr } = await movecli(line, { home, env, now })
    expect(JSON.parse(stdout || stderr)).toMatchObject({ expires_at: '2026-01-31T12:01:30.000Z' })
  })
})

test('--limit-per-hour is how many requests are answered', async () => {
  const three = ['/token/price', '/token/price', '/token/price']
  await serving(['--memory', '--limit-per-hour', '2'], {}, async (url) => {
    expect(await statuses(url, ...three)).toEqual([200, 200, 429])
  })
})

test('faults of every --fault and of the variable strike', async () => {
  const flags = ['--memory', '--fault', 'GET /token/price:503', '--fault', 'GET /motion/history:404']
  const env = { MOVECLI_SANDBOX_FAULTS: 'GET /user/profile:500,GET /nft/collection:409' }
  await serving(flags, { env }, async (url) => {
    const paths = ['/token/price', '/motion/history', '/user/profile', '/nft/collection']
    expect(await statuses(url, ...paths)).toEqual([503, 404, 500, 409])
  })
})

test.each([
  ['--data', (home: string) => ['--data', join(home, 'own')], 'own'],
  ['no flag', () => [], '.local/state/movecli/sandbox'],
])('with %s its data are in a folder', async (_, flags, folder) => {
  const home = freshFolder()
  await serving(flags(home), { home }, async (url, ready) => {
    expect(ready).toMatchObject({ api_key: key, pid: process.pid })
    await fetch(`${url}/token/claim`, { method: 'POST', headers: { 'X-API-Key': key } })
  })
  expect(readdirSync(join(home, folder)).length).toBeGreaterThan(0)
})

test('with --memory nothing is kept, and it ends with 0', async () => {
  const home = freshFolder()
  const { code } = await serving(['--memory'], { home }, async (url) => {
    expect(await statuses(url, '/token/price')).toEqual([200])
  })
  expect([code, readdirSync(home)]).toEqual([0, []])
})

test('a port that is taken is exit 3 with the ways on', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  const ran = await movecli(`sandbox start --memory --port ${port} --json`)
  other.close()
  expect([ran.code, ran.stdout, errorOf(ran)]).toMatchObject([
    3,
    '',
    { message: `Port ${port} is taken.`, hint: expect.stringContaining('--port 0') },
  ])
})

test('a second server on the same data is exit 3, and one in memory beside it serves', async () => {
  const home = freshFolder()
  await serving([], { home }, async () => {
    const second = await movecli('sandbox start --port 0 --json', { home, now })
    expect([second.code, errorOf(second)['message']]).toMatchObject([
      3,
      expect.stringContaining('Another sandbox is using the data in'),
    ])
    const beside = await serving(['--memory'], { home }, async (url) => {
      expect(await statuses(url, '/token/price')).toEqual([200])
    })
    expect(beside.code).toBe(0)
  })
})

test('other data than that of a seed is not served as if it were', async () => {
  const home = freshFolder()
  await serving(['--seed', 'one'], { home }, async (url) => {
    const headers = { 'X-API-Key': key, Authorization: `Bearer ${sandboxToken}` }
    await fetch(`${url}/user/settings`, { method: 'PUT', headers, body: '{"units":"km"}' })
  })
  const { code, stderr } = await serving(['--seed', 'two'], { home }, async () => {})
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('made with the seed') })
  expect((await serving(['--seed', 'one'], { home }, async () => {})).code).toBe(0)
})

test('a host that is not this machine is warned about', async () => {
  const open = await serving(['--memory', '--host', '0.0.0.0', '--format', 'json'], {}, async () => {})
  expect(open.stderr).toBe('')
  const dry = JSON.parse((await movecli('sandbox start --dry-run --json', { home: '/h' })).stdout) as object
  expect(dry).toEqual({
    dry_run: true,
    host: '127.0.0.1',
    port: 4017,
    folder: '/h/.local/state/movecli/sandbox',
    command: [],
  })
  const line = 'sandbox start --dry-run --memory --port 0 --host ::1 -- ls -l'
  expect((await movecli(line)).stdout).toBe(
    'would serve the sandbox on ::1, a free port, its data in memory, run the command, and stop with it\n',
  )
})

test.each([
  ['--memory --data x', 'Give one of --data and --memory.'],
  ['--fault nonsense', 'nonsense'],
  ['--port 65536', '--port'],
  ['--token-ttl soon', '--token-ttl'],
  ['--limit-per-hour -1', '--limit-per-hour'],
])('%s is exit 2, and nothing is served', async (flags, said) => {
  const home = freshFolder()
  const { code, stderr } = await serving(flags.split(' '), { home }, async () => {})
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) })
  expect(existsSync(join(home, '.local'))).toBe(false)
})

const proofOf = async (words: string, stdin = '') => movecli(`sandbox proof ${words}`, { stdin })

test('a proof of flags is that of the same motion as JSON, the device with it', async () => {
  const flags = '--steps 5 --distance 800m --duration 1m'
  const of = async (words: string, stdin = '') => (await proofOf(words, stdin)).stdout
  const motion = '"steps":5,"distance":0.8,"duration":60'
  expect(await of(flags)).toBe(await of('', `{${motion}}`))
  expect(await of(`${flags} --device-id d`)).toBe(await of('', `{${motion},"device_id":"d"}`))
  expect(await of('--device-id d')).toBe(await of('', '{"device_id":"d"}'))
  const proofs = await Promise.all(
    ['', ' --device-id d', ' --device-id e'].map(async (more) => of(flags + more)),
  )
  expect(new Set(proofs).size).toBe(3)
})

test('the sandbox takes the proof of exactly that motion', async () => {
  const home = freshFolder()
  const motion = '--steps 5 --distance 800m --duration 1m --device-id d'
  const proof = (await proofOf(motion)).stdout.trim()
  const submit = async (words: string) =>
    (await movecli(`motion submit ${words} --proof ${proof} -n sandbox`, { home })).code
  expect(await submit(motion.replace('--device-id d', '--device-id e'))).toBe(5)
  expect(await submit(motion.replace('1m', '61s'))).toBe(5)
  expect(await submit(motion)).toBe(0)
})

test.each([
  '',
  '[]',
  'null',
  '5',
  '"5"',
  '{"steps":5',
  '{"steps":"many"}',
  '{"steps":-5}',
  '{"steps":null}',
  '{"steps":5,"distance":{}}',
  '{"steps":5,"duration":[60]}',
  '{"steps":5,"device_id":5}',
])('%j on stdin is no motion', async (stdin) => {
  const { code, stdout } = await proofOf('', stdin)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})
