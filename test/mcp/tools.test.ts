/** The tools that an agent sees, and what each answers: from the same lines, with the same promises as the commands. */
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import { parseJson } from '../../src/contract/lossless-json.ts'
import type { Plain } from '../../src/contract/plain.ts'
import { nouns } from '../support/nouns.ts'
import { inToolWords } from '../../src/mcp/tool-words.ts'
import { lineOf, toolsOf, type Tool } from '../../src/mcp/tools.ts'
import { entriesOf } from '../../src/reference/command-tree.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { agent, raw, yes } from '../support/agent.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { nameOf, startWallets } from '../support/wallets.ts'
import { bodyOf, readExchanges, stateOf } from '../spec/read.ts'

const all = toolsOf(entriesOf(nouns), { readOnly: false })
const named = (name: string) => all.find((tool) => tool.name === name)!

test('the tools that write can be asked what they would send, and no other', () => {
  const dry = all.filter(({ inputSchema: { properties } }) => Object.hasOwn(properties ?? {}, 'dry_run'))
  expect(dry.map(({ name }) => name)).toEqual(
    all.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name),
  )
  expect(dry.length).toBeGreaterThan(0)
})

test('each command that is about an operation of the service is a tool, but login', () => {
  const names = all.map(({ name }) => name)
  expect(names).toEqual(new Set(names).size === names.length ? names : [])
  expect(names).toEqual(
    expect.arrayContaining([
      'motion_daily',
      'motion_history',
      'motion_submit',
      'nft_ls',
      'nft_mint',
      'nft_upgrade',
      'token_balance',
      'token_claim',
      'token_price',
      'user_profile',
      'user_settings',
      'kyc_submit',
      'kyc_status',
      'api',
      'smoke',
      'whoami',
      'journal_ls',
    ]),
  )
  for (const never of [
    'login',
    'logout',
    'profile',
    'config',
    'sandbox',
    'resolve',
    'unlock',
    'prune',
    'mcp',
  ])
    expect(names.filter((name) => name.split('_').includes(never) && name !== 'user_profile')).toEqual([])
})

test('no tool takes a secret of the person, a file, a program, another profile or a way past consent', () => {
  const inputs = all.flatMap(({ name, properties }) => properties.map(({ key }) => `${name}.${key}`))
  const odd =
    /\.(.*key|.*token|.*password.*|.*mnemonic.*|signature|.*file|from|input|field|raw_field|prover.*|junit|summary|profiles?|all_profiles|network|base_url|yes|force|resubmit|retry_unknown|watch|exec)$/
  expect(inputs.filter((input) => odd.test(input))).toEqual([])
})

test.each([
  ['motion_history', 'Use --all or --max-items for more.', 'Use all or max_items for more.'],
  ['motion_submit', 'See movecli motion submit --help.', 'See the input schema of the tool.'],
  [
    'motion_submit',
    'See the --help of the command, or movecli help flags.',
    'See the input schema of the tool.',
  ],
  ['motion_submit', '--skip-applied leaves them out.', 'skip_applied leaves them out.'],
  ['motion_submit', 'With --from, these come from the file.', 'With rows, these come from the file.'],
  [
    'nft_mint',
    'Give fields with -f and -F, or the whole body with --input (an empty one is {}).',
    'Give body (an empty one is {}).',
  ],
  // What a person does stays a command to type.
  ['motion_submit', '--resubmit sends every row.', 'movecli motion submit --resubmit sends every row.'],
  [
    'motion_daily',
    'Try again, or allow more time with --timeout.',
    'Try again, or allow more time with movecli mcp --timeout.',
  ],
  ['motion_daily', 'Use -n testnet elsewhere.', 'Use movecli mcp -n testnet elsewhere.'],
  [
    'token_claim',
    'movecli token claim --reconcile -n testnet, or wait with --max-wait.',
    'movecli token claim --reconcile -n testnet, or wait with max_wait.',
  ],
  ['motion_daily', 'No flag: a--b, ---, "--date"', 'No flag: a--b, ---, "date"'],
])('%s: what speaks of flags speaks of its inputs: %s', (name, said, expected) => {
  expect(inToolWords(said, named(name))).toBe(expected)
})

