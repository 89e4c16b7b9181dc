/**
 * The way to find out an outcome, typed where the write was: it comes to that write, however
 * profile, credentials and base URL were given.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Transport } from '../../../src/contract/wire.ts'
import { sandboxApiKey } from '../../../src/sandbox/constants.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { reply } from '../../support/world.ts'

const configured = 'http://127.0.0.1:4017/v1'
const elsewhere = 'http://127.0.0.1:4018/v1'

/**
 * Two wallets of testnet, `first` the current one, `keyed` with a key alone, `bare` with
 * nothing; `lone` is the only one of mainnet.
 */
const home = freshFolder()
let token = ''
beforeAll(async () => {
  const transport = createSandbox()
  const run = async (line: string) => expect((await movecli(line, { home, transport })).code).toBe(0)
  for (const network of ['testnet', 'mainnet'])
    await run(`config set networks.${network}.baseUrl ${configured}`)
  for (const [at, name] of ['first', 'second', 'lone', 'other'].entries()) {
    writeFileSync(join(home, name), `0x${String(at + 1).repeat(64)}`, { mode: 0o600 })
    const network = name === 'lone' ? 'mainnet' : 'testnet'
    await run(
      `login -n ${network} -p ${name} --key ${sandboxApiKey} --private-key-file ${join(home, name)} --store file`,
    )
  }
  await run('login -n testnet -p keyed --key key-of-this-profile --key-only --store file')
  await run(`config set -p bare -n testnet networks.testnet.baseUrl ${elsewhere}`)
  const stored = readFileSync(join(home, '.local/state/movecli/credentials.json'), 'utf8')
  token = (JSON.parse(stored) as { profiles: { other: { token: string } } }).profiles.other.token
})

/** How the profile is chosen. */
const profiles: Record<string, { flag?: string; env?: Record<string, string>; current?: string }> = {
  '-p second': { flag: '-p second' },
  '-p keyed': { flag: '-p keyed' },
  '-p bare': { flag: '-p bare' },
  'MOVECLI_PROFILE=second': { env: { MOVECLI_PROFILE: 'second' } },
  'MOVECLI_PROFILE=keyed': { env: { MOVECLI_PROFILE: 'keyed' } },
  'MOVECLI_PROFILE=bare': { env: { MOVECLI_PROFILE: 'bare' } },
  'the current profile first': {},
  'the current profile keyed': { current: 'keyed' },
  'the current profile bare': { current: 'bare' },
  '-n testnet': { flag: '-n testnet' },
  '-n mainnet': { flag: '-n mainnet' },
  'MOVECLI_NETWORK=mainnet': { env: { MOVECLI_NETWORK: 'mainnet' } },
}

const credentials: Record<string, () => Record<string, string>> = {
  'its own credentials': () => ({}),
  'a key of the environment': () => ({ MOVECLI_API_KEY: 'key-of-the-environment' }),
  'a token of the environment': () => ({ MOVECLI_TOKEN: token }),
  'both of the environment': () => ({ MOVECLI_API_KEY: 'key-of-the-environment', MOVECLI_TOKEN: token }),
}

const places: Record<string, { flag?: string; env?: Record<string, string> }> = {
  'the base URL of the settings': {},
  'another path by flag': { flag: `--base-url ${configured.replace('/v1', '/other/v1')}` },
  'another host by flag': { flag: `--base-url ${elsewhere}` },
  'another host by the environment': { env: { MOVECLI_BASE_URL: elsewhere } },
}

const rows = Object.keys(profiles).flatMap((profile) =>
  Object.keys(credentials).flatMap((given) =>
    Object.keys(places)
      .filter((place) => isSent(profile, given, place))
      .map((place) => ({ profile, given, place })),
  ),
)

/**
 * Is there a key, and may it go there? Stored ones stay where they belong, those of the
 * environment go elsewhere by flag alone.
 */
function isSent(profile: string, given: string, place: string): boolean {
  const hasKey = /key|both/.test(given)
  if (profile.endsWith('bare')) return hasKey
  return !place.startsWith('another host') || (place.endsWith('flag') && hasKey && !profile.startsWith('-p'))
}

