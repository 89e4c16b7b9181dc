/** config and whoami: what is set, what is in force, and where it comes from. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configKeys } from '../../src/config/keys.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { reply } from '../support/world.ts'

const url = 'https://testnet.example/v1'
const priced: Transport = async () => reply(200, { success: true, data: { price: 0.25 } })

test('a value is set, printed, listed with its origin, and forgotten', async () => {
  const home = freshFolder()
  const at = { home }
  expect((await movecli(['config', 'set', 'networks.testnet.baseUrl', url], at)).code).toBe(0)
  await movecli('config set timezone Europe/Berlin', at)
  expect((await movecli('config get networks.testnet.baseUrl', at)).stdout).toBe(`${url}\n`)
  const listed = JSON.parse((await movecli('config list --show-origin --json', at)).stdout) as object[]
  expect(listed).toContainEqual({ key: 'timezone', value: 'Europe/Berlin', origin: 'settings' })
  expect(listed).toContainEqual({ key: 'networks.testnet.baseUrl', value: url, origin: 'settings' })
  expect(listed).toContainEqual({ key: 'retries', value: '3', origin: 'default' })
  await movecli('config unset timezone', at)
  expect((await movecli('config get timezone', at)).code).toBe(2)
  expect((await movecli('config path', at)).stdout).toBe(`${join(home, '.config/movecli/config.json')}\n`)
})

test('an empty value is a value', async () => {
  const home = freshFolder()
  await movecli(['config', 'set', 'auth.tokenScheme', ''], { home })
  expect((await movecli('config get auth.tokenScheme --json', { home })).stdout).toBe(
    '{"key":"auth.tokenScheme","value":""}\n',
  )
})

test.each([
  ['config set timezon Europe/Berlin', 'Did you mean timezone?'],
  ['config set timezone Mars/Base', 'timezone'],
  ['config set retries many', 'retries'],
  ['config set networks.testnet.baseUrl https://host', 'must end in /v1'],
  ['config set networks.testnet.baseUrl https://u:p@host/v1', 'user name or password'],
  ['config set auth.messageTemplate hello', '{timestamp}'],
  ['config set auth.tokenHeader X-API-Key', 'auth.tokenHeader'],
  ['config set profile nobody', 'No profile named "nobody"'],
  ['config set profile p --profile ops', 'cannot be set for one profile'],
  ['config set deviceId d --profile OPS!', 'not a valid profile name'],
  ['config get color', 'is not set'],
])('`%s` is exit 2 with the next step, and nothing is written', async (line, words) => {
  const home = freshFolder()
  const { code, stdout, stderr } = await movecli(line, { home })
  expect(stderr).toContain(words)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(() => statSync(join(home, '.config'))).toThrow()
})

test('plain http to elsewhere is exit 3', async () => {
  expect((await movecli('config set networks.testnet.baseUrl http://host/v1')).code).toBe(3)
})

test('a setting of a profile makes the profile, with the network that is named', async () => {
  const home = freshFolder()
  await movecli('config set deviceId watch-7 --profile ops -n testnet', { home })
  await movecli('config set deviceId watch-8 --profile other', { home })
  const { profiles } = JSON.parse(readFileSync(join(home, '.config/movecli/config.json'), 'utf8')) as {
    profiles: object
  }
  expect(profiles).toMatchObject({
    ops: { network: 'testnet', settings: { deviceId: 'watch-7' } },
    other: { settings: { deviceId: 'watch-8' } },
  })
  expect(profiles).not.toHaveProperty('other.network')
})

test('--dry-run of config changes nothing', async () => {
  const home = freshFolder()
  const { code, stdout } = await movecli('config set timezone UTC --dry-run --json', { home })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ dry_run: true, key: 'timezone', value: 'UTC' })
  expect(() => statSync(join(home, '.config'))).toThrow()
})

test('a broken settings file is said with its path, left as it is, and is exit 3', async () => {
  const home = freshFolder()
  const folder = join(home, '.config/movecli')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), '{"format":1,')
  const { code, stderr } = await movecli('config list', { home })
  expect(code).toBe(3)
  expect(stderr).toContain(join(folder, 'config.json'))
  expect((await movecli('config set timezone UTC', { home })).code).toBe(3)
  expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('{"format":1,')
  expect((await movecli('config path', { home })).code).toBe(0)
})

test('folders and files are for their owner alone', async () => {
  const home = freshFolder()
  chmodSync(home, 0o755)
  await movecli('config set timezone UTC', { home })
  expect(statSync(join(home, '.config/movecli')).mode & 0o777).toBe(0o700)
  expect(statSync(join(home, '.config/movecli/config.json')).mode & 0o777).toBe(0o600)
})

test('whoami knows nobody, and says so without failing', async () => {
  const { code, stdout } = await movecli('whoami --json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    profile: null,
    network: null,
    address: null,
    expires_at: null,
    origins: { network: 'nowhere' },
  })
})

test('whoami names the source of every value', async () => {
  const home = freshFolder()
  await movecli(['config', 'set', 'networks.testnet.baseUrl', url], { home })
  const { stdout } = await movecli('whoami -n testnet --json', { home, env: { MOVECLI_API_KEY: 'abcdef-1' } })
  expect(JSON.parse(stdout)).toMatchObject({
    network: 'testnet',
    base_url: url,
    origins: { network: 'flag', base_url: 'network' },
  })
})

test('a session whose end is not known is exit 4', async () => {
  const { code, stderr } = await movecli('whoami -n testnet --min-validity 30m')
  expect(code).toBe(4)
  expect(stderr).toContain('movecli login')
})

test('the session that the sandbox has built in never ends', async () => {
  const { code, stderr } = await movecli('whoami -n sandbox --min-validity 30m')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test.each([
  [['motion', 'daily', '--timeout', 'soon'], {}, 2],
  [['motion', 'daily'], { MOVECLI_TIMEOUT: 'soon' }, 3],
  [['motion', 'daily', '-n', 'prod'], {}, 2],
  [['motion', 'daily'], { MOVECLI_NETWORK: 'prod' }, 3],
  [['motion', 'daily', '--format', 'xml'], {}, 2],
  [['motion', 'daily', '--retries', '-1'], {}, 2],
  [['motion', 'daily', '-p', 'nobody'], {}, 2],
  [['motion', 'daily', '--base-url', 'https://h'], {}, 2],
  [['motion', 'daily'], { MOVECLI_BASE_URL: 'https://h' }, 3],
  [['motion', 'daily'], { MOVECLI_API_KEY: '', MOVECLI_API_KEY_FILE: '/not/there' }, 2],
])('%j with %j ends with %i and sends nothing', async (line, env, exit) => {
  const usual = { MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: url, MOVECLI_API_KEY: 'abcdef-1' }
  const unreachable = async () => {
    throw new Error('must not be reached')
  }
  const { code, stdout, stderr } = await movecli(line, { env: { ...usual, ...env }, transport: unreachable })
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
  expect(stderr).toMatch(/^error: /)
})

test('the format of the settings is used where no flag or variable names one, and does not stand in the way of changing it', async () => {
  const home = freshFolder()
  await movecli('config set format json', { home })
  expect((await movecli('config get format', { home })).stdout).toBe('{"key":"format","value":"json"}\n')
  expect((await movecli('config get format --format csv', { home })).stdout).toBe('key,value\nformat,json\n')
  const bad = await movecli('config path', { home, env: { MOVECLI_FORMAT: 'xml' } })
  expect(bad.code).toBe(3)
  writeFileSync(
    join(home, '.config/movecli/config.json'),
    '{"format":1,"settings":{"format":"xml"},"profiles":{}}',
  )
  expect((await movecli('config unset format', { home })).code).toBe(0)
})

test('every key can be found with what it does, its default and its values', async () => {
  const home = freshFolder()
  await movecli('config set deviceId watch-7', { home })
  const rows = JSON.parse((await movecli('config list --all --json', { home })).stdout) as Record<
    string,
    unknown
  >[]
  expect(rows.map(({ key }) => key)).toEqual([...configKeys.keys()])
  for (const row of rows)
    expect([row['key'], typeof row['about'], typeof row['values']]).toEqual([row['key'], 'string', 'string'])
  expect(rows).toContainEqual({
    key: 'deviceId',
    value: 'watch-7',
    default: null,
    values: 'one line of text',
    about: 'Device identifier of submitted motion',
  })
  expect(rows.find(({ key }) => key === 'color')).toMatchObject({
    default: 'auto',
    values: 'auto, always, never',
  })
  expect(rows.find(({ key }) => key === 'networks.sandbox.baseUrl')).toMatchObject({
    default: 'http://127.0.0.1:4017/v1',
  })
  const words = (await movecli('config list --all', { home, tty: true })).stdout
  for (const key of ['timezone', 'networks.<name>.baseUrl', 'auth.messageTemplate', '"watch-7"'])
    expect(words).toContain(key)
  for (const line of words.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test.each([
  ['config get nothing', 'movecli config list --all shows every key.'],
  [
    'config set networks.prod.baseUrl x',
    'The networks are mainnet, testnet, sandbox: for example networks.testnet.baseUrl.',
  ],
  ['config set networks.testnet.baseURL x', 'Did you mean networks.testnet.baseUrl?'],
  ['config set networks.testnet.baseUrl https://…/v1', 'must have a host name in place of the placeholder'],
  [
    'config set networks.testnet.baseUrl https://<host>/v1',
    'must have a host name in place of the placeholder',
  ],
  ['config set credentials.store vault', 'must be one of auto, keychain, file'],
])('%s: %s', async (line, words) => {
  const { code, stderr } = await movecli(line)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) })
})

const settingsOf = (settings: object, format = 1) => {
  const home = freshFolder()
  mkdirSync(join(home, '.config/movecli'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.config/movecli/config.json'), JSON.stringify({ format, ...settings }), {
    mode: 0o600,
  })
  return home
}

test('a duration is listed as it was written, wherever that was', async () => {
  const home = settingsOf({ settings: { timeout: '5m' } })
  const timeout = async (flags: string, env = {}) => {
    const { stdout } = await movecli(`config list --json ${flags}`, { home, env })
    return (JSON.parse(stdout) as { key: string; value: string }[]).find(({ key }) => key === 'timeout')
      ?.value
  }
  expect(await timeout('')).toBe('5m')
  expect(await timeout('--timeout 90s')).toBe('90s')
  expect(await timeout('', { MOVECLI_TIMEOUT: '1h' })).toBe('1h')
})

test.each(['format', 'color', 'timeout'])(
  'a wrong %s of the settings ends a read with 3, and can be mended',
  async (key) => {
    const home = settingsOf({ settings: { [key]: 'wrong' } })
    const { code, stderr } = await movecli('token price -n sandbox', { home })
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining(`${key} in the settings must be`),
    })
    expect((await movecli(`config unset ${key}`, { home })).code).toBe(0)
    expect((await movecli('token price -n sandbox', { home })).code).toBe(0)
  },
)

test('a login does not put secrets elsewhere than the settings say', async () => {
  const home = settingsOf({ settings: { 'credentials.store': 'keychain' } })
  const { code, stderr } = await movecli('login -n sandbox --key-only --key sandbox-public-api-key', { home })
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('is not installed') })
  expect(existsSync(join(home, '.local/state/movecli/credentials.json'))).toBe(false)
})

test('settings of a newer movecli that this one cannot read are said to be newer, and never to be moved away', async () => {
  const home = settingsOf({ settings: ['another form'] }, 2)
  const { code, stderr } = await movecli('config list', { home })
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('it was written by a newer movecli'),
  })
  expect(stderr).toContain('fix: Use the newer movecli')
})

test('a home that is not a folder is no hindrance to a read that has all it needs', async () => {
  const read = await movecli('token price -n sandbox', { home: '/dev/null', transport: priced })
  expect({ code: read.code, stdout: read.stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('0.25'),
  })
  expect((await movecli('config list', { home: '/dev/null' })).code).toBe(0)
  expect((await movecli('config set timezone UTC', { home: '/dev/null' })).code).toBe(3)
})

/** Settings for all and for a profile, with one that only the profile has. */
const layered = () =>
  settingsOf({
    profile: 'ops',
    settings: { deviceId: 'of-all', timezone: 'UTC', 'networks.testnet.baseUrl': url },
    profiles: {
      ops: { network: 'testnet', settings: { deviceId: 'of-ops', 'networks.testnet.baseUrl': `${url}/v1` } },
      other: { network: 'mainnet', settings: {} },
    },
  })
