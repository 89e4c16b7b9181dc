/** Services that keep to the document in ways of their own: none of them turns red. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sandboxPrivateKey } from '../../src/sandbox/constants.ts'
import { nftTypes } from '../../src/contract/service.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { namesTime } from '../../src/smoke/times.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { good, rowsOf, smoke, spoiled, type Answer, type Defect, type Loose } from './support.ts'
import { clock } from '../support/clock.ts'

const daily = 'GET /motion/daily'
const collection = 'GET /nft/collection/{address}'
const eachRow = (change: (row: Loose, at: number) => void): Defect => ({
  answer: good(collection, (answer) => rowsOf(answer).forEach(change)),
})
let count = 0
const refused = (answer: Answer, status: number, code: string): Answer => ({
  ...answer,
  status,
  body: { success: false, error: { code, message: 'no', details: 'none' } },
})

/** A collection of so many rows without totals; behind its last page there is nothing, or that page again. */
const collected = (many: number, rowAt: (n: number) => Loose, behind: 'nothing' | 'last' = 'nothing') =>
  good(collection, (answer, { query }) => {
    const type = query.get('type')
    const rows = Array.from({ length: many }, (_, n) => n)
      .filter((n) => type === null || nftTypes[n % 3] === type)
      .map(rowAt)
    const [asked, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
    const last = Math.max(1, Math.ceil(rows.length / limit))
    const page = behind === 'last' ? Math.min(asked, last) : asked
    answer.body.data = { items: rows.slice((page - 1) * limit, page * limit) }
  })

type Case = [what: string, defect: Defect]
const cases: Case[] = [
  [
    'images are signed anew with every request',
    eachRow((row) => (row.image = `https://cdn.example/?s=${++count}`)),
  ],
  ['equipment has energy that changes', eachRow((row) => (row.energy = ++count))],
  ['rows say when they were read', eachRow((row) => (row.as_of = new Date(count++).toISOString()))],
  ['rows say where they stand on their page', eachRow((row, at) => (row.index = at))],
  [
    'rows have no id, and a place on the page',
    eachRow((row, at) => {
      row.index = at
      row.title = `${row.name} ${row.id}`
      delete row.id
    }),
  ],
  [
    'rows bear a token_id for an id',
    eachRow((row) => {
      row.token_id = row.id
      delete row.id
      row.energy = ++count
    }),
  ],
  ...[null, '', {}].map((error): Case => [
    `success is true beside an error of ${JSON.stringify(error)}`,
    { answer: (answer) => void (answer.body.success && Object.assign(answer.body, { error })) },
  ]),
  [
    'the total is the count of the page',
    { answer: good(collection, (answer) => void (answer.body.data!['total'] = rowsOf(answer).length)) },
  ],
  [
    'a filtered list bears the total of the whole',
    {
      answer: good(collection, (answer, { query }) => {
        if (query.has('type')) answer.body.data!['total'] = 53
      }),
    },
  ],
  [
    'a page behind the last one is refused with 404',
    {
      answer: (answer, { line, query }) =>
        line === collection && query.has('page') && answer.body.success && rowsOf(answer).length === 0
          ? refused(answer, 404, 'NOT_FOUND')
          : undefined,
    },
  ],
  [
    'a page behind the last one is refused with 400, and nothing is counted',
    {
      answer: (answer, { line, query }) => {
        if (line !== collection || !answer.body.success) return undefined
        if (query.has('page') && rowsOf(answer).length === 0) return refused(answer, 400, 'BAD_PAGE')
        for (const name of ['total', 'pages', 'page', 'limit']) delete answer.body.data![name]
        return answer
      },
    },
  ],
  [
    'the rows of a type are equal',
    eachRow((row) => {
      for (const name of Object.keys(row)) if (name !== 'type') delete row[name]
    }),
  ],
  ['every row is equal, and there are more than a page', { answer: collected(53, () => ({ level: 1 })) }],
  [
    'each type has more equal rows than a page',
    { answer: collected(150, (n) => ({ type: nftTypes[n % 3] })) },
  ],
  ...[1, 2, 3, 4, 5, 19, 20, 24, 40, 53, 60].map((many): Case => [
    `a page behind the last of ${many} rows is the last one again, and nothing is counted`,
    { answer: collected(many, (n) => ({ id: `n${n}`, type: nftTypes[n % 3] }), 'last') },
  ]),
  ...[2, 20, 40].map((many): Case => [
    `a page behind the last of ${many} rows is the last one again, with images signed anew`,
    {
      answer: collected(
        many,
        (n) => ({ mint: `n${n}`, type: nftTypes[n % 3], image: `https://cdn.example/?s=${++count}` }),
        'last',
      ),
    },
  ]),
  ...[2, 12].map((many): Case => [
    `${many} equal rows have no totals, and a page behind the last is that one again`,
    { answer: collected(many, () => ({ level: 1 }), 'last') },
  ]),
  ...[7, 20, 53].map((many): Case => [
    `the total of ${many} rows is that of their pages`,
    {
      answer: (answer, asked, time) => {
        const changed = collected(many, (n) => ({ id: `n${n}`, type: nftTypes[n % 3] }))!(answer, asked, time)
        const rows = many / (asked.query.has('type') ? 3 : 1)
        if (changed !== undefined && asked.line === collection)
          answer.body.data!['total'] = Math.ceil(rows / Number(asked.query.get('limit') ?? 20))
        return changed
      },
    },
  ]),
  ...[9, 53].map((many): Case => [
    `a page behind the last of ${many} rows is refused with 404, and nothing is counted`,
    {
      answer: (answer, asked, time) => {
        const changed = collected(many, (n) => ({ id: `n${n}`, type: nftTypes[n % 3] }))!(answer, asked, time)
        if (asked.line !== collection || changed === undefined) return changed
        return Number(asked.query.get('page') ?? 1) > 1 && rowsOf(answer).length === 0
          ? refused(answer, 404, 'NOT_FOUND')
          : changed
      },
    },
  ]),
  [
    'a list of types stands before the rows',
    {
      answer: good(collection, (answer) => {
        answer.body.data = {
          types: [...nftTypes],
          equipment: rowsOf(answer),
          total: answer.body.data!['total'],
        }
      }),
    },
  ],
  [
    'a list of counts by type stands before the rows',
    {
      answer: good(collection, (answer) => {
        const counts = nftTypes.map((type) => ({ type, count: 18 }))
        answer.body.data = { counts, equipment: rowsOf(answer), total: answer.body.data!['total'] }
      }),
    },
  ],
  [
    'rows bear their id inside a record, beside what changes',
    {
      answer: collected(53, (n) => ({
        token: { id: `n${n}` },
        type: nftTypes[n % 3],
        seen: { at: ++count },
      })),
    },
  ],
  [
    'many rows have few names and no type',
    { answer: collected(90, (n) => ({ name: `Equipment ${n % 7}` })) },
  ],
  [
    'rows are grouped by their type',
    {
      answer: good(collection, (answer) => {
        const groups: Record<string, Loose[]> = {}
        for (const row of rowsOf(answer)) (groups[row.type] ??= []).push(row)
        answer.body.data = groups
      }),
    },
  ],
  ...[null, undefined].map((list): Case => [
    `an empty page has ${list === null ? 'null for its rows' : 'no rows'}, and there are no shoes`,
    {
      answer: good(collection, (answer, { query }) => {
        const type = query.get('type')
        const all = Array.from({ length: 40 }, (_, n) => ({ id: `n${n}`, type: nftTypes[1 + (n % 2)] }))
        const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
        const rows = all.filter((row) => type === null || row.type === type)
        const items = rows.slice((page - 1) * limit, page * limit)
        answer.body.data = { items: items.length > 0 ? items : list, note: 'equipment' }
      }),
    },
  ]),
  ...[410, 416, 422].map((status): Case => [
    `a page behind the last one is refused with ${status}`,
    {
      answer: (answer, asked, time) => {
        const changed = collected(40, (n) => ({ id: `n${n}`, type: nftTypes[n % 3] }))!(answer, asked, time)
        return changed && Number(asked.query.get('page')) > 1 && rowsOf(answer).length === 0
          ? refused(answer, status, 'NO_SUCH_PAGE')
          : changed
      },
    },
  ]),
  [
    'a day without motion is answered with 404',
    {
      answer: (answer, { line, query }) =>
        line === daily && query.has('date') ? refused(answer, 404, 'NO_RECORD') : undefined,
    },
  ],
  [
    'records have more fields than documented',
    {
      answer: good(daily, (answer) =>
        Object.assign(answer.body.data!, { heart_rate: { max: 150 }, version: 3 }),
      ),
    },
  ],
]

describe('a service stays green where', () => {
  test.each(cases)('%s', async (_, defect) => {
    const { code, rows } = await smoke('--suite auth', { defect })
    expect(rows.filter(({ status }) => status === 'failed')).toEqual([])
    expect(code).toBe(0)
  })

  test('a row is added between two readings of the list', async () => {
    const owned = Array.from({ length: 24 }, (_, at) => ({ id: `nft-${at}`, type: 'shoes' }))
    let readings = 0
    const growing = good(collection, ({ body }, { query }) => {
      const limit = Number(query.get('limit') ?? 20)
      // The reading by pages of about a quarter is the second one.
      if (limit === 7 && ++readings === 1) owned.push({ id: 'nft-new', type: 'shoes' })
      const from = (Number(query.get('page') ?? 1) - 1) * limit
      const rows = owned.filter(({ type }) => !query.has('type') || query.get('type') === type)
      body.data = { items: rows.slice(from, from + limit) }
    })
    const { code, rows } = await smoke('', { defect: { answer: growing } })
    expect(rows.filter(({ status }) => status === 'failed')).toEqual([])
    expect({ code, readings: readings > 1 }).toEqual({ code: 0, readings: true })
  })

  test('one answer in the middle was lost on its way', async () => {
    const { TransportFailure } = await import('../../src/contract/wire.ts')
    const sandbox = createSandbox({ now: clock().now })
    let asked = 0
    const { code, rows } = await smoke('', {
      transport: async (request) => {
        if (++asked === 9) throw new TransportFailure('sent', new Error('socket hang up'))
        return sandbox(request)
      },
    })
    expect(rows.filter(({ status }) => status !== 'passed')).toEqual([])
    expect(rows.filter(({ message }) => message?.includes('no answer, asked once more'))).toHaveLength(1)
    expect(code).toBe(0)
  })

  test('the first answer of all was lost on its way', async () => {
    let first = true
    const sandbox = createSandbox({ now: clock().now })
    const { code, rows } = await smoke('', {
      transport: async (request) => {
        if (!first) return sandbox(request)
        first = false
        const { TransportFailure } = await import('../../src/contract/wire.ts')
        throw new TransportFailure('sent', new Error('socket hang up'))
      },
    })
    expect({ code, failed: rows.filter(({ status }) => status === 'failed') }).toEqual({
      code: 0,
      failed: [],
    })
  })
})

test('one operation that is down is named, and the service counts as reached', async () => {
  const sandbox = createSandbox({ now: clock().now })
  const { TransportFailure } = await import('../../src/contract/wire.ts')
  const { failed, passed } = await smoke('', {
    transport: async (request) => {
      if (request.url.endsWith('/token/price'))
        throw new TransportFailure('sent', new Error('socket hang up'))
      return sandbox(request)
    },
  })
  expect(failed).toEqual(['envelope token.price', 'latency token.price'])
  expect(passed).toContain('reachable')
})

/** A home with the sandbox's test wallet in a file, and the variables of a service that wants a session everywhere. */
function signerHome() {
  const home = freshFolder()
  const key = join(home, 'wallet-key')
  writeFileSync(key, `${sandboxPrivateKey}\n`, { mode: 0o600 })
  return { home, env: { MOVECLI_PRIVATE_KEY_FILE: key } }
}
const testnet = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1',
  MOVECLI_API_KEY: 'sandbox-public-api-key',
}
/** Refuses what has no session, as a service may: the document does not say which operations need one. */
const sessionEverywhere: Defect = {
  answer: (answer, { headers, line }) =>
    headers['Authorization'] === undefined && line !== 'POST /auth/login' && answer.status !== 401
      ? refused(answer, 401, 'AUTH_001')
      : undefined,
}

