/** Where a login puts its secrets, by setting, flag and what the keychain does; and that every command finds them there. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sandboxToken } from '../../../src/sandbox/constants.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { memoryKeychain } from '../../support/keychain.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'

const key = 'sandbox-public-api-key'

/** A `forgetful` keychain gives back another text than was written. */
function world({ tokenTtl = 3_600_000, forgetful = false } = {}) {
  const home = freshFolder()
  const time = { at: Date.parse('2026-03-04T12:00:00Z') }
  const now = () => new Date(time.at)
  const sandbox = createSandbox({ now, tokenTtl })
  let sent = 0
  const memory = memoryKeychain()
  const wallet = new URL('../../fixtures/wallets/cast-1.json', import.meta.url)
  writeFileSync(join(home, 'wallet.json'), readFileSync(wallet))
  writeFileSync(join(home, 'password'), 'throwaway-password\n', { mode: 0o600 })
  writeFileSync(join(home, 'key'), `${key}\n`, { mode: 0o600 })
  const env = { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1', MOVECLI_NETWORK: 'testnet' }
  const run = async (line: string, more: Record<string, string> = {}, stdin?: string) =>
    movecli(line, {
      home,
      ...(stdin !== undefined && { stdin }),
      now,
      env: { ...env, ...more },
      keychain: async (steps, wait) =>
        (await memory.keychain(steps, wait)).map((found) => found && (forgetful ? `${found}.` : found)),
      transport: async (request) => (sent++, sandbox(request)),
    })
  const login = async (line = '', more = {}) =>
    run(
      `login --key-file ${home}/key --keystore ${home}/wallet.json --password-file ${home}/password ${line}`,
      more,
    )
  const path = join(home, '.local/state/movecli/credentials.json')
  const file = () => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  return { home, time, run, login, file, sent: () => sent, ...memory }
}

test('a keychain that works has the secrets; every command finds them, and logout clears it', async () => {
  const { run, login, file, secrets } = world()
  const { code, stderr } = await login()
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining("Secrets are kept in the system's keychain"),
  })
  expect([secrets.size, file().includes(key)]).toEqual([1, false])
  expect((await run('token balance')).code).toBe(0)
  expect(JSON.parse((await run('whoami --json')).stdout)).toMatchObject({ store: 'keychain' })
  expect(JSON.parse((await run('profile show --json')).stdout)).toMatchObject({
    credentials: { store: 'keychain', api_key: true, token: true },
  })
  expect((await run('doctor')).stdout).toContain('it has the secrets of default')
  const out = await run('logout --json')
  expect(JSON.parse(out.stdout)).toMatchObject({ removed: ['token'], from: "the system's keychain" })
  expect([...secrets.values()]).toEqual([`{"apiKey":"${key}"}`])
  await run('logout --all')
  expect([secrets.size, file().includes('default')]).toEqual([0, false])
})

test('what is no longer in the keychain, or cannot be read, is no session: whoami and doctor say so', async () => {
  const { run, login, secrets, faults } = world()
  await login()
  expect((await run('whoami --min-validity 30m --json')).code).toBe(0)
  faults.push('refused')
  const locked = await run('whoami --min-validity 30m --json')
  expect({ code: locked.code, stderr: locked.stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('CLI_KEYCHAIN'),
  })
  const [account, secret] = [...secrets][0]!
  secrets.clear()
  expect((await run('whoami --min-validity 30m --json')).code).toBe(4)
  const { code, stderr } = await run('whoami')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining("The secrets of default are no longer in the system's keychain."),
  })
  const ill = await run('doctor')
  expect({ code: ill.code, stdout: ill.stdout }).toEqual({
    code: 10,
    stdout: expect.stringContaining('the secrets of default are no longer in it'),
  })
  secrets.set(account, secret)
  expect((await run('doctor')).stdout).toContain('it has the secrets of default')
})

test.each([
  ['the session token alone', JSON.stringify({ apiKey: key })],
  ['all of them, for a text that movecli did not write', 'note to self'],
])('a keychain that has lost %s is told by whoami and doctor alike', async (_, left) => {
  const { run, login, secrets } = world()
  await login()
  secrets.set([...secrets.keys()][0]!, left)
  expect((await run('whoami')).stderr).toContain(
    "The secrets of default are no longer in the system's keychain.",
  )
  expect((await run('doctor')).stdout).toContain('the secrets of default are no longer in it')
})

test.each([
  ['under CI', '', { CI: '1' }],
  ['with --store file', '--store file', {}],
])('%s secrets go to the file, and no keychain is asked', async (_, flag, env) => {
  const { login, file, calls } = world()
  const { code, stderr } = await login(flag, env)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('credentials.json, which only you can read'),
  })
  expect([calls(), file().includes(key)]).toEqual([0, true])
})

test.each(['silent', 'refused'] as const)(
  'a keychain that is %s is left alone: the file is used, and said',
  async (fault) => {
    const { login, file, faults } = world()
    faults.push(fault)
    const { code, stderr } = await login()
    expect([code, file().includes(key)]).toEqual([0, true])
    expect(stderr.includes('keychain is not used: it did not answer')).toBe(fault === 'silent')
  },
)

