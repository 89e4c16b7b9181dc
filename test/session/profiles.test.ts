/** --all-profiles and --profiles: several wallets in one result, each by itself. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { changeCredentials } from '../../src/config/credentials.ts'
import { withProfile } from '../../src/config/settings.ts'
import { changeSettings } from '../../src/config/settings-file.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { headerOf, startWitness } from '../witness/service.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const first = await startWitness({ key: 'key-of-the-first', address: address('1') })
const second = await startWitness({ key: 'key-of-the-second', address: address('2'), shape: 'bare' })
afterAll(async () => Promise.all([first.close(), second.close()]))
const requests = () => [...first.requests.splice(0), ...second.requests.splice(0)]

const home = freshFolder()
const [config, state] = [join(home, '.config/movecli'), join(home, '.local/state/movecli')]
mkdirSync(config, { recursive: true, mode: 0o700 })

/** A profile of its own base URL, key and token. */
async function profile(
  name: string,
  at: typeof first,
  more: { token?: string; expiresAt?: string; network?: 'testnet' | 'mainnet' } = {},
) {
  const { network = 'testnet', token = at.token, ...end } = more
  const settings = { [`networks.${network}.baseUrl`]: at.url }
  await changeSettings(config, (all) => withProfile(all, name, () => ({ network, settings })))
  const origin = new URL(at.url).origin
  await changeCredentials(state, name, () => ({ origin, apiKey: at.key, token, address: at.address, ...end }))
}
await profile('ops-1', first)
await profile('ops-2', second)
await profile('main', first, { network: 'mainnet' })
await profile('stale', first, { token: first.expiredToken })

const json = async (line: string, env = {}) => {
  const { code, stdout, stderr } = await movecli(`${line} --json`, { home, env })
  return { code, stderr, rows: stdout === '' ? undefined : (JSON.parse(stdout) as Record<string, unknown>[]) }
}

test('every wallet is asked at its own base URL with its own key and token', async () => {
  const { code, rows, stderr } = await json('user profile --profiles ops-*')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(rows).toEqual([
    { profile: 'ops-1', address: address('1'), kyc_status: 'verified', name: 'W' },
    { profile: 'ops-2', address: address('2'), kyc_status: 'verified', name: 'W' },
  ])
  expect(requests().map((each) => headerOf(each, 'X-API-Key'))).toEqual(
    expect.arrayContaining([['key-of-the-first'], ['key-of-the-second']]),
  )
})

test('a wallet that fails is a row with its error, the others stand, and the exit code is 10', async () => {
  const { code, rows, stderr } = await json('token balance --all-profiles')
  expect(code).toBe(10)
  expect(rows?.map((row) => row['profile'])).toEqual(['ops-1', 'ops-2', 'main', 'stale'])
  expect(rows?.[3]).toEqual({
    profile: 'stale',
    error: { code: 'AUTH_002', message: expect.any(String) as string },
  })
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_PARTIAL' } })
  requests()
})

test('the error of several wallets says of each that failed why and what to type, and names the first of them', async () => {
  const { code, stderr } = await json('token balance --all-profiles')
  requests()
  const { error } = JSON.parse(stderr) as { error: Record<string, unknown> }
  expect({ code, error }).toMatchObject({
    code: 10,
    error: {
      code: 'CLI_PARTIAL',
      message: '1 of 4 profiles failed.',
      details: expect.stringMatching(/^stale: AUTH_002: .+ fix: movecli login --profile stale/) as string,
      hint: 'See their rows, or one alone: --profile stale',
    },
  })
})

test('a field that only few wallets have finds its column, and so does an error', async () => {
  const { code, stdout, stderr } = await movecli(
    'motion daily --all-profiles --format csv --date 2026-01-05',
    { home },
  )
  const [header, ...lines] = stdout.trimEnd().split('\n')
  expect(code).toBe(10)
  expect(header).toBe(
    'profile,date,steps,distance,duration,calories,earnings.mft,earnings.k_day,earnings.multipliers.nft,earnings.multipliers.streak,earnings.multipliers.social,error.code,error.message',
  )
  expect(lines[0]).toBe(
    'ops-1,2026-01-05,8421,5.20,3720,312.50,1.10,9007199254740993,0.1234567890123456789,1.0,1.25,,',
  )
  expect(lines[3]).toMatch(/^stale,,,,,,,,,,,AUTH_002,.+/)
  expect(stderr).toContain('error: 1 of 4 profiles failed. (CLI_PARTIAL)\n  details  stale: AUTH_002: The ')
  expect(stderr).toContain(' fix: movecli login --profile stale\n')
})