async function smokeTestnet(
  words: string,
  env: Record<string, string>,
  defect: Defect,
  home = freshFolder(),
) {
  const time = clock()
  const transport = spoiled(createSandbox({ now: time.now }), defect, time)
  const ran = await movecli(['smoke', ...words.split(' ').filter(Boolean)], {
    home,
    env: { ...testnet, ...env },
    now: time.now,
    transport,
  })
  return ran
}

describe('a session', () => {
  test('that is wanted everywhere and is not there leaves checks skipped, none red', async () => {
    const { code, stderr } = await smokeTestnet('--json', {}, sessionEverywhere)
    const error = JSON.parse(stderr === '' ? '{}' : stderr) as { error?: { details?: string } }
    expect(error.error?.details ?? '').not.toContain('is documented')
    expect([0, 4]).toContain(code)
  })

  test.each(['read', 'auth'])('is made by the suite %s itself where a signer is in a file', async (suite) => {
    const { home, env } = signerHome()
    const { code, stdout } = await smokeTestnet(
      `--suite ${suite} --require-all --json`,
      env,
      sessionEverywhere,
      home,
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ failed: 0, skipped: 0 })
    expect(stdout).toContain('"name":"login","status":"passed"')
  })

  test('given as a token that has ended is exit 4 and no finding about the service', async () => {
    const { code, stderr } = await smokeTestnet('--suite auth', { MOVECLI_TOKEN: 'long.gone.token' }, {})
    expect(code).toBe(4)
    expect(stderr).toContain('The session token is not valid')
    expect(stderr).toContain('MOVECLI_PRIVATE_KEY_FILE')
  })

  test('given as a token that has ended is replaced where a signer is there', async () => {
    const { home, env } = signerHome()
    const given = { ...env, MOVECLI_TOKEN: 'long.gone.token' }
    for (const suite of ['auth', 'full']) {
      const { code, stdout } = await smokeTestnet(`--suite ${suite} --json`, given, {}, home)
      const { checks } = JSON.parse(stdout) as {
        checks: { name: string; status: string; message?: string }[]
      }
      expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
      expect(checks.find(({ name }) => name === 'token-expiry')?.message).toContain('signed in again')
      expect(checks.find(({ name }) => name === 'envelope token.balance')?.status).toBe('passed')
      expect(code).toBe(0)
    }
  })
})

