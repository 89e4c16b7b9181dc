/** whoami tells of the session that requests would be sent with, and of no other. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { changeCredentials } from '../../src/config/credentials.ts'
import { sandboxToken } from '../../src/sandbox/constants.ts'
import { rememberedWorld } from '../support/renewal.ts'

type Facts = Record<string, string | null> & { origins: Record<string, string> }
type Finding = { check: string; status: string; found: string; fix: string | null }
const elsewhere = 'http://127.0.0.1:4999'
const here = 'http://127.0.0.1:4017'
const belongs = `The stored credentials of default belong to ${here} and are not sent to ${elsewhere}.`

const factsOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Facts

describe('a session that has ended, with a remembered signer', () => {
  const ended = async () => {
    const world = await rememberedWorld()
    const first = factsOf(await world.run('whoami --json')).expires_at
    world.time.at += 61_000
    return { ...world, first }
  }

  test('whoami --check shows the session that it signed in for', async () => {
    const world = await ended()
    const checked = await world.run('whoami --check --json')
    const stored = world.stored()['default']?.['expiresAt']
    expect([checked.code, world.count('POST /auth/login')]).toEqual([0, 1])
    expect(factsOf(checked).expires_at).toBe(stored)
    expect(stored).not.toBe(world.first)
    world.time.at += 61_000
    expect((await world.run('whoami --check --format table')).stdout).toMatch(/in (60|59) s|in 1 min/)
  })

  test('whoami --check --min-validity judges the new session', async () => {
    const world = await ended()
    expect((await world.run('whoami --min-validity 50s')).code).toBe(4)
    expect((await world.run('whoami --check --min-validity 50s')).code).toBe(0)
    expect((await world.run('whoami --check --min-validity 2m')).code).toBe(4)
  })

  test('whoami --min-validity says of a time that is past that the session expired then', async () => {
    const world = await ended()
    for (const least of ['0', '30s']) {
      const failure = world.failure(await world.run(`whoami --min-validity ${least} --json`))
      expect(failure).toMatchObject({
        code: 'CLI_TOKEN_EXPIRED',
        message: `The session token expired at ${world.first}.`,
      })
    }
  })
})

describe.each([
  ['by the settings', [`config set networks.testnet.baseUrl ${elsewhere}/v1`], ''],
  ['by a flag', [], ` --base-url ${elsewhere}/v1`],
])('at another base URL, %s', (_, before, flag) => {
  const moved = async () => {
    const world = await rememberedWorld()
    for (const line of before) await world.done(line)
    return world
  }

  test('whoami --min-validity ends as every request does', async () => {
    const world = await moved()
    const balance = world.failure(await world.run(`token balance --json${flag}`))
    expect(balance).toMatchObject({ code: 'CLI_FOREIGN_CREDENTIAL', exit_code: 4 })
    for (const least of ['0', '30s']) {
      const ran = await world.run(`whoami --min-validity ${least} --json${flag}`)
      expect({ code: ran.code, stdout: ran.stdout, failure: world.failure(ran) }).toEqual({
        code: 4,
        stdout: '',
        failure: balance,
      })
    }
    expect(world.sent).toEqual([])
  })

  test('whoami claims nothing of the stored session, and says whose it is', async () => {
    const world = await moved()
    const { code, stdout, stderr } = await world.run(`whoami --json${flag}`)
    expect(code).toBe(0)
    expect(factsOf({ stdout })).toMatchObject({
      profile: 'default',
      base_url: `${elsewhere}/v1`,
      address: null,
      kyc_status: null,
      expires_at: null,
      origins: { address: 'nowhere', kyc_status: 'nowhere', expires_at: 'nowhere' },
    })
    expect(stderr).toBe('')
    const told = await world.run(`whoami${flag}`)
    expect({ code: told.code, stderr: told.stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`warning: ${belongs}`),
    })
  })

  test('doctor names it', async () => {
    const world = await moved()
    const { code, stdout } = await world.run(`doctor --json${flag}`)
    const found = (JSON.parse(stdout) as Finding[]).filter(({ check }) => check === 'session')
    expect(code).toBe(10)
    expect(found).toEqual([
      {
        check: 'session',
        status: 'failed',
        found: belongs,
        fix: `To sign in there: movecli login -n testnet --base-url ${elsewhere}/v1 --profile <another>`,
      },
    ])
  })

  test('bare movecli says that nobody is signed in', async () => {
    const world = await moved()
    expect((await world.run(flag.trim())).stdout).toContain('Not signed in.')
  })
})

test('a session whose API key is not there is none: no request would be sent with it', async () => {
  const world = await rememberedWorld()
  const state = world.at('.local/state/movecli')
  await changeCredentials(state, 'default', (stored) => {
    const { apiKey: _, ...rest } = stored ?? { origin: here }
    return rest
  })
  expect(world.stored()['default']).toMatchObject({ token: expect.any(String) })
  const balance = world.failure(await world.run('token balance --json'))
  expect(balance).toMatchObject({ code: 'CLI_NO_API_KEY', exit_code: 4 })
  expect(world.failure(await world.run('whoami --min-validity 0 --json'))).toMatchObject({ exit_code: 4 })
  expect(factsOf(await world.run('whoami --json')).expires_at).toBe(null)
})

test('at its own base URL doctor finds nothing wrong with the session, and bare movecli names it', async () => {
  const world = await rememberedWorld()
  const { stdout } = await world.run('doctor --json')
  expect((JSON.parse(stdout) as Finding[]).filter(({ check }) => check === 'session')).toEqual([])
  expect((await world.run('')).stdout).toContain('Signed in: default (testnet')
})

describe('a token of the environment', () => {
  const outside = { env: { MOVECLI_TOKEN: 'x', MOVECLI_API_KEY: 'y' } }

  test.each([
    ['without a login', undefined],
    ['after a login', 'login -n sandbox --private-key-file'],
  ])('never goes to the sandbox, and whoami counts it no more than a request does, %s', async (_, login) => {
    const home = freshFolder()
    writeFileSync(join(home, 'key'), `0x${'22'.repeat(32)}`, { mode: 0o600 })
    if (login) expect((await movecli(`${login} ${home}/key`, { home })).code).toBe(0)
    const run = async (line: string, setting: Setting = {}) =>
      movecli(`${line} -n sandbox --json`, { home, ...setting })
    const facts = factsOf(await run('whoami', outside))
    expect(facts).toEqual(factsOf(await run('whoami')))
    expect(facts.expires_at === null).toBe(login === undefined)
    expect((await run('whoami --min-validity 1m', outside)).code).toBe(0)
  })

  test('is left out where --profile is given and the profile has a session', async () => {
    const world = await rememberedWorld()
    const env = { MOVECLI_NETWORK: 'testnet', MOVECLI_TOKEN: 'x' }
    const at = async (line: string) =>
      movecli(line, { home: world.at('.'), env, now: () => new Date(world.time.at) })
    expect((await at('whoami -p default --min-validity 30s')).code).toBe(0)
    const without = await at('whoami --min-validity 30s --json')
    expect(world.failure(without)).toMatchObject({
      code: 'CLI_NOT_SIGNED_IN',
      hint: 'Unset MOVECLI_TOKEN, and run: movecli login --profile default',
    })
  })
})

describe('whoami --min-validity names the profile in what to do', () => {
  test.each([
    ['by a flag', 'whoami -p default --min-validity 1h', {}],
    ['by the environment', 'whoami --min-validity 1h', { MOVECLI_PROFILE: 'default' }],
    ['as the current one', 'whoami --min-validity 1h', {}],
  ])('%s', async (_, line, env) => {
    const world = await rememberedWorld()
    const setting = { home: world.at('.'), env, now: () => new Date(world.time.at) }
    const short = `${world.address.slice(0, 6)}…${world.address.slice(-4)}`
    const told = await movecli(line, setting)
    expect(told.stderr).toContain('(CLI_TOKEN_EXPIRED)')
    expect(told.stderr).toContain(`profile  default (testnet, ${short})`)
    expect(told.stderr).toContain('fix: movecli login --profile default')
    expect(world.failure(await movecli(`${line} --json`, setting))).toMatchObject({
      hint: 'movecli login --profile default',
    })
    await world.done('logout')
    expect(world.failure(await movecli(`${line} --json`, setting))).toMatchObject({
      code: 'CLI_NOT_SIGNED_IN',
      hint: 'movecli login --profile default',
    })
  })

  test('and the network where there is no profile', async () => {
    const { stderr } = await movecli('whoami -n mainnet --min-validity 1h')
    expect(stderr).toContain('fix: movecli login -n mainnet')
    expect((await movecli('whoami --min-validity 1h')).stderr).toMatch(/fix: movecli login$/m)
  })
})

test('whoami --min-validity ends as requests do where no base URL is known any more', async () => {
  const world = await rememberedWorld()
  await world.done('config unset networks.testnet.baseUrl')
  const balance = world.failure(await world.run('token balance --json'))
  const ran = await world.run('whoami --min-validity 30s --json')
  expect([ran.code, world.failure(ran)]).toEqual([3, balance])
})

test('whoami warns of a credential that no request can carry, and vouches for none', async () => {
  const world = await rememberedWorld()
  const env = { MOVECLI_NETWORK: 'testnet', MOVECLI_API_KEY: 'two words' }
  const setting = { home: world.at('.'), env, now: () => new Date(world.time.at) }
  const told = await movecli('whoami', setting)
  expect({ code: told.code, stderr: told.stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('warning: The API key of MOVECLI_API_KEY holds characters'),
  })
  const ran = await movecli('whoami --min-validity 30s --json', setting)
  expect(world.failure(ran)).toMatchObject({ code: 'CLI_UNFIT_CREDENTIAL', exit_code: 4 })
})

describe('with a token of the environment beside a profile', () => {
  test.each(['whoami', 'whoami --check'])(
    '%s names no wallet of which the token need not be',
    async (line) => {
      const world = await rememberedWorld()
      const env = { MOVECLI_TOKEN: sandboxToken }
      expect(factsOf(await world.run(`${line} --json`, { env }))).toMatchObject({
        address: null,
        kyc_status: null,
        origins: { address: 'environment', expires_at: 'environment' },
      })
    },
  )

  test('whoami names the wallet of the token where it is the one of the profile', async () => {
    const world = await rememberedWorld()
    const env = { MOVECLI_TOKEN: world.stored()['default']?.['token'] ?? '' }
    expect(factsOf(await world.run('whoami --json', { env })).address).toBe(world.address)
  })
})