test('no description of a tool speaks of a flag that it does not take', () => {
  const texts = all.flatMap(({ name, description, properties }) => [
    [name, description],
    ...properties.map(({ key, schema }) => [`${name}.${key}`, String(schema['description'])]),
  ])
  const flags = texts.filter(([, text = '']) => /--[a-z]|\s-[a-zA-Z] (?!or)/.test(text))
  expect(flags).toEqual([])
  expect(named('motion_history').description).not.toMatch(/svg|json/)
})

test('a failure names inputs, in its text too', async () => {
  const { call } = await agent(['-n', 'sandbox'])
  const { said, text } = await call('motion_daily', { date: 'tomorow' })
  expect(said.error).toMatchObject({ code: 'CLI_USAGE' })
  expect(JSON.parse(text)).toEqual({ success: false, error: said.error })
  const bad = await call('motion_submit', { rows: [], steps: 5 })
  expect(`${bad.said.error!['message']} ${bad.said.error!['hint']}`).not.toContain('--')
})

test('hints follow from the contract', () => {
  expect(named('motion_daily').annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  expect(named('token_claim').annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(named('user_settings').annotations).toMatchObject({ destructiveHint: false, idempotentHint: true })
  expect(named('motion_submit').annotations).toMatchObject({ destructiveHint: false, idempotentHint: false })
  expect(named('api').annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
})

test('the schemas of all tools are valid, and need no format or keyword of ours', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
  for (const format of ['date', 'date-time']) ajv.addFormat(format, true)
  for (const { inputSchema, outputSchema } of all)
    for (const schema of [inputSchema, outputSchema]) expect(() => ajv.compile(schema)).not.toThrow()
})

test('an argument is never taken for a flag, nor a value for another word', () => {
  expect(lineOf(named('nft_ls'), { address: '--yes' }).argv).toEqual(['nft', 'ls', '--', '--yes'])
  expect(lineOf(named('motion_submit'), { proof: '--force', dry_run: false }).argv).toEqual([
    'motion',
    'submit',
    '--proof=--force',
  ])
  expect(() => lineOf(named('motion_submit'), { proof: 'a\0b' })).toThrow(/proof must be a text/)
  expect(() => lineOf(named('motion_submit'), { force: true })).toThrow(/does not take force/)
  expect(() => lineOf(named('smoke'), { suite: 'full' })).toThrow(/suite must be read or auth/)
  expect(() => lineOf(named('api'), { path: ['/a', '/b'] })).toThrow(/path must be a text/)
  expect(() => lineOf(named('motion_submit'), { rows: [1] })).toThrow(/rows must be a list of objects/)
})

const wordOf = (name: string, key: string, json: string) =>
  lineOf(named(name), parseJson(`{"${key}":${json}}`) as Plain).argv.find((word) => word.startsWith('--'))

test('a number is taken as JSON writes it, its digits kept', () => {
  const rows: [tool: string, key: string, json: string, word: string][] = [
    ['motion_submit', 'duration', '1e2', '--duration=100'],
    ['motion_submit', 'duration', '1.50', '--duration=1.50'],
    ['motion_submit', 'distance', '25e-1', '--distance=2.5'],
    ['motion_submit', 'distance', '5.10E0', '--distance=5.10'],
    ['motion_submit', 'steps', '5.0e3', '--steps=5000'],
    ['motion_submit', 'steps', '5000.0', '--steps=5000'],
    ['motion_submit', 'steps', '5000.5', '--steps=5000.5'],
    ['motion_submit', 'concurrency', '2.0', '--concurrency=2'],
    ['motion_history', 'limit', '1e1', '--limit=10'],
    ['motion_history', 'max_items', '1E+2', '--max-items=100'],
    ['journal_ls', 'limit', '1e1', '--limit=10'],
    ['motion_submit', 'max_wait', '3e1', '--max-wait=30'],
    ['motion_submit', 'distance', '"1e2"', '--distance=1e2'],
  ]
  for (const [name, key, json, word] of rows) expect(wordOf(name, key, json), json).toBe(word)
})

test('a motion whose numbers have exponents is the one that rows would send', async () => {
  const { child, say, next } = raw(['-n', 'sandbox', '--dry-run'])
  const ask = (id: number, given: string) =>
    say(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"motion_submit","arguments":${given}}}\n`,
    )
  ask(1, '{"steps":5e3,"distance":32e-1,"duration":1e2,"proof":"p"}')
  ask(2, '{"rows":[{"steps":5e3,"distance":32e-1,"duration":1e2,"proof":"p"}]}')
  const answers = [await next(), await next()]
  for (const { line } of answers)
    expect(line).toContain('"body":{"steps":5000,"distance":3.2,"duration":100,')
  child.stdin.end()
})

/** What a tool is given for a good answer of the sandbox, where that is more than its exchange says. */
const motion = { steps: 5000, distance: 3.2, duration: 1860 }
const good: Record<string, Record<string, unknown>> = {
  motion_daily: { date: 'today' },
  motion_history: { all: true, limit: 7, max_items: 20 },
  motion_submit: { ...motion, proof: makeProof(motion) },
  nft_ls: { type: 'shoes', limit: 3 },
  api: { path: '/token/price', include: true },
  explain: { code: 'CLI_OUTCOME_UNKNOWN' },
}

const exchanges = readExchanges()
/** What a caller names in a tool's exchange with the service; `own` is an NFT of the user. */
function exchanged({ command, properties }: Tool, own: string): Record<string, unknown> {
  const found = exchanges.find((each) => `${each.command} `.startsWith(`${command} `))
  if (!found) return {}
  const open = properties.some(({ key }) => key === 'body')
  const nft = stateOf(found).get('own-nft')
  const said = { ...(open ? bodyOf(found) : found.input), ...(nft !== undefined && { [nft]: own }) }
  return open && Object.keys(said).length > 0 ? { body: said } : said
}

test('every tool answers against the sandbox, and each answer is as its schema says', async () => {
  const { client, call, asked } = await agent(['-n', 'sandbox'], { answer: () => yes })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(all.map(({ name }) => name))
  const [nft] = (await call('nft_ls')).said.result as { id: string }[]
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const { name, outputSchema } of tools) {
    if (name === 'journal_show') continue
    const given = good[name] ?? exchanged(named(name), nft!.id)
    // The SDK's client has held it to its schema already; this is another validator.
    const { said, isError, text } = await call(name, given)
    expect({ name, isError, code: said.exit_code }).toEqual({ name, isError: false, code: 0 })
    expect(ajv.validate(outputSchema as object, said)).toBe(true)
    expect(JSON.parse(text)).toEqual(said.result)
  }
  const records = (await call('journal_ls')).said.result as { id: string; state: string }[]
  const writing = all.filter(({ name, annotations }) => !annotations.readOnlyHint && name !== 'api')
  expect(records.map(({ state }) => state)).toEqual(writing.map(() => 'applied'))
  expect((await call('journal_show', { id: records[0]!.id })).said.exit_code).toBe(0)
  expect(asked).toHaveLength(writing.filter(({ annotations }) => annotations.destructiveHint).length)
})

test('a tool prints what its command prints with --json', async () => {
  const { call, home } = await agent(['-n', 'sandbox'])
  const { text } = await call('motion_daily', { date: '2026-01-30' })
  const { stdout } = await movecli('motion daily --date 2026-01-30 -n sandbox --json', { home })
  expect(text).toBe(stdout.trimEnd())
})

test('a failure is the object of --json', async () => {
  const { call } = await agent(['-n', 'sandbox'])
  const { isError, text, said } = await call('nft_ls', { address: '0x12' })
  expect(isError).toBe(true)
  expect(said).toMatchObject({ exit_code: 2, success: false, error: { code: 'CLI_USAGE', exit_code: 2 } })
  expect(JSON.parse(text)).toEqual({ success: false, error: said.error })
  expect((await call('api', { path: '/nowhere' })).said.error).toMatchObject({
    http_status: 404,
    exit_code: 6,
  })
})

test('rows are submitted once, each with its result, and the same rows again are skipped', async () => {
  const { call } = await agent(['-n', 'sandbox'])
  const rows = [1000, 2000, 3000].map((steps) => ({
    ...motion,
    steps,
    proof: makeProof({ ...motion, steps }),
  }))
  const first = await call('motion_submit', { rows })
  expect(first.said.result).toMatchObject(rows.map((_, at) => ({ row: at + 1, status: 'applied' })))
  const again = await call('motion_submit', { rows: [...rows, { steps: 1, proof: 'false' }], run: 'x' })
  expect(again.said.exit_code).toBe(2)
  const skipped = await call('motion_submit', { rows })
  expect((skipped.said.result as { status: string }[]).map(({ status }) => status)).toEqual(
    Array(3).fill('skipped'),
  )
})

test('numbers of a body keep their digits on their way to the service and back', async () => {
  const { say, next, child } = raw()
  // An SDK would round it before it is sent.
  const call = (name: string, given: string) =>
    say(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}
`,
    )
  call('user_settings', '{"body":{"goal":12345678901234567.10}}')
  expect((await next()).line).toContain('"goal":12345678901234567.10')
  call('user_profile', '{}')
  expect((await next()).line).toContain('"goal":12345678901234567.10')
  child.stdin.end()
})

