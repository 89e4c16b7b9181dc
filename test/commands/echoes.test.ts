/** A service that repeats what it was sent, or hands out what nobody else may see, at every place of an answer. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { reply } from '../support/world.ts'
import { startWitness } from '../witness/service.ts'

const apiKey = 'q8+Zr/Kx0CANARY1+f/9aQ=='
const witness = await startWitness({ key: apiKey })
afterAll(async () => witness.close())
let home: string

beforeEach(() => {
  home = freshFolder()
  witness.requests.splice(0)
})

const run = async (line: string | string[], more: Setting = {}) =>
  movecli(line, {
    home,
    sleep: async () => {},
    ...more,
    env: {
      MOVECLI_NETWORK: 'testnet',
      MOVECLI_BASE_URL: witness.url,
      MOVECLI_API_KEY: apiKey,
      MOVECLI_TOKEN: witness.token,
      ...more.env,
    },
  })
const everyFile = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    : []
const signIn = (password: string) => {
  cpSync(new URL('../fixtures/wallets/cast-1.json', import.meta.url), join(home, 'wallet.json'))
  writeFileSync(join(home, 'pw'), password, { mode: 0o600 })
  return ['login', '--keystore', join(home, 'wallet.json'), '--password-file', join(home, 'pw')]
}

test('request ids, and what else a service says of a write, are in no journal with a secret', async () => {
  const ids = { 'x-request-id': `${apiKey} ${witness.token}` }
  const echo = JSON.stringify({ success: true, data: { echo: apiKey, balance: witness.token } })
  writeFileSync(join(home, 'rows.ndjson'), '{"id":"a","steps":5}\n{"id":"b","steps":6}\n')
  witness.answer({ path: '/token/balance', times: 1, status: 200, headers: ids, body: echo })
  witness.answer({ path: '/token/claim', times: 1, status: 200, headers: ids, body: echo })
  witness.answer({ path: '/nft/mint', times: 1, status: 503, headers: ids, body: echo })
  witness.answer({ path: '/motion/submit', times: 1, status: 200, headers: ids, body: echo })
  const bad = JSON.stringify({ success: false, error: { code: 'MOTION_001', message: apiKey } })
  witness.answer({ path: '/motion/submit', times: 1, status: 400, headers: ids, body: bad })
  const ran = [
    await run('token claim --yes -vv'),
    await run(['nft', 'mint', '-f', `note=${apiKey}`, '--yes', '-vv', '--json']),
    await run(['motion', 'submit', '--from', join(home, 'rows.ndjson'), '-vv', '--json']),
  ]
  expect(ran.map(({ code }) => code)).toEqual([0, 9, 10])
  const kept = everyFile(join(home, '.local/state/movecli/journal'))
  expect(kept.join('').match(/\[redacted\]/g)?.length).toBeGreaterThan(4)
  for (const text of [...kept, ...ran.flatMap(({ stdout, stderr }) => [stdout, stderr])]) {
    expect(text).not.toContain('CANARY')
    expect(text).not.toContain(witness.token)
  }
})

test.each([
  ['a proof', ['motion', 'submit', '--steps', '5', '--proof', 'Pf5-CANARY-éevrüts-CANARY']],
  ['personal values', ['kyc', 'submit', '-f', 'name=Zoë CANARY-Ångström', '--yes']],
  ['those of a raw call', ['api', 'POST', '/user/kyc', '-f', 'name=Zoë CANARY-Ångström', '--yes', '-i']],
])('%s with letters that are not ASCII come out of no header', async (_, line) => {
  const value = line.join(' ').replace(/^.*(?=Pf5|Zoë)| --yes.*$/g, '')
  const refusal = { success: false, error: { code: 'MOTION_001', message: 'no' } }
  const answers = [
    { code: 5, status: 400, body: refusal },
    { code: 0, status: 200, body: { success: true, data: {} } },
  ]
  for (const bytes of [Buffer.from(value), Buffer.from(value, 'latin1')]) {
    // As Node gives the bytes of a header.
    const read = bytes.toString('latin1')
    const headers: [string, string][] = [
      ['x-request-id', read],
      ['x-echo', read],
      ['content-type', `application/json; x=${read}`],
    ]
    for (const { code, status, body } of answers)
      for (const more of [[], ['-vv'], ['--json', '-vv']]) {
        const ran = await run([...line, ...more], { transport: async () => reply(status, body, headers) })
        const told = ran.stdout + ran.stderr + everyFile(join(home, '.local/state/movecli')).join('')
        expect({ code: ran.code, told }).toEqual({ code, told: expect.not.stringContaining('CANARY') })
      }
  }
})

const token = 'd2l0.bmVzcw.TOKENCANARY123456'
const session = (more: object = {}, data: object = {}) =>
  JSON.stringify({
    success: true,
    data: {
      token,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      user: { address: '0xC1b1550860Af52B06262459996047267E43aCb8b', kyc_status: 'verified' },
      ...data,
    },
    ...more,
  })
const handsOut: [string, Record<string, string>, string][] = [
  ['a cookie', { 'set-cookie': `session=${token}; HttpOnly` }, session()],
  ['a cookie of another value', { 'set-cookie': 'sid=OTHERCANARY1234567' }, session()],
  ['a bearer', { authorization: `Bearer ${token}` }, session()],
  ['a header of its own', { 'x-auth-token': token, 'x-session': 'OTHERCANARY1234567' }, session()],
  ['the id of the request', { 'x-request-id': token, location: `/s/${token}` }, session()],
  ['beside data', {}, session({ access_token: 'OTHERCANARY1234567', refresh_token: token })],
  ['an error beside data', {}, session({ error: { code: 'X', message: token } })],
  ['another token', {}, session({}, { refresh_token: 'OTHERCANARY1234567' })],
  ['no data', { 'x-request-id': token }, JSON.stringify({ success: true, token })],
  ['an expiry that is none', { 'x-request-id': token }, session({}, { expires_at: token })],
  ['an expiry of the past', { 'x-request-id': token }, session({}, { expires_at: '2020-01-01T00:00:00Z' })],
  [
    'a refusal',
    { 'x-request-id': token },
    session({ success: false, error: { code: 'AUTH_002', details: token } }),
  ],
]

test.each(handsOut)('a login that hands out its token in %s shows none of it', async (_, headers, body) => {
  for (const line of [
    [...signIn('throwaway-password'), '-vv'],
    [...signIn('throwaway-password'), '--json', '-v'],
    ['api', 'POST', '/auth/login', '-f', 'address=0x1', '-vv', '-i'],
  ]) {
    witness.answer({ path: '/auth/login', times: 1, status: 200, headers, body })
    const { stdout, stderr } = await run(line)
    expect(witness.requests.splice(0)).toHaveLength(1)
    expect(stdout + stderr).not.toContain('CANARY')
  }
})

test('-vv tells a header of the answer to a login by its length, whatever it is called', async () => {
  const headers = { 'x-ticket': 'OTHERCANARY1234567' }
  witness.answer({ path: '/auth/login', times: 1, status: 200, headers, body: session() })
  const { stdout, stderr } = await run([...signIn('throwaway-password'), '-vv'])
  expect(stderr).toContain('< x-ticket: [18 characters]')
  expect(stdout + stderr).not.toContain('CANARY')
})

test('the token is stored as it came, also where it was known before', async () => {
  witness.answer({ path: '/auth/login', times: 1, status: 200, body: session() })
  expect((await run(signIn('throwaway-password'), { env: { MOVECLI_TOKEN: token } })).code).toBe(0)
  expect(everyFile(join(home, '.local/state/movecli')).join('')).toContain(`"token": "${token}"`)
})

test.each(['address', 'testnet', 'profile', 'kyc_status', 'success', 'message'])(
  'a secret that is a word of ours, %s, breaks no result and is not told by what is missing',
  async (word) => {
    const made = await run(['login', '-n', 'sandbox', '--json'], { env: { MOVECLI_BASE_URL: '' } })
    const result = await run([...signIn('throwaway-password'), '--json'], { env: { MOVECLI_TOKEN: word } })
    expect(Object.keys(JSON.parse(result.stdout) as object)).toEqual(
      Object.keys(JSON.parse(made.stdout) as object),
    )
    expect(JSON.parse(result.stdout)).toMatchObject({ network: 'testnet' })
    const failed = await run('token balance --json', { env: { MOVECLI_TOKEN: word } })
    expect(JSON.parse(failed.stderr)).toMatchObject({
      success: false,
      error: { code: 'AUTH_002', exit_code: 4 },
    })
  },
)

test('a token with quotes of its own leaves JSON what it is', async () => {
  const { stdout } = await run('whoami --json', { env: { MOVECLI_TOKEN: '"address"' } })
  expect(JSON.parse(stdout)).toMatchObject({ address: null, network: 'testnet' })
})

test('data of the service keeps its form where it repeats a secret: names, texts and numbers', async () => {
  const key = '123456789012'
  const body = `{"success":true,"data":{"${key}":1.10,"n":${key},"t":"a ${key}","list":[${key},2.50]}}`
  witness.answer({ path: '/token/balance', times: 1, status: 200, body })
  const { stdout } = await run('token balance --json', { env: { MOVECLI_API_KEY: key } })
  expect(stdout).toBe('{"[redacted]":1.10,"n":"[redacted]","t":"a [redacted]","list":["[redacted]",2.50]}\n')
})

test('half a secret is one too: nothing is cut before it is looked through', async () => {
  for (let size = 40; size < 110; size++) {
    const headers = { 'content-type': `text/${'x'.repeat(size)} ${apiKey}` }
    witness.answer({
      path: '/token/price',
      times: 1,
      status: 502,
      headers,
      body: `${'x'.repeat(size + 90)}${apiKey}`,
    })
    const { stderr } = await run('token price --retries 0')
    expect(stderr).toContain('502')
    expect(stderr).not.toContain(apiKey.slice(0, 6))
  }
})

test('the token in a header of the settings is shown by its length alone', async () => {
  const setting = ['config', 'set', 'auth.tokenHeader', 'X-Session-Token']
  expect((await run(setting)).code).toBe(0)
  const length = `Bearer ${witness.token}`.length
  const dry = await run('user settings -f units=km --dry-run')
  expect(dry.stdout).toContain(`X-Session-Token: [${length} characters]`)
  const told = await run('token price -vv')
  expect(told.stderr).toContain(`> X-Session-Token: [${length} characters]`)
})