test('a keychain that is wanted and does not work ends the login before anything is asked or sent', async () => {
  const { run, login, faults, sent, file } = world()
  faults.push('refused')
  expect((await login('--store keychain')).code).toBe(3)
  await run('config set credentials.store keychain')
  faults.push('silent')
  const { code, stderr } = await login('--json')
  expect({ code, sent: sent(), file: file() }).toEqual({ code: 3, sent: 0, file: '' })
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_KEYCHAIN', outcome: 'not_sent' } })
})

test('a keychain that fails after it was tried loses no login', async () => {
  const { login, faults, file, run } = world()
  faults.push(undefined, 'refused')
  const { code, stderr } = await login()
  expect([code, file().includes(key)]).toEqual([0, true])
  expect(stderr).toContain('credentials.json, which only you can read')
  expect((await run('token balance')).code).toBe(0)
})

test('of a keychain that cannot be read doctor names the profile whose secrets it has', async () => {
  const { run, login, faults } = world()
  await login('--store file')
  await login('--store keychain --profile ops-b')
  for (const line of ['doctor', 'doctor --profile default', 'doctor --profile ops-b']) {
    faults.push('silent', 'silent', 'silent')
    expect((await run(line)).stdout).toContain(
      'unlock it, or movecli login --key --store file --profile ops-b\n',
    )
    faults.length = 0
  }
})

test('a keychain that cannot be read later is exit 3 with the way on, which works', async () => {
  const { run, login, faults, sent } = world()
  await login()
  const before = sent()
  faults.push('silent', 'silent', 'silent')
  const { code, stderr } = await run('token balance --json')
  expect([code, sent() - before]).toEqual([3, 0])
  expect(stderr).toContain('movecli login --key --store file --profile default')
  expect((await run('whoami')).code).toBe(0)
  expect((await run('logout')).code).toBe(3)
  faults.push('silent', 'silent')
  expect((await login('--store file --profile default')).code).toBe(0)
  expect((await run('token balance')).code).toBe(0)
})

test('a session that is renewed stays in the keychain', async () => {
  const { run, login, time, secrets, file } = world({ tokenTtl: 60_000 })
  await login('--remember-signer')
  const [before] = secrets.values()
  time.at += 61_000
  expect((await run('token balance')).code).toBe(0)
  expect(secrets.size).toBe(1)
  expect([...secrets.values()]).not.toEqual([before])
  expect(file()).not.toContain(key)
})

test.each([
  ['as the service is asked', [undefined, undefined, 'refused' as const]],
  ['before the new session is written', [undefined, undefined, undefined, 'refused' as const]],
])('a keychain that locks %s ends a renewal with exit 3 and its own way on', async (_, struck) => {
  const { run, login, time, faults } = world({ tokenTtl: 60_000 })
  await login('--remember-signer')
  time.at += 61_000
  faults.push(...struck)
  const { code, stderr } = await run('token balance --json')
  expect([code, JSON.parse(stderr)]).toMatchObject([
    3,
    {
      error: {
        code: 'CLI_KEYCHAIN',
        outcome: 'not_sent',
        message: expect.stringMatching(
          /^The session token expired, and signing in again failed: .*was not kept/,
        ),
        hint: 'Unlock the keychain, or store them again with movecli login --key --store file --profile default',
      },
    },
  ])
  expect((await run('token balance')).code).toBe(0)
})

test('a profile that is removed leaves nothing in the keychain', async () => {
  const { run, login, secrets } = world()
  await login()
  const { stdout } = await run('profile rm default --yes --json')
  expect(JSON.parse(stdout)).toMatchObject({ removed: ['settings', 'api_key', 'token'] })
  expect(secrets.size).toBe(0)
})

test('--dry-run of a login asks no keychain', async () => {
  const { login, calls } = world()
  expect((await login('--dry-run')).code).toBe(0)
  expect(calls()).toBe(0)
})

test('older secrets that stay in the keychain are named by login, doctor and logout, and file secrets go all the same', async () => {
  const { run, login, faults, file, secrets } = world()
  await login()
  faults.push('refused', 'refused', 'refused')
  const again = await login('--store file')
  faults.length = 0
  expect({ code: again.code, said: again.stderr.includes('Older secrets of default may still be') }).toEqual({
    code: 0,
    said: true,
  })
  faults.push('refused')
  const checked = await run('doctor')
  expect(checked.stdout).toContain('older secrets of default may still be in it')
  faults.length = 0
  faults.push('refused')
  const out = await run('logout --json')
  expect({ code: out.code, said: out.stderr.includes('may still be in the system') }).toEqual({
    code: 0,
    said: true,
  })
  expect(JSON.parse(out.stdout)).toMatchObject({ removed: ['token'], left_in: "the system's keychain" })
  faults.push('refused')
  const all = await run('logout --all')
  expect([all.code, file().includes(key), secrets.size]).toEqual([3, false, 1])
  expect(all.stderr).toContain('Those in the credentials file were removed.')
  faults.push('refused')
  const still = await run('logout --all')
  expect({ code: still.code, said: still.stderr.includes('in the credentials file were') }).toEqual({
    code: 3,
    said: false,
  })
  const { code, stderr, stdout } = await run('logout --all')
  expect({ code, secrets: secrets.size }).toEqual({ code: 0, secrets: 0 })
  expect(stderr).toContain("Removed older secrets of default from the system's keychain.")
  expect(stdout).toContain("the system's keychain")
})