test.each(rows)('$profile, $given, $place', async ({ profile, given, place }) => {
  const own = freshFolder()
  cpSync(home, own, { recursive: true })
  const [by, at] = [profiles[profile], places[place]]
  const env = { ...by?.env, ...credentials[given]?.(), ...at?.env }
  let claimed = false
  const transport: Transport = async ({ method }) => {
    if (method !== 'GET') claimed = true
    if (method !== 'GET') return reply(503, '')
    return reply(200, { success: true, data: { balance: claimed ? 2 : 1, claimable: claimed ? 0 : 1 } })
  }
  const run = async (line: string) => movecli(line, { home: own, transport, env })
  if (by?.current !== undefined) expect((await run(`profile use ${by.current}`)).code).toBe(0)
  const claim = ['token claim --yes', by?.flag, at?.flag].filter(Boolean).join(' ')
  const sent = await run(claim)
  expect([sent.code, sent.stderr]).toEqual([9, expect.stringContaining('(CLI_OUTCOME_UNKNOWN)')])
  const again = await run(claim)
  expect([again.code, again.stderr]).toEqual([9, expect.stringContaining('(CLI_EARLIER_UNKNOWN)')])

  const id = /\(record (\w+)\)/.exec(sent.stderr)?.[1]
  const [line, later] = [sent, again].map(
    ({ stderr }) => /movecli (token claim --reconcile .*?), or /.exec(stderr)?.[1],
  )
  expect(later).toBe(line)
  const found = await run(`${line} --json`)
  expect([found.code, found.stderr]).toEqual([0, ''])
  expect(JSON.parse(found.stdout)).toMatchObject({ records: [{ id, as: 'applied' }] })
})

test('the record of another wallet than its profile has now leads to the profile of that wallet, or names none', async () => {
  const own = freshFolder()
  cpSync(home, own, { recursive: true })
  const transport: Transport = async ({ method }) =>
    method === 'GET' ? reply(200, { success: true, data: { balance: 1, claimable: 1 } }) : reply(503, '')
  const run = async (line: string, env = {}) => movecli(line, { home: own, transport, env })
  const sent = await run('token claim --yes', { MOVECLI_TOKEN: token })
  const id = /\(record (\w+)\)/.exec(sent.stderr)?.[1]
  expect((await run(`journal show ${id}`)).stderr).toContain(
    'To find it out: movecli token claim --reconcile --profile other\n',
  )
  const found = await run('token claim --reconcile --profile other')
  expect([found.code, found.stderr]).toEqual([9, expect.stringContaining(`(record ${id})`)])
  expect((await run('profile rm other --yes')).code).toBe(0)
  expect((await run(`journal show ${id}`)).stderr).toContain(
    'To find it out, with the credentials that it was sent with: movecli token claim --reconcile -n testnet\n',
  )
  const again = await run('token claim --reconcile -n testnet', { MOVECLI_TOKEN: token })
  expect([again.code, again.stderr]).toEqual([9, expect.stringContaining(`(record ${id})`)])
})

test('the record of a write to another service says where it is, and who asks the usual one hears of both', async () => {
  const own = freshFolder()
  cpSync(home, own, { recursive: true })
  const transport: Transport = async ({ method }) =>
    method === 'GET' ? reply(200, { success: true, data: { balance: 1, claimable: 1 } }) : reply(503, '')
  const env = { MOVECLI_API_KEY: 'key-of-the-environment' }
  const run = async (line: string) => movecli(line, { home: own, transport, env })
  const sent = await run(`token claim --yes -n mainnet --base-url ${elsewhere}`)
  const id = /\(record (\w+)\)/.exec(sent.stderr)?.[1]
  expect((await run(`journal show ${id}`)).stderr).toContain(
    `the --base-url of ${new URL(elsewhere).origin}: movecli token claim --reconcile `,
  )
  await movecli('logout -p lone', { home: own, transport: createSandbox() })
  const usual = await run('token claim --reconcile -n mainnet')
  expect(usual).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      new RegExp(`^No token claim of \\S+ at ${new URL(configured).origin} has an unknown outcome\\.`),
    ),
    stderr: expect.stringContaining(`at ${new URL(elsewhere).origin} is unknown`),
  })
})
