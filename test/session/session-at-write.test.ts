/**
 * A write is judged as it leaves: by the session and the profile as they are after the
 * question, not as they were before it.
 */
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { acquireWriteLock } from '../../src/journal/writes/write-lock.ts'
import { memoryKeychain } from '../support/keychain.ts'
import { other, rememberedWorld } from '../support/renewal.ts'
import { reply } from '../support/world.ts'

type World = Awaited<ReturnType<typeof rememberedWorld>>

const ended = 61_000
const sentOf = ({ sent }: World) => sent.map(({ what }) => what)
const journaled = async ({ run }: World) => JSON.parse((await run('journal ls --json')).stdout) as unknown[]
const forget = ({ changeSettings }: World) => changeSettings((text) => text.replace('"signer"', '"former"'))

test('a session that ends while the question is open is renewed by the remembered signer before the write', async () => {
  const world = await rememberedWorld()
  const before = world.stored()['default']?.['token']
  const ran = await world.runAnswered('token claim', () => (world.time.at += ended))
  expect([ran.code, sentOf(world)]).toEqual([
    0,
    ['GET /token/balance', 'POST /auth/login', 'POST /token/claim'],
  ])
  const fresh = world.stored()['default']?.['token']
  expect(fresh).not.toBe(before)
  expect(world.sent.map(({ token }) => token)).toEqual([`Bearer ${before}`, undefined, `Bearer ${fresh}`])
})

test('without a remembered signer it is exit 4 with the command, and nothing is sent or on record', async () => {
  const world = await rememberedWorld()
  forget(world)
  const ran = await world.runAnswered('token claim --json', () => (world.time.at += ended))
  expect([ran.code, sentOf(world), await journaled(world)]).toEqual([4, ['GET /token/balance'], []])
  expect(world.failure({ stderr: ran.stderr.slice(ran.stderr.indexOf('{"success"')) })).toMatchObject({
    code: 'CLI_TOKEN_EXPIRED',
    outcome: 'not_sent',
    message: 'The session token expired at 2026-03-04T12:01:00.000Z.',
    hint: 'movecli login --profile default',
  })
})

test('a command that signed in again at its start does not do so a second time', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  const ran = await world.runAnswered('token claim', () => (world.time.at += ended))
  expect([ran.code, sentOf(world)]).toEqual([4, ['POST /auth/login', 'GET /token/balance']])
  expect(ran.stderr).toContain('The session token expired at ')
})

test('each wallet of several is judged when its own write leaves', async () => {
  const world = await rememberedWorld()
  const ran = await world.runAnswered('token claim --profiles def*', () => (world.time.at += ended))
  expect([ran.code, sentOf(world)]).toEqual([
    0,
    ['GET /token/balance', 'POST /auth/login', 'POST /token/claim'],
  ])
})

test('a session that ends before the write leaves is renewed too where nobody is asked', async () => {
  const world = await rememberedWorld()
  world.meanwhile.set('GET /token/balance', async () => void (world.time.at += ended))
  const ran = await world.run('token claim --yes')
  expect([ran.code, sentOf(world)]).toEqual([
    0,
    ['GET /token/balance', 'POST /auth/login', 'POST /token/claim'],
  ])
})

const leaves: [line: string, act: (world: World) => Promise<void>, words: string][] = [
  ['logout', async ({ done }) => done('logout'), 'was signed out'],
  ['logout --all', async ({ done }) => done('logout --all'), 'was signed out'],
  ['profile rm', async ({ done }) => done('profile rm default --yes'), 'was signed out'],
  ['a login of another wallet', async ({ loginAsOther }) => loginAsOther(), `was signed in as ${other}`],
  [
    'profile rm and a login of another wallet',
    async ({ at, done }) => {
      await done('profile rm default --yes')
      await done(
        `login -n testnet --key-file ${at('key')} --private-key-file ${at('other')} --address ${other}`,
      )
    },
    `was signed in as ${other}`,
  ],
  [
    'another API key',
    async ({ file, at, done }) => {
      file('newer', 'a-newer-api-key\n')
      await done(`login --key-only --key-file ${at('newer')}`)
    },
    'no longer has the API key that this command began with',
  ],
]