test('a table has its units, and columns of errors only where there is one', async () => {
  const table = async (line: string) => movecli(`${line} --format table`, { home })
  const good = await table('motion daily --profiles ops-1 --date 2026-01-05')
  expect(good.stdout.split('\n')[0]).toMatch(
    /^Profile +Date +Steps +Distance +Active +Calories +Earned +K day +Multipliers$/,
  )
  expect(good.stdout).toContain('5.20 km')
  const bad = await table('motion daily --profiles stale')
  expect(bad.stdout).toMatch(/^Profile +Error +What happened\nstale +AUTH_002 /)
})

test('the rows of every list bear their profile, whatever shape it came in', async () => {
  const { code, rows } = await json('nft ls --profiles ops-? --all')
  expect({ code, rows: rows?.length }).toEqual({ code: 0, rows: 106 })
  expect(new Set(rows?.map((row) => row['profile']))).toEqual(new Set(['ops-1', 'ops-2']))
  expect(Object.keys(rows?.[0] ?? {})).toEqual(['profile', 'id', 'type', 'name', 'boost'])
})

test('a wallet that fails amid its pages keeps the rows it had, and the next one follows', async () => {
  first.answer({
    path: '/nft/collection?page=2',
    status: 404,
    body: '{"success":false,"error":{"code":"NFT_001","message":"gone"}}',
  })
  const { code, rows } = await json('nft ls --profiles ops-* --all')
  expect({ code, rows: rows?.length }).toEqual({ code: 10, rows: 20 + 1 + 53 })
  expect(rows?.[20]).toMatchObject({ profile: 'ops-1', error: { code: 'NFT_001' } })
})

test('a list that fails for one wallet has an error column in TSV from the first line on', async () => {
  const { code, stdout } = await movecli('nft ls --all-profiles --max-items 2', { home })
  const lines = stdout.trimEnd().split('\n')
  expect({ code, lines: lines.length }).toEqual({ code: 10, lines: 1 + 6 + 1 })
  expect(lines[0]).toBe('profile\tid\tname\ttype\tboost\terror.code\terror.message')
})

test('--sort orders over all wallets, failures last', async () => {
  const { rows } = await json('nft ls --all-profiles --all --sort -id')
  expect(rows?.slice(0, 3).map((row) => row['name'])).toEqual(['Nr 53', 'Nr 53', 'Nr 53'])
  expect(rows?.at(-1)).toHaveProperty('error')
})

test('a network given chooses the profiles of that network', async () => {
  expect((await json('token price --all-profiles -n mainnet')).rows?.map((row) => row['profile'])).toEqual([
    'main',
  ])
  const env = { MOVECLI_NETWORK: 'testnet' }
  expect((await json('token price --profiles *s* --all', env)).code).toBe(2)
  expect((await json('token price --profiles *s*', env)).rows?.map((row) => row['profile'])).toEqual([
    'ops-1',
    'ops-2',
    'stale',
  ])
})

test("the environment's credentials and base URL go to no wallet, and stderr says so", async () => {
  requests()
  const env = {
    MOVECLI_API_KEY: 'another-key',
    MOVECLI_TOKEN: 'another-token',
    MOVECLI_BASE_URL: 'https://example.com/v1',
  }
  const { code, stderr } = await movecli('user profile --profiles ops-*', { home, env })
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'Not using the credentials of the environment: each profile has its own.\n',
  })
  expect(requests().flatMap((each) => headerOf(each, 'X-API-Key'))).not.toContain('another-key')
})

