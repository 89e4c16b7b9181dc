/** What a command began as is what it stays: a renewal neither takes nor replaces what another process stored meanwhile. */
import { describe, expect, test } from 'vitest'
import { memoryKeychain } from '../support/keychain.ts'
import { other, rememberedWorld } from '../support/renewal.ts'

const ended = 61_000
/** A claim that was not sent, because the profile is not what the command began with. */
const unsent = { exit_code: 4, code: 'CLI_PROFILE_CHANGED', outcome: 'not_sent' }
/** What is said of the session that the service gave meanwhile. */
const taken =
  ' The service took the login; its session token, which was not kept, is valid until 2026-03-04T12:02:01.000Z.'

describe.each(['file', 'keychain'] as const)('secrets in the %s', (store) => {
  const begin = async () => {
    const memory = memoryKeychain()
    const world = await rememberedWorld(store === 'keychain' ? { keychain: memory.keychain } : {})
    world.time.at += ended
    return { ...world, secrets: memory.secrets }
  }

  test.each([
    ['logout', 'logout'],
    ['logout --all', 'logout --all'],
    ['profile rm', 'profile rm default --yes'],
  ])('%s while a session is renewed stays done, and the command sends nothing', async (_, line) => {
    const world = await begin()
    let after: unknown
    world.meanwhile.set('POST /auth/login', async () => {
      await world.done(line)
      after = [world.stored(), world.settings(), [...world.secrets.values()]]
    })
    const ran = await world.run('token claim --yes --json')
    const failure = world.failure(ran)
    expect(failure).toMatchObject({
      ...unsent,
      message: `Profile default was signed out while this command was running.${taken}`,
      hint: `movecli login --profile default --address ${world.address}`,
    })
    expect([ran.code, world.count('POST /token/claim')]).toEqual([4, 0])
    expect([world.stored(), world.settings(), [...world.secrets.values()]]).toEqual(after)
    expect(world.stored()['default']?.['token']).toBeUndefined()
  })

  test('a login of another wallet while a session is renewed keeps its session, and the command sends nothing', async () => {
    const world = await begin()
    world.meanwhile.set('POST /auth/login', async () => world.loginAsOther())
    const ran = await world.run('token claim --yes --json')
    expect(world.failure(ran)).toMatchObject({
      ...unsent,
      message: `Profile default was signed in as ${other} while this command was running as ${world.address}.${taken}`,
    })
    expect(world.count('POST /token/claim')).toBe(0)
    world.sent.length = 0
    expect((await world.run('token claim --yes --json')).code).toBe(0)
    const [journaled] = JSON.parse((await world.run('journal ls --json')).stdout) as { address: string }[]
    const whoami = JSON.parse((await world.run('whoami --json')).stdout) as { address: string }
    const { stdout } = await world.run('user profile --json')
    const { address } = JSON.parse(stdout) as { address: string }
    expect([journaled?.address, whoami.address, address]).toEqual([other, other, other.toLowerCase()])
  })
})

test('a login at another base URL while a session is renewed keeps its session and its API key', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  world.meanwhile.set('POST /auth/login', async () =>
    world.done(
      `login --base-url http://127.0.0.1:4999/v1 -p default --key-file ${world.at('key')} --private-key-file ${world.at('other')} --address ${other}`,
    ),
  )
  const ran = await world.run('token balance --json')
  expect(world.failure(ran)).toMatchObject({ exit_code: 4, code: 'CLI_PROFILE_CHANGED' })
  expect(world.stored()['default']).toMatchObject({ origin: 'http://127.0.0.1:4999', address: other })
  expect(world.count('GET /token/balance')).toBe(0)
})

test('an API key that was stored while a session is renewed stays', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  world.file('newer', 'a-newer-api-key\n')
  const before = world.stored()['default']?.['token']
  world.meanwhile.set('POST /auth/login', async () =>
    world.done(`login --key-only --key-file ${world.at('newer')}`),
  )
  await world.run('token balance --json')
  const { token, apiKey, address } = world.stored()['default'] ?? {}
  expect({ apiKey, address, renewed: token !== before }).toEqual({
    apiKey: 'a-newer-api-key',
    address: world.address,
    renewed: true,
  })
})

test('where the same wallet signed in while its session is renewed, that session is used and stays', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  let theirs: string | undefined
  world.meanwhile.set('POST /auth/login', async () => {
    await world.login()
    theirs = world.stored()['default']?.['token']
  })
  expect((await world.run('token balance --json')).code).toBe(0)
  expect(world.sent.at(-1)).toMatchObject({ what: 'GET /token/balance', token: `Bearer ${theirs}` })
  expect(world.stored()['default']?.['token']).toBe(theirs)
})

test('a signer that was changed or removed while a session is renewed is not used', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  world.meanwhile.set('POST /auth/login', async () => {
    world.changeSettings((text) => text.replace('"signer"', '"former"'))
  })
  const before = world.stored()
  const ran = await world.run('token claim --yes --json')
  expect(world.failure(ran)).toMatchObject({
    ...unsent,
    message: `The signer of profile default was changed or removed while this command was running.${taken}`,
  })
  expect(world.stored()).toEqual(before)
})

test('a profile whose settings name another wallet than its session is not renewed', async () => {
  const world = await rememberedWorld()
  world.changeSettings((text) => text.replace(world.address, other))
  world.time.at += ended
  const ran = await world.run('token claim --yes --json')
  expect(world.failure(ran)).toMatchObject(unsent)
  expect(world.sent).toEqual([])
})

