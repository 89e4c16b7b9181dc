import { expect, test } from 'vitest'
import type { MoveError } from '../../src/errors.ts'
import { resolve } from '../../src/config/resolve.ts'
import type { GlobalFlags } from '../../src/config/types.ts'
import type { OptionName } from '../../src/config/options.ts'
import { emptySettings, withProfile, withSetting, type Settings } from '../../src/config/settings.ts'

const base = withProfile(
  withSetting(emptySettings, 'networks.testnet.baseUrl', 'https://test.example/v1/'),
  'ops',
  (profile) => ({ ...profile, network: 'testnet' }),
)
type More = { flags?: GlobalFlags; env?: Record<string, string>; settings?: Settings }
const resolved = ({ flags = {}, env = {}, settings = base }: More) =>
  resolve({ flags: { profile: 'ops', ...flags }, env, settings, purpose: 'use' })
const got = (name: OptionName, more: More = {}) => {
  const found = resolved(more).get(name)
  return found && [found.value, found.origin, found.source]
}
const failure = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    const { message, fault } = error as MoveError
    return `${fault.exit} ${fault.code} ${message}`
  }
  return 'none'
}

test('the sandbox has no base URL but one of this machine', () => {
  const sandboxAt = (flags: GlobalFlags, env: Record<string, string> = {}) =>
    failure(() =>
      resolve({ flags: { network: 'sandbox', ...flags }, env, settings: emptySettings, purpose: 'use' }),
    )
  const elsewhere = 'https://elsewhere.example/v1'
  expect(sandboxAt({ baseUrl: elsewhere })).toMatch(/^2 CLI_USAGE The sandbox is on this machine/)
  expect(sandboxAt({}, { MOVECLI_BASE_URL: elsewhere })).toMatch(
    /^3 CLI_CONFIG The sandbox is on this machine/,
  )
  expect(sandboxAt({ baseUrl: 'http://127.0.0.1:8080/v1' })).toBe('none')
})

test('flag, environment, profile, settings and default win in that order, and say which', () => {
  const all = withSetting(withSetting(base, 'timeout', '2m'), 'timeout', '1m', 'ops')
  const env = { MOVECLI_TIMEOUT: '45' }
  const flags = { timeout: { text: '5s', value: 5 } }
  expect(got('timeout', { flags, env, settings: all })).toEqual([5, 'flag', '--timeout'])
  expect(got('timeout', { env, settings: all })).toEqual([45, 'environment', 'MOVECLI_TIMEOUT'])
  expect(got('timeout', { settings: all })).toEqual([60, 'profile', 'timeout of profile ops'])
  expect(got('timeout', { settings: withSetting(base, 'timeout', '2m') })).toEqual([
    120,
    'settings',
    'timeout in the settings',
  ])
  expect(got('timeout')).toEqual([30, 'default', 'default'])
})

test("auth keys: the profile's network, the profile, the network, everywhere", () => {
  const steps: [string, string | undefined, string][] = [
    ['auth.tokenHeader', undefined, 'settings'],
    ['networks.testnet.auth.tokenHeader', undefined, 'network'],
    ['auth.tokenHeader', 'ops', 'profile'],
    ['networks.testnet.auth.tokenHeader', 'ops', 'profile'],
  ]
  let settings = withSetting(base, 'networks.mainnet.auth.tokenHeader', 'X-Main')
  expect(got('auth.tokenHeader', { settings })).toEqual(['Authorization', 'default', 'default'])
  for (const [at, [key, profile, origin]] of steps.entries()) {
    settings = withSetting(settings, key, `X-Step-${at}`, profile)
    expect(got('auth.tokenHeader', { settings })?.slice(0, 2)).toEqual([`X-Step-${at}`, origin])
  }
})

test('what its line has read is not read again', () => {
  expect(got('timeout', { flags: { timeout: { text: 'five', value: 5 } } })).toEqual([5, 'flag', '--timeout'])
  expect(resolved({ flags: { timeout: { text: 'five', value: 5 } } }).get('timeout')?.text).toBe('five')
})

test('an empty text of a flag is wrong, and none of the environment stands in for it', () => {
  const env = { MOVECLI_BASE_URL: 'https://env.example/v1', MOVECLI_PROFILE: 'ops' }
  for (const name of ['baseUrl', 'profile'] as const)
    expect(failure(() => resolved({ flags: { [name]: '' }, env }))).toMatch(
      /^2 CLI_USAGE --(base-url|profile)/,
    )
})

