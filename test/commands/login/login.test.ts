/** Signing in without questions: what is sent, what is stored, and all that is refused before either. */
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshFolder, movecli, type Setting } from '../../support/movecli.ts'
import { sandboxAddress } from '../../../src/sandbox/constants.ts'
import { startWitness, type Witness } from '../../witness/service.ts'

const privateKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const fixtures = new URL('../../fixtures/wallets/', import.meta.url)
const address = '0xC1b1550860Af52B06262459996047267E43aCb8b'
let witness: Witness
let home: string

beforeEach(async () => {
  witness = await startWitness()
  home = freshFolder()
  cpSync(new URL('cast-1.json', fixtures), join(home, 'wallet.json'))
  file('password', 'throwaway-password\n')
  file('key', 'witness-key\n')
})
afterEach(async () => witness.close())

const file = (name: string, text: string, mode = 0o600) => {
  writeFileSync(join(home, name), text, { mode })
  return join(home, name)
}
const keystore = () => ['--keystore', join(home, 'wallet.json'), '--password-file', join(home, 'password')]
const login = async (more: string[], setting: Setting = {}) =>
  movecli(['login', '-n', 'testnet', '--base-url', witness.url, ...more], {
    home,
    sleep: async () => {},
    ...setting,
  })
const credentials = () => {
  const path = join(home, '.local/state/movecli/credentials.json')
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { profiles: Record<string, Record<string, string>> })
        .profiles
    : {}
}

