/** A secret given where a path belongs is not repeated, at any verbosity; a mistyped path still is. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { known } from '../wallet/fixtures.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
const base64 = 'q8+Zr/Kx0CANARY1+f/9aQ=='
const home = freshFolder()
const here = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'http://127.0.0.1:9/v1',
  MOVECLI_API_KEY: 'key-0123',
  MOVECLI_TOKEN: 'token-0123',
}
const login = ['login', '--key-file', '/dev/null/none']
const inFlags = (secret: string) => [
  ['login', '--private-key-file', secret],
  ['login', '--key-file', secret],
  [
    'login',
    '--keystore',
    join(import.meta.dirname, '../fixtures/wallets/cast-1.json'),
    '--password-file',
    secret,
  ],
]
const inVariables = ['MOVECLI_API_KEY_FILE', 'MOVECLI_TOKEN_FILE', 'MOVECLI_PRIVATE_KEY_FILE']

test.each([
  known.privateKey,
  known.privateKey.slice(2),
  'sk_live_REAL',
  token,
  words,
  base64,
  'x'.repeat(5000),
])('where the path of a secret file belongs: %#', async (secret) => {
  for (const more of [[], ['-vv'], ['--json']]) {
    for (const line of inFlags(secret)) {
      const { code, stdout, stderr } = await movecli([...line, ...more], { home, env: here })
      expect(code).toBe(2)
      expect(stderr).toContain('does not exist')
      expect(stdout + stderr).not.toContain(secret.slice(0, 30))
    }
    for (const name of inVariables) {
      const env = { ...here, MOVECLI_API_KEY: '', MOVECLI_TOKEN: '', [name]: secret }
      const line = name === 'MOVECLI_PRIVATE_KEY_FILE' ? ['login', '--key', '-'] : ['token', 'balance']
      const { code, stdout, stderr } = await movecli([...line, ...more], { home, env, stdin: 'key-0123' })
      expect(code).toBe(2)
      expect(stdout + stderr).not.toContain(secret.slice(0, 30))
      if (line[0] === 'token') expect(stderr).toContain(`The file that ${name} names does not exist.`)
    }
  }
})

test.each([known.privateKey, known.privateKey.slice(2), words, token, 'sk_live_4dR9xQ2mT7vLpZ1W'])(
  'where any other path or program belongs: %#',
  async (secret) => {
    for (const line of [
      ['login', '--keystore', secret],
      ['motion', 'submit', '--steps', '1', '--proof-file', secret],
      ['motion', 'submit', '--steps', '1', '--prover', secret],
      ['nft', 'mint', '--yes', '--input', secret],
    ]) {
      const { code, stdout, stderr } = await movecli([...line, '-vv'], { home, env: here })
      expect(code).toBe(2)
      expect(stdout + stderr).not.toContain(secret.slice(0, 30))
    }
  },
)

test('a path that is mistyped is named, so that it can be found', async () => {
  const missing = join(home, 'no-such-key')
  for (const line of [
    [...login.slice(0, -1), missing],
    ['nft', 'mint', '--yes', '--input', 'body.json'],
  ]) {
    const { code, stderr } = await movecli(line, { home, env: here })
    expect(code).toBe(2)
    expect(stderr).toContain(line.at(-1))
  }
})

test.each([
  'Ada Novak 123-45-6789',
  'Ada Novak',
  '12/03/1984 Ada',
  '{"full_name":"Canary"}',
  '{"email":"ada@novak.example"}',
  '{"a":"body.json"}',
  'ada@novak.example',
  "Ada 'Canary'",
])('data in the place of a file for --input are not repeated: %s', async (data) => {
  for (const line of [
    ['kyc', 'submit', '--yes'],
    ['user', 'settings'],
    ['api', 'POST', '/user/kyc', '--yes'],
  ])
    for (const more of [[], ['-vv'], ['--json']]) {
      const { code, stdout, stderr } = await movecli([...line, '--input', data, ...more], { home, env: here })
      expect(code).toBe(2)
      expect(stderr).toContain('No file has the name given with --input.')
      expect(stdout + stderr).not.toMatch(/ada|canary|novak|123-45|1984/i)
    }
})

test.each([
  'my body.json',
  './Ada 2024',
  'node_modules/@types/body.json',
  '/nowhere/Ada/2024 02',
  'my data/body',
])('a mistyped file for --input is named: %s', async (path) => {
  const { code, stderr } = await movecli(['kyc', 'submit', '--input', path], { home, env: here })
  expect(code).toBe(2)
  expect(stderr).toContain(`${path} does not exist.`)
})

test.each(['motion import --', 'motion submit --from'])(
  'behind `%s` a flag with its value is not repeated',
  async (line) => {
    for (const flag of ['-ksk_live_5ecret0f', '--api-key=sk_live_5ecret0f']) {
      const words = [...line.split(' '), flag]
      const { code, stdout, stderr } = await movecli(words, { home, env: here })
      expect(code).toBe(2)
      expect(stdout + stderr).not.toContain('5ecret')
    }
  },
)
