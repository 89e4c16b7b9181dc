import { expect, test } from 'vitest'
import {
  foreignToken,
  selectCredentials,
  selectKey,
  type CredentialEnv,
} from '../../src/config/select-credentials.ts'
import type { Credentials } from '../../src/config/credentials.ts'
import { resolve } from '../../src/config/resolve.ts'
import { emptySettings, withProfile, withSetting } from '../../src/config/settings.ts'
import type { MoveError } from '../../src/errors.ts'

const configured = withSetting(emptySettings, 'networks.testnet.baseUrl', 'https://test.example/v1')
const settings = withProfile(configured, 'ops', (each) => ({ ...each, network: 'testnet' }))
const record: Credentials = {
  origin: 'https://test.example',
  apiKey: 'stored-key',
  token: 'stored-token',
  expiresAt: '2030-01-01T00:00:00Z',
}
type More = {
  flags?: Record<string, string>
  outside?: CredentialEnv
  env?: Record<string, string>
  record?: Credentials | undefined
}
const choose = ({ flags = { network: 'testnet' }, outside = {}, env = {}, record }: More) =>
  selectCredentials({
    flags,
    env: outside,
    record,
    resolved: resolve({ flags, env, settings, purpose: 'use' }),
  })
const words = (more: More) => {
  try {
    const { apiKey, token, notes } = choose(more)
    return { key: apiKey?.value, token: token?.value, notes }
  } catch (error) {
    const { message, fault } = error as MoveError
    return { failure: `${fault.exit} ${fault.code} ${message}`, hint: fault.hint }
  }
}
const both = { MOVECLI_API_KEY: 'env-key', MOVECLI_TOKEN: 'env-token' }
const elsewhere = { MOVECLI_BASE_URL: 'https://other.example/v1' }

test('nothing anywhere is nothing', () => {
  expect(words({})).toEqual({ key: undefined, token: undefined, notes: [] })
})

test('what is stored is used, with its origin and its expiry', () => {
  expect(choose({ record })).toEqual({
    apiKey: { value: 'stored-key', origin: 'profile', source: 'profile ops' },
    token: {
      value: 'stored-token',
      origin: 'profile',
      source: 'profile ops',
      expiresAt: '2030-01-01T00:00:00Z',
    },
    notes: [],
  })
})

test('the environment wins over what is stored, and says so', () => {
  expect(words({ record, outside: both })).toEqual({
    key: 'env-key',
    token: 'env-token',
    notes: [
      'Using the API key of MOVECLI_API_KEY, not of profile ops.',
      'Using the session token of MOVECLI_TOKEN, not of profile ops.',
    ],
  })
})

test('with --profile as a flag what is stored there wins, and says so', () => {
  expect(words({ flags: { profile: 'ops' }, record, outside: both })).toMatchObject({
    key: 'stored-key',
    token: 'stored-token',
    notes: [
      expect.stringContaining('not of MOVECLI_API_KEY'),
      expect.stringContaining('not of MOVECLI_TOKEN'),
    ],
  })
  expect(words({ flags: { profile: 'ops' }, outside: both })).toMatchObject({ key: 'env-key', notes: [] })
})

test('equal credentials need no word', () => {
  expect(words({ record, outside: { MOVECLI_API_KEY: 'stored-key' } })).toMatchObject({ notes: [] })
})

test('a file stands in for the value, and empty counts as unset', () => {
  expect(words({ outside: { MOVECLI_API_KEY: '', MOVECLI_API_KEY_FILE: 'file-key' } })).toMatchObject({
    key: 'file-key',
  })
  expect(choose({ outside: { MOVECLI_TOKEN_FILE: 'file-token' } }).token).toMatchObject({
    source: 'MOVECLI_TOKEN_FILE',
  })
  expect(words({ outside: { MOVECLI_TOKEN: '', MOVECLI_TOKEN_FILE: '' } })).toMatchObject({
    token: undefined,
  })
})