test('a login stores the token for its origin, in a file that nobody else may read', async () => {
  const { code, stdout } = await login(['--key-file', join(home, 'key'), ...keystore(), '--json'])
  expect(code).toBe(0)
  expect(Object.keys(JSON.parse(stdout) as object)).toEqual([
    'address',
    'kyc_status',
    'expires_at',
    'network',
    'profile',
  ])
  expect(credentials()['default']).toMatchObject({
    origin: new URL(witness.url).origin,
    apiKey: 'witness-key',
    address,
  })
  expect(statSync(join(home, '.local/state/movecli/credentials.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, '.local/state/movecli')).mode & 0o777).toBe(0o700)
})

test('the stored credentials are refused at another origin, whatever names it', async () => {
  await login(['--key-file', join(home, 'key'), ...keystore()])
  const other = await startWitness()
  for (const [flags, env] of [
    [['--base-url', other.url], {}],
    [[], { MOVECLI_BASE_URL: other.url }],
  ] as const) {
    const ran = await movecli(['motion', 'daily', ...flags], { home, env })
    expect(ran.code).toBe(4)
    expect(ran.stderr).toContain('CLI_FOREIGN_CREDENTIAL')
    expect(ran.stderr).toContain('movecli login')
  }
  expect(other.requests).toHaveLength(0)
  await other.close()
})

test('a key alone is stored, and stderr says what is next', async () => {
  const { code, stdout, stderr } = await login(['--key', '-', '--key-only'], { stdin: 'witness-key\r\n' })
  expect({ code, stdout: stdout.split('\n')[0] }).toEqual({
    code: 0,
    stdout: 'address\tkyc_status\texpires_at\tnetwork\tprofile',
  })
  expect(stderr).toContain(
    'Stored the API key of default (testnet). Not signed in. Next: movecli login --browser\n',
  )
  expect(credentials()['default']).toEqual({ origin: new URL(witness.url).origin, apiKey: 'witness-key' })
  expect(witness.requests).toHaveLength(0)
})

test('what is next names the profile, unless a login takes it anyway', async () => {
  await login(['--key-file', join(home, 'key'), '--key-only'])
  const second = await login(['--key-file', join(home, 'key'), '--key-only', '-p', 'ops-b'])
  expect(second.stderr).toContain('Next: movecli login --browser --profile ops-b\n')
  const byEnv = await login(['--key-file', join(home, 'key'), '--key-only'], {
    env: { MOVECLI_PROFILE: 'ops-b' },
  })
  expect(byEnv.stderr).toContain('Next: movecli login --browser --profile ops-b\n')
  const first = await login(['--key-file', join(home, 'key'), '--key-only', '-p', 'default'])
  expect(first.stderr).toContain('Next: movecli login --browser\n')
  expect((await movecli('-p ops-b', { home })).stdout).toContain('Run: movecli login --profile ops-b\n')
  expect((await movecli('', { home })).stdout).toContain('Not signed in. Run: movecli login\n')
})

test('a key from the environment without a signer leaves nothing to do', async () => {
  const { code, stderr } = await login([], { env: { MOVECLI_API_KEY: 'witness-key' } })
  expect(code).toBe(2)
  expect(stderr).toContain('No signer given.')
})

test.each([
  [`0x${privateKey}`, 2],
  ['a key with blanks', 4],
  ['schlüssel', 4],
])(
  'an API key in the environment that cannot be one is refused before anything is sent: %#',
  async (key, exit) => {
    const env = { MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: witness.url, MOVECLI_API_KEY: key }
    const { code, stderr } = await movecli('motion daily', { env })
    expect(code).toBe(exit)
    expect(stderr).not.toContain(key)
    expect(witness.requests).toHaveLength(0)
  },
)

test('a key on the command line works, with a warning', async () => {
  const { code, stderr } = await login(['--key', 'witness-key'])
  expect(code).toBe(0)
  expect(stderr).toContain('ps and your shell history show the API key')
})

const words = 'test test test test test test test test test test test junk'
test.each([
  ['a private key', `0x${privateKey}`],
  ['a private key without 0x', privateKey],
  ['a mnemonic', words],
  ['a keystore', readFileSync(new URL('cast-1.json', fixtures), 'utf8')],
])('%s in the place of the API key is refused, not echoed, not stored, not sent', async (_, secret) => {
  for (const [flags, stdin] of [
    [['--key', secret], ''],
    [['--key', '-'], secret],
    [['--key-file', file('secret', secret)], ''],
  ] as const) {
    if (secret === privateKey && !flags[1].includes(privateKey)) continue
    const { code, stdout, stderr } = await login([...flags, ...keystore()], { stdin })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('CLI_LOOKS_LIKE_PRIVATE_KEY')
    expect(stderr).not.toContain(secret.slice(0, 12))
  }
  expect(credentials()).toEqual({})
  expect(witness.requests).toHaveLength(0)
})

test.each([
  ['an empty key', () => ['--key', '-'], 'The API key is empty', 2],
  ['an empty key file', () => ['--key-file', file('empty', '\n')], 'is empty', 2],
  ['a key of two lines', () => ['--key-file', file('two', 'a\nb')], 'no header can carry', 2],
  [
    'a key file that others can read',
    () => ['--key-file', file('open', 'witness-key', 0o644)],
    'chmod 600',
    2,
  ],
  [
    'one whose name has a space',
    () => ['--key-file', file('two words', 'witness-key', 0o644)],
    "two words'",
    2,
  ],
  ['a key file that is not there', () => ['--key-file', join(home, 'nowhere')], 'does not exist', 2],
  [
    'two sources of the key',
    () => ['--key', 'k', '--key-file', join(home, 'key')],
    'Give one of --key and --key-file',
    2,
  ],
  ['no key at all', () => [], 'The API key is missing', 2],
  [
    'two signers',
    () => ['--key-file', join(home, 'key'), '--private-key-file', 'x', ...keystore()],
    'Give one of',
    2,
  ],
  [
    'a keystore that is not JSON',
    () => [
      '--key-file',
      join(home, 'key'),
      '--keystore',
      file('w', 'nope'),
      '--password-file',
      join(home, 'password'),
    ],
    'not JSON',
    2,
  ],
  [
    'a keystore without an end',
    () => ['--key-file', join(home, 'key'), '--keystore', '/dev/zero'],
    'larger than 64 KB',
    2,
  ],
  ['a key file without an end', () => ['--key-file', '/dev/zero'], '/dev/zero', 2],
  [
    'a keystore without a password',
    () => ['--key-file', join(home, 'key'), '--keystore', join(home, 'wallet.json')],
    '--password-file',
    2,
  ],
  [
    'a wrong password',
    () => [
      '--key-file',
      join(home, 'key'),
      '--keystore',
      join(home, 'wallet.json'),
      '--password-file',
      file('bad', 'wrong-password'),
    ],
    'CLI_WRONG_PASSWORD',
    4,
  ],
  [
    'an address that is not the wallet',
    () => [
      '--key-file',
      join(home, 'key'),
      '--address',
      '0x1111111111111111111111111111111111111111',
      ...keystore(),
    ],
    'CLI_SIGNATURE',
    4,
  ],
  [
    'an address with a wrong checksum',
    () => ['--address', '0xC1b1550860Af52B06262459996047267E43aCb8B'],
    'checksum',
    2,
  ],
  [
    'a private key that is none',
    () => ['--key-file', join(home, 'key'), '--private-key-file', file('pk', '0x12')],
    '64 hex digits',
    2,
  ],
])('%s is refused with the next step; nothing is sent or stored', async (_, flags, words, exit) => {
  const { code, stdout, stderr } = await login(flags())
  expect(stderr).toContain(words)
  expect(stderr).toMatch(/^fix: ./m)
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
  expect(witness.requests).toHaveLength(0)
  expect(credentials()).toEqual({})
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const answer = (data: object) => JSON.stringify({ success: true, data })
test.each([
  [
    'names another address',
    () =>
      answer({
        token: 'tok-1234',
        expires_at: inAnHour(),
        user: { address: `0x${'1'.repeat(40)}`, kyc_status: 'verified' },
      }),
    4,
  ],
  [
    'has a token that fits no header',
    () => answer({ token: 'a\nb-123456', expires_at: inAnHour(), user: { address, kyc_status: 'verified' } }),
    4,
  ],
  [
    'has a token that is over',
    () =>
      answer({
        token: 'tok-1234',
        expires_at: '2026-01-02T03:04:05Z',
        user: { address, kyc_status: 'verified' },
      }),
    4,
  ],
  [
    'lacks the expiry',
    () => answer({ token: 'tok-secret-1234', user: { address, kyc_status: 'verified' } }),
    8,
  ],
  [
    'has an expiry that is no time',
    () => answer({ token: 'tok-secret-1234', expires_at: 'soon', user: { address, kyc_status: 'verified' } }),
    8,
  ],
  ['is cut off', () => '{"success":true,"data":{"token":"tok-secret-1234"', 8],
])('an answer that %s is not trusted: nothing is stored', async (_, body, exit) => {
  witness.answer({ path: '/auth/login', times: 9, body: body() })
  const { code, stdout, stderr } = await login(['--key-file', join(home, 'key'), ...keystore()])
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
  expect(stderr).not.toContain('tok-secret-1234')
  expect(credentials()).toEqual({})
})

test('AUTH_002 to a login points at the help on signing', async () => {
  const { code, stderr } = await login(['--key-file', file('other', 'another-key'), ...keystore()])
  expect(code).toBe(4)
  expect(stderr).toContain('movecli help signing')
})

test('a login that gets no answer ends with 8 and signs a fresh message each time', async () => {
  witness.answer({ path: '/auth/login', times: 4, destroy: 'before-answer' })
  const { code } = await login(['--key-file', join(home, 'key'), ...keystore()])
  expect(code).toBe(8)
  const messages = witness.requests.map(({ body }) => (JSON.parse(body) as { message: string }).message)
  expect(new Set(messages).size).toBe(4)
})

test('domain, chain, template, token header and scheme are settings', async () => {
  const set = async (key: string, value: string) => movecli(['config', 'set', key, value], { home })
  await set('networks.testnet.baseUrl', witness.url)
  await set('auth.messageTemplate', 'movecli {domain} {address} {timestamp} {nonce} {network}')
  await set('networks.testnet.auth.domain', 'app.example')
  await set('auth.tokenHeader', 'X-Session')
  await set('auth.tokenScheme', '')
  expect((await login(['--key-file', join(home, 'key'), ...keystore()])).code).toBe(0)
  const { message } = JSON.parse(witness.requests[0]?.body ?? '') as { message: string }
  expect(message).toMatch(new RegExp(`^movecli app\\.example ${address} \\d{4}-.*Z [0-9a-f]+ testnet$`))
  await movecli('token price', { home })
  const headers = witness.requests[1]?.rawHeaders ?? []
  expect(headers[headers.indexOf('X-Session') + 1]).toMatch(/^d2l0/)
})

test('an expired token ends with 4, its time and the command; nothing is sent', async () => {
  const early = () => new Date(Date.now() - 2 * 86_400_000)
  witness.answer({
    path: '/auth/login',
    headers: { Date: early().toUTCString() },
    body: answer({
      token: 'tok-1234',
      expires_at: new Date(Date.now() - 86_400_000).toISOString(),
      user: { address, kyc_status: 'verified' },
    }),
  })
  expect((await login(['--key-file', join(home, 'key'), ...keystore()], { now: early })).code).toBe(0)
  const { code, stderr } = await movecli(['motion', 'daily', '--base-url', witness.url], { home })
  expect(code).toBe(4)
  expect(stderr).toMatch(/The session token expired at .*\(CLI_TOKEN_EXPIRED\)/)
  expect(stderr).toContain('fix: movecli login --profile default')
  expect(witness.requests).toHaveLength(1)
  const price = await movecli(['motion', 'daily', '--address', address, '--base-url', witness.url], { home })
  expect(price.code).toBe(0)
  expect(price.stderr).toContain('and is not sent')
  expect(witness.requests[1]?.rawHeaders.join()).not.toContain('tok-1234')
})

test('a status that repeats a secret is stored and shown without it', async () => {
  const token = 'session-token-1234567'
  const status = `${token} ${Buffer.from(token).toString('hex')} verified`
  witness.answer({
    path: '/auth/login',
    body: answer({ token, expires_at: inAnHour(), user: { address, kyc_status: status } }),
  })
  expect((await login(['--key-file', join(home, 'key'), ...keystore()])).code).toBe(0)
  expect(credentials()).toMatchObject({ default: { kycStatus: '[redacted] [redacted] verified' } })
  expect((await movecli('profile show default', { home })).stdout).not.toContain(token)
})

test('a login on another network makes a profile beside the first and says so', async () => {
  await login(['--key-file', join(home, 'key'), ...keystore()])
  const { code, stderr } = await movecli(
    ['login', '-n', 'mainnet', '--base-url', witness.url, '--key-file', join(home, 'key'), ...keystore()],
    { home },
  )
  expect(code).toBe(0)
  expect(stderr).toContain(
    'Created profile mainnet. default stays the current one, so use -p mainnet or -n mainnet.',
  )
  expect(Object.keys(credentials()).toSorted()).toEqual(['default', 'mainnet'])
})

test('a network that does not come to a new profile is not named as a way to it', async () => {
  const signIn = ['--key-file', join(home, 'key'), ...keystore()]
  await login(signIn)
  const second = await login([...signIn, '-p', 'ops-b'])
  expect(second.stderr).toContain('default stays the current one, so use -p ops-b.\n')
  const main = async (name: string) =>
    movecli(['login', '-n', 'mainnet', '-p', name, '--base-url', witness.url, ...signIn], { home })
  expect((await main('main-a')).stderr).toContain('so use -p main-a or -n mainnet.\n')
  expect((await main('main-b')).stderr).toContain('so use -p main-b.\n')
})

test('logout forgets the token, keeps the key, and says that the token lives on', async () => {
  await login(['--key-file', join(home, 'key'), ...keystore()])
  const { code, stderr } = await movecli('logout', { home })
  expect(code).toBe(0)
  expect(stderr).toContain('Removed the session token of default')
  expect(stderr).toContain('stays valid at the service until')
  expect(credentials()['default']).toEqual({
    origin: new URL(witness.url).origin,
    apiKey: 'witness-key',
    address,
  })
  await movecli('logout --all', { home })
  expect(credentials()).toEqual({})
})

test('--dry-run of login and logout changes and sends nothing', async () => {
  expect((await login(['--key-file', join(home, 'key'), ...keystore(), '--dry-run'])).code).toBe(0)
  expect(existsSync(join(home, '.config'))).toBe(false)
  expect(witness.requests).toHaveLength(0)
  await login(['--key-file', join(home, 'key'), ...keystore()])
  const before = credentials()
  const { stdout } = await movecli('logout --all --dry-run', { home })
  expect(stdout).toContain('would remove the session token, the API key of default')
  expect(credentials()).toEqual(before)
})

test('--dry-run says what would be stored where no signer is named', async () => {
  const line = ['--key', 'ordinary-key', '--dry-run']
  const origin = new URL(witness.url).origin
  expect((await login(line)).stdout).toBe(
    `would store the API key for default (testnet), for ${origin} only, and not sign in\n`,
  )
  expect(JSON.parse((await login([...line, '--json'])).stdout)).toEqual({
    dry_run: true,
    network: 'testnet',
    profile: 'default',
    origin,
    stores: ['api_key'],
  })
  const keyOnly = await login([...line, '--key-only', ...keystore()])
  expect(keyOnly.stdout).toContain('would store the API key')
  expect((await login([...line, ...keystore()])).stdout).toContain('POST ')
  expect(existsSync(join(home, '.config'))).toBe(false)
})

test.each([
  ['a wallet key', ['--key', `0x${privateKey}`], 'CLI_LOOKS_LIKE_PRIVATE_KEY'],
  ['an empty key', ['--key', ''], 'CLI_USAGE'],
  ['two keys', ['--key', 'one', '--key-file', 'two'], 'CLI_USAGE'],
  ['two signers', ['--keystore', 'one', '--private-key-file', 'two'], 'CLI_USAGE'],
])('--dry-run refuses %s', async (_, words, code) => {
  const ran = await login([...words, '--dry-run'])
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: '' })
  expect(ran.stderr).toContain(code)
  expect(ran.stderr).not.toContain(privateKey)
})

test('the sandbox signs in with its own test wallet off a terminal, and at its own address alone', async () => {
  const { code, stdout } = await movecli('login -n sandbox --json', { home })
  expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    stdout: { address: sandboxAddress, network: 'sandbox' },
  })
  expect(credentials()['default']).toMatchObject({ address: sandboxAddress })
  const elsewhere = await movecli(['login', '-n', 'sandbox', '--base-url', witness.url], {
    home: freshFolder(),
  })
  expect(elsewhere.code).toBe(2)
  expect(witness.requests).toHaveLength(0)
})

test('--dry-run of a login to the sandbox shows what its test wallet would send', async () => {
  const { code, stdout } = await movecli('login -n sandbox --dry-run', { home })
  expect({ code, stdout: stdout.split('\n')[0] }).toEqual({
    code: 0,
    stdout: 'POST http://127.0.0.1:4017/v1/auth/login',
  })
})

test('logout of a sandbox that nobody signed in to has nothing to remove', async () => {
  const { code, stdout, stderr } = await movecli('logout -n sandbox --json', { home })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    profile: null,
    removed: [],
    left_in: null,
    token_valid_until: null,
  })
  expect((await movecli('logout -n sandbox', { home })).stderr).toContain('Nothing to remove')
  expect((await movecli('logout -n sandbox --dry-run', { home })).stdout).toContain('would remove nothing')
  expect(existsSync(join(home, '.local'))).toBe(false)
})

