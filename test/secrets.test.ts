/** No secret in any output at any verbosity, with every switch that makes libraries talk: the built command, real files. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { built } from './support/built.ts'
import { freshFolder } from './support/movecli.ts'
import { startWitness, type Witness } from './witness/service.ts'

const apiKey = 'sk_live_5f1c9e2a77b04d'
const privateKey = '0x8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f'
const password = 'throwaway-password'
const proof = 'zkp-9c1185a5c5e9fc54612808977ee8f548'
const home = freshFolder()
let witness: Witness
let env: Record<string, string>
const said: string[] = []

const file = (name: string, text: string): string => {
  writeFileSync(join(home, name), text, { mode: 0o600 })
  return join(home, name)
}
const run = async (line: string[], more: { env?: Record<string, string>; stdin?: string } = {}) => {
  for (const format of ['table', 'json']) {
    const ran = await built([...line, '-vv', '--format', format], {
      home,
      stdin: more.stdin ?? '',
      env: { ...env, ...more.env },
    })
    said.push(`call ${said.length + 1} (${format}) → ${ran.code}\n${ran.stdout}${ran.stderr}`)
  }
}

beforeAll(async () => {
  witness = await startWitness({ key: apiKey })
  env = {
    MOVECLI_BASE_URL: witness.url,
    DEBUG: '*',
    NODE_DEBUG: 'http,net,tls,undici,fs,child_process',
    MOVECLI_DEBUG: '1',
  }
  cpSync(new URL('fixtures/wallets/cast-1.json', import.meta.url), join(home, 'wallet.json'))
  const key = file('key', apiKey)
  const wallet = ['--private-key-file', file('private', privateKey)]
  await run(['login', '-n', 'testnet', '--key', apiKey, ...wallet])
  await run([
    'login',
    '-n',
    'testnet',
    '--key-file',
    key,
    '--keystore',
    join(home, 'wallet.json'),
    '--password-file',
    file('pw', password),
    '-p',
    'two',
  ])
  await run(['login', '-n', 'testnet', '--key', '-', '--key-only'], { stdin: apiKey })
  await run(['login', '-n', 'testnet', '--key', privateKey])
  await run([
    'login',
    '-n',
    'testnet',
    '--key-file',
    key,
    '--keystore',
    join(home, 'wallet.json'),
    '--password-file',
    file('bad', `${password}x`),
  ])
  await run(['motion', 'daily'])
  await run(['motion', 'daily'], { env: { MOVECLI_TOKEN: witness.token, MOVECLI_API_KEY: apiKey } })
  await run(['motion', 'submit', '--steps', '5', '--proof', proof])
  await run(['motion', 'submit', '--steps', '5', '--proof', proof, '--dry-run'])
  await run(['motion', 'submit', '--steps', '5', '--proof-file', file('proof', proof)])
  // Fields that no operation has, and values that are secret wherever they stand.
  const odd = ['-f', `zkProof=${proof}`, '-f', `password=${proof}`, '-f', `note=${apiKey} ${witness.token}`]
  for (const line of ['token claim', 'nft mint', 'api POST /x/y'])
    for (const more of ['--yes', '--dry-run'])
      await run([...line.split(' '), ...odd, more], { env: { MOVECLI_TOKEN: witness.token } })
  // A service that repeats what it was sent.
  const echoes = {
    '/motion/daily': `${apiKey} ${witness.token}`,
    '/motion/submit': `${apiKey} ${proof}`,
    '/auth/login': apiKey,
  }
  for (const [path, echo] of Object.entries(echoes)) {
    const error = { code: 'MOTION_001', message: `${'x'.repeat(280)} ${echo}`, details: echo }
    witness.answer({ path, times: 2, status: 400, body: JSON.stringify({ success: false, error }) })
    witness.answer({ path, times: 2, status: 400, body: `not json: ${echo}` })
  }
  for (let round = 0; round < 2; round++) {
    await run(['motion', 'daily'], { env: { MOVECLI_TOKEN: witness.token } })
    await run(['motion', 'submit', '--steps', '5', '--proof', proof])
    await run(['login', '-n', 'testnet', '--key-file', key, ...wallet])
  }
  await run([`--api-key=${apiKey}`])
  await run([`-k${apiKey}`])
  await run([privateKey])
  await run(['motion', `daily${privateKey}`])
  await run(['config', 'set', apiKey, privateKey])
  await run(['whoami', '--check'])
  await run(['config', 'list', '--show-origin'])
  await run(['logout'])
}, 120_000)
afterAll(async () => witness.close())

test('the service was sent what is looked for', () => {
  const sent = witness.requests.map(({ rawHeaders, body }) => [...rawHeaders, body].join('\n')).join('\n')
  expect(sent).toContain(apiKey)
  expect(sent).toContain(proof)
  expect(sent).not.toContain(privateKey.slice(2))
  expect(sent).not.toContain(password)
})

test('and none of it comes out again', () => {
  const signatures = witness.requests.flatMap(
    ({ body }) => /"signature":"0x([0-9a-f]+)"/.exec(body)?.[1] ?? [],
  )
  const tokens = [witness.token, ...['2', '3', '4'].map((n) => `d2l0.bmVzcw.bG9naW4${n}`)]
  const secrets = [apiKey, privateKey.slice(2), password, proof, ...signatures, ...tokens]
  expect(signatures.length).toBeGreaterThan(3)
  const leaks = said.flatMap((text) =>
    secrets
      .filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))
      .map((secret) => `${secret.slice(0, 6)}… in ${text.slice(0, 400)}`),
  )
  expect(leaks).toEqual([])
})

test('the journal and the settings have none of it either', () => {
  const journal = readFileSync(join(home, '.local/state/movecli/journal/writes.log'), 'utf8')
  const settings = readFileSync(join(home, '.config/movecli/config.json'), 'utf8')
  for (const secret of [apiKey, privateKey.slice(2), password, proof, witness.token]) {
    expect(journal).not.toContain(secret)
    expect(settings).not.toContain(secret)
  }
})