test('--read-only offers no tool that writes, and -n and -p bind every call', async () => {
  const { client, call } = await agent(['-n', 'sandbox', '--read-only'])
  const { tools } = await client.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  expect(tools.map(({ name }) => name)).not.toContain('api')
  await expect(call('token_claim')).rejects.toThrow(/no tool of this name/)
  expect((await call('motion_daily', { network: 'mainnet' })).said).toMatchObject({
    exit_code: 2,
    error: { message: 'motion_daily does not take network.' },
  })
  const unbound = await agent([], { home: freshFolder() })
  expect((await unbound.call('motion_daily')).said.error).toMatchObject({ code: 'CLI_NO_NETWORK' })
})

test('no file is read and nobody signs in for an agent', async () => {
  const { call } = await agent(['-n', 'sandbox'], { answer: () => yes })
  const at = await call('user_settings', { body: { note: '@/etc/hostname' } })
  expect(at.text).toContain('@/etc/hostname')
  const login = { address: `0x${'1'.repeat(40)}`, signature: '0x00', message: 'm' }
  for (const path of ['/auth/login', 'v1/auth/login', '/api/v1/auth/login'])
    expect((await call('api', { method: 'POST', path, body: login })).said).toMatchObject({
      exit_code: 2,
      error: { message: 'Agents do not sign in.' },
    })
})

