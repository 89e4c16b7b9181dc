import { expect, test } from 'vitest'
import { secondsOf } from '../../src/config/durations.ts'
import { globalFlags } from '../../src/runtime/global-flags.ts'
import { folders } from '../../src/config/folders.ts'
import { checkKey, checkValue, configKeys } from '../../src/config/keys.ts'
import { nearest } from '../../src/config/nearest.ts'
import { checkBaseUrl, originOf } from '../../src/config/url.ts'
import type { MoveError } from '../../src/errors.ts'

const failure = (run: () => unknown): string => {
  try {
    run()
    return 'none'
  } catch (error) {
    const { message, fault } = error as MoveError
    return `${fault.exit} ${fault.code} ${message} ${fault.hint ?? ''}`.trim()
  }
}

test('the global flags are those of the product', () => {
  const shown = globalFlags.map(({ short, name, value }) =>
    [short && `-${short}`, `--${name}`, value].filter(Boolean).join(' '),
  )
  expect(shown.join(', ')).toBe(
    '-p --profile <name>, -n --network <name>, --base-url <url>, --json, --format <form>, --fields <names>, --no-header, ' +
      '--jq <expression>, -q --quiet, -v --verbose, --timeout <duration>, --retries <n>, --rate-limit <n>, ' +
      '--max-wait <duration>, --dry-run, -y --yes, --no-input, --strict, --color <when>',
  )
})

test('the config keys are those of the product', () => {
  const everywhere = [
    'profile',
    'format',
    'timeout',
    'retries',
    'rateLimit',
    'maxWait',
    'color',
    'deviceId',
    'timezone',
    'credentials.store',
  ]
  const auth = ['tokenHeader', 'tokenScheme', 'messageTemplate', 'domain', 'chainId'].map(
    (name) => `auth.${name}`,
  )
  const below = ['mainnet', 'testnet', 'sandbox'].flatMap((network) =>
    ['baseUrl', ...auth].map((name) => `networks.${network}.${name}`),
  )
  expect([...configKeys.keys()].sort()).toEqual([...everywhere, ...auth, ...below].sort())
})

test.each([
  ['deviceid', 'Did you mean deviceId?'],
  ['timout', 'Did you mean timeout?'],
  ['networks.testnet.baseURL', 'Did you mean networks.testnet.baseUrl?'],
  ['networks.tesnet.baseUrl', 'Did you mean networks.testnet.baseUrl?'],
  ['tokenHeader', 'Did you mean auth.tokenHeader?'],
  ['baseUrl', 'Did you mean networks.mainnet.baseUrl?'],
  ['', 'movecli config list'],
  ['constructor', 'movecli config list'],
])('the key "%s" is refused: %s', (key, hint) => {
  expect(failure(() => checkKey(key))).toMatch(/^2 CLI_USAGE There is no/)
  expect(failure(() => checkKey(key))).toContain(hint)
})

test('a key is itself, and only profile is none of a profile', () => {
  expect(checkKey(' auth.domain ')).toBe('auth.domain')
  expect(checkKey('networks.testnet.baseUrl', { profile: true })).toBe('networks.testnet.baseUrl')
  expect(failure(() => checkKey('profile', { profile: true }))).toMatch(/^2 CLI_USAGE profile cannot/)
})

test.each([
  ['profile', 'ops_1-a', 'Ops'],
  ['deviceId', '', 'a\nb'],
  ['timezone', 'Europe/Berlin', 'Berlin/Europe'],
  ['timezone', 'UTC', ''],
  ['format', 'ndjson', 'xml'],
  ['color', 'never', ''],
  ['timeout', '1.5s', '0'],
  ['timeout', '24d', '25d'],
  ['retries', '0', '-1'],
  ['retries', '10', '1e3'],
  ['maxWait', '0', '1 week'],
  ['rateLimit', '0', 'many'],
  ['credentials.store', 'file', 'vault'],
  ['credentials.store', 'keychain', 'vault'],
  ['auth.tokenHeader', 'X-Session-Token', 'X Session'],
  ['auth.tokenHeader', 'Cookie', 'x-api-key'],
  ['auth.tokenHeader', 'authorization', 'content-TYPE'],
  ['auth.tokenHeader', 'Authorization', 'Host'],
  ['auth.tokenScheme', '', 'Bearer\r\nX: y'],
  ['auth.messageTemplate', 'Sign in {timestamp}\n{nonce}', 'Sign in {time}'],
  ['auth.messageTemplate', '{timestamp}\n', '{timestamp}\r\n{nonce}'],
  ['auth.messageTemplate', '{timestamp} é', '{timestamp}\u001b[31m'],
  ['auth.domain', 'app.example:8443', 'https://app.example'],
  ['networks.testnet.auth.domain', '[::1]:80', 'a b'],
  ['networks.testnet.auth.chainId', '137', '0'],
  ['auth.chainId', '1', '0x1'],
  ['networks.testnet.baseUrl', 'https://host/v1/', 'https://host/v2'],
])('%s may be "%s" and not "%s"', (key, good, wrong) => {
  expect(failure(() => checkValue(key, good))).toBe('none')
  expect(failure(() => checkValue(key, wrong))).toMatch(/^2 CLI_USAGE .+ must /)
})

