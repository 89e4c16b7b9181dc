/** Defects of a single operation, of later answers and of rows that vary: none hides behind the operations that are whole. */
import { describe, expect, test } from 'vitest'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { operationOf, type OperationName } from '../../src/contract/operations.ts'
import { almost } from '../../src/smoke/likeness.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { readEndpoints } from '../spec/read.ts'
import { good, prover, rowsOf, smoke, type Answer, type Asked, type Defect, type Loose } from './support.ts'

const program = prover()
const daily = 'GET /motion/daily'
const collection = 'GET /nft/collection/{address}'
const submit = 'POST /motion/submit'
const login = 'POST /auth/login'
const readings = readEndpoints().filter(({ method }) => method === 'GET')
const lineOf = ({ method, path }: (typeof readings)[number]) => `${method} ${path}`
const reads = readings.map(lineOf)
/** What a session is shown for. */
const own = readings
  .filter(({ operation }) => operationOf(operation as OperationName).session !== 'none')
  .map(lineOf)
const others = own.filter((line) => line !== daily)

const withHeader =
  (line: string, name: string, value: string, when: (asked: Asked) => boolean): Defect['ask'] =>
  (asked, { headers }) =>
    asked.line === line && when(asked) ? { headers: { ...headers, [name]: value } } : undefined
const refusal =
  (line: string, change: (answer: Answer) => void): Defect['answer'] =>
  (answer, asked) => {
    if (asked.line !== line || answer.body.success !== false) return undefined
    change(answer)
    return answer
  }
/** The defect begins with the n-th answer to the operation. */
const from = (line: string, nth: number, change: (answer: Answer) => void): Defect => {
  let answered = 0
  return { answer: good(line, (answer) => void (++answered >= nth && change(answer))) }
}

/** Turns an answer into a refusal. */
function down(answer: Answer, status: number, code: string): void {
  answer.status = status
  answer.body = { success: false, error: { code, message: 'no', details: 'none' } }
}

/** A collection of so many rows, with totals. */
const collected = (
  many: number,
  give: (rows: Loose[], asked: { type: string | null; page: number }) => Loose[],
): Defect['answer'] => {
  const types = ['shoes', 'apparel', 'accessories']
  const all = Array.from({ length: many }, (_, n) => ({ id: `n${n}`, type: types[n % 3] }))
  return good(collection, (answer, { query }) => {
    const type = query.get('type')
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
    const those = all.filter((row) => type === null || row.type === type)
    const items = give(those.slice((page - 1) * limit, page * limit), { type, page })
    answer.body.data = { items, total: those.length }
  })
}

/** CHAIN_001 as documented, for the first answer to each of these. */
const busy = (lines: string[]): Defect['answer'] => {
  const left = new Set(lines)
  return (answer, { line }) => {
    if (!left.delete(line)) return undefined
    down(answer, 503, 'CHAIN_001')
    return answer
  }
}

