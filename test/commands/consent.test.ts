/** Consent: which writes ask, what they show, and that nothing but a yes sends them. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { testnet } from '../support/testnet.ts'

const { witness, env, requested } = await testnet()
const written = () => requested().filter(({ method }) => method !== 'GET')
const asking = { env: { ...env, ACCESSIBLE: '1', NO_COLOR: '1' }, tty: true }

const asked: [line: string, shows: string[]][] = [
  ['token claim -F amount=1.10', ['POST', '/token/claim', '{"amount":1.10}']],
  ['nft mint -f type=shoes', ['POST', '/nft/mint', '{"type":"shoes"}']],
  ['nft upgrade -F id=9007199254740993', ['PUT', '/nft/upgrade', '{"id":9007199254740993}']],
  ['kyc submit -f name=Zoy -f doc.nr=47110815', ['POST', '/user/kyc', 'with the fields name, doc.nr']],
  ['api POST /token/claim', ['POST', '/token/claim', '{}']],
  ['api DELETE /new -f a=b', ['DELETE', '/new', '{"a":"b"}']],
]

test.each(asked)('%s is not sent without consent: exit 11', async (line) => {
  const settings: [string, Setting][] = [
    ['', { env }],
    ['', { ...asking, stdin: '\n' }],
    ['', { ...asking, stdin: 'n\n' }],
    ['', { ...asking, stdin: 'yess\n' }],
    ['--no-input', { ...asking, stdin: 'y\n' }],
    ['', { ...asking, env: { ...asking.env, CI: 'true' }, stdin: 'y\n' }],
    ['', { env: { ...env, MOVECLI_YES: '1' } }],
  ]
  for (const [more, setting] of settings) {
    const { code, stdout } = await movecli(`${line} ${more}`, setting)
    expect({ code, stdout, written: written() }).toEqual({ code: 11, stdout: '', written: [] })
  }
})

test.each(asked)('%s is shown whole, and a yes sends it', async (line, shows) => {
  if (line.includes('/new')) witness.answer({ method: 'DELETE', status: 200, body: '{"success":true}' })
  const { code, stderr } = await movecli(line, { ...asking, stdin: 'y\n' })
  const [method = '', path = '', body = ''] = shows
  expect(code).toBe(0)
  expect(stderr).toContain('for no profile on testnet, address ')
  expect(stderr).toContain(`\n  ${method} ${witness.url}${path}\n  ${body}\n`)
  expect(stderr).toContain('Send it? (y/N): ')
  expect(stderr).not.toMatch(/Zoy|47110815/)
  expect(written().length).toBe(1)
})

test('profile, network and the full address are shown, on each network alike', async () => {
  const home = freshFolder()
  const key = join(home, 'key')
  writeFileSync(key, `0x${'42'.repeat(32)}\n`)
  chmodSync(key, 0o600)
  const { MOVECLI_TOKEN: _, MOVECLI_NETWORK: __, ...signedOut } = env
  await movecli(`login -n testnet -p ops --private-key-file ${key}`, { env: signedOut, home })
  const setting = { ...asking, env: { ...signedOut, ACCESSIBLE: '1' }, home, stdin: '\n' }
  const { stderr } = await movecli('token claim -p ops', setting)
  expect(stderr).toMatch(/for ops on testnet, address 0x[0-9a-fA-F]{40}:/)
  const sandbox = await movecli('token claim -n sandbox', {
    ...asking,
    env: { ACCESSIBLE: '1' },
    stdin: '\n',
  })
  expect(sandbox.code).toBe(11)
  expect(sandbox.stderr).toMatch(
    /for no profile on sandbox, address 0x[0-9a-fA-F]{40}:\n {2}POST http:\/\/127/,
  )
})

test.each(asked)('%s with --dry-run asks nothing, also with --yes', async (line) => {
  requested()
  for (const more of ['--dry-run', '--dry-run --yes']) {
    const { code, stderr } = await movecli(`${line} ${more}`, { ...asking, stdin: '' })
    expect({ code, stderr, written: written() }).toEqual({ code: 0, stderr: '', written: [] })
  }
})

test('--dry-run asks for no missing field either', async () => {
  const line = 'motion submit --steps 5 --dry-run --json'
  const { code, stdout } = await movecli(line, { ...asking, stdin: '' })
  expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({ code: 0, stdout: { body: { steps: 5 } } })
})

test.each(['motion submit --steps 1 --distance 1 --duration 1 --proof p', 'user settings -f a=b'])(
  '%s asks for no consent',
  async (line) => {
    const { code, stderr } = await movecli(line, { ...asking, stdin: '' })
    expect(code).toBe(0)
    expect(stderr).not.toContain('Send it?')
    expect(written().length).toBe(1)
  },
)