test('a path at the beginning of an error keeps its letters', async () => {
  const path = relative(process.cwd(), file('bad', ''))
  writeFileSync(path, Buffer.from([0xc3, 0x28]))
  const { code, stderr } = await login(['--key-file', `src/../${path}`])
  expect({ code, stderr: stderr.split(' ')[1] }).toEqual({ code: 2, stderr: `src/../${path}` })
})

test('a Date that is no HTTP date says nothing of the clock', async () => {
  witness.answer({ path: '/auth/login', headers: { Date: '1' } })
  const { code, stderr } = await login(['--key-file', join(home, 'key'), ...keystore()])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('clock') })
  expect(credentials()['default']).not.toHaveProperty('clockSkewMs')
})

test('a new API key beside a session says that the session stays, and whose it is', async () => {
  const key = ['--key-file', join(home, 'key')]
  expect((await login([...key, ...keystore()])).code).toBe(0)
  const { stdout, stderr } = await login([...key, '--key-only', '--json', '-v'])
  const { address, expiresAt } = credentials()['default'] as Record<string, string>
  expect(JSON.parse(stdout)).toMatchObject({ address, expires_at: expiresAt })
  expect(stderr).not.toContain('Not signed in')
  const plain = await login([...key, '--key-only'])
  expect(plain.stderr).toContain(`Stored the API key of default (testnet). Its session of ${address} stays.`)
  expect((await movecli('logout', { home })).code).toBe(0)
  const after = await login([...key, '--key-only', '--json'])
  expect(JSON.parse(after.stdout)).toMatchObject({ address: null, expires_at: null })
  expect((await login([...key, '--key-only'])).stderr).toContain('Not signed in. Next: ')
})