type Case = [what: string, words: string, checks: string[], defect: () => Defect]
const cases: Case[] = [
  ...reads.map((line): Case => [
    `${line} answers without a key`,
    '--suite auth',
    ['no-key'],
    () => ({ ask: withHeader(line, 'X-API-Key', sandboxApiKey, ({ headers }) => !headers['X-API-Key']) }),
  ]),
  ...reads.map((line): Case => [
    `${line} takes any key`,
    '--suite auth',
    ['wrong-key'],
    () => ({
      ask: withHeader(line, 'X-API-Key', sandboxApiKey, ({ headers }) => headers['X-API-Key'] !== undefined),
    }),
  ]),
  ...own.map((line): Case => [
    `${line} takes any session token`,
    '--suite auth',
    ['wrong-token'],
    () => ({
      ask: withHeader(
        line,
        'Authorization',
        `Bearer ${sandboxToken}`,
        ({ headers }) => headers['Authorization'] !== undefined,
      ),
    }),
  ]),
  ...own.map((line): Case => [
    `${line} takes a session token whose last character is another`,
    '--suite auth',
    ['wrong-token'],
    () => ({
      ask: withHeader(
        line,
        'Authorization',
        `Bearer ${sandboxToken}`,
        ({ headers }) => headers['Authorization'] === `Bearer ${almost(sandboxToken)}`,
      ),
    }),
  ]),
  ...others.map((line): Case => [
    `${line} refuses a wrong key with HTTP 403`,
    '--suite auth',
    ['wrong-key', 'wrong-token'],
    () => ({
      answer: refusal(
        line,
        (answer) => void (answer.body.error!['code'] === 'AUTH_002' && (answer.status = 403)),
      ),
    }),
  ]),
  ...others.map((line): Case => [
    `${line} calls a missing key an invalid one`,
    '--suite auth',
    ['no-key'],
    () => ({
      answer: refusal(line, (answer) => {
        const { error } = answer.body
        if (error!['code'] === 'AUTH_001') error!['code'] = 'AUTH_002'
      }),
    }),
  ]),
  ...(
    [
      [submit, 'no-key', 'X-API-Key', sandboxApiKey, undefined],
      [login, 'no-key', 'X-API-Key', sandboxApiKey, undefined],
      [submit, 'wrong-key', 'X-API-Key', sandboxApiKey, sandboxApiKey],
      [login, 'wrong-key', 'X-API-Key', sandboxApiKey, sandboxApiKey],
      [submit, 'wrong-token', 'Authorization', `Bearer ${sandboxToken}`, sandboxToken],
    ] as const
  ).map(([line, check, header, value, unlike]): Case => [
    `${line} looks at no credential that ${check} tries`,
    '--suite full',
    [check],
    () => ({
      ask: withHeader(line, header, value, ({ headers }) =>
        unlike === undefined ? !headers[header] : headers[header] !== undefined,
      ),
    }),
  ]),
  ...(
    [
      [daily, 'date'],
      [daily, 'address'],
      [collection, 'type'],
      [collection, 'page'],
      [collection, 'limit'],
    ] as const
  ).flatMap(([line, name]): Case[] => [
    [
      `${line} with ${name} answers without a key`,
      '--suite auth',
      ['no-key'],
      () => ({
        ask: withHeader(
          line,
          'X-API-Key',
          sandboxApiKey,
          ({ headers, query }) => query.has(name) && !headers['X-API-Key'],
        ),
      }),
    ],
    [
      `${line} with ${name} takes any key`,
      '--suite auth',
      ['wrong-key'],
      () => ({
        ask: withHeader(
          line,
          'X-API-Key',
          sandboxApiKey,
          ({ headers, query }) => query.has(name) && headers['X-API-Key'] !== undefined,
        ),
      }),
    ],
  ]),
  [
    'the own record of a day takes any session token',
    '--suite auth',
    ['wrong-token'],
    () => ({
      ask: withHeader(
        daily,
        'Authorization',
        `Bearer ${sandboxToken}`,
        ({ headers, query }) => query.has('date') && headers['Authorization'] !== undefined,
      ),
    }),
  ],
  ...(['steps', 'distance', 'duration'] as const).map((measure): Case => [
    `a text is taken as ${measure}`,
    '--suite full',
    ['malformed-motion'],
    () => ({
      ask: ({ line, body }) =>
        line === submit && typeof body[measure] === 'string'
          ? { body: Buffer.from(JSON.stringify({ ...body, [measure]: 1 })) }
          : undefined,
    }),
  ]),
  ...(
    [
      ['steps', '101'],
      ['distance', '0.08'],
      ['duration', '61'],
    ] as const
  ).map(([measure, other]): Case => [
    `a proof made for other ${measure} is taken`,
    `--suite full --prover ${program}`,
    ['false-proof'],
    () => ({
      answer: (answer, { line, body }) => {
        if (line !== submit || answer.body.error?.['code'] !== 'MOTION_002') return undefined
        if (body.proof !== makeProof({ ...body, [measure]: other })) return undefined
        return { ...answer, status: 200, body: { success: true, data: {} } }
      },
    }),
  ]),
  [
    'the record by address is of another day',
    '',
    ['daily-address'],
    () => ({
      answer: good(
        daily,
        (answer, { query }) =>
          void (query.has('address') && !query.has('date') && (answer.body.data!['date'] = '2020-01-01')),
      ),
    }),
  ],
  [
    'any key of the same beginning and length is taken',
    '--suite auth',
    ['wrong-key'],
    () => ({
      ask: (_, { headers }) => {
        const key = headers['X-API-Key'] ?? ''
        const like = key.length === sandboxApiKey.length && key.startsWith(sandboxApiKey.slice(0, -1))
        return like ? { headers: { ...headers, 'X-API-Key': sandboxApiKey } } : undefined
      },
    }),
  ],
  [
    'the record by address has steps that are a text',
    '',
    ['daily-address'],
    () => ({
      answer: good(
        daily,
        (answer, { query }) => void (query.has('address') && (answer.body.data!['steps'] = '5')),
      ),
    }),
  ],
  [
    'the record by address is refused',
    '',
    ['daily-address'],
    () => ({
      answer: good(
        daily,
        (answer, { query }) => void (query.has('address') && down(answer, 500, 'INTERNAL')),
      ),
    }),
  ],
  [
    'a later answer is of another year',
    '--repeat 6',
    ['latency motion.daily'],
    () => from(daily, 10, (answer) => (answer.body.data!['date'] = '2020-01-01')),
  ],
  [
    'a later page has more rows than documented',
    '--repeat 40',
    ['latency nft.collectionOf'],
    () =>
      from(collection, 32, (answer) => {
        const [row] = rowsOf(answer)
        answer.body.data!['items'] = Array.from({ length: 45 }, () => row)
      }),
  ],
  ...(
    [
      [24, 12],
      [53, 40],
      [53, 7],
      [100, 70],
      [100, 80],
      [3, 1],
    ] as const
  ).map(([many, total]): Case => [
    `${total} rows are counted, and the pages give ${many}`,
    '',
    ['paging'],
    () => {
      const answer = collected(many, (rows) => rows)!
      return {
        answer: (given, asked, time) => {
          const changed = answer(given, asked, time)
          if (asked.line === collection && !asked.query.has('type')) given.body.data!['total'] = total
          return changed
        },
      }
    },
  ]),
  [
    'the page number is ignored, and nothing is counted',
    '',
    ['paging'],
    () => ({
      answer: good(collection, ({ body }, { query }) => {
        const limit = Number(query.get('limit') ?? 20)
        body.data = { items: Array.from({ length: Math.min(limit, 53) }, (_, n) => ({ id: `n${n}` })) }
      }),
    }),
  ],
  [
    'a filtered list ends before its total',
    '',
    ['type-filter'],
    () => ({ answer: collected(150, (rows, { type, page }) => (type && page > 1 ? [] : rows)) }),
  ],
  [
    'a filtered list without types ends before its total',
    '',
    ['type-filter'],
    () => ({
      answer: collected(53, (rows, { type }) => (type ? rows.slice(0, 3) : rows).map(({ id }) => ({ id }))),
    }),
  ],
  [
    'the own address owns nothing, and the user does',
    '',
    ['envelope nft.collectionOf', 'latency nft.collectionOf'],
    () => ({ answer: good(collection, (answer) => down(answer, 404, 'NFT_001')) }),
  ],
  [
    'the end of a session is told in another zone',
    '--suite full',
    ['login'],
    () => ({
      answer: good(login, (answer) => {
        const { data } = answer.body
        data!['expires_at'] = data!['expires_at'].replace('Z', '+02:00')
      }),
    }),
  ],
  [
    'an answer is Latin-1',
    '',
    ['envelope user.profile', 'json'],
    () => ({
      answer: (_, { line }) =>
        line === 'GET /user/profile'
          ? { text: Buffer.from('{"success":true,"data":{"name":"J\xf6rg"}}', 'latin1') }
          : undefined,
    }),
  ],
  [
    'three reads in the middle find the chain busy',
    '',
    ['envelope user.profile'],
    () => ({
      answer: busy(['GET /token/balance', 'GET /user/profile', 'GET /motion/history']),
    }),
  ],
  [
    'one read finds the chain busy with HTTP 503 and no envelope',
    '',
    ['envelope token.balance'],
    () => {
      let asked = 0
      return {
        answer: (_, { line }) =>
          line === 'GET /token/balance' && asked++ === 0 ? { status: 503, text: 'busy' } : undefined,
      }
    },
  ],
  [
    'the steps of a later answer are a text',
    '--repeat 6',
    ['latency motion.daily'],
    () => from(daily, 9, (answer) => (answer.body.data!['steps'] = '12')),
  ],
  [
    'a later answer has no multipliers',
    '--repeat 6',
    ['latency motion.daily'],
    () => from(daily, 9, (answer) => delete answer.body.data!['earnings'].multipliers),
  ],
  [
    'a later answer has no data',
    '--repeat 6',
    ['latency token.price'],
    () => from('GET /token/price', 5, (answer) => delete answer.body.data),
  ],
  [
    'a page has ten rows without limit',
    '',
    ['page-size'],
    () => ({
      ask: (asked, { url }) => {
        if (asked.line !== collection || asked.query.has('limit')) return undefined
        const next = new URL(url)
        next.searchParams.set('limit', '10')
        return { url: next.href }
      },
    }),
  ],
  [
    'a page repeats rows whose images are signed anew',
    '',
    ['paging'],
    () => {
      let signed = 0
      return {
        ask: (asked, { url }) =>
          asked.line === collection && asked.query.get('page') === '3'
            ? { url: url.replace('page=3', 'page=2') }
            : undefined,
        answer: good(collection, (answer) => {
          for (const row of rowsOf(answer)) row.image = `https://cdn.example/${row.id}?sig=${++signed}`
        }),
      }
    },
  ],
  [
    'a row is lost whose energy changes',
    '',
    ['paging'],
    () => {
      let energy = 0
      return {
        answer: good(collection, (answer, { query }) => {
          for (const row of rowsOf(answer)) row.energy = ++energy
          if (query.get('page') === '2' && query.has('limit')) rowsOf(answer).shift()
        }),
      }
    },
  ],
  [
    'success is a text',
    '',
    ['envelope token.price', 'latency token.price'],
    () => ({ answer: good('GET /token/price', (answer) => void ((answer.body as Loose).success = 'true')) }),
  ],
  [
    'HTTP 429 is no RATE_001',
    '--suite auth',
    ['error-bodies'],
    () => ({
      answer: (answer, { line }) => {
        if (line !== 'GET /user/profile') return undefined
        return {
          ...answer,
          status: 429,
          body: { success: false, error: { code: 'SLOW', message: 'm', details: 'd' } },
        }
      },
    }),
  ],
]

