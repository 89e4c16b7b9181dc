/** The raw call: paths, methods, what it prints, and that a write is a write. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failure, good } from '../../witness/service.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'

const { witness, env, requested } = await testnet()
/** What was sent that is no read: a claim reads the balance before. */
const written = () => requested().filter(({ method }) => method !== 'GET')
const price = '{"symbol":"MFT","usd":0.0420}'

test.each([
  '/token/price',
  'token/price',
  '/v1/token/price',
  'v1/token/price',
  '/api/v1/token/price',
  'api/v1/token/price',
  '/token/price/',
  '/token/%70rice',
])('%s is one path', async (path) => {
  const { code, stdout, stderr } = await movecli(['api', 'GET', path], { env })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${price}\n`, stderr: '' })
  expect(requested().map(({ target }) => target)).toEqual(['/v1/token/price'])
})

test.each<[string, RegExp]>([
  ['https://example.org/token/price', /not a full URL/],
  ['HTTP://example.org/', /not a full URL/],
  ['//example.org/token/price', /not a full URL/],
  ['/token/../../admin', /a \. or \.\. part/],
  ['/token/%2e%2E/x', /a \. or \.\. part/],
  ['/token//price', /an empty part/],
  ['', /an empty part/],
  ['/token/%zz', /incomplete % escape/],
  ['/v1/v1/token/price', /the version twice/],
  ['/api/v1/V1/token/price', /the version twice/],
  ['/v1/%761/token/price', /the version twice/],
  ['/token/price#x', /no # in it/],
  ['/nft/collection/0x12', /2 hex digits/],
])('the path %j is refused, nothing sent', async (path, why) => {
  const { code, stdout, stderr } = await movecli(['api', 'GET', path], { env })
  expect({ code, stdout, sent: requested() }).toEqual({ code: 2, stdout: '', sent: [] })
  expect(stderr).toMatch(why)
})

test('a path alone is read, and a method alone is no path', async () => {
  expect(await movecli('api /token/price', { env })).toEqual({ code: 0, stdout: `${price}\n`, stderr: '' })
  expect(requested().map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /v1/token/price'])
  const { code, stderr } = await movecli('api post --yes', { env })
  expect({ code, requested: requested().length }).toEqual({ code: 2, requested: 0 })
  expect(stderr).toBe(
    'error: <path> is required. (CLI_USAGE)\nfix: For example movecli api POST /motion/daily.\n',
  )
})

test.each(['/', '/v1', '/api/v1/'])('%s is the base URL itself', async (path) => {
  witness.answer({ status: 200, body: '{"success":true,"data":1}' })
  expect((await movecli(['api', path], { env })).stdout).toBe('1\n')
  expect(requested().map(({ target }) => target)).toEqual(['/v1/'])
})

test('what stands in a path or a query arrives percent-encoded', async () => {
  witness.answer({ status: 200, body: '{"success":true}' })
  await movecli(['api', 'GET', '/a b/ü%2Fc?q=1 2&r=%26', '--param', 's=x y+z'], { env })
  expect(requested().map(({ target }) => target)).toEqual(['/v1/a%20b/%C3%BC%2Fc?q=1%202&r=%26&s=x%20y%2Bz'])
})

test.each([
  ['GTE', 'fix: Did you mean GET?'],
  ['HEAD', 'fix: For example movecli api GET /motion/daily.'],
  ['OPTIONS', 'fix: For example movecli api GET /motion/daily.'],
  ['0xdeadbeef', 'fix: For example movecli api GET /motion/daily.'],
])('the method %s is refused with the next step', async (method, fix) => {
  const { code, stderr } = await movecli(['api', method, '/token/price'], { env })
  expect({ code, requested: requested().length }).toEqual({ code: 2, requested: 0 })
  expect(stderr).toBe(
    `error: The first of two arguments of api is a method: GET, POST, PUT, PATCH or DELETE. (CLI_USAGE)\n${fix}\n`,
  )
})

test('a GET takes no body', async () => {
  const { code, stderr } = await movecli('api GET /token/price -f a=b', { env })
  expect({ code, requested: requested().length }).toEqual({ code: 2, requested: 0 })
  expect(stderr).toContain('use --param key=value for query parameters')
})

test('data is printed as it came: pretty on a terminal, in parts and other forms where asked', async () => {
  const line = 'api GET /motion/history?limit=1'
  const data =
    '{"items":[{"date":"2026-01-31","steps":8000,"distance":5.20,"earnings":{"mft":1.10}}],"total":45}'
  expect((await movecli(line, { env })).stdout).toBe(`${data}\n`)
  expect((await movecli(`${line} --json`, { env })).stdout).toBe(`${data}\n`)
  expect((await movecli(line, { env, tty: true })).stdout).toMatch(/^\{\n  "items": \[\n[^]*5\.20[^]*\n\}\n$/)
  expect((await movecli(`${line} --fields total`, { env })).stdout).toBe('{"total":45}\n')
  expect((await movecli('api GET /token/price --format csv', { env })).stdout).toBe(
    'symbol,usd\nMFT,0.0420\n',
  )
})

test('-i shows status and headers before data', async () => {
  witness.answer({ headers: { Date: null, 'X-Odd': 'a\u009bb', Connection: null } })
  const { stdout } = await movecli('api GET /token/price -i', { env })
  expect(stdout).toMatch(
    /^HTTP 200\ncontent-type: application\/json\n[^]*x-odd: a.*\\x9bb\n[^]*\n\n\{"symbol"/,
  )
  const json = await movecli('api GET /token/price -i --json', { env })
  expect(JSON.parse(json.stdout)).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
    data: { symbol: 'MFT' },
  })
})

test('--paginate reads every page as one list', async () => {
  const { code, stdout } = await movecli('api GET /nft/collection?limit=20 --paginate --param type=shoes', {
    env,
  })
  expect(code).toBe(0)
  const list = JSON.parse(stdout) as { name: string }[]
  expect(new Set(list.map(({ name }) => name)).size).toBe(18)
  requested()
  const all = await movecli('api GET /motion/history --paginate --format ndjson', { env })
  expect(all.stdout.trimEnd().split('\n').length).toBe(45)
  expect(requested().map(({ target }) => target)).toEqual(
    [1, 2, 3].map((n) => `/v1/motion/history?page=${n}`),
  )
})

test('--paginate over what is no list prints it with a note', async () => {
  const { code, stdout, stderr } = await movecli('api GET /token/price --paginate', { env })
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `${price}\n`,
    stderr: 'note: The answer has no list and is shown unchanged.\n',
  })
})

test.each([
  'api GET /nft/collection --paginate -i',
  'api POST /token/claim --paginate',
  'api GET /nft/collection --paginate --param page=x',
])('%s is wrong usage', async (line) => {
  requested()
  expect((await movecli(line, { env })).code).toBe(2)
  expect(requested()).toEqual([])
})

test('an unknown path may answer without data, a known one may not', async () => {
  const empty = { status: 200, body: '{"success":true}' }
  witness.answer({ path: '/new', ...empty })
  expect(await movecli('api GET /new', { env })).toEqual({ code: 0, stdout: 'null\n', stderr: '' })
  witness.answer({ path: '/token/price', ...empty, times: 4 })
  const known = await movecli('api GET /token/price --retries 0', { env })
  expect(known.code).toBe(8)
  expect(known.stderr).toContain('the envelope has no data')
})

test('a known path fails as its command does', async () => {
  witness.answer({ path: '/user/profile', ...failure('AUTH_002', 'token expired at 2026-01-02T03:04:05Z') })
  const { code, stderr } = await movecli('api GET /user/profile', { env })
  expect(code).toBe(4)
  expect(stderr).toContain('2026-01-02T03:04:05Z')
})

const journal = (home: string) => readFileSync(join(home, '.local/state/movecli/journal/writes.log'), 'utf8')

test('a write to a path that a command knows is that command: confirmed or not as it is, in the journal by its name', async () => {
  written()
  const home = freshFolder()
  expect((await movecli('api POST /token/claim', { env, home })).code).toBe(11)
  expect((await movecli('api PUT /v1/user/settings -f a=b', { env, home })).code).toBe(0)
  expect((await movecli('api POST /api/v1/token/claim?x=y --yes', { env, home })).code).toBe(0)
  expect(written().map(({ method, target, body }) => [method, target, body])).toEqual([
    ['PUT', '/v1/user/settings', '{"a":"b"}'],
    ['POST', '/v1/token/claim?x=y', '{}'],
  ])
  expect(journal(home)).toContain('"token.claim"')
  expect(journal(home)).toContain('"user.settings"')
})

test.each([
  ['api POST /nft/mint --yes', 'There is nothing to send.'],
  ['api POST /motion/submit', 'There is nothing to send.'],
  ['api POST /token/claim --input - --yes', 'The body must be a JSON object.'],
])('%s is refused as that command refuses it', async (line, why) => {
  written()
  const { code, stderr } = await movecli(line, { env, stdin: '[]' })
  expect({ code, written: written().length }).toEqual({ code: 2, written: 0 })
  expect(stderr).toContain(why)
})

test.each([
  'POST /new/path',
  'PUT /token/claim',
  'PATCH /user/settings',
  'DELETE /user/profile',
  'post /Token/Claims',
])('%s, which no command knows, is confirmed and journaled', async (what) => {
  written()
  const home = freshFolder()
  const refused = await movecli(`api ${what} -f a=b`, { env, home })
  expect({ code: refused.code, written: written().length }).toEqual({ code: 11, written: 0 })
  witness.answer({ ...good('{"done":1.10}'), status: 201 })
  const sent = await movecli(`api ${what} --input - --yes`, { env, home, stdin: '[1.10]' })
  expect({ code: sent.code, stdout: sent.stdout }).toEqual({ code: 0, stdout: '{"done":1.10}\n' })
  expect(written().map(({ body }) => body)).toEqual(['[1.10]'])
  expect(journal(home)).toContain(what.split(' ')[1])
})

test('an unknown write without fields has no body', async () => {
  written()
  witness.answer({ status: 200, body: '{"success":true}' })
  const { code, stdout } = await movecli('api DELETE /new --yes', { env })
  expect({ code, stdout, written: written().map(({ body }) => body) }).toEqual({
    code: 0,
    stdout: 'null\n',
    written: [''],
  })
})

test('an unknown write whose answer is lost is unresolved and never sent again', async () => {
  written()
  witness.answer({ destroy: 'before-answer' })
  const { code, stdout } = await movecli('api POST /new -f a=b --yes', { env })
  expect({ code, stdout, written: written().length }).toEqual({ code: 9, stdout: '', written: 1 })
})

test('an unknown read is repeated like any other', async () => {
  requested()
  witness.answer({ path: '/new', status: 503, body: '{}' })
  witness.answer({ path: '/new', ...good('1') })
  const { code, stdout } = await movecli('api GET /new', { env, sleep: async () => {} })
  expect({ code, stdout, requested: requested().length }).toEqual({ code: 0, stdout: '1\n', requested: 2 })
})

test('--dry-run shows a write and sends none; --yes does not change that', async () => {
  written()
  const { code, stdout } = await movecli('api POST /new -f a=b --dry-run --yes --json', { env })
  expect({ code, written: written() }).toEqual({ code: 0, written: [] })
  expect(JSON.parse(stdout)).toMatchObject({
    dry_run: true,
    method: 'POST',
    url: `${witness.url}/new`,
    body: { a: 'b' },
  })
  expect(stdout).not.toContain(witness.key)
})

test.each(['/Token/Claim', '/TOKEN/claim/', '/v1/token/Claim', '/%74oken/claim'])(
  'a write to %s is the claim that it means: held up by an unresolved claim',
  async (path) => {
    const home = freshFolder()
    const own = { MOVECLI_NETWORK: 'sandbox' }
    const faults = { MOVECLI_SANDBOX_FAULTS: 'POST /token/claim:drop-after-apply' }
    const first = await movecli('token claim --yes', { env: { ...own, ...faults }, home })
    const second = await movecli(['api', 'POST', path, '--yes'], { env: own, home })
    expect({ firstCode: first.code, secondCode: second.code }).toEqual({ firstCode: 9, secondCode: 9 })
  },
)

test.each([
  '/v1/v1;x/token/claim',
  '/token%2Fclaim',
  '/token/claim;v=1',
  '/token%5Cclaim',
  '/token/claim%20',
  '/token/claim.json',
  '/%2574oken/claim',
  '/token/.%2Fclaim',
  '/token%252fCLAIM',
])('a write to %s, which some services would take for a claim, is refused', async (path) => {
  const { code, stderr } = await movecli(['api', 'POST', path, '--yes'], { env })
  expect({ code, said: stderr.includes('Write it as /token/claim') }).toEqual({ code: 2, said: true })
})

test.each(['/v1/v1/token/claim', '/v1/api/v1/token/claim', '/v1/%761/Token/Claim'])(
  'a write to %s, whose version is doubled, is refused',
  async (path) => {
    const { code, stderr } = await movecli(['api', 'POST', path, '--yes'], { env })
    expect({ code, stderr, requested: requested() }).toEqual({
      code: 2,
      stderr: expect.stringContaining('version twice'),
      requested: [],
    })
  },
)

test('a proof is a secret under whatever method it is sent, and in each record of a list', async () => {
  const proof = 'zkp-5f1c9e2a77b04d'
  const home = freshFolder()
  for (const stdin of [JSON.stringify({ steps: 5, proof }), JSON.stringify([{ steps: 5, proof }])])
    for (const how of ['--dry-run', '--yes', '--yes -vv', '--yes --json -vv']) {
      witness.answer({
        method: 'PUT',
        ...failure('MOTION_002'),
        body: `{"success":false,"error":{"code":"X_1","message":"no ${proof}"}}`,
      })
      const ran = await movecli(`api PUT /motion/submit --input - ${how}`, { env, home, stdin })
      witness.forget()
      requested()
      expect({ code: ran.code, told: ran.stdout + ran.stderr }).toEqual({
        code: how === '--dry-run' ? 0 : 5,
        told: expect.not.stringContaining('5f1c9e2a'),
      })
      expect(ran.stdout + ran.stderr).toContain(how === '--yes' ? 'no [redacted]' : '[18 characters]')
    }
})

test.each([['{"pi_a":["11c0ffee22","33c0ffee44"],"n":null}'], ['9182736455']])(
  'a proof that is an object or a number is a secret too: %s',
  async (proof) => {
    const home = freshFolder()
    const message = proof.replaceAll('"', '')
    const body = `{"success":false,"error":{"code":"X_1","message":${JSON.stringify(`bad proof ${message}`)}}}`
    for (const method of ['POST', 'PUT'])
      for (const how of ['--yes', '--yes --json -vv']) {
        witness.answer({ method, status: 400, body })
        const line = `api ${method} /motion/submit --input - ${how}`
        const stdin = `{"steps":5,"distance":1,"duration":1,"device_id":"d","proof":${proof}}`
        const ran = await movecli(line, { env, home, stdin })
        witness.forget()
        requested()
        expect({ code: ran.code, told: ran.stdout + ran.stderr }).toEqual({
          code: 5,
          told: expect.not.stringMatching(/c0ffee|9182736455/),
        })
        expect(ran.stderr).toContain('[redacted]')
      }
  },
)

test.each([
  ['/nft/collection --param page=2', [['page=2', 'page=3'], 33]],
  ['/nft/collection?page=2', [['page=2', 'page=3'], 33]],
  ['/nft/collection --param page=1 --param page=3', [['page=3', 'page=4'], 13]],
  ['/nft/collection?limit=30', [['limit=30&page=1', 'limit=30&page=2'], 53]],
  [
    '/nft/collection --param limit=30 --param page=2 --param x=1',
    [['limit=30&x=1&page=2', 'limit=30&x=1&page=3'], 23],
  ],
] as const)('%s --paginate begins at the page that is given', async (call, [queries, rows]) => {
  requested()
  const { code, stdout } = await movecli(`api GET ${call} --paginate --json`, { env })
  expect({ code, rows: (JSON.parse(stdout) as unknown[]).length }).toEqual({ code: 0, rows })
  expect(requested().map(({ target }) => target.replace('/v1/nft/collection?', ''))).toEqual(queries)
})

test.each(['page=0', 'page=-1', 'page=1.5', 'limit=0', 'limit=x', 'page=1 --param page=x'])(
  '--paginate with --param %s is wrong usage, and nothing is sent',
  async (param) => {
    requested()
    expect((await movecli(`api /nft/collection --paginate --param ${param}`, { env })).code).toBe(2)
    expect(requested()).toEqual([])
  },
)

test.each(['0x12', '0xC1b1550860Af52B06262459996047267E43aCb8B'])(
  'an address in a path is checked as that of the command is: %s',
  async (address) => {
    requested()
    expect((await movecli(`api /nft/collection/${address}`, { env })).code).toBe(2)
    expect(requested()).toEqual([])
  },
)

test('a sign-in by a raw call is sent once, without the session, and keeps no token', async () => {
  requested()
  const home = freshFolder()
  witness.answer({ path: '/auth/login', status: 503, body: '{}' })
  const line = 'api POST /auth/login -f address=0x1 -f signature=0x2 -f message=m'
  expect((await movecli(`${line} --dry-run`, { env, home })).stdout).not.toContain('Authorization')
  expect((await movecli(line, { env, home, sleep: async () => {} })).code).toBe(8)
  const sent = requested()
  expect(sent.map(({ method, target }) => `${method} ${target}`)).toEqual(['POST /v1/auth/login'])
  expect(sent[0]?.rawHeaders).not.toContain('Authorization')
})

test('a known read that is not as documented is said so by a raw call too, and fails with --strict', async () => {
  const day = { path: '/motion/daily', body: '{"success":true,"data":{"date":"2026-01-30","steps":"many"}}' }
  witness.answer(day)
  const told = await movecli('api /motion/daily', { env })
  expect([told.code, told.stderr]).toEqual([0, expect.stringContaining('is not as documented')])
  witness.answer(day)
  expect(await movecli('api /motion/daily --strict', { env })).toMatchObject({ code: 8, stdout: '' })
})

test('-i with --fields chooses among status, headers and data', async () => {
  const { stdout } = await movecli('api GET /token/price -i --fields status,data.symbol', { env })
  expect(JSON.parse(stdout)).toEqual({ status: 200, data: { symbol: 'MFT' } })
})