const plain = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
  // eslint-disable-next-line no-control-regex -- what the table is colored with
  (stderr + stdout).replaceAll(/\u001b\[\d*m/g, '').replaceAll(/\s+/g, ' ')
const isWrite = ({ what }: { what: string }) => !/^GET|login$/.test(what)

test.each(leaves)('%s while the question is open: a yes sends nothing', async (_, act, words) => {
  for (const several of ['', ' --profiles def*']) {
    const world = await rememberedWorld({ keychain: memoryKeychain().keychain })
    const ran = await world.runAnswered(`token claim${several}`, async () => act(world))
    const writes = world.sent.filter(isWrite)
    expect({ code: ran.code, writes, journal: await journaled(world) }).toEqual({
      code: several ? 10 : 4,
      writes: [],
      journal: [],
    })
    expect(plain(ran)).toContain(words)
    expect(plain(ran)).toContain('CLI_PROFILE_CHANGED')
  }
})

test.each(leaves)(
  '%s while the balance of a claim is read: with --yes nothing is sent',
  async (_, act, words) => {
    for (const several of ['', ' --profiles def*'])
      for (const keychain of [undefined, memoryKeychain().keychain]) {
        const world = await rememberedWorld({ ...(keychain && { keychain }) })
        world.meanwhile.set('GET /token/balance', async () => act(world))
        const ran = await world.run(`token claim --yes${several}`)
        const writes = world.sent.filter(isWrite)
        expect({ code: ran.code, writes, journal: await journaled(world) }).toEqual({
          code: several ? 10 : 4,
          writes: [],
          journal: [],
        })
        expect(plain(ran)).toContain(words)
        expect(plain(ran)).toContain('CLI_PROFILE_CHANGED')
      }
  },
)

test('a session that another process renewed while the balance is read is the one that the claim is sent with', async () => {
  for (const keychain of [undefined, memoryKeychain().keychain]) {
    const world = await rememberedWorld({ ...(keychain && { keychain }) })
    world.meanwhile.set('GET /token/balance', async () => world.login())
    expect((await world.run('token claim --yes')).code).toBe(0)
    const tokens = world.sent.flatMap(({ what, token }) => (what.endsWith('login') ? [] : [token]))
    expect([tokens.length, new Set(tokens).size]).toEqual([2, 2])
    expect((await world.run('token balance')).code).toBe(0)
    expect(world.sent.at(-1)?.token).toBe(tokens[1])
  }
})

test('the look at what is stored as a write leaves asks no keychain for what has not changed', async () => {
  const { keychain, calls } = memoryKeychain()
  const world = await rememberedWorld({ keychain })
  const before = calls()
  await world.done('token balance')
  const read = calls() - before
  await world.done('token claim --yes')
  expect([read, calls() - before - read]).toEqual([1, 1])
})

test.each(['nft mint -f type=shoes', 'kyc submit -f name=Zoy', 'api POST /new'])(
  '%s is not sent after a logout while the question is open',
  async (line) => {
    const world = await rememberedWorld()
    const ran = await world.runAnswered(line, async () => world.done('logout'))
    expect([ran.code, world.sent, await journaled(world)]).toEqual([4, [], []])
    expect(ran.stderr).toContain('CLI_PROFILE_CHANGED')
  },
)

test.each(['logout --all', 'profile rm default --yes'])(
  '%s of a profile that has an API key alone: a yes sends nothing',
  async (line) => {
    const world = await rememberedWorld()
    await world.done('logout')
    const ran = await world.runAnswered('nft mint -f type=shoes', async () => world.done(line))
    expect([ran.code, sentOf(world)]).toEqual([4, []])
    expect(ran.stderr).toContain('movecli login --profile default --key')
  },
)

test('a logout while a claim waits for another one: nothing is sent, although nobody was asked', async () => {
  const world = await rememberedWorld()
  const other = {
    origin: 'http://127.0.0.1:4017',
    address: world.address,
    key: 'key:none',
    operation: 'token.claim',
  }
  const how = { wait: 0, signal: new AbortController().signal, profile: null, network: 'testnet' }
  const lock = await acquireWriteLock(world.at('.local/state/movecli'), other, how)
  world.meanwhile.set('GET /token/balance', async () => {
    await world.done('logout')
    void pause(1500).then(async () => lock.release())
  })
  const ran = await world.run('token claim --yes --json')
  expect(world.failure(ran)).toMatchObject({ code: 'CLI_PROFILE_CHANGED', outcome: 'not_sent' })
  expect(world.sent.filter(isWrite)).toEqual([])
})

test('a new session of the same wallet is the one that the write is sent with', async () => {
  const world = await rememberedWorld()
  const ran = await world.runAnswered('token claim', async () => world.login())
  expect(ran.code).toBe(0)
  expect(world.sent.at(-1)).toMatchObject({
    what: 'POST /token/claim',
    token: `Bearer ${world.stored()['default']?.['token']}`,
  })
})

test('a session that somebody signed in meanwhile is hidden where the service repeats it', async () => {
  const world = await rememberedWorld()
  const token = () => world.stored()['default']?.['token'] ?? ''
  world.answers.set('POST /token/claim', () => reply(200, { success: true, data: { by: token() } }))
  const before = token()
  const ran = await world.runAnswered('token claim', async () => {
    world.time.at += 1000
    await world.login()
  })
  expect(token()).not.toBe(before)
  expect({ code: ran.code, shown: ran.stdout.includes('by') }).toEqual({ code: 0, shown: true })
  // A terminal breaks its lines.
  expect((ran.stdout + ran.stderr).replace(/\s/g, '')).not.toContain(token())
})

test('a claim that asks nobody and waits for nobody reads the stored secrets once', async () => {
  const memory = memoryKeychain()
  let reads = 0
  const world = await rememberedWorld({
    keychain: async (...how) => {
      reads += 1
      return memory.keychain(...how)
    },
  })
  reads = 0
  await world.run('token balance')
  const once = reads
  await world.run('token claim --yes')
  expect([once, reads]).toEqual([1, 2])
})

describe('--dry-run with a session that has ended', () => {
  test.each(['token claim', 'motion submit --steps 10 --proof p', 'api POST /new', 'user settings -f a=b'])(
    'shows what %s would send, and says that the session is renewed then',
    async (line) => {
      const world = await rememberedWorld()
      world.time.at += ended
      const ran = await world.run(`${line} --dry-run`)
      expect([ran.code, sentOf(world)]).toEqual([0, []])
      expect(ran.stdout).toMatch(/^(POST|PUT) http/)
      expect(ran.stderr).toContain('The session token expired at')
      expect(ran.stderr).toContain('It will be renewed before the request is sent.')
      expect((await world.run(`${line} --dry-run --json`)).stdout).toContain('"dry_run":true')
    },
  )

  test('shows the rows of a run', async () => {
    const world = await rememberedWorld()
    world.time.at += ended
    const ran = await world.submit(2, {}, ['--dry-run'])
    expect([ran.code, ran.said.length, sentOf(world)]).toEqual([0, 2, []])
  })

  test('a read says that the signer is left out, and not to sign in', async () => {
    const world = await rememberedWorld()
    world.time.at += ended
    const ran = await world.run('token balance --dry-run --json')
    expect([ran.code, sentOf(world)]).toEqual([4, []])
    expect(world.failure(ran)).toMatchObject({
      code: 'CLI_TOKEN_EXPIRED',
      hint: 'Leave out --dry-run, which signs nothing: movecli then signs in again by itself.',
    })
  })

  test('without a signer a write is exit 4 with the command, as it would be', async () => {
    const world = await rememberedWorld()
    forget(world)
    world.time.at += ended
    const ran = await world.run('token claim --dry-run --json')
    expect(world.failure(ran)).toMatchObject({ exit_code: 4, hint: 'movecli login --profile default' })
  })
})

test('a claim whose renewal cannot be trusted was not sent', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  const user = { address: other, kyc_status: 'verified' }
  const data = { token: 'a.token', expires_at: '2026-03-05T12:00:00Z', user }
  world.answers.set('POST /auth/login', () => reply(200, { success: true, data }))
  expect(world.failure(await world.run('token claim --yes --json'))).toMatchObject({
    exit_code: 4,
    outcome: 'not_sent',
  })
  expect(sentOf(world)).toEqual(['POST /auth/login'])
})