test.each([
  '.config/movecli/config.json',
  '.config/movecli/config.lock',
  '.local/state/movecli/credentials.lock',
])('a linked %s ends the login before anything is sent', async (path) => {
  const { home, login, sent } = world()
  mkdirSync(dirname(join(home, path)), { recursive: true, mode: 0o700 })
  const target = join(home, 'target')
  if (path.endsWith('.json')) writeFileSync(target, '{"format":1,"settings":{},"profiles":{}}')
  else mkdirSync(target)
  symlinkSync(target, join(home, path))
  const { code } = await login()
  expect({ code, sent: sent() }).toEqual({ code: 3, sent: 0 })
})

const given = { MOVECLI_API_KEY: key, MOVECLI_TOKEN: sandboxToken }

test('what the environment gives whole asks no keychain: it may be locked', async () => {
  const { run, login, faults, calls } = world()
  await login()
  const before = calls()
  const locked = async (line: string, env: Record<string, string>) => {
    faults.push('refused', 'refused')
    const { code, stdout, stderr } = await run(line, env)
    faults.length = 0
    return { code, stdout, stderr }
  }
  for (const line of ['token balance', 'motion daily', 'token claim --yes', 'whoami --check', 'whoami'])
    expect(await locked(line, given)).toMatchObject({ code: 0 })
  const { stderr } = await locked('whoami', { ...given, MOVECLI_API_KEY: 'another-key' })
  expect(stderr).toContain('Using the API key of MOVECLI_API_KEY, not of profile default.')
  expect(stderr).not.toMatch(/warning/)
  // The key of the profile is known by its fingerprint.
  expect((await locked('whoami', given)).stderr).not.toContain('Using the API key')
  expect((await run('token balance -n sandbox', { MOVECLI_BASE_URL: '', MOVECLI_NETWORK: '' })).code).toBe(0)
  expect(calls()).toBe(before)
})

test.each([
  ['an API key alone', 'token balance', { MOVECLI_API_KEY: key }],
  ['a session token alone', 'token balance', { MOVECLI_TOKEN: sandboxToken }],
  ['both, with --profile as a flag', 'token balance --profile default', given],
])(
  'of an environment that gives %s the rest is asked of the keychain: locked, it is exit 3',
  async (_, line, env) => {
    const { run, login, faults, calls, sent } = world()
    await login()
    const before = [calls(), sent()]
    faults.push('refused')
    const { code, stderr } = await run(line, env)
    expect({ code, calls: calls() - before[0]!, sent: sent() - before[1]! }).toEqual({
      code: 3,
      calls: 1,
      sent: 0,
    })
    expect(stderr).toContain('CLI_KEYCHAIN')
  },
)

test('the way on that a locked keychain names works with a signer and an API key on stdin', async () => {
  const { run, login, faults, home } = world()
  await login()
  faults.push('refused')
  const { stderr } = await run('token balance')
  const [, line = ''] = /store them again with movecli (.+)/.exec(stderr) ?? []
  faults.push('refused', 'refused', 'refused')
  const signer = `--keystore ${home}/wallet.json --password-file ${home}/password`
  expect((await run(`${line} ${signer}`, {}, `${key}\n`)).code).toBe(0)
  faults.length = 0
  expect((await run('token balance')).code).toBe(0)
})

test.each([
  ['', '', { CI: 'false' }, 'keychain'],
  ['', '--store auto', { CI: '1' }, 'file'],
  ['', '--store keychain', { CI: '1' }, 'keychain'],
  ['keychain', '', { CI: '1' }, 'keychain'],
  ['keychain', '--store file', {}, 'file'],
  ['file', '', {}, 'file'],
  ['file', '--store keychain', {}, 'keychain'],
  ['file', '--store auto', {}, 'keychain'],
] as const)('the setting "%s", "%s" and %j: secrets are in the %s', async (setting, flag, env, store) => {
  const { run, login, file, secrets } = world()
  if (setting) await run(`config set credentials.store ${setting}`)
  expect((await login(flag, env)).code).toBe(0)
  expect({ inFile: file().includes(key), accounts: secrets.size }).toEqual({
    inFile: store === 'file',
    accounts: store === 'file' ? 0 : 1,
  })
})

test('a keychain that gives back another text than was written has nothing', async () => {
  const { login, file, secrets, sent } = world({ forgetful: true })
  expect([(await login('--store keychain')).code, sent(), secrets.size]).toEqual([3, 0, 0])
  expect((await login()).code).toBe(0)
  expect([file().includes(key), secrets.size]).toEqual([true, 0])
})
