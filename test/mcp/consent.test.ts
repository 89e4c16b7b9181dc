/** Writes that need consent: asked through the client in the words of the terminal, else refused. */
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { agent, yes } from '../support/agent.ts'
import { freshFolder, movecli } from '../support/movecli.ts'

const journal = async (home: string) =>
  JSON.parse((await movecli('journal ls --json', { home })).stdout) as { state: string; operation: string }[]

test('a client that cannot ask is refused: nothing is sent or journaled', async () => {
  const { call, home } = await agent(['-n', 'sandbox'])
  const { isError, said } = await call('token_claim')
  expect(isError).toBe(true)
  expect(said).toMatchObject({ exit_code: 11, error: { code: 'CLI_CONSENT', outcome: 'not_sent' } })
  expect(said.error!['hint']).toMatch(/in a terminal, or start movecli mcp with --allow/)
  expect(await journal(home)).toEqual([])
})

test('the question has the words of the terminal, and a yes sends the claim once', async () => {
  const { call, home, asked } = await agent(['-n', 'sandbox'], { answer: () => yes })
  const { isError, said } = await call('token_claim', { body: { amount: 1.5 } })
  expect({ isError, said }).toMatchObject({ isError: false, said: { exit_code: 0, result: { amount: 1.5 } } })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain(
    'About to send, for no profile on sandbox, address 0xc5B17371850954483112e05760B22b2B5ED95A7e:',
  )
  expect(asked[0]).toContain('POST http://127.0.0.1:4017/v1/token/claim\n  {"amount":1.5}')
  expect(asked[0]).toMatch(/Send it\?$/)
  expect(await journal(home)).toMatchObject([{ state: 'applied', operation: 'token.claim' }])
})

const noes: [string, ElicitResult][] = [
  ['declined', { action: 'decline' }],
  ['closed', { action: 'cancel' }],
  ['declined with a yes in it', { action: 'decline', content: { confirm: true } }],
  ['closed with a yes in it', { action: 'cancel', content: { confirm: true } }],
  ['accepted with a no', { action: 'accept', content: { confirm: false } }],
  ['accepted without a word', { action: 'accept', content: {} }],
  ['accepted with a text', { action: 'accept', content: { confirm: 'true' } }],
]
test.each(noes)('a form that is %s is a no', async (_, answer) => {
  const { call, home } = await agent(['-n', 'sandbox'], { answer: () => answer })
  const { isError, said } = await call('nft_mint', { body: { type: 'shoes' } })
  expect({ isError, error: said.error }).toMatchObject({
    isError: true,
    error: {
      code: 'CLI_CONSENT',
      exit_code: 11,
      outcome: 'not_sent',
      message: 'Canceled. Nothing was sent.',
    },
  })
  expect(await journal(home)).toEqual([])
})

test('a client that fails to ask gives no consent', async () => {
  const answer = () => {
    throw new Error('no window')
  }
  const { call, home } = await agent(['-n', 'sandbox'], { answer })
  expect((await call('token_claim')).said.exit_code).toBe(11)
  expect(await journal(home)).toEqual([])
})

test('a secret that an agent puts into a body is hidden in the question', async () => {
  const env = {
    MOVECLI_BASE_URL: 'http://127.0.0.1:9/v1',
    MOVECLI_API_KEY: 'canary-api-key-1',
    MOVECLI_TOKEN: 'canary-token-2',
  }
  const { call, asked } = await agent(['-n', 'testnet'], { env, answer: () => ({ action: 'decline' }) })
  await call('nft_mint', { body: { type: 'shoes', note: 'canary-api-key-1 canary-token-2' } })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('[redacted]')
  expect(asked[0]).not.toContain('canary')
})

test('KYC is confirmed with the names of its fields, never their values', async () => {
  const { call, asked } = await agent(['-n', 'sandbox'], { answer: () => yes })
  const { text, said } = await call('kyc_submit', { body: { name: 'Ada Lovelace', passport: 'X1234567' } })
  expect(said.exit_code).toBe(0)
  expect(asked[0]).toContain('with the fields name, passport')
  expect(asked[0] + text).not.toMatch(/Lovelace|X1234567/)
})