test('a credential stored for another origin is refused with exit 4, whatever changed the URL', () => {
  const flags = { network: 'testnet', baseUrl: 'https://other.example/v1' }
  const expected = {
    failure:
      '4 CLI_FOREIGN_CREDENTIAL The stored credentials of ops belong to https://test.example and are not sent to https://other.example.',
    hint: expect.stringContaining('movecli login -n testnet --base-url https://other.example/v1'),
  }
  expect(words({ flags, record })).toEqual(expected)
  expect(words({ env: elsewhere, record })).toEqual(expected)
  expect(words({ record: { ...record, origin: 'https://test.example:8443' } })).toMatchObject({
    failure: expect.stringMatching(/^4/),
  })
})

test('with the key of the environment, a foreign session token is left out', () => {
  const flags = { network: 'testnet', baseUrl: 'https://other.example/v1' }
  expect(words({ flags, record, outside: { MOVECLI_API_KEY: 'env-key' } })).toEqual({
    key: 'env-key',
    token: undefined,
    notes: ['The stored credentials belong to https://test.example and are left out.'],
  })
})

test('a credential of the environment goes to another base URL than the configured one by flag alone', () => {
  const flags = { network: 'testnet', baseUrl: 'https://other.example/v1' }
  expect(words({ flags, outside: both })).toMatchObject({ key: 'env-key', token: 'env-token', notes: [] })
  expect(words({ env: elsewhere, outside: both })).toMatchObject({
    failure: expect.stringMatching(/^4 CLI_FOREIGN_CREDENTIAL MOVECLI_API_KEY is not sent/),
    hint: expect.stringContaining('--base-url https://other.example/v1'),
  })
  const there = { ...record, origin: 'https://other.example' }
  expect(words({ env: elsewhere, outside: both, record: there })).toMatchObject({
    key: 'stored-key',
    token: 'stored-token',
  })
})

test.each(['https://test.example:8443/v1', 'http://127.0.0.1:8443/v1', 'https://test.example.net/v1'])(
  'a credential of the environment does not go to %s, another origin than the configured one',
  (url) => {
    expect(words({ env: { MOVECLI_BASE_URL: url }, outside: both })).toMatchObject({
      failure: expect.stringMatching(/^4 CLI_FOREIGN_CREDENTIAL MOVECLI_API_KEY is not sent/),
    })
  },
)

test('where none is configured, the environment may name both', () => {
  const resolved = resolve({
    flags: {},
    env: { ...elsewhere, MOVECLI_NETWORK: 'mainnet' },
    settings,
    purpose: 'use',
  })
  expect(selectCredentials({ flags: {}, env: both, resolved }).apiKey?.value).toBe('env-key')
})

test('nothing of the environment goes to the sandbox', () => {
  for (const flags of [{ network: 'sandbox' }, { network: 'sandbox', baseUrl: 'http://127.0.0.1:9/v1' }])
    expect(words({ flags, outside: both })).toEqual({
      key: undefined,
      token: undefined,
      notes: [expect.stringContaining('never go to the sandbox')],
    })
})

test.each([
  ['environment', 'other-token', true],
  ['environment', 'stored-token', false],
  ['default', 'other-token', true],
  // The keychain cannot be read: what stands for its token is of the profile all the same.
  ['profile', 'in the keychain', false],
] as const)('a token from %s is foreign unless it was stored with the profile', (origin, value, foreign) => {
  const token = { value, origin, source: 'somewhere' }
  expect(foreignToken(token, record)).toBe(foreign ? token : undefined)
  expect(foreignToken(token, undefined)).toBe(origin === 'profile' ? undefined : token)
})

test('where there is no token, none is foreign', () => {
  expect(foreignToken(undefined, record)).toBeUndefined()
})