test('a credential of the environment that an agent hands over as an argument is not shown', async () => {
  const key = 'k-93hf7ah2kdm1'
  const { call } = await agent(['-n', 'sandbox'], { env: { MOVECLI_API_KEY: key } })
  for (const [name, given] of [
    ['explain', { code: key }],
    ['motion_daily', { date: key }],
  ] as const) {
    const { text, said } = await call(name, given)
    expect([said.exit_code, `${text}${JSON.stringify(said)}`]).toEqual([2, expect.not.stringContaining(key)])
  }
})

test('neither is one that is stored, of whichever profile, before any call has needed it', async () => {
  const home = freshFolder()
  const state = join(home, '.local/state/movecli')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const [key, token] = ['k-93hf7ah2kdm1', 't-8s7dk2mfh4s0']
  const other = { origin: 'https://elsewhere.example', apiKey: key, token }
  const file = JSON.stringify({ format: 1, profiles: { other } })
  writeFileSync(join(state, 'credentials.json'), file, { mode: 0o600 })
  const { call } = await agent(['-n', 'sandbox'], { home })
  for (const secret of [key, token]) {
    const { text, said } = await call('motion_daily', { date: secret })
    expect([said.exit_code, `${text}${JSON.stringify(said)}`]).toEqual([
      2,
      expect.not.stringContaining(secret),
    ])
  }
})

test('a profile that does not exist is refused at the start', async () => {
  const { ended, stderr } = raw(['-p', 'nope'])
  expect({ ended: await ended, stderr: stderr() }).toEqual({
    ended: 2,
    stderr: expect.stringContaining('No profile named "nope".'),
  })
})

test('a server acts for the profile that was the current one when it started, whatever is chosen later', async () => {
  const home = freshFolder()
  const use = async (name: string) => expect((await movecli(`profile use ${name}`, { home })).code).toBe(0)
  const actsFor = async ({ call }: Awaited<ReturnType<typeof agent>>) =>
    ((await call('whoami')).said.result as { profile: string | null }).profile
  for (const name of ['ops', 'mine'])
    expect((await movecli(`config set deviceId ${name} --profile ${name}`, { home })).code).toBe(0)
  await use('ops')
  const server = await agent([], { home })
  await use('mine')
  expect(await actsFor(server)).toBe('ops')
  expect(await actsFor(await agent([], { home }))).toBe('mine')
})