const settingsIn = (home: string) =>
  JSON.parse(readFileSync(join(home, '.config/movecli/config.json'), 'utf8')) as {
    settings: object
    profiles: Record<string, { network?: string; settings: object }>
  }

test.each([
  ['config get deviceId', {}, 'of-all'],
  ['config get deviceId -p ops', {}, 'of-ops'],
  ['config get deviceId', { MOVECLI_PROFILE: 'ops' }, 'of-ops'],
  ['config get deviceId -p other', { MOVECLI_PROFILE: 'ops' }, undefined],
  ['config get timezone -p ops', {}, undefined],
  ['config get timezone', { MOVECLI_PROFILE: '' }, 'UTC'],
  ['config get profile', {}, 'ops'],
])('%s with %j is what is set there, and nowhere else', async (line, env, value) => {
  const { code, stdout } = await movecli(line, { home: layered(), env })
  expect({ code, stdout }).toEqual(
    value === undefined ? { code: 2, stdout: '' } : { code: 0, stdout: `${value}\n` },
  )
})

test.each([
  ['unset deviceId', {}, { all: undefined, ops: 'of-ops', other: undefined }],
  ['unset deviceId -p ops', {}, { all: 'of-all', ops: undefined, other: undefined }],
  ['unset deviceId', { MOVECLI_PROFILE: 'ops' }, { all: 'of-all', ops: undefined, other: undefined }],
  ['unset deviceId -p other', {}, { all: 'of-all', ops: 'of-ops', other: undefined }],
  ['set deviceId new', {}, { all: 'new', ops: 'of-ops', other: undefined }],
  ['set deviceId new -p ops', {}, { all: 'of-all', ops: 'new', other: undefined }],
  ['set deviceId new -p other', { MOVECLI_PROFILE: 'ops' }, { all: 'of-all', ops: 'of-ops', other: 'new' }],
  ['set deviceId new', { MOVECLI_PROFILE: 'other' }, { all: 'of-all', ops: 'of-ops', other: 'new' }],
  ['unset deviceId --dry-run', {}, { all: 'of-all', ops: 'of-ops', other: undefined }],
  ['set deviceId new -p ops --dry-run', {}, { all: 'of-all', ops: 'of-ops', other: undefined }],
])('config %s with %j changes that one alone', async (line, env, devices) => {
  const home = layered()
  expect((await movecli(`config ${line}`, { home, env })).code).toBe(0)
  const { settings, profiles } = settingsIn(home)
  const deviceOf = (values: object | undefined) => (values as { deviceId?: string }).deviceId
  expect({
    all: deviceOf(settings),
    ops: deviceOf(profiles['ops']?.settings),
    other: deviceOf(profiles['other']?.settings),
  }).toEqual(devices)
})