test('no failure and no note holds a secret', () => {
  const said = [words({ env: elsewhere, outside: both }), words({ record, outside: both })].map((each) =>
    JSON.stringify('failure' in each ? each : each.notes),
  )
  for (const secret of ['env-key', 'env-token', 'stored-key', 'stored-token'])
    expect(said.join()).not.toContain(secret)
})

const mixed = (key: string, token: string) => `The API key is from ${key}, the session token from ${token}.`
const usingKey = 'Using the API key of MOVECLI_API_KEY, not of profile ops.'
const usingToken = 'Using the session token of MOVECLI_TOKEN, not of profile ops.'
test.each([
  ['a key of its own', { MOVECLI_API_KEY: 'env-key' }, [usingKey, mixed('MOVECLI_API_KEY', 'profile ops')]],
  ['a token of its own', { MOVECLI_TOKEN: 'env-token' }, [usingToken, mixed('profile ops', 'MOVECLI_TOKEN')]],
  ['the key that is stored', { MOVECLI_API_KEY: 'stored-key' }, []],
  ['the token that is stored', { MOVECLI_TOKEN: 'stored-token' }, [mixed('profile ops', 'MOVECLI_TOKEN')]],
  [
    'both, the key the stored one',
    { MOVECLI_API_KEY: 'stored-key', MOVECLI_TOKEN: 'env-token' },
    [usingToken],
  ],
])('what is said of an environment that gives %s', (_, outside, notes) => {
  expect(words({ record, outside })).toMatchObject({ notes })
})

test('of two variables the one that holds the value itself counts', () => {
  const outside = {
    MOVECLI_API_KEY: 'env-key',
    MOVECLI_API_KEY_FILE: 'file-key',
    MOVECLI_TOKEN: 'env-token',
    MOVECLI_TOKEN_FILE: 'file-token',
  }
  expect(words({ outside })).toMatchObject({ key: 'env-key', token: 'env-token' })
})

test('with --profile as a flag a foreign record is refused, whatever key the environment has', () => {
  const there = { ...record, origin: 'https://other.example' }
  expect(words({ flags: { profile: 'ops' }, outside: both, record: there })).toMatchObject({
    failure: expect.stringMatching(/^4 CLI_FOREIGN_CREDENTIAL The stored credentials of ops belong to /),
  })
})

test("a foreign record that holds no secret stands in nobody's way", () => {
  const bare = { origin: 'https://other.example', address: '0x1' }
  expect(words({ record: bare, outside: both })).toEqual({ key: 'env-key', token: 'env-token', notes: [] })
  expect(words({ record: bare })).toEqual({ key: undefined, token: undefined, notes: [] })
})

test('a token alone of the environment that may not go there is left out with a word, and ends nothing', () => {
  expect(words({ env: elsewhere, outside: { MOVECLI_TOKEN: 'env-token' } })).toEqual({
    key: undefined,
    token: undefined,
    notes: [
      'MOVECLI_TOKEN left out: https://test.example/v1 is configured for testnet, but MOVECLI_BASE_URL is https://other.example/v1.',
    ],
  })
})

test('another path of the configured origin is no other place', () => {
  const env = { MOVECLI_BASE_URL: 'https://test.example/beta/v1' }
  expect(words({ env, outside: both })).toMatchObject({ key: 'env-key', token: 'env-token', notes: [] })
})

test('the key of a login is chosen as that of any command, without a word on tokens', () => {
  const key = (more: More) => {
    const { flags = { network: 'testnet' }, outside = {}, env = {}, record } = more
    const { apiKey, notes } = selectKey({
      flags,
      env: outside,
      record,
      resolved: resolve({ flags, env, settings, purpose: 'use' }),
    })
    return [apiKey?.value, notes]
  }
  expect(key({ record, outside: both })).toEqual(['env-key', [usingKey]])
  expect(key({ record })).toEqual(['stored-key', []])
  expect(key({ flags: { profile: 'ops' }, record, outside: both })).toEqual([
    'stored-key',
    ['Using the API key of profile ops, not of MOVECLI_API_KEY.'],
  ])
})
