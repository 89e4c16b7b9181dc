/** Each defect of a service turns the run red and names the right check; nothing that is whole does. */
import { describe, expect, test } from 'vitest'
import { sandboxToken } from '../../src/sandbox/constants.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { prover, smoke, type Answer, type Asked, type Defect, type Loose } from './support.ts'
import { clock, noon } from '../support/clock.ts'

const program = prover()

/** Changes the answers to one operation that went well. */
const good =
  (
    line: string,
    change: (answer: Answer, asked: Asked) => ReturnType<NonNullable<Defect['answer']>>,
  ): Defect['answer'] =>
  (answer, asked) =>
    asked.line === line && answer.body.success === true ? change(answer, asked) : undefined
/** Changes the refusals with a code. */
const refusal =
  (
    code: string,
    change: (answer: Answer, asked: Asked) => ReturnType<NonNullable<Defect['answer']>>,
  ): Defect['answer'] =>
  (answer, asked) =>
    answer.body.error?.['code'] === code ? change(answer, asked) : undefined
/** Sends another query than the one asked with. */
const requery =
  (line: string, change: (query: URLSearchParams) => void): Defect['ask'] =>
  (asked, { url }) => {
    if (asked.line !== line) return undefined
    const next = new URL(url)
    change(next.searchParams)
    return { url: next.href }
  }
/** Takes what it should refuse. */
const accepting = (code: string, line?: string): Defect['answer'] =>
  refusal(code, (answer, asked) =>
    line === undefined || asked.line === line
      ? { ...answer, status: 200, body: { success: true, data: {} } }
      : undefined,
  )
/** Adds or replaces a header of the request. */
const withHeader =
  (name: string, value: string, when: (asked: Asked) => boolean): Defect['ask'] =>
  (asked, { headers }) =>
    when(asked) ? { headers: { ...headers, [name]: value } } : undefined

const daily = 'GET /motion/daily'
const collection = 'GET /nft/collection/{address}'
const submit = 'POST /motion/submit'
const login = 'POST /auth/login'
const record = (change: (data: Record<string, Loose>) => void): Defect => ({
  answer: good(daily, (answer) => {
    change(answer.body.data!)
    return answer
  }),
})
const day = 86_400_000