test('a server that starts without a profile takes the first that is there, and stays with it', async () => {
  const home = freshFolder()
  const { call } = await agent([], { home })
  const actsFor = async () => ((await call('whoami')).said.result as { profile: string | null }).profile
  expect(await actsFor()).toBeNull()
  for (const name of ['first', 'second']) {
    expect((await movecli(`config set deviceId w --profile ${name}`, { home })).code).toBe(0)
    expect((await movecli(`profile use ${name}`, { home })).code).toBe(0)
    expect(await actsFor()).toBe('first')
  }
})

test('credentials of the environment come before those of the profile, as on a command line', async () => {
  const { home, close } = await startWallets(2)
  onTestFinished(close)
  const env = { MOVECLI_API_KEY: 'key-of-all', MOVECLI_TOKEN: 'token-2' }
  const claimable = async (words: string[], own: Record<string, string>) => {
    const { call } = await agent(words, { home, env: { ...env, ...own } })
    return ((await call('token_balance')).said.result as { claimable: string }).claimable
  }
  expect((await movecli(`profile use ${nameOf(1)}`, { home })).code).toBe(0)
  expect([
    await claimable([], {}),
    await claimable([], { MOVECLI_PROFILE: nameOf(1) }),
    await claimable(['-n', 'testnet'], {}),
    await claimable(['-p', nameOf(1)], {}),
  ]).toEqual(['2.25', '2.25', '2.25', '1.25'])
})

test('a profile that was removed and made again on another network ends every call', async () => {
  const { home, sent, close } = await startWallets(1)
  onTestFinished(close)
  expect((await movecli(`profile use ${nameOf(1)}`, { home })).code).toBe(0)
  const { call } = await agent(['--allow', 'token claim'], { home })
  expect((await call('token_balance')).said.exit_code).toBe(0)
  const settings = join(home, '.config/movecli/config.json')
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('testnet', 'mainnet'))
  expect((await call('token_claim')).said).toMatchObject({
    exit_code: 4,
    error: {
      code: 'CLI_PROFILE_CHANGED',
      message: `This server acts for profile ${nameOf(1)} on testnet, but ${nameOf(1)} is now on mainnet.`,
      outcome: 'not_sent',
    },
  })
  expect(sent).toEqual([])
})

test('a profile without a network gets the first that it is signed in on, and no other', async () => {
  const { home, close } = await startWallets(1)
  onTestFinished(close)
  const settings = join(home, '.config/movecli/config.json')
  const given = readFileSync(settings, 'utf8')
  writeFileSync(settings, given.replace('"network": "testnet"', '"other": "x"'))
  const { call } = await agent(['-p', nameOf(1)], { home })
  expect((await call('token_balance')).said.error).toMatchObject({ code: 'CLI_NO_NETWORK' })
  writeFileSync(settings, given)
  expect((await call('token_balance')).said.exit_code).toBe(0)
  writeFileSync(settings, given.replaceAll('testnet', 'mainnet'))
  expect((await call('token_balance')).said.error).toMatchObject({ code: 'CLI_PROFILE_CHANGED' })
})

test(
  'a result of more than 8 MB is refused, and says how to ask for less',
  { timeout: 120_000 },
  async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ id: at, note: 'x'.repeat(35_000) }))
    const server = createServer((request, response) => {
      const asked = new URL(request.url!, 'http://x').searchParams
      const [page = 1, limit] = ['page', 'limit'].map((name) => Number(asked.get(name) ?? 1))
      const data = rows.map((row) => ({ ...row, id: row.id + 100 * page })).slice(0, page > 3 ? 1 : limit)
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data }))
    })
    server.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const env = {
      MOVECLI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      MOVECLI_API_KEY: 'key-1',
      MOVECLI_TOKEN: 'token-1',
    }
    const { call } = await agent(['-n', 'testnet'], { env })
    const long = await call('motion_history', { all: true, limit: 100 })
    expect(long).toMatchObject({
      isError: true,
      said: {
        error: { message: 'The result is too long for a tool.', hint: expect.stringContaining('max_items') },
      },
    })
    const short = await call('motion_history', { limit: 3 })
    expect({ isError: short.isError, rows: (short.said.result as unknown[]).length }).toEqual({
      isError: false,
      rows: 3,
    })
  },
)