test('an empty setting is a value, an empty variable is none', () => {
  expect(got('auth.tokenScheme', { settings: withSetting(base, 'auth.tokenScheme', '') })?.[0]).toBe('')
  expect(got('deviceId', { env: { MOVECLI_DEVICE_ID: '' } })).toBeUndefined()
  expect(got('timeout', { env: { MOVECLI_TIMEOUT: '' } })?.[1]).toBe('default')
})

test('the base URL has its origin, and what is configured stays known', () => {
  expect(resolved({}).baseUrl).toMatchObject({ value: 'https://test.example/v1', origin: 'network' })
  const own = withSetting(base, 'networks.testnet.baseUrl', 'https://own.example/v1', 'ops')
  expect(resolved({ settings: own }).baseUrl).toMatchObject({
    value: 'https://own.example/v1',
    origin: 'profile',
  })
  const elsewhere = resolved({ env: { MOVECLI_BASE_URL: 'https://env.example/v1' } })
  expect(elsewhere.baseUrl).toMatchObject({ value: 'https://env.example/v1', origin: 'environment' })
  expect(elsewhere.configured).toBe('https://test.example/v1')
  expect(resolved({ flags: { baseUrl: 'https://flag.example/v1' } }).baseUrl?.origin).toBe('flag')
})

test('a wrong value is exit 2 from a flag and 3 from elsewhere, and names its source', () => {
  expect(failure(() => resolved({ flags: { profile: 'No Such' } }))).toMatch(/^2 CLI_USAGE --profile must be/)
  expect(failure(() => got('timeout', { env: { MOVECLI_TIMEOUT: 'soon' } }))).toMatch(
    /^3 CLI_CONFIG MOVECLI_TIMEOUT must/,
  )
  expect(failure(() => got('retries', { settings: withSetting(base, 'retries', '-1', 'ops') }))).toMatch(
    /^3 CLI_CONFIG retries of profile ops must/,
  )
  expect(failure(() => resolved({ flags: { baseUrl: 'https://x.example' } }))).toMatch(
    /^2 CLI_USAGE --base-url must end in \/v1/,
  )
  expect(failure(() => resolved({ env: { MOVECLI_BASE_URL: 'https://x.example' } }))).toMatch(
    /^3 CLI_CONFIG MOVECLI_BASE_URL/,
  )
  expect(failure(() => resolved({ flags: { baseUrl: 'http://x.example/v1' } }))).toMatch(
    /^3 CLI_INSECURE_URL/,
  )
  const broken = withSetting(base, 'networks.testnet.baseUrl', 'ftp://x')
  expect(failure(() => resolved({ settings: broken }))).toMatch(
    /^3 CLI_CONFIG networks.testnet.baseUrl in the settings/,
  )
})

test('--json is --format json, and contradicts another', () => {
  expect(got('format')).toBeUndefined()
  expect(got('format', { flags: { json: true }, env: { MOVECLI_FORMAT: 'csv' } })).toEqual([
    'json',
    'flag',
    '--json',
  ])
  expect(got('format', { flags: { json: true, format: 'json' } })?.[0]).toBe('json')
  expect(failure(() => got('format', { flags: { json: true, format: 'csv' } }))).toMatch(
    /^2 CLI_USAGE --json and --format/,
  )
})

test.each([
  ['', {}],
  ['', { CI: '' }],
  ['', { CI: '0' }],
  ['', { CI: 'false' }],
  ['', { CI: 'FALSE' }],
  ['', { MOVECLI_NO_INPUT: 'false', CI: '0' }],
  ['CI', { MOVECLI_NO_INPUT: '', CI: 'no' }],
  ['CI', { CI: 'true' }],
  ['', { MOVECLI_NO_INPUT: '0' }],
  ['MOVECLI_NO_INPUT', { MOVECLI_NO_INPUT: '1', CI: '1' }],
])('no input because of "%s" with %j', (source, env) => {
  expect(got('noInput', { flags: {}, env })?.[2] ?? '').toBe(source)
})

test('--no-input is heard', () => {
  expect(got('noInput', { flags: { noInput: true } })).toEqual([true, 'flag', '--no-input'])
})

test('verbose counts, and the environment says once or its number', () => {
  expect(got('verbose', { flags: { verbose: 2 } })?.[0]).toBe(2)
  expect(got('verbose', { flags: { verbose: 0 }, env: { MOVECLI_DEBUG: '1' } })?.[0]).toBe(1)
  expect(got('verbose', { flags: { verbose: 0 } })).toBeUndefined()
})

test.each([
  ['never', { NO_COLOR: '1', FORCE_COLOR: '1' }],
  ['always', { FORCE_COLOR: '1', CLICOLOR: '0' }],
  ['never', { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }],
  ['never', { CLICOLOR: '0', CLICOLOR_FORCE: '1' }],
  ['always', { CLICOLOR_FORCE: '1', TERM: 'dumb' }],
  ['auto', { CLICOLOR_FORCE: '0', NO_COLOR: '', FORCE_COLOR: '' }],
  ['never', { TERM: 'dumb' }],
])('color is %s with %j', (expected, env) => {
  expect(got('color', { env })?.[0]).toBe(expected)
})