type Case = [what: string, suite: string, checks: string[], defect: Defect]
const cases: Case[] = [
  [
    'a number of the daily record is a text',
    'read',
    ['daily-record'],
    record((data) => (data['steps'] = String(data['steps']))),
  ],
  [
    'a field of the daily record is missing',
    'read',
    ['daily-record'],
    record((data) => delete data['calories']),
  ],
  [
    'a nested field is missing',
    'read',
    ['daily-record'],
    record((data) => delete data['earnings'].multipliers.streak),
  ],
  ['a field is null', 'read', ['daily-record'], record((data) => (data['earnings'].k_day = null))],
  [
    'the date is written another way',
    'read',
    ['daily-record', 'daily-date', 'daily-today'],
    record((data) => (data['date'] = data['date'].replaceAll('-', '/'))),
  ],
  [
    'the date asked for is ignored',
    'read',
    ['daily-date'],
    { ask: requery(daily, (query) => query.delete('date')) },
  ],
  [
    'the date is ignored but for yesterday',
    'read',
    ['daily-date'],
    { ask: requery(daily, (query) => query.get('date')?.endsWith('24') && query.delete('date')) },
  ],
  [
    'today is three days ago',
    'read',
    ['daily-today'],
    {
      ask: requery(
        daily,
        (query) =>
          query.has('date') || query.set('date', new Date(noon - 3 * day).toISOString().slice(0, 10)),
      ),
    },
  ],
  [
    'the envelope is missing',
    'read',
    ['envelope token.balance'],
    { answer: good('GET /token/balance', ({ body }) => ({ text: JSON.stringify(body.data) })) },
  ],
  [
    'success is missing',
    'read',
    ['envelope user.profile'],
    { answer: good('GET /user/profile', (answer) => ({ ...answer, body: { data: answer.body.data! } })) },
  ],
  [
    'success is a text',
    'read',
    ['envelope user.profile'],
    {
      answer: good('GET /user/profile', ({ body }) => ({
        text: JSON.stringify({ ...body, success: 'true' }),
      })),
    },
  ],
  [
    'data is missing',
    'read',
    ['envelope motion.history'],
    { answer: good('GET /motion/history', (answer) => ({ ...answer, body: { success: true } })) },
  ],
  [
    'success is true beside an error',
    'read',
    ['envelope user.profile'],
    {
      answer: good('GET /user/profile', ({ body }) => ({
        text: JSON.stringify({ ...body, error: { code: 'X', message: 'no' } }),
      })),
    },
  ],
  [
    'data is a list',
    'read',
    ['envelope nft.collection'],
    {
      answer: good('GET /nft/collection', ({ body }) => ({
        text: JSON.stringify({ success: true, data: body.data!['items'] }),
      })),
    },
  ],
  [
    'the answer is a page of HTML',
    'read',
    ['envelope token.price', 'json'],
    {
      answer: (answer, { line }) => {
        if (line !== 'GET /token/price') return undefined
        answer.headers['content-type'] = 'text/html'
        return { text: '<html>It works!</html>' }
      },
    },
  ],
  [
    'the answer is empty',
    'read',
    ['envelope user.profile'],
    { answer: good('GET /user/profile', () => ({ text: '' })) },
  ],
  [
    'HTTP 500 with success true',
    'read',
    ['envelope motion.daily'],
    { answer: good(daily, (answer) => ({ ...answer, status: 500 })) },
  ],
  [
    'success false with HTTP 200',
    'read',
    ['envelope token.price'],
    {
      answer: good('GET /token/price', (answer) => ({
        ...answer,
        body: { success: false, error: { code: 'CHAIN_001', message: 'busy', details: 'later' } },
      })),
    },
  ],
  [
    'CHAIN_001 with HTTP 500',
    'read',
    ['envelope token.price'],
    {
      answer: good('GET /token/price', (answer) => ({
        ...answer,
        status: 500,
        body: { success: false, error: { code: 'CHAIN_001', message: 'busy', details: 'later' } },
      })),
    },
  ],
  [
    'the answer is labeled as text',
    'read',
    ['json'],
    {
      answer: good('GET /motion/history', (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'content-type': 'text/plain' },
      })),
    },
  ],
  [
    'a page comes twice',
    'read',
    ['paging'],
    { ask: requery(collection, (query) => query.get('page') === '2' && query.set('page', '1')) },
  ],
  [
    'a later page comes twice',
    'read',
    ['paging'],
    { ask: requery(collection, (query) => query.get('page') === '4' && query.set('page', '2')) },
  ],
  [
    'a page is lost',
    'read',
    ['paging'],
    {
      ask: requery(
        collection,
        (query) =>
          Number(query.get('page') ?? 1) > 1 && query.set('page', String(Number(query.get('page')) + 1)),
      ),
    },
  ],
  [
    'a page is lost, and the totals fit what comes',
    'read',
    ['paging'],
    {
      ask: requery(
        collection,
        (query) =>
          Number(query.get('page') ?? 1) > 1 && query.set('page', String(Number(query.get('page')) + 1)),
      ),
      answer: good(collection, (answer) => {
        for (const name of ['total', 'pages', 'page']) delete answer.body.data![name]
        return answer
      }),
    },
  ],
  [
    'a row is lost between two pages',
    'read',
    ['paging'],
    {
      answer: good(collection, (answer, { query }) => {
        if (query.get('page') === '2') answer.body.data!['items'].shift()
        return answer
      }),
    },
  ],
  [
    'limit is ignored',
    'read',
    ['page-size', 'paging'],
    { ask: requery(collection, (query) => query.delete('limit')) },
  ],
  [
    'the usual page is larger than documented',
    'read',
    ['page-size'],
    { ask: requery(collection, (query) => query.has('limit') || query.set('limit', '50')) },
  ],
  [
    'the type filter is ignored',
    'read',
    ['type-filter'],
    { ask: requery(collection, (query) => query.delete('type')) },
  ],
  [
    'the type filter is ignored, and rows do not say their type',
    'read',
    ['type-filter'],
    {
      ask: requery(collection, (query) => query.delete('type')),
      answer: good(collection, (answer) => {
        for (const row of answer.body.data!['items']) delete row.type
        return answer
      }),
    },
  ],
  [
    'the type filter lets another type through',
    'read',
    ['type-filter'],
    {
      answer: good(collection, (answer, { query }) => {
        if (query.get('type') === 'apparel') answer.body.data!['items'][0].type = 'shoes'
        return answer
      }),
    },
  ],
  [
    'the type filter leaves some out',
    'read',
    ['type-filter'],
    {
      answer: good(collection, (answer, { query }) => {
        if (query.has('type')) answer.body.data!['items'].pop()
        return answer
      }),
    },
  ],
  [
    'the type filter is lost after the first page',
    'read',
    ['type-filter'],
    {
      ask: requery(collection, (query) => {
        if (query.has('page') && query.get('page') !== '1') query.delete('type')
      }),
    },
  ],
  [
    'a field is missing where the day is named',
    'read',
    ['daily-date'],
    {
      answer: good(daily, (answer, { query }) => {
        if (query.has('date')) delete answer.body.data!['calories']
        return answer
      }),
    },
  ],
  [
    'a number is a text where the day is named',
    'read',
    ['daily-date'],
    {
      answer: good(daily, (answer, { query }) => {
        if (query.has('date')) answer.body.data!['steps'] = String(answer.body.data!['steps'])
        return answer
      }),
    },
  ],
  [
    'an empty collection is refused with HTTP 400',
    'read',
    ['envelope nft.collectionOf'],
    {
      answer: good(collection, (answer) => ({
        ...answer,
        status: 400,
        body: { success: false, error: { code: 'NFT_001', message: 'none', details: 'none' } },
      })),
    },
  ],
  [
    'the clock is ten minutes ahead',
    'read',
    ['clock'],
    {
      answer: (answer, _, time) => ({
        ...answer,
        headers: { ...answer.headers, date: new Date(time.now().getTime() + 600_000).toUTCString() },
      }),
    },
  ],
  [
    'the clock is two minutes behind',
    'read',
    ['clock'],
    {
      answer: (answer, _, time) => ({
        ...answer,
        headers: { ...answer.headers, date: new Date(time.now().getTime() - 120_000).toUTCString() },
      }),
    },
  ],
  [
    'an operation is slow',
    'read --max-latency 500',
    ['latency motion.history'],
    { answer: (_, { line }, time) => (line === 'GET /motion/history' ? time.pass(900) : undefined) },
  ],
  [
    'an operation is slow one time in ten',
    'read --max-latency 500 --repeat 10',
    ['latency token.balance'],
    (() => {
      let count = 0
      return {
        answer: (_, { line }, time) =>
          line === 'GET /token/balance' && ++count % 10 === 5 ? time.pass(900) : undefined,
      }
    })(),
  ],
  [
    'no key is needed',
    'auth',
    ['no-key'],
    {
      ask: withHeader(
        'X-API-Key',
        'sandbox-public-api-key',
        ({ headers }) => headers['X-API-Key'] === undefined,
      ),
    },
  ],
  [
    'no key is needed where there is a session',
    'auth',
    ['no-key'],
    {
      ask: withHeader(
        'X-API-Key',
        'sandbox-public-api-key',
        ({ headers }) => headers['X-API-Key'] === undefined && headers['Authorization'] !== undefined,
      ),
    },
  ],
  [
    'any key is taken',
    'auth',
    ['wrong-key'],
    {
      ask: withHeader(
        'X-API-Key',
        'sandbox-public-api-key',
        ({ headers }) => headers['X-API-Key'] !== undefined,
      ),
    },
  ],
  [
    'any session token is taken',
    'auth',
    ['wrong-token'],
    {
      ask: withHeader(
        'Authorization',
        `Bearer ${sandboxToken}`,
        ({ headers }) => headers['Authorization'] !== undefined,
      ),
    },
  ],
  [
    'the last character of a session token is not looked at',
    'auth',
    ['wrong-token'],
    {
      ask: withHeader(
        'Authorization',
        `Bearer ${sandboxToken}`,
        ({ headers }) => headers['Authorization']?.startsWith(`Bearer ${sandboxToken.slice(0, -1)}`) === true,
      ),
    },
  ],
  [
    'AUTH_001 with HTTP 400',
    'auth',
    ['no-key'],
    { answer: refusal('AUTH_001', (answer) => ({ ...answer, status: 400 })) },
  ],
  [
    'AUTH_001 with HTTP 200',
    'auth',
    ['no-key'],
    { answer: refusal('AUTH_001', (answer) => ({ ...answer, status: 200 })) },
  ],
  [
    'AUTH_002 with HTTP 403',
    'auth',
    ['wrong-key', 'wrong-token'],
    { answer: refusal('AUTH_002', (answer) => ({ ...answer, status: 403 })) },
  ],
  [
    'a missing key is called an invalid one',
    'auth',
    ['no-key'],
    {
      answer: refusal('AUTH_001', (answer) => {
        answer.body.error!['code'] = 'AUTH_002'
        return answer
      }),
    },
  ],
  [
    'a refusal has no details',
    'auth',
    ['error-bodies'],
    {
      answer: refusal('AUTH_002', (answer) => {
        delete answer.body.error!['details']
        return answer
      }),
    },
  ],
  [
    'the message of a refusal is no text',
    'auth',
    ['error-bodies'],
    {
      answer: refusal('AUTH_001', (answer) => {
        answer.body.error!['message'] = { en: 'no key' }
        return answer
      }),
    },
  ],
  [
    'a refusal is plain text',
    'auth',
    ['no-key', 'error-bodies'],
    { answer: refusal('AUTH_001', () => ({ text: 'Unauthorized' })) },
  ],
  [
    'a code is none of the table',
    'auth',
    ['wrong-key', 'wrong-token', 'error-bodies'],
    {
      answer: refusal('AUTH_002', (answer) => {
        answer.body.error!['code'] = 'INVALID_KEY'
        return answer
      }),
    },
  ],
  ['a false proof is taken', 'full', ['false-proof'], { answer: accepting('MOTION_002', submit) }],
  [
    'MOTION_002 with HTTP 422',
    'full',
    ['false-proof'],
    { answer: refusal('MOTION_002', (answer) => ({ ...answer, status: 422 })) },
  ],
  ['malformed motion is taken', 'full', ['malformed-motion'], { answer: accepting('MOTION_001', submit) }],
  [
    'malformed motion is called a false proof',
    'full',
    ['malformed-motion'],
    {
      answer: refusal('MOTION_001', (answer) => {
        answer.body.error!['code'] = 'MOTION_002'
        return answer
      }),
    },
  ],
  [
    'good motion is refused',
    'full',
    ['submission'],
    {
      answer: good(submit, (answer) => ({
        ...answer,
        status: 400,
        body: { success: false, error: { code: 'MOTION_002', message: 'no', details: 'no' } },
      })),
    },
  ],
  [
    'good motion is answered with HTTP 500',
    'full',
    ['submission'],
    { answer: good(submit, (answer) => ({ ...answer, status: 500 })) },
  ],
  [
    'a false signature is taken, and a wrong key',
    'full',
    ['false-signature', 'wrong-key'],
    { answer: accepting('AUTH_002', login) },
  ],
  [
    'a login names no kyc_status',
    'full',
    ['login'],
    {
      answer: good(login, (answer) => {
        delete answer.body.data!['user'].kyc_status
        return answer
      }),
    },
  ],
  [
    'a login is for another address',
    'full',
    ['login'],
    {
      answer: good(login, (answer) => {
        answer.body.data!['user'].address = `0x${'1'.repeat(40)}`
        return answer
      }),
    },
  ],
  [
    'a login gives a token that has expired',
    'full',
    ['login'],
    {
      answer: good(login, (answer) => {
        answer.body.data!['expires_at'] = new Date(noon - 1000).toISOString()
        return answer
      }),
    },
  ],
  [
    'a login gives a token that is not taken',
    'full',
    ['login'],
    {
      answer: good(login, (answer) => {
        answer.body.data!['token'] += 'x'
        return answer
      }),
    },
  ],
  [
    'signing in is slow',
    'full --max-latency 500',
    ['latency auth.login'],
    { answer: (_, { line }, time) => (line === login ? time.pass(900) : undefined) },
  ],
]