test('smoke signs in again by the remembered signer in the middle of its run, once for each session', async () => {
  for (const gone of [false, true]) {
    const world = await rememberedWorld()
    const steps = ['GET /token/price', 'GET /motion/history']
    for (const what of steps.slice(gone ? 1 : 0))
      world.meanwhile.set(what, async () => void (world.time.at += 61_000))
    if (gone) rmSync(world.at('password'))
    const ran = await world.run('smoke -n testnet --json')
    const { checks } = JSON.parse(ran.stdout) as { checks: { status: string; message?: string }[] }
    const ended = checks.filter(({ message }) => message?.includes('expired'))
    expect([
      ran.code,
      ended.length > 0,
      sentOf(world).filter((each) => each === 'POST /auth/login').length,
    ]).toEqual(gone ? [0, true, 0] : [0, false, 2])
  }
})

test('a check of smoke in the middle of which the session ends is made once more with a renewed one', async () => {
  const world = await rememberedWorld()
  let asked = 0
  world.answers.set('GET /nft/collection', () => {
    // Between two pages of one check.
    if ((asked += 1) === 2) world.time.at += 61_000
    return undefined
  })
  const ran = await world.run('smoke -n testnet --json --require-all')
  expect([ran.code, sentOf(world).filter((each) => each === 'POST /auth/login').length]).toEqual([0, 1])
})

test('a stored session of another wallet than the one in the settings is not used', async () => {
  const world = await rememberedWorld()
  const before = world.settings()
  await world.loginAsOther()
  world.changeSettings(() => before)
  world.sent.length = 0
  for (const line of ['token balance', 'token claim --yes', 'user profile']) {
    const ran = await world.run(`${line} --json`)
    expect([ran.code, sentOf(world)]).toEqual([4, []])
    expect(world.failure(ran)).toMatchObject({
      code: 'CLI_PROFILE_CHANGED',
      message: `Profile default is ${world.address} in the settings, but its stored session belongs to ${other}.`,
      hint: `movecli login --profile default --address ${world.address}`,
    })
  }
  expect((await world.run('token price')).code).toBe(4)
})