test('the environment loses to the color flag and wins over the settings', () => {
  const settings = withSetting(base, 'color', 'always')
  expect(got('color', { flags: { color: 'auto' }, env: { NO_COLOR: '1' } })?.[0]).toBe('auto')
  expect(got('color', { env: { NO_COLOR: '1' }, settings })?.[0]).toBe('never')
  expect(got('color', { settings })?.[0]).toBe('always')
})

test.each([
  ['timeout', 30],
  ['retries', 3],
  ['maxWait', 60],
  ['color', 'auto'],
  ['credentials.store', 'auto'],
  ['auth.tokenHeader', 'Authorization'],
  ['auth.tokenScheme', 'Bearer'],
  ['auth.chainId', 1],
  ['rateLimit', undefined],
  ['format', undefined],
  ['deviceId', undefined],
  ['timezone', undefined],
  ['auth.domain', undefined],
  ['auth.messageTemplate', undefined],
] as const)('without a word on it %s is %s', (name, value) => {
  expect(got(name)).toEqual(value === undefined ? undefined : [value, 'default', 'default'])
})

test.each([
  ['2', 2],
  ['1', 1],
  ['true', 1],
  ['12', 1],
  ['0', undefined],
  ['false', undefined],
  ['', undefined],
])('MOVECLI_DEBUG=%s is -v so often: %s', (text, times) => {
  expect(got('verbose', { env: { MOVECLI_DEBUG: text } })?.[0]).toBe(times)
})

test.each([
  ['MOVECLI_TIMEOUT', 'timeout', '0', 'MOVECLI_TIMEOUT must be longer than 0'],
  ['MOVECLI_TIMEOUT', 'timeout', '25d', 'MOVECLI_TIMEOUT must be at most 24d'],
  ['MOVECLI_RETRIES', 'retries', '-1', 'MOVECLI_RETRIES must be a whole number, 0 or greater'],
  ['MOVECLI_RETRIES', 'retries', '1.5', 'MOVECLI_RETRIES must be a whole number, 0 or greater'],
  ['MOVECLI_RATE_LIMIT', 'rateLimit', '9007199254740993', 'MOVECLI_RATE_LIMIT must be a whole number'],
  ['MOVECLI_FORMAT', 'format', 'xml', 'MOVECLI_FORMAT must be one of '],
  ['MOVECLI_DEVICE_ID', 'deviceId', 'a\nb', 'MOVECLI_DEVICE_ID must be one line'],
] as const)('%s, which gives %s, is not %j', (variable, name, text, why) => {
  expect(failure(() => got(name, { env: { [variable]: text } }))).toContain(`3 CLI_CONFIG ${why}`)
})

test.each([
  ['MOVECLI_RETRIES', 'retries', '0', 0],
  ['MOVECLI_RATE_LIMIT', 'rateLimit', '0', 0],
  ['MOVECLI_TIMEOUT', 'timeout', '24d', 24 * 86_400],
  ['MOVECLI_TIMEOUT', 'timeout', '0.001', 0.001],
  ['MOVECLI_FORMAT', 'format', 'tsv', 'tsv'],
  ['MOVECLI_DEVICE_ID', 'deviceId', 'watch 1', 'watch 1'],
] as const)('%s gives %s: %s', (variable, name, text, value) => {
  expect(got(name, { env: { [variable]: text } })).toEqual([value, 'environment', variable])
})

test('what is kept for another network or another profile counts for neither', () => {
  let settings = withSetting(base, 'networks.mainnet.auth.domain', 'main.example')
  settings = withSetting(settings, 'timeout', '7', 'bot')
  settings = withSetting(settings, 'networks.mainnet.baseUrl', 'https://main.example/v1', 'ops')
  expect(got('auth.domain', { settings })).toBeUndefined()
  expect(got('timeout', { settings })?.[1]).toBe('default')
  expect(resolved({ settings }).baseUrl?.value).toBe('https://test.example/v1')
})

test('a base URL of the settings that is none is not what is configured, where a flag gives another', () => {
  const broken = withSetting(base, 'networks.testnet.baseUrl', 'ftp://x')
  const { baseUrl, configured } = resolved({
    settings: broken,
    flags: { baseUrl: 'https://flag.example/v1' },
  })
  expect([baseUrl?.value, configured]).toEqual(['https://flag.example/v1', undefined])
})