describe('a defect turns the run red and names the check', () => {
  test.each(cases)('%s', async (_, words, checks, defect) => {
    const prove = checks.includes('submission') ? ` --prover ${program}` : ''
    const { code, failed, rows, stderr } = await smoke(`--suite ${words}${prove}`, { defect })
    expect(failed).toEqual(checks)
    expect(code).toBe(10)
    const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as {
      error: { code: string; details: string }
    }
    expect(error.code).toBe('CLI_PARTIAL')
    for (const name of checks) expect(error.details).toContain(`${name}: `)
    for (const row of rows.filter(({ status }) => status === 'failed')) expect(row.message).toMatch(/\w{3}/)
  })
})

/** A home whose session expired an hour ago. */
async function expiredHome() {
  const time = clock()
  const home = freshFolder()
  const sandbox = createSandbox({ now: time.now, tokenTtl: 3_600_000 })
  const { writeFileSync } = await import('node:fs')
  const { sandboxPrivateKey } = await import('../../src/sandbox/constants.ts')
  const key = `${home}/key`
  writeFileSync(key, sandboxPrivateKey, { mode: 0o600 })
  const signedIn = await movecli(['login', '-n', 'sandbox', '--private-key-file', key], {
    home,
    now: time.now,
    transport: sandbox,
  })
  expect(signedIn.code).toBe(0)
  time.pass(2 * 3_600_000)
  return { home, time, sandbox }
}

