import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'

const url = 'https://testnet.example/v1'
const address = '0x1111111111111111111111111111111111111111'

/** A home with `default` (mainnet), `ops` (testnet, signed in) and a base URL for testnet. */
function homeWithProfiles(): string {
  const home = freshFolder()
  const put = (folder: string, file: string, data: object) => {
    mkdirSync(join(home, folder), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, folder, file), JSON.stringify(data), { mode: 0o600 })
  }
  put('.config/movecli', 'config.json', {
    format: 1,
    settings: { 'networks.testnet.baseUrl': url },
    profiles: {
      default: { network: 'mainnet', settings: {} },
      ops: { network: 'testnet', address, settings: { timeout: '9s' } },
    },
  })
  put('.local/state/movecli', 'credentials.json', {
    format: 1,
    profiles: {
      ops: {
        origin: 'https://testnet.example',
        apiKey: 'key-of-ops',
        token: 'token-of-ops',
        expiresAt: '2030-01-01T00:00:00Z',
        address,
      },
    },
  })
  return home
}
const file = (home: string, name: 'config' | 'credentials') =>
  JSON.parse(
    readFileSync(
      join(home, name === 'config' ? '.config/movecli' : '.local/state/movecli', `${name}.json`),
      'utf8',
    ),
  ) as { profile?: string; profiles: Record<string, unknown> }

test('profile ls gives one row a profile, without secrets', async () => {
  const { code, stdout, stderr } = await movecli('profile ls --json', { home: homeWithProfiles() })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual([
    {
      profile: 'default',
      current: true,
      network: 'mainnet',
      base_url: null,
      address: null,
      signer: null,
      expires_at: null,
    },
    {
      profile: 'ops',
      current: false,
      network: 'testnet',
      base_url: url,
      address,
      signer: null,
      expires_at: '2030-01-01T00:00:00Z',
    },
  ])
})

test('without profiles the list is empty and stderr says how to make the first', async () => {
  const { code, stdout, stderr } = await movecli('profile ls', { tty: true })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect((await movecli('profile ls --json')).stdout).toBe('[]\n')
  expect(stderr).toContain('movecli login')
})

test('profile use chooses the profile that commands take from then on', async () => {
  const home = homeWithProfiles()
  const dry = await movecli('profile use ops --dry-run --json', { home })
  expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, profile: 'ops' })
  expect(file(home, 'config').profile).toBeUndefined()

  expect((await movecli('profile use ops', { home })).code).toBe(0)
  const { stdout } = await movecli('whoami --json', { home })
  expect(JSON.parse(stdout)).toMatchObject({ profile: 'ops', network: 'testnet' })
})

test('profile use says when MOVECLI_PROFILE wins all the same', async () => {
  const env = { MOVECLI_PROFILE: 'default' }
  const { stderr } = await movecli('profile use ops', { home: homeWithProfiles(), env })
  expect(stderr).toContain('MOVECLI_PROFILE is set to default')
})

test.each(['use', 'show', 'rm'])(
  'profile %s of a name that is not there suggests the near one',
  async (verb) => {
    const { code, stdout, stderr } = await movecli(['profile', verb, 'opps'], { home: homeWithProfiles() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('No profile named "opps".')
    expect(stderr).toContain('Did you mean ops?')
  },
)

test('profile show says what is stored and where, and shows no secret', async () => {
  const home = homeWithProfiles()
  const { code, stdout } = await movecli('profile show ops --json', { home })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    profile: 'ops',
    base_url: url,
    settings: { timeout: '9s' },
    credentials: { origin: 'https://testnet.example', api_key: true, token: true },
    kept_in: { credentials: join(home, '.local/state/movecli/credentials.json') },
  })
  const table = await movecli('profile show -p ops', { home, tty: true })
  expect(table.stdout).toContain('ops')
  expect(stdout + table.stdout).not.toMatch(/(key|token)-of-ops/)
})

test('people read the fields of a profile by titles, and what went by its name', async () => {
  const home = homeWithProfiles()
  const read = async (line: string) =>
    (await movecli(line, { home, tty: true, columns: 160, env: { NO_COLOR: '1' } })).stdout.replaceAll(
      home,
      '~',
    )
  expect(await read('profile show ops')).toMatchInlineSnapshot(`
    "Profile          ops
    Current          no
    Network          testnet
    Base URL         https://testnet.example/v1
    Address          0x1111111111111111111111111111111111111111
    Signer           –
    Setting timeout  9s
    Origin           https://testnet.example
    Store            file
    API key          yes
    Token            yes
    Expires at       2030-01-01T00:00:00Z
    KYC status       –
    Signed in at     –
    Settings in      ~/.config/movecli/config.json
    Credentials in   ~/.local/state/movecli/credentials.json
    "
  `)
  expect(await read('profile use ops')).toMatchInlineSnapshot(`
    "Profile  ops
    Network  testnet
    "
  `)
  expect(await read('logout')).toMatchInlineSnapshot(`
    "Profile            ops
    Removed            session token
    From               ~/.local/state/movecli/credentials.json
    Left in            –
    Token valid until  2030-01-01T00:00:00Z
    "
  `)
  expect(await read('profile rm ops --yes')).toMatchInlineSnapshot(`
    "Profile            ops
    Removed            settings, API key
    From               ~/.config/movecli/config.json, ~/.local/state/movecli/credentials.json
    Token valid until  –
    "
  `)
})

test('profile show without a name shows the one in force, and says so where there is none', async () => {
  const shown = await movecli('profile show --json', { home: homeWithProfiles() })
  expect(JSON.parse(shown.stdout)).toMatchObject({ profile: 'default' })
  const none = await movecli('profile show')
  expect({ code: none.code, stdout: none.stdout }).toEqual({ code: 3, stdout: '' })
  expect(none.stderr).toContain('movecli login')
})

