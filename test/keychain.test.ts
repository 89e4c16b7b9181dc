/** The built command beside a keychain that never answers: its library asks over a D-Bus socket that only listens. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { built } from './support/built.ts'
import { freshFolder } from './support/movecli.ts'
import { startWitness, type Witness } from './witness/service.ts'

const home = freshFolder()
const socket = join(home, 'bus')
const sockets = new Set<Socket>()
let asked = 0
let bus: Server
let witness: Witness
let env: Record<string, string>

beforeAll(async () => {
  bus = createServer((each) => {
    asked++
    sockets.add(each.on('error', () => {}))
  })
  await new Promise<void>((resolve) => bus.listen(socket, resolve))
  witness = await startWitness()
  env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: witness.url,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
  }
  writeFileSync(join(home, 'key'), witness.key, { mode: 0o600 })
  writeFileSync(join(home, 'private'), `0x${'11'.repeat(32)}`, { mode: 0o600 })
})
afterAll(async () => {
  sockets.forEach((each) => each.destroy())
  bus.close()
  await witness.close()
})

const signIn = ['login', '--key-file', join(home, 'key'), '--private-key-file', join(home, 'private')]

test('a login ends, says that the keychain did not answer, and uses the file', async () => {
  const { code, stderr } = await built(signIn, { home, env })
  expect({ code, asked }).toEqual({ code: 0, asked: 1 })
  expect(stderr).toContain("The system's keychain is not used: it did not answer.")
  expect(readFileSync(join(home, '.local/state/movecli/credentials.json'), 'utf8')).toContain(witness.key)
}, 20_000)

test.each([['whoami'], ['motion daily'], ['token balance'], ['profile show'], ['logout'], ['--version']])(
  'after it %s asks no keychain',
  async (line) => {
    const before = asked
    expect((await built(line.split(' '), { home, env })).code).toBe(0)
    expect(asked).toBe(before)
  },
)

test('secrets in it are asked for only where the environment does not give both', async () => {
  const other = freshFolder()
  const state = join(other, '.local/state/movecli')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const record = {
    origin: new URL(witness.url).origin,
    keychain: 'default-00',
    secrets: 'apiKey token',
    prints: 'a b',
  }
  const file = join(state, 'credentials.json')
  writeFileSync(file, JSON.stringify({ format: 1, profiles: { default: record } }), { mode: 0o600 })
  expect(
    (await built(['config', 'set', 'timezone', 'UTC', '--profile', 'default'], { home: other, env })).code,
  ).toBe(0)
  const before = asked
  const given = { MOVECLI_API_KEY: witness.key, MOVECLI_TOKEN: witness.token }
  for (const line of [['token', 'balance'], ['whoami']])
    expect((await built(line, { home: other, env: { ...env, ...given } })).code).toBe(0)
  expect(asked).toBe(before)
  for (const name of ['MOVECLI_API_KEY', 'MOVECLI_TOKEN'] as const) {
    const half = { ...env, [name]: given[name] }
    expect((await built(['token', 'balance'], { home: other, env: half })).code).toBe(3)
  }
  expect(asked).toBe(before + 2)
}, 30_000)

test('with --store keychain nothing is sent', async () => {
  const before = witness.requests.length
  const { code } = await built([...signIn, '--store', 'keychain'], { home, env })
  expect({ code, requests: witness.requests.length }).toEqual({ code: 3, requests: before })
}, 20_000)

test('doctor says that it did not answer, and ends', async () => {
  const { code, stdout } = await built(['doctor'], { home, env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('it did not answer') })
}, 20_000)
