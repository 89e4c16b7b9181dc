/** Defects of a single operation, of later answers and of rows that vary: none hides behind the operations that are whole. */
import { describe, expect, test } from 'vitest'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { smoke, type Answer, type Asked, type Defect, type Loose } from './support.ts'

const daily = 'GET /motion/daily'
const collection = 'GET /nft/collection/{address}'
const own = [daily, 'GET /motion/history', 'GET /nft/collection', 'GET /token/balance', 'GET /user/profile']
const reads = [...own, 'GET /token/price', collection]

const withHeader =
  (line: string, name: string, value: string, when: (asked: Asked) => boolean): Defect['ask'] =>
  (asked, { headers }) =>
    asked.line === line && when(asked) ? { headers: { ...headers, [name]: value } } : undefined
const good =
  (line: string, change: (answer: Answer, asked: Asked) => void): Defect['answer'] =>
  (answer, asked) => {
    if (asked.line !== line || answer.body.success !== true) return undefined
    change(answer, asked)
    return answer
  }
const refusal =
  (line: string, change: (answer: Answer) => void): Defect['answer'] =>
  (answer, asked) => {
    if (asked.line !== line || answer.body.success !== false) return undefined
    change(answer)
    return answer
  }
const rowsOf = (answer: Answer): Loose[] => answer.body.data!['items'] as Loose[]
/** The defect begins with the n-th answer to the operation. */
const from = (line: string, nth: number, change: (answer: Answer) => void): Defect => {
  let answered = 0
  return { answer: good(line, (answer) => void (++answered >= nth && change(answer))) }
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
  ...own.slice(1).map((line): Case => [
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
  ...own.slice(1).map((line): Case => [
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