describe('turns the run red', () => {
  test.each(cases)('%s', async (_, words, checks, defect) => {
    const { code, failed } = await smoke(words, { defect: defect() })
    expect({ code, failed }).toEqual({ code: 10, failed: checks.filter((name) => failed.includes(name)) })
    expect(failed.length).toBeGreaterThan(0)
    expect(failed[0]).toBe(checks[0])
  })
})

test('a failure names the operation that is open, not the first that was asked', async () => {
  const line = 'GET /token/balance'
  const ask = withHeader(line, 'X-API-Key', sandboxApiKey, ({ headers }) => !headers['X-API-Key'])
  const { rows } = await smoke('--suite auth', { defect: { ask } })
  expect(rows.find(({ name }) => name === 'no-key')?.message).toBe(
    'GET /token/balance without an API key was accepted (HTTP 200); AUTH_001 (401) is documented',
  )
})

test('a refusal by its status whose answer says success true is named as that, and not as accepted', async () => {
  const answer: Defect['answer'] = (given) =>
    given.body.error?.['code'] === 'AUTH_001'
      ? { ...given, body: { ...given.body, success: true } }
      : undefined
  const { rows } = await smoke('--suite auth', { defect: { answer } })
  expect(rows.find(({ name }) => name === 'no-key')?.message).toMatch(
    /^GET \/motion\/daily without an API key: success is true beside HTTP 401; AUTH_001 \(401\) is documented/,
  )
})