test('--allow lets the commands that it names go unasked, and no other, also not through api', async () => {
  const { call, asked } = await agent(['-n', 'sandbox', '--allow', 'token claim'], {
    answer: () => ({ action: 'decline' }),
  })
  expect((await call('token_claim')).said.exit_code).toBe(0)
  expect(asked).toEqual([])
  expect((await call('nft_mint', { body: { type: 'shoes' } })).said.exit_code).toBe(11)
  expect((await call('api', { method: 'POST', path: '/token/claim', body: {} })).said.exit_code).toBe(11)
  expect(asked).toHaveLength(2)
})

test('--allow api is for paths that have no command; the others need their command allowed as well', async () => {
  const claim = { method: 'POST', path: '/v1/token/claim', body: {} }
  const kyc = { method: 'POST', path: '/user/kyc', body: { name: 'Ada Lovelace' } }
  const other = { method: 'POST', path: '/other/thing', body: {} }
  const api = await agent(['-n', 'sandbox', '--allow', 'api'])
  expect((await api.call('api', claim)).said).toMatchObject({
    exit_code: 11,
    error: { code: 'CLI_CONSENT', outcome: 'not_sent' },
  })
  for (const refused of [kyc, { ...claim, path: '/Token/claim' }])
    expect((await api.call('api', refused)).said.exit_code).toBe(11)
  expect(await journal(api.home)).toEqual([])
  expect((await api.call('api', other)).said.exit_code).toBe(6)
  expect(await journal(api.home)).toMatchObject([{ state: 'rejected' }])

  const both = await agent(['-n', 'sandbox', '--allow', 'api,token claim', '--allow', 'kyc_submit'])
  expect((await both.call('api', claim)).said.exit_code).toBe(0)
  expect((await both.call('api', kyc)).said.exit_code).toBe(0)
})

describe('a claim that waited while another one was applied', () => {
  const slow = { MOVECLI_SANDBOX_FAULTS: 'POST /token/claim:latency=1500ms' }
  const both = async ({ call }: Awaited<ReturnType<typeof agent>>) => {
    const answers = await Promise.all([call('token_claim'), call('token_claim')])
    return answers.toSorted((one, other) => one.said.exit_code - other.said.exit_code)
  }

  test('is asked about, although --allow names it', async () => {
    const client = await agent(['-n', 'sandbox', '--allow', 'token claim'], { env: slow, answer: () => yes })
    expect((await both(client)).map(({ said }) => said.exit_code)).toEqual([0, 0])
    expect(client.asked).toEqual([
      expect.stringMatching(/^While this one waited, another token claim was applied/),
    ])
  })

  test('is refused where nobody can be asked', async () => {
    const client = await agent(['-n', 'sandbox', '--allow', 'token claim'], { env: slow })
    const [sent, refused] = await both(client)
    expect(sent?.said.exit_code).toBe(0)
    expect(refused?.said).toMatchObject({
      exit_code: 11,
      error: { code: 'CLI_CONSENT', outcome: 'not_sent', hint: expect.stringContaining('See journal_ls') },
    })
    expect(await journal(client.home)).toMatchObject([{ state: 'applied', operation: 'token.claim' }])
  })
})

test('--no-input asks nobody, --dry-run sends nothing, and CI in the environment silences no client', async () => {
  const silent = await agent(['-n', 'sandbox', '--no-input'], { answer: () => yes })
  expect((await silent.call('token_claim')).said.exit_code).toBe(11)
  const dry = await agent(['-n', 'sandbox', '--dry-run'], { answer: () => yes })
  expect((await dry.call('token_claim')).said.result).toMatchObject({ dry_run: true, method: 'POST' })
  expect([...silent.asked, ...dry.asked]).toEqual([])
  const ci = await agent(['-n', 'sandbox'], { answer: () => yes, env: { CI: 'true' } })
  expect((await ci.call('token_claim')).said.exit_code).toBe(0)
})

test('one call alone may be a dry run', async () => {
  const { call, home } = await agent(['-n', 'sandbox'])
  const { said } = await call('token_claim', { dry_run: true, body: { amount: 2 } })
  expect(said).toMatchObject({ exit_code: 0, result: { dry_run: true, body: { amount: 2 } } })
  expect(await journal(home)).toEqual([])
})

test.each([
  [['--yes'], /--yes does not go with mcp/],
  [['--allow', 'token clam'], /--allow names a command/],
  [['--allow', 'login'], /--allow names a command/],
  [['--allow', 'token claim', '--read-only'], /--allow does not go with --read-only/],
])('mcp %j is refused before it serves', async (words, expected) => {
  const { code, stdout, stderr } = await movecli(['mcp', ...words], { home: freshFolder() })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(expected)
})