describe('the end of a session is read', () => {
  const written: [form: string, write: (iso: string) => string][] = [
    ['with a comma before its fraction', (iso) => iso.replace('.', ',')],
    ['with a small t and z', (iso) => iso.toLowerCase()],
    ['in the basic form', (iso) => iso.replaceAll(/[-:]|\.\d+/g, '')],
    ['with +00:00', (iso) => iso.replace('Z', '+00:00')],
    ['without seconds', (iso) => iso.replace(/:\d\d\.\d+Z/, 'Z')],
  ]
  const writes = (write: (iso: string) => string): Defect => ({
    answer: good('POST /auth/login', (answer) => {
      answer.body.data!['expires_at'] = write(answer.body.data!['expires_at'] as string)
    }),
  })

  test.each(written)('%s, and what needs the session is checked', async (_, write) => {
    const { home, env } = signerHome()
    const { code, stdout } = await smokeTestnet('--require-all --json', env, writes(write), home)
    expect(JSON.parse(stdout)).toMatchObject({ failed: 0, skipped: 0 })
    expect(code).toBe(0)
  })

  test.each(written)('%s, by login and by smoke after it has passed', async (_, write) => {
    const { home, env } = signerHome()
    const time = clock()
    const sandbox = createSandbox({ now: time.now, tokenTtl: 3_600_000 })
    const transport = spoiled(sandbox, writes(write), time)
    const place = { home, env: { ...testnet, ...env }, now: time.now, transport }
    expect((await movecli(['login'], place)).code).toBe(0)
    expect((await movecli(['whoami', '--check', '--min-validity', '30m'], place)).code).toBe(0)
    time.pass(2 * 3_600_000)
    expect((await movecli(['whoami', '--check', '--min-validity', '30m'], place)).code).toBe(4)
    const { stdout } = await movecli(['smoke', '--json'], { ...place, env: testnet })
    const { checks } = JSON.parse(stdout) as { checks: { name: string; message?: string }[] }
    const said = checks.find(({ name }) => name === 'token-expiry')?.message
    expect(said).toMatch(/^refused; it expired at 2026/i)
  })
})