test.each(['MOVECLI_API_KEY', 'MOVECLI_API_KEY_FILE', 'MOVECLI_TOKEN', 'MOVECLI_TOKEN_FILE'])(
  '%s goes to no wallet, not even to one that has no credentials of its own',
  async (name) => {
    const own = freshFolder()
    const file = join(own, 'secret')
    writeFileSync(file, 'of-the-environment', { mode: 0o600 })
    const isToken = name.startsWith('MOVECLI_TOKEN')
    const lines = [
      `config set networks.testnet.baseUrl ${first.url} --profile bare -n testnet`,
      ...(isToken ? [`login --key ${first.key} --key-only -p bare`] : []),
    ]
    for (const line of lines) expect(await movecli(line, { home: own })).toMatchObject({ code: 0 })
    requests()
    const env = { [name]: name.endsWith('_FILE') ? file : 'of-the-environment' }
    const { stdout } = await movecli('user profile --all-profiles --json', { home: own, env })
    const code = isToken ? 'AUTH_001' : 'CLI_NO_API_KEY'
    expect(JSON.parse(stdout)).toMatchObject([{ profile: 'bare', error: { code } }])
    expect(requests().filter(({ rawHeaders }) => rawHeaders.join().includes('of-the-environment'))).toEqual(
      [],
    )
  },
)

test('one with broken settings of its own is a row too', async () => {
  await changeSettings(config, (all) =>
    withProfile(all, 'broken', () => ({ network: 'testnet', settings: { timeout: 'soon' } })),
  )
  const { code, rows } = await json('token price --profiles b*')
  expect(code).toBe(10)
  expect(rows).toMatchObject([
    { profile: 'broken', error: { code: expect.stringMatching(/^CLI_/) as string } },
  ])
  await changeSettings(config, (all) => ({
    ...all,
    profiles: Object.fromEntries(Object.entries(all.profiles).filter(([name]) => name !== 'broken')),
  }))
})

test('a field called profile is kept beside the name of the wallet', async () => {
  first.answer({ path: '/user/profile', body: '{"success":true,"data":{"profile":{"level":1.10},"x":1}}' })
  const { stdout } = await movecli('user profile --profiles ops-1 --json', { home })
  expect(stdout).toBe('[{"profile":"ops-1","profile#2":{"level":1.10},"x":1}]\n')
})

test.each([
  ['token price --profiles none-*', 'No profile matches none-*.'],
  // A pattern is of the whole name.
  ['token price --profiles s-1', 'No profile matches s-1.'],
  ['token price --profiles ops-', 'No profile matches ops-.'],
  ['token price --profiles ops?', 'No profile matches ops?.'],
  ['token price --profiles ops-1 --all-profiles', '--all-profiles and --profiles cannot be used together.'],
  ['token price --all-profiles -p ops-1', '--profile works with one profile only.'],
  ['token price --all-profiles --base-url https://x.example/v1', '--base-url works with one profile only.'],
  ['token price --profiles ops[12]', 'No profile matches ops[12].'],
  ['motion history --all-profiles --chart', '--chart works with one profile only.'],
  ['motion daily --all-profiles --date 2026-02-30', '"2026-02-30" is not a valid date.'],
])('%s is exit 2, nothing sent', async (line, message) => {
  requests()
  const { code, stdout, stderr } = await movecli(line, { home })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`error: ${message} (CLI_USAGE)\nfix: `)
  expect(requests()).toEqual([])
})

test('where there is no profile at all, the way to the first is named', async () => {
  const { code, stderr } = await movecli('token price --all-profiles')
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: No profiles. (CLI_USAGE)\nfix: movecli login creates the first one.\n',
  })
})

test('jq sees the rows of all wallets, failures too', async () => {
  const { code, stdout } = await movecli(
    ['token', 'balance', '--all-profiles', '--jq', '.[]|[.profile,.balance,.error.code]', '--json'],
    { home },
  )
  expect(code).toBe(10)
  expect(stdout).toBe(
    '["ops-1",12345678901234567890.5,null]\n["ops-2",12345678901234567890.5,null]\n["main",12345678901234567890.5,null]\n["stale",null,"AUTH_002"]\n',
  )
})

test('a note says first that it is one, then of which profile', async () => {
  const expiresAt = '2026-01-05T00:00:00Z'
  await profile('ended', first, { expiresAt })
  const { code, stderr } = await movecli('token price --profiles ended', { home })
  requests()
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `note: ended: The session token expired at ${expiresAt} and is not sent. Renew it: movecli login --profile ended\n`,
  })
})