test.each([
  [1199, 'behind'],
  [-1199, 'ahead of'],
])('a refused login names a clock that is wrong by %i s', async (seconds, way) => {
  witness.answer({
    path: '/auth/login',
    status: 401,
    headers: { Date: new Date(Date.now() + seconds * 1000).toUTCString() },
    body: JSON.stringify({
      success: false,
      error: { code: 'AUTH_002', message: 'the message has expired', details: '' },
    }),
  })
  const { code, stderr } = await login(['--key-file', join(home, 'key'), ...keystore()])
  expect(code).toBe(4)
  const [, told] =
    new RegExp(`This machine's clock is (\\d+) s ${way} the service's\\. \\(AUTH_002`).exec(stderr) ?? []
  // The Date was made before the keystore's key was derived.
  expect(Math.abs(Number(told) - 1199)).toBeLessThan(60)
  expect(stderr).toContain('fix: Set the clock, and run it again.')
})

test('a key that is stored for another origin leaves the old session behind', async () => {
  await login(['--key-file', join(home, 'key'), ...keystore()])
  expect(credentials()['default']).toHaveProperty('token')
  const other = await startWitness({ key: 'key-of-the-other' })
  const { code } = await login(['--base-url', other.url, '--key', '-', '--key-only'], { stdin: other.key })
  expect(code).toBe(0)
  expect(credentials()['default']).toEqual({ origin: new URL(other.url).origin, apiKey: other.key })
  await movecli('motion daily --address 0x1111111111111111111111111111111111111111', { home })
  const sent = other.requests.flatMap(({ rawHeaders }) => rawHeaders)
  expect(sent).toContain(other.key)
  expect(sent).not.toContain('Authorization')
  await other.close()
})

