/**
 * Credentials before they are sent: one check of each kind for every source, no silent
 * mixing, and advice that fits the source.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeCredentials } from '../../src/config/credentials.ts'
import { withProfile, withSetting } from '../../src/config/settings.ts'
import { changeSettings } from '../../src/config/settings-file.ts'
import { fixture, known } from '../wallet/fixtures.ts'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { headerOf, startWitness } from '../witness/service.ts'

const witness = await startWitness()
afterAll(async () => witness.close())
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const secrets = [
  known.privateKey,
  `"${known.privateKey}"`,
  `'${known.privateKey}'`,
  `"${known.privateKey.slice(2)}"`,
  `PRIVATE_KEY=${known.privateKey}`,
  JSON.stringify(JSON.parse(fixture('cast-1.json'))),
  words.replaceAll(' ', '-'),
  words.replaceAll(' ', ''),
  JSON.stringify(words.split(' ')),
]
let home: string
let file: (name: string, text: string) => string

beforeEach(() => {
  home = freshFolder()
  witness.requests.splice(0)
  file = (name, text) => {
    writeFileSync(join(home, name), text, { mode: 0o600 })
    return join(home, name)
  }
})

const here = () => ({ MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: witness.url })
const run = async (line: string | string[], env: Record<string, string> = {}, more: Setting = {}) =>
  movecli(line, { home, sleep: async () => {}, ...more, env: { ...here(), ...env } })
const stored = async (
  name: string,
  more: Record<string, string>,
  network: 'testnet' | 'mainnet' = 'testnet',
) => {
  await changeSettings(join(home, '.config/movecli'), (all) =>
    withSetting(
      withProfile(all, name, (each) => ({ ...each, network })),
      `networks.${network}.baseUrl`,
      witness.url,
    ),
  )
  await changeCredentials(join(home, '.local/state/movecli'), name, () => ({
    origin: new URL(witness.url).origin,
    ...more,
  }))
}
const error = (stderr: string) =>
  (JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { error: Record<string, unknown> }).error
const journal = () => {
  const path = join(home, '.local/state/movecli/journal/writes.log')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

test.each(secrets)('the secret of a wallet is no API key, wherever it stands: %#', async (secret) => {
  const login = ['login', '-n', 'testnet', '--base-url', witness.url, '--key-only']
  const ways = [
    await run('token balance --json', { MOVECLI_API_KEY: secret }),
    await run('token balance --json', { MOVECLI_API_KEY_FILE: file('key', secret) }),
    await run('nft mint -f a=1 --yes --json', { MOVECLI_API_KEY: secret }),
    await run([...login, '--json', '--key', secret]),
    await run([...login, '--json', '--key-file', file('key', secret)]),
    await run([...login, '--json', '--key', '-'], {}, { stdin: secret }),
  ]
  await stored('kept', { apiKey: secret })
  ways.push(await run('token balance -p kept --json', { MOVECLI_NETWORK: '' }))
  for (const { code, stderr } of ways) {
    expect(code).toBe(2)
    expect(error(stderr)).toMatchObject({ code: 'CLI_LOOKS_LIKE_PRIVATE_KEY', outcome: 'not_sent' })
    expect(stderr).not.toContain(secret.slice(2, 40))
  }
  expect(witness.requests).toEqual([])
})

test.each(secrets)('nor is it a session token: %#', async (secret) => {
  for (const env of [{ MOVECLI_TOKEN: secret }, { MOVECLI_TOKEN_FILE: file('token', secret) }]) {
    const { code, stderr } = await run('token balance --json', { MOVECLI_API_KEY: witness.key, ...env })
    expect(code).toBe(2)
    expect(error(stderr)).toMatchObject({ code: 'CLI_LOOKS_LIKE_PRIVATE_KEY', outcome: 'not_sent' })
    expect(stderr).toContain(Object.keys(env)[0])
  }
  expect(witness.requests).toEqual([])
})

test('sixty-four hex digits alone may be a key of the service: a variable means what it holds', async () => {
  const { code } = await run('token balance --json', { MOVECLI_API_KEY: known.privateKey.slice(2) })
  expect(code).toBe(4)
  expect(headerOf(witness.requests[0]!, 'X-API-Key')).toEqual([known.privateKey.slice(2)])
})

const unfit = ['tok✓en-1234', '“token-1234”', 'token\n1234', 'token\x011234', 'x'.repeat(70_000)]
test.each(unfit)('what no header can carry is not sent, and leaves nothing unresolved: %#', async (value) => {
  await stored('kept', { apiKey: witness.key, token: value })
  const env = { MOVECLI_API_KEY: witness.key }
  const given = file('given', value)
  for (const line of [
    'token balance',
    'nft mint -f a=1 --yes',
    'motion submit --steps 5',
    'api POST /x --yes',
  ]) {
    for (const ran of [
      await run(`${line} --json`, { ...env, MOVECLI_TOKEN: value }),
      ...(value.length < 60_000 ? [await run(`${line} --json`, { ...env, MOVECLI_TOKEN_FILE: given })] : []),
      await run(`${line} --json`, { MOVECLI_API_KEY: value }),
      await run(`${line} -p kept --json`),
    ]) {
      expect(ran.code).toBe(4)
      expect(error(ran.stderr)).toMatchObject({ code: 'CLI_UNFIT_CREDENTIAL', outcome: 'not_sent' })
      expect(ran.stderr).not.toContain(value.slice(0, 8))
    }
  }
  expect(witness.requests).toEqual([])
  expect(journal()).toBe('')
})

test('an API key of a profile and a session token of a variable are not mixed without a word', async () => {
  await stored('main', { apiKey: witness.key, address: witness.address })
  const { code, stderr } = await run('nft mint -f a=1 --yes -p main', { MOVECLI_TOKEN: witness.token })
  expect(code).toBe(0)
  expect(stderr).toContain('The API key is from profile main, the session token from MOVECLI_TOKEN.')
})

test('an error names no address where the token may be of another wallet', async () => {
  await stored('main', { apiKey: witness.key, address: witness.address, token: witness.token })
  const own = await run('token balance -p main', { MOVECLI_NETWORK: '' })
  expect(own.code).toBe(0)
  witness.answer({ path: '/token/balance', times: 2, status: 503, body: 'no' })
  const signedIn = await run('token balance -p main --retries 0')
  expect(signedIn.stderr).toContain('profile  main (testnet, 0x1111…1111)')
  await stored('main', { apiKey: witness.key, address: witness.address })
  const foreign = await run('token balance -p main --retries 0', { MOVECLI_TOKEN: witness.token })
  expect(foreign.stderr).toContain('profile  main (testnet)\n')
})

test('a refused credential is renewed where it comes from', async () => {
  await stored('main', { apiKey: witness.key, token: witness.token })
  await stored('ops', { apiKey: witness.key, token: 'is-over' })
  const fix = async (line: string, env: Record<string, string> = {}) =>
    /^fix: (.*)$/m.exec((await run(line, env)).stderr)?.[1]
  expect(await fix('token balance -p ops')).toBe('movecli login --profile ops')
  await stored('ops', { apiKey: witness.key })
  expect(await fix('token balance -p ops')).toBe('movecli login --profile ops')
  expect(await fix('token balance -p ops', { MOVECLI_TOKEN: 'is-over' })).toBe('Check MOVECLI_TOKEN.')
  expect(
    await fix('token balance', {
      MOVECLI_API_KEY: 'wrong-key',
      MOVECLI_TOKEN: 'is-over',
      MOVECLI_PROFILE: 'main',
    }),
  ).toBe('Check MOVECLI_API_KEY and MOVECLI_TOKEN.')
  expect(await fix('token balance', { MOVECLI_API_KEY: 'wrong-key', MOVECLI_PROFILE: 'main' })).toBe(
    'Check MOVECLI_API_KEY, or run: movecli login --profile main',
  )
})

test('a stored token ends by the clock of the service, not by that of this machine', async () => {
  const now = () => new Date('2026-05-01T12:00:00Z')
  const expiresAt = '2026-05-01T12:30:00Z'
  const kept = { apiKey: witness.key, token: witness.token, expiresAt }
  await stored('behind', { ...kept, clockSkewMs: String(3_600_000) })
  // Whose clock was corrected since the login is asked of the service, without the token.
  witness.answer({ path: '/token/price', headers: { Date: 'Fri, 01 May 2026 13:00:00 GMT' } })
  const over = await run('token balance -p behind --json', {}, { now })
  expect({ overCode: over.code, overStderrErrorCode: error(over.stderr)['code'] }).toEqual({
    overCode: 4,
    overStderrErrorCode: 'CLI_TOKEN_EXPIRED',
  })
  const asked = witness.requests.splice(0)
  expect(asked.map((each) => [each.target, headerOf(each, 'Authorization')])).toEqual([
    ['/v1/token/price', []],
  ])
  const late = () => new Date('2026-05-01T13:00:00Z')
  await stored('ahead', { ...kept, clockSkewMs: String(-3_600_000) })
  witness.answer({ path: '/token/price', headers: { Date: 'Fri, 01 May 2026 12:00:00 GMT' } })
  expect((await run('token balance -p ahead --json', {}, { now: late })).code).toBe(0)
})

test('several profiles never get the token of the environment, not that of a file either', async () => {
  await stored('main', { apiKey: witness.key, token: witness.token })
  await stored('ops', { apiKey: witness.key })
  for (const env of [{ MOVECLI_TOKEN: 'of-another' }, { MOVECLI_TOKEN_FILE: file('token', 'of-another') }]) {
    await run('token balance --all-profiles', env)
    const sent = witness.requests.splice(0).map((each) => headerOf(each, 'Authorization'))
    expect(sent.toSorted()).toEqual([[], [`Bearer ${witness.token}`]])
  }
})

test('a stored session token that the service repeats is hidden, also one that is not used', async () => {
  await stored('main', { apiKey: witness.key, token: 'stored-token-1234567' })
  for (const env of [{}, { MOVECLI_TOKEN: witness.token }]) {
    const message = `no such session: stored-token-1234567`
    const body = JSON.stringify({ success: false, error: { code: 'AUTH_002', message, details: message } })
    witness.answer({ path: '/token/balance', times: 1, status: 401, body })
    const { code, stderr } = await run('token balance -vv', env)
    expect(code).toBe(4)
    expect(stderr).toContain('no such session: [redacted]')
    expect(stderr).not.toContain('stored-token-1234567')
  }
})