test('durations are seconds, or carry their unit', () => {
  expect(['30', '30s', '5m', '1h', '2d', '0.5', ' 7 '].map(secondsOf)).toEqual([
    30, 30, 300, 3600, 172_800, 0.5, 7,
  ])
  expect(['', '5 m', '-1', '1w', '1e3', '1h30m', 'Infinity', '0x10'].map(secondsOf)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  )
})

test.each([
  ['https://host/v1', 'https://host/v1'],
  ['https://host/v1/', 'https://host/v1'],
  ['HTTPS://Host:443/v1', 'https://host/v1'],
  ['https://host:8443/api/v1', 'https://host:8443/api/v1'],
  ['https://[2001:db8::1]/v1', 'https://[2001:db8::1]/v1'],
  ['http://127.0.0.1:4017/v1', 'http://127.0.0.1:4017/v1'],
  ['http://127.9.9.9/v1', 'http://127.9.9.9/v1'],
  ['http://[::1]:80/v1', 'http://[::1]/v1'],
  ['http://localhost:4017/v1', 'http://localhost:4017/v1'],
])('%s is a base URL', (text, url) => {
  expect(checkBaseUrl(text, 'flag')).toBe(url)
})

test.each([
  ['', 'https'],
  ['host/v1', 'https'],
  ['ftp://host/v1', 'https'],
  ['https:host/v1', 'https'],
  ['https:\\\\host\\v1', 'https'],
  [' https://host/v1', 'https'],
  ['https://ho\tst/v1', 'https'],
  ['https://', 'https'],
  ['https://host', '/v1'],
  ['https://host/v1//', '/v1'],
  ['https://host/v2', '/v1'],
  ['https://host/xv1', '/v1'],
  ['https://host/v1/motion', '/v1'],
  ['https://user@host/v1', 'user name'],
  ['https://:pass@host/v1', 'user name'],
  ['https://@host/v1', 'user name'],
  ['https://host/v1?', 'query'],
  ['https://host/v1?a=b', 'query'],
  ['https://host/v1#', 'fragment'],
  ['https://host:0/v1', 'port'],
  ['http://127.0.0.1:0/v1', 'port'],
])('"%s" is none, for its %s', (text, word) => {
  expect(failure(() => checkBaseUrl(text, 'flag', '--base-url'))).toMatch(/^2 CLI_USAGE --base-url must /)
  expect(failure(() => checkBaseUrl(text, 'elsewhere', 'MOVECLI_BASE_URL'))).toMatch(
    /^3 CLI_CONFIG MOVECLI_BASE_URL must /,
  )
  expect(failure(() => checkBaseUrl(text, 'flag')).split(' A base URL')[0]).toContain(word)
})

test.each([
  'http://host/v1',
  'http://localhost.evil.example/v1',
  'http://a.localhost/v1',
  'http://0.0.0.0/v1',
  'http://127.0.0.1.example/v1',
  'http://128.0.0.1',
  'http://[::2]/v1',
])('plain http to %s is exit 3 wherever it comes from', (text) => {
  for (const from of ['flag', 'elsewhere'] as const)
    expect(failure(() => checkBaseUrl(text, from))).toMatch(/^3 CLI_INSECURE_URL/)
  expect(failure(() => checkValue('networks.testnet.baseUrl', text))).toMatch(/^3 CLI_INSECURE_URL/)
})

test('an origin is scheme, host and port', () => {
  expect(originOf('https://host:443/v1')).toBe('https://host')
  expect(originOf('http://127.0.0.1:4017/v1')).toBe('http://127.0.0.1:4017')
})

test('no refusal of a value repeats it', () => {
  for (const key of configKeys.keys())
    expect(failure(() => checkValue(key, 'sk_live_ßecret\u0000'))).not.toContain('sk_live')
})

test.each([
  ['sumbit', ['status', 'submit'], 'submit'],
  ['Testnet', ['mainnet', 'testnet'], 'testnet'],
  ['l', ['ls', 'rm'], 'ls'],
  ['claim', ['balance', 'price'], undefined],
  ['x'.repeat(200), ['y'.repeat(200)], undefined],
])('near "%s" in %j is %s', (word, candidates, near) => {
  expect(nearest(word, candidates)).toBe(near)
})