/** Takes or refuses motion whose proof was made for other steps, in a way of its own. */
const otherSteps = (status: number, body: Answer['body']): Defect => ({
  answer: (answer, asked) =>
    answer.body.error?.['code'] === 'MOTION_002' &&
    asked.body.proof === makeProof({ ...asked.body, steps: '101' })
      ? { ...answer, status, body }
      : undefined,
})
const verification = (message: string) => ({
  success: false,
  error: { code: 'MOTION_002', message, details: message },
})

test.each([
  [
    'is accepted, in words that claim no more than the document',
    otherSteps(200, { success: true, data: {} }),
    'motion with a proof made for other steps was accepted (HTTP 200), so its verification did not fail (MOTION_002); which values a proof covers is not documented',
  ],
  [
    'is refused by its status, with success true',
    otherSteps(400, { success: true, data: {} }),
    'motion with a proof made for other steps: success is true beside HTTP 400; MOTION_002 (400) is documented',
  ],
  [
    'is refused with another status',
    otherSteps(422, verification('no')),
    'motion with a proof made for other steps: MOTION_002 came with HTTP 422; 400 is documented',
  ],
])('a proof made for other steps that %s is named', async (_, defect, message) => {
  const { rows, failed } = await smoke(`--suite full --prover ${program}`, { defect })
  expect(failed).toEqual(['false-proof'])
  expect(rows.find(({ name }) => name === 'false-proof')?.message).toBe(message)
})