test('config unset says what it was, and that a key was not set', async () => {
  const home = layered()
  const result = async (line: string) =>
    JSON.parse((await movecli(`config unset ${line} --json`, { home })).stdout) as object
  expect(await result('deviceId -p ops --dry-run')).toEqual({
    dry_run: true,
    key: 'deviceId',
    was: 'of-ops',
    profile: 'ops',
  })
  expect(await result('deviceId -p ops')).toEqual({ key: 'deviceId', was: 'of-ops', profile: 'ops' })
  expect(await result('deviceId -p ops')).toEqual({ key: 'deviceId', was: null, profile: 'ops' })
  expect(await result('deviceId')).toEqual({ key: 'deviceId', was: 'of-all', profile: null })
  const { code, stderr } = await movecli('config unset deviceId', { home })
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'deviceId was not set.\n' })
})

test.each([
  ['-n testnet', {}, 'testnet'],
  ['', { MOVECLI_NETWORK: 'testnet' }, 'testnet'],
  ['-n testnet', { MOVECLI_NETWORK: 'mainnet' }, 'testnet'],
  ['', {}, undefined],
])('a profile that config set makes with "%s" and %j has the network %s', async (flags, env, network) => {
  const home = freshFolder()
  expect((await movecli(`config set deviceId w -p new ${flags}`, { home, env })).code).toBe(0)
  expect(settingsIn(home).profiles['new']?.network).toBe(network)
})