test.each([
  ['the usual', {}, 'linux', '/h/.config/movecli', '/h/.local/state/movecli'],
  ['XDG', { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, 'linux', '/c/movecli', '/s/movecli'],
  [
    'a relative XDG',
    { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '' },
    'darwin',
    '/h/.config/movecli',
    '/h/.local/state/movecli',
  ],
  [
    'our own',
    { MOVECLI_CONFIG_DIR: '/a', MOVECLI_STATE_DIR: '/b', XDG_CONFIG_HOME: '/c' },
    'linux',
    '/a',
    '/b',
  ],
  [
    'our own through others',
    { MOVECLI_CONFIG_DIR: '/a/../c/', MOVECLI_STATE_DIR: '/b/./d' },
    'linux',
    '/c',
    '/b/d',
  ],
  ['Windows', { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L' }, 'win32', 'C:\\R\\movecli', 'C:\\L\\movecli'],
  ['bare Windows', {}, 'win32', '\\h\\AppData\\Roaming\\movecli', '\\h\\AppData\\Local\\movecli'],
] as const)('folders: %s', (_, env, platform, config, state) => {
  expect(folders({ env, platform, home: '/h' })).toEqual({ config, state })
})

test.each([
  ['MOVECLI_STATE_DIR', 'state', 'linux'],
  ['MOVECLI_STATE_DIR', './state', 'linux'],
  ['MOVECLI_STATE_DIR', '~/state', 'darwin'],
  ['MOVECLI_CONFIG_DIR', '..', 'linux'],
  ['MOVECLI_CONFIG_DIR', 'C:state', 'win32'],
] as const)('folders: %s %s is no absolute path', (name, folder, platform) => {
  expect(() => folders({ env: { [name]: folder }, platform, home: '/h' })).toThrow(
    `${name} is not an absolute path.`,
  )
})

test('folders: without a home both folders of our own are needed', () => {
  const [config, state] = ['/c', '/s']
  const env = { MOVECLI_CONFIG_DIR: config, MOVECLI_STATE_DIR: state }
  expect(folders({ env, platform: 'linux', home: '' })).toEqual({ config, state })
  for (const name of ['MOVECLI_CONFIG_DIR', 'MOVECLI_STATE_DIR'])
    expect(failure(() => folders({ env: { ...env, [name]: '' }, platform: 'linux', home: '' }))).toMatch(
      /^3 CLI_CONFIG The home folder is not known\. Set HOME, or /,
    )
})

test.each([
  'X-API-Key',
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Host',
  'User-Agent',
  'Accept',
  'Accept-Encoding',
  'Connection',
  'Keep-Alive',
  'Proxy-Connection',
  'Proxy-Authorization',
  'Transfer-Encoding',
  'TE',
  'Trailer',
  'Upgrade',
  'Expect',
  'Date',
  'Via',
])('the session token cannot travel in the header %s', (name) => {
  for (const each of [name, name.toLowerCase(), name.toUpperCase()])
    expect(failure(() => checkValue('networks.testnet.auth.tokenHeader', each))).toBe(
      `2 CLI_USAGE networks.testnet.auth.tokenHeader must be another header: ${each} is taken. See movecli config list --all.`,
    )
})

test.each([
  ['profile', 'x'.repeat(64), 'x'.repeat(65)],
  ['profile', '0', ''],
  ['auth.tokenHeader', 'X'.repeat(100), 'X'.repeat(101)],
  ['auth.tokenHeader', "X-!#$%&'*+.^_`|~1", 'X:Y'],
  ['auth.tokenScheme', '~'.repeat(100), '~'.repeat(101)],
  ['auth.tokenScheme', '!', 'two words'],
  ['auth.domain', '[::1]', '::1'],
  ['auth.domain', 'host:65535', 'host:65536'],
  ['auth.domain', 'host', 'host/path'],
  ['auth.domain', '127.0.0.1:8484', 'user@host'],
  ['auth.chainId', '9007199254740991', '9007199254740992'],
  ['retries', '0', ''],
  ['retries', '007', '+1'],
  ['timeout', '0.001', '0.0009'],
  ['maxWait', '0s', '-1s'],
  ['maxWait', '576h', '577h'],
  ['credentials.store', 'auto', 'Auto'],
  ['networks.sandbox.baseUrl', 'http://127.0.0.1:4017/v1', 'http://127.0.0.1:4017'],
])('%s: "%s" is the last that may be, "%s" may not', (key, good, wrong) => {
  expect(failure(() => checkValue(key, good))).toBe('none')
  expect(failure(() => checkValue(key, wrong))).toMatch(/^2 CLI_USAGE .+ must /)
})