test('a proof made for other steps is refused as it is documented, whatever reason is told', async () => {
  const defect = otherSteps(400, verification('zk-Motion proof verification failed'))
  const { rows } = await smoke(`--suite full --prover ${program}`, { defect })
  expect(rows.find(({ name }) => name === 'false-proof')?.status).toBe('passed')
})

test('two reads that find the chain busy are asked once more, and the checks say so', async () => {
  const { code, rows } = await smoke('', {
    defect: { answer: busy(['GET /token/balance', 'GET /motion/history']) },
  })
  const said = rows.filter(({ message }) => message?.includes('asked once more'))
  expect(said.map(({ name, status }) => [name, status])).toEqual([
    ['envelope motion.history', 'passed'],
    ['envelope token.balance', 'passed'],
  ])
  expect(said[1]?.message).toBe('GET /token/balance: HTTP 503 CHAIN_001, asked once more')
  expect(code).toBe(0)
})

test('a write that is open is named, and neither key nor its likeness is shown', async () => {
  const keys = new Set<string>()
  const ask: Defect['ask'] = (asked, { headers }) => {
    keys.add(headers['X-API-Key'] ?? '')
    return withHeader(submit, 'X-API-Key', sandboxApiKey, () => true)!(asked, { headers } as never)
  }
  const { rows, stdout, stderr } = await smoke('--suite full -v', { defect: { ask } })
  expect(rows.find(({ name }) => name === 'wrong-key')?.message).toBe(
    'POST /motion/submit with an unknown API key: MOTION_001 came with HTTP 400; AUTH_002 is documented',
  )
  const other = [...keys].filter((key) => key !== '' && key !== sandboxApiKey)
  expect(other).toHaveLength(1)
  expect(other[0]).toHaveLength(sandboxApiKey.length)
  expect(stdout + stderr).not.toContain(other[0])
})

test.each([
  ['k-good-0123456789', 'k-good-012345678d'],
  ['0123456789', '0123456784'],
  ['deadbeef', 'deadbee7'],
  ['DEADBEE7', 'DEADBEEF'],
  ['eyJh.eyJz.abcA', 'eyJh.eyJz.abcg'],
  ['live_abcZ==', 'live_abc5=='],
  ['…', '…x'],
])('another key than %s is %s', (key, other) => expect(almost(key)).toBe(other))