test('profile rm removes settings and credentials of that profile alone and says from where', async () => {
  const home = homeWithProfiles()
  const { code, stdout, stderr } = await movecli('profile rm ops --yes', { home })
  expect(code).toBe(0)
  expect(stdout).toContain('settings')
  expect(stderr).toContain('the API key, the session token from')
  expect(stderr).toContain(join(home, '.config/movecli/config.json'))
  expect(stderr).toContain('stays valid at the service until 2030-01-01T00:00:00Z')
  expect(Object.keys(file(home, 'config').profiles)).toEqual(['default'])
  expect(file(home, 'credentials').profiles).toEqual({})
})

test('profile rm needs consent: exit 11 off a terminal, and nothing is removed', async () => {
  const home = homeWithProfiles()
  const { code, stdout, stderr } = await movecli('profile rm ops --json', { home })
  expect({ code, stdout }).toEqual({ code: 11, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_CONSENT', exit_code: 11 } })
  expect(Object.keys(file(home, 'config').profiles)).toEqual(['default', 'ops'])
  expect(Object.keys(file(home, 'credentials').profiles)).toEqual(['ops'])
})

test('profile rm --dry-run says what it would remove and wins over --yes', async () => {
  const home = homeWithProfiles()
  const { code, stdout } = await movecli('profile rm ops --dry-run --yes --json', { home })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ dry_run: true, removed: ['settings', 'api_key', 'token'] })
  expect(Object.keys(file(home, 'config').profiles)).toEqual(['default', 'ops'])
})

test('profile rm of the current one leaves none chosen and says so', async () => {
  const home = homeWithProfiles()
  await movecli('profile use ops', { home })
  const { stderr } = await movecli('profile rm ops -y', { home })
  expect(stderr).toContain('movecli profile use')
  expect(file(home, 'config').profile).toBeUndefined()
})

test('credentials that stayed behind without settings can be removed by name', async () => {
  const home = homeWithProfiles()
  await movecli('profile rm default -y', { home })
  const config = join(home, '.config/movecli/config.json')
  writeFileSync(config, JSON.stringify({ format: 1, settings: {}, profiles: {} }))
  expect((await movecli('profile rm ops -y', { home })).code).toBe(0)
  expect(file(home, 'credentials').profiles).toEqual({})
})

test('a broken settings file is exit 3 and stays as it is', async () => {
  const home = homeWithProfiles()
  const config = join(home, '.config/movecli/config.json')
  writeFileSync(config, '{')
  const { code } = await movecli('profile rm ops --yes', { home })
  expect(code).toBe(3)
  expect(readFileSync(config, 'utf8')).toBe('{')
  expect(existsSync(join(home, '.local/state/movecli/credentials.json'))).toBe(true)
  expect(Object.keys(file(home, 'credentials').profiles)).toEqual(['ops'])
})

test.each([
  ['profile use ops', { MOVECLI_PROFILE: 'default' }, true],
  ['profile use ops', { MOVECLI_PROFILE: 'ops' }, false],
  ['profile use ops', { MOVECLI_PROFILE: '' }, false],
  ['profile use ops -p default', { MOVECLI_PROFILE: 'default' }, false],
])('%s with %j: whether the variable takes precedence is said', async (line, env, said) => {
  const { code, stderr } = await movecli(line, { home: homeWithProfiles(), env })
  expect({ code, said: stderr.includes('takes precedence') }).toEqual({ code: 0, said })
})

test('profile rm of another than the current one leaves that chosen, and says nothing of it', async () => {
  const home = homeWithProfiles()
  await movecli('profile use default', { home })
  const { code, stderr } = await movecli('profile rm ops -y', { home })
  expect({ code, said: stderr.includes('current profile') }).toEqual({ code: 0, said: false })
  expect(file(home, 'config').profile).toBe('default')
})

test('logout of a profile leaves every other as it is', async () => {
  const home = homeWithProfiles()
  const credentials = join(home, '.local/state/movecli/credentials.json')
  const { profiles } = file(home, 'credentials')
  const other = { ...(profiles['ops'] as object), token: 'token-of-other' }
  const both = { format: 1, profiles: { ...profiles, default: other } }
  writeFileSync(credentials, JSON.stringify(both), { mode: 0o600 })
  const dry = await movecli('logout -p ops --dry-run', { home })
  expect(dry.stdout).toBe(`would remove the session token of ops from ${credentials}\n`)
  const { stdout } = await movecli('logout -n testnet --json', { home })
  expect(JSON.parse(stdout)).toMatchObject({
    profile: 'ops',
    removed: ['token'],
    from: credentials,
    token_valid_until: '2030-01-01T00:00:00Z',
  })
  expect(file(home, 'credentials').profiles).toEqual({
    ops: { origin: 'https://testnet.example', apiKey: 'key-of-ops', address },
    default: other,
  })
  const again = await movecli('logout -p ops', { home })
  expect({ code: again.code, stderr: again.stderr }).toEqual({
    code: 0,
    stderr: 'Nothing to remove for ops.\n',
  })
})

test('whoami of a signed-in profile names each value and whose it is', async () => {
  const { stdout } = await movecli('whoami -p ops --json', { home: homeWithProfiles() })
  expect(JSON.parse(stdout)).toEqual({
    profile: 'ops',
    network: 'testnet',
    base_url: url,
    address,
    kyc_status: null,
    expires_at: '2030-01-01T00:00:00Z',
    store: 'file',
    origins: {
      profile: 'flag',
      network: 'profile',
      base_url: 'network',
      address: 'profile',
      kyc_status: 'nowhere',
      expires_at: 'profile',
      store: 'profile',
    },
  })
})