test('a base URL that is configured while a session is renewed counts for the next command', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  world.meanwhile.set('POST /auth/login', async () =>
    world.done('config set networks.testnet.baseUrl http://127.0.0.1:4999/v1'),
  )
  expect((await world.run('token balance --json')).code).toBe(0)
  expect(world.sent.map(({ host }) => host)).toEqual(['127.0.0.1:4017', '127.0.0.1:4017'])
  const next = await world.run('token balance --json')
  expect(world.failure(next)).toMatchObject({ exit_code: 4, code: 'CLI_FOREIGN_CREDENTIAL' })
})

describe('a bulk run', () => {
  test.each([
    ['another wallet signs in', 'was signed in as'],
    ['the profile is signed out', 'was signed out'],
    ['the profile is removed', 'was signed out'],
  ])('ends with 4 at the end of its session where %s, and sends no row with another', async (what, words) => {
    const world = await rememberedWorld()
    const acts: Record<string, () => Promise<void>> = {
      'another wallet signs in': async () => world.loginAsOther(),
      'the profile is signed out': async () => world.done('logout'),
      'the profile is removed': async () => world.done('profile rm default --yes'),
    }
    world.meanwhile.set('POST /motion/submit', async () => {
      await acts[what]?.()
      world.time.at += 46_000
    })
    const ran = await world.submit(4)
    expect([ran.code, ran.applied, world.count('POST /motion/submit')]).toEqual([4, 1, 1])
    const failure = world.failure(ran)
    expect(failure).toMatchObject({ code: 'CLI_PROFILE_CHANGED' })
    expect(failure['message']).toContain(words)
    expect(failure['hint']).toBe(
      `movecli login --profile default --address ${world.address}; then run the same command again.`,
    )
    const submitted = world.sent.filter(({ what }) => what === 'POST /motion/submit')
    expect(new Set(submitted.map(({ token }) => token)).size).toBe(1)
    await world.login(`-p default -n testnet --address ${world.address} --remember-signer`)
    const again = await world.submit(4)
    expect([again.code, again.applied, world.count('POST /motion/submit')]).toEqual([0, 3, 4])
  })

  test('without a remembered signer ends with 4 and says whose the profile is by now', async () => {
    const world = await rememberedWorld()
    world.changeSettings((text) => text.replace('"signer"', '"former"'))
    world.meanwhile.set('POST /motion/submit', async () => {
      await world.loginAsOther()
      world.time.at += ended
    })
    const ran = await world.submit(4)
    expect([ran.code, world.count('POST /motion/submit')]).toEqual([4, 1])
    expect(world.failure(ran)).toMatchObject({
      code: 'CLI_PROFILE_CHANGED',
      hint: `movecli login --profile default --address ${world.address}; then run the same command again.`,
    })
  })

  test('goes on with the session that another process renewed for the same wallet', async () => {
    const world = await rememberedWorld()
    world.meanwhile.set('POST /motion/submit', async () => {
      world.time.at += 46_000
      await world.done('token balance')
    })
    const ran = await world.submit(3)
    expect([ran.code, ran.applied, world.count('POST /auth/login')]).toEqual([0, 3, 1])
  })
})

describe('--watch', () => {
  test.each([
    ['another wallet signs in', 'was signed in as'],
    ['the profile is signed out', 'was signed out'],
  ])('ends where %s between two polls', async (what, words) => {
    const world = await rememberedWorld()
    world.meanwhile.set('GET /motion/daily', async () =>
      what === 'another wallet signs in' ? world.loginAsOther() : world.done('logout'),
    )
    const ran = await world.run('motion daily --watch 1 --format ndjson', { sleep: async () => {} })
    expect([ran.code, world.count('GET /motion/daily')]).toEqual([4, 1])
    expect(world.failure(ran)['message']).toContain(words)
  })

  test('of several profiles goes on without the one that was signed out', async () => {
    const world = await rememberedWorld()
    world.meanwhile.set('GET /motion/daily', async () => world.done('logout'))
    const stop = new AbortController()
    let polls = 0
    const sleep = async () => {
      if ((polls += 1) === 3) stop.abort('SIGINT')
    }
    const line = 'motion daily --watch 1 --profiles def* --format ndjson'
    const ran = await world.run(line, { sleep, signal: stop.signal })
    expect([ran.code, world.count('GET /motion/daily')]).toEqual([130, 1])
    expect(ran.stdout).toContain('was signed out')
  })
})

test('a claim that waits for the renewal of another process is not sent as whoever signed in meanwhile', async () => {
  const world = await rememberedWorld()
  world.time.at += ended
  const waiting: ReturnType<typeof world.run>[] = []
  world.meanwhile.set('POST /auth/login', async () => {
    // It finds the ended session of its wallet, and waits for the lock that this renewal holds.
    waiting.push(world.run('token claim --yes --json'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    await world.loginAsOther()
  })
  await world.run('token balance --json')
  const ran = await waiting[0]
  expect(ran && world.failure(ran)).toMatchObject(unsent)
  expect(world.count('POST /token/claim')).toBe(0)
})

test('a login as another wallet leaves no signer of the one before', async () => {
  const world = await rememberedWorld()
  expect(world.settings()).toContain('"signer"')
  await world.loginAsOther()
  expect(world.settings()).not.toContain('"signer"')
})