test('signing in at another origin leaves the old API key behind', async () => {
  await login(['--key-file', join(home, 'key'), ...keystore()])
  const other = await startWitness({ key: 'key-of-the-other' })
  const { code } = await login(['--base-url', other.url, ...keystore()], {
    env: { MOVECLI_API_KEY: other.key },
  })
  expect(code).toBe(0)
  expect(credentials()['default']).toMatchObject({ origin: new URL(other.url).origin, address })
  expect(credentials()['default']).not.toHaveProperty('apiKey')
  expect(other.requests.flatMap(({ rawHeaders }) => rawHeaders)).not.toContain('witness-key')
  await other.close()
})

test('a folder that other users may write is named before secrets go into it', async () => {
  const { chmodSync, mkdirSync } = await import('node:fs')
  const home = freshFolder()
  const state = `${home}/.local/state/movecli`
  mkdirSync(state, { recursive: true })
  const login = async () => movecli('login -n sandbox --no-input', { home })
  chmodSync(state, 0o777)
  expect((await login()).stderr).toContain(`warning: Other users can write to ${state}`)
  chmodSync(state, 0o700)
  expect((await login()).stderr).not.toContain('warning')
})

test('--key-only stores the key and signs nothing, whatever signer is named', async () => {
  const { code, stdout } = await login([
    '--key-file',
    join(home, 'key'),
    '--key-only',
    ...keystore(),
    '--json',
  ])
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({
    code: 0,
    stdout: { address: null, kyc_status: null, expires_at: null, network: 'testnet', profile: 'default' },
  })
  expect(witness.requests).toHaveLength(0)
  expect(credentials()['default']).toEqual({ origin: new URL(witness.url).origin, apiKey: 'witness-key' })
})

test('a signer that the environment names signs in, and --dry-run shows that it would', async () => {
  const env = {
    MOVECLI_KEYSTORE: keystore()[1]!,
    MOVECLI_KEYSTORE_PASSWORD_FILE: keystore()[3]!,
    MOVECLI_API_KEY: 'witness-key',
    MOVECLI_BASE_URL: witness.url,
  }
  const dry = await movecli('login -n testnet --dry-run --json', { home, env })
  expect(JSON.parse(dry.stdout)).toMatchObject({
    dry_run: true,
    method: 'POST',
    url: `${witness.url}/auth/login`,
    headers: { 'X-API-Key': '[11 characters]' },
  })
  expect(witness.requests).toHaveLength(0)
  const { code } = await movecli('login -n testnet --json', { home, env })
  expect([code, witness.requests.length]).toEqual([0, 1])
  // The key is the environment's, and stays there.
  expect(credentials()['default']).not.toHaveProperty('apiKey')
})