describe('a run that asked little says so', () => {
  test('counts stand at the end, and a skipped majority is named', async () => {
    const { code, stderr } = await smokeTestnet('--suite auth --format tsv', {}, {})
    expect(code).toBe(0)
    expect(stderr).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/m)
    expect(stderr).toContain('More than half of the checks were skipped')
  })

  test('a whole run is not called one', async () => {
    const ran = await movecli(['smoke', '-n', 'sandbox', '--format', 'tsv'], { transport: createSandbox() })
    expect(ran.stderr).toMatch(/^\d+ passed, 0 failed, 0 skipped$/m)
    expect(ran.stderr).not.toContain('More than half')
  })

  test('an empty name for --junit is wrong usage, before anything is sent', async () => {
    let asked = 0
    const sandbox = createSandbox()
    const { code } = await movecli(['smoke', '-n', 'sandbox', '--junit', ''], {
      transport: async (request) => (asked++, sandbox(request)),
    })
    expect({ code, asked }).toEqual({ code: 2, asked: 0 })
  })
})

describe('the time in the details of AUTH_002', () => {
  const at = Date.parse('2026-03-04T13:00:00.000Z')
  test.each([
    'token expired at 2026-03-04T13:00:00.000Z',
    'expired 2026-03-04 13:00:00 UTC',
    'expired 2026-03-04 14:00 +01:00',
    'expired at 2026-03-04T18:30:00',
    'exp=1772629200',
    '{"exp":1772629200000}',
    'Wed, 04 Mar 2026 13:00:00 GMT',
    'expired on March 4, 2026 at 1:00:00 pm',
  ])('is found in "%s"', (text) => expect(namesTime(text, at)).toBe(true))

  test.each([
    'error 20260101-17',
    'build 2026.3',
    'sign in again',
    'since 2026-03-03T13:01:00Z',
    'expired at 2026-03-04T13:00:00+02:00',
    'expired 2026-03-04 18:30 UTC',
    'code 1772620000',
  ])('is not found in "%s"', (text) => expect(namesTime(text, at)).toBe(false))
})