describe('an expired session token', () => {
  const run = async (defect: Defect, words = '') => {
    const { home, time, sandbox } = await expiredHome()
    const { spoiled } = await import('./support.ts')
    return smoke(words, { home, clock: time, transport: spoiled(sandbox, defect, time) })
  }

  test('that is refused with its time in the details is what the API document says', async () => {
    const { code, failed, rows, skipped } = await run({})
    expect({ code, failed }).toEqual({ code: 0, failed: [] })
    expect(rows.find(({ name }) => name === 'token-expiry')).toMatchObject({
      status: 'passed',
      message: 'refused; it expired at 2026-03-04T13:00:00.000Z',
    })
    expect(skipped).toContain('envelope token.balance')
  })

  test('that is taken turns token-expiry red, and nothing else', async () => {
    const swap = withHeader(
      'Authorization',
      `Bearer ${sandboxToken}`,
      ({ headers }) => headers['Authorization'] !== undefined,
    )
    const { code, failed } = await run({ ask: swap })
    expect({ code, failed }).toEqual({ code: 10, failed: ['token-expiry'] })
  })

  test('that is refused without its time turns token-expiry red', async () => {
    const silent: Defect = {
      answer: refusal('AUTH_002', (answer) => {
        answer.body.error!['details'] = 'sign in again'
        return answer
      }),
    }
    const { code, failed } = await run(silent)
    expect({ code, failed }).toEqual({ code: 10, failed: ['token-expiry'] })
  })

  test('is tried in the suite full too, beside the new session', async () => {
    const swap = withHeader(
      'Authorization',
      `Bearer ${sandboxToken}`,
      ({ headers }) => headers['Authorization'] !== undefined,
    )
    const { failed } = await run({ ask: swap }, '--suite full')
    expect(failed).toContain('token-expiry')
    expect((await run({}, '--suite full')).failed).toEqual([])
  })
})

test('a session token that is refused before its time is named once, and what needs it is skipped', async () => {
  const defect: Defect = {
    ask: withHeader('Authorization', 'Bearer gone', ({ headers }) => headers['Authorization'] !== undefined),
  }
  const { code, failed, skipped } = await smoke('', { defect })
  expect({ code, failed }).toEqual({ code: 10, failed: ['token-expiry'] })
  expect(skipped).toEqual(
    expect.arrayContaining(['envelope token.balance', 'envelope user.profile', 'envelope motion.history']),
  )
})