test('a profile that is there keeps its network, whatever network config set is told', async () => {
  const home = layered()
  await movecli('config set timezone UTC -p ops', { home, env: { MOVECLI_NETWORK: 'mainnet' } })
  expect(settingsIn(home).profiles['ops']?.network).toBe('testnet')
})

test('config list names each key once, with the value in force and whose it is', async () => {
  const rows = async (line: string) =>
    JSON.parse((await movecli(`config list --show-origin --json ${line}`, { home: layered() })).stdout) as {
      key: string
      value: string | null
      origin: string | null
    }[]
  const found = (await rows('')).filter(({ key }) => /^(profile|deviceId|timezone|networks\.)/.test(key))
  expect(found).toEqual([
    { key: 'profile', value: 'ops', origin: 'settings' },
    { key: 'deviceId', value: 'of-ops', origin: 'profile' },
    { key: 'timezone', value: 'UTC', origin: 'settings' },
    { key: 'networks.testnet.baseUrl', value: `${url}/v1`, origin: 'profile' },
  ])
  const every = (await rows('--all')).filter(({ value }) => value !== null)
  const byKey = (one: { key: string }, two: { key: string }) => (one.key < two.key ? -1 : 1)
  expect(every.map(({ key, value, origin }) => ({ key, value, origin })).toSorted(byKey)).toEqual(
    found.toSorted(byKey),
  )
  const other = (await rows('--all -p other')).filter(({ value }) => value !== null)
  expect(other.map(({ key, value }) => [key, value])).toContainEqual(['deviceId', 'of-all'])
})

test.each([
  ['the settings', 'json', '', {}, 'json'],
  ['the profile', 'json', '-p ops', {}, 'csv'],
  ['the profile alone', undefined, '-p ops', {}, 'csv'],
  ['the environment', 'json', '-p ops', { MOVECLI_FORMAT: 'tsv' }, 'tsv'],
  ['the flag', 'json', '-p ops --format ndjson', { MOVECLI_FORMAT: 'tsv' }, 'ndjson'],
  ['--json', 'csv', '-p ops --json', { MOVECLI_FORMAT: 'tsv' }, 'json'],
])('the format is that of %s, for results and for errors', async (_, all, flags, env, format) => {
  const home = settingsOf({
    settings: all === undefined ? {} : { format: all },
    profiles: { ops: { settings: { format: 'csv' } } },
  })
  const { stdout } = await movecli(`config path ${flags}`, { home, env })
  const isJson = format.endsWith('json')
  expect(stdout).toMatch(isJson ? /^\{"path":/ : format === 'csv' ? /^path,state\n/ : /^path\tstate\n/)
  const { code, stderr } = await movecli(`profile show nobody ${flags}`, { home, env })
  expect({ code, json: stderr.startsWith('{"success":false') }).toEqual({ code: 2, json: isJson })
})
