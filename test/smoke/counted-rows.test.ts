/** Rows that a service counts, held against a few of its pages; and the requests that strangers are tried with. */
import { describe, expect, test } from 'vitest'
import { compose } from '../../src/client/compose.ts'
import type { OperationName } from '../../src/contract/operations.ts'
import { seenOf } from '../../src/smoke/checked-response.ts'
import type { NftCollection, Page, PageQuery, Walked } from '../../src/smoke/collection-pages.ts'
import { judgeLargePages, judgeLastPage } from '../../src/smoke/counted-rows.ts'
import type { SmokeContext } from '../../src/smoke/smoke-context.ts'
import { noon } from '../support/clock.ts'
import { address, endOf, endOfRun, groundWith, iso, refused, taken, writing } from './ground.ts'

const owned = (many: number) => Array.from({ length: many }, (_, n) => ({ id: `n${n}` }))

/** Pages of these rows, as a service gives them that counts `total`, and what was asked for. */
function collection(rows: object[], total: number | undefined, cap = Infinity) {
  const asked: PageQuery[] = []
  const read = async (query: PageQuery): Promise<Page> => {
    asked.push(query)
    const limit = Math.min(query.limit ?? 20, cap)
    const from = ((query.page ?? 1) - 1) * limit
    return {
      rows: rows.slice(from, from + limit) as Page['rows'],
      totals: total === undefined ? {} : { rows: total },
    }
  }
  return { asked, from: { read } as NftCollection }
}

describe('the last page by the total', () => {
  test.each<[total: number, size: number, query: PageQuery[]]>([
    [53, 20, [{ limit: 20, page: 3 }]],
    // The last page of such a limit would be full, and how that ends is not documented.
    [60, 20, [{ limit: 19, page: 4 }]],
    [7, 7, [{ limit: 6, page: 2 }]],
    [6, 2, []],
    [53, 1, []],
  ])('of %i rows in pages of %i', async (total, size, query) => {
    const { asked, from } = collection(owned(total), total)
    expect(await endOfRun(async () => judgeLastPage(from, total, size))).toBe('passed')
    expect(asked).toEqual(query)
  })

  test.each<[there: number, counted: number | undefined, end: string]>([
    [53, 53, 'passed'],
    [53, undefined, 'passed'],
    [
      52,
      53,
      'failed: type=shoes: the service counts 53 rows, so page 3 with limit 20 is the last with 13; it has 12',
    ],
    [
      54,
      53,
      'failed: type=shoes: the service counts 53 rows, so page 3 with limit 20 is the last with 13; it has 14',
    ],
    [
      40,
      undefined,
      'failed: type=shoes: the service counts 53 rows, so page 3 with limit 20 is the last with 13; it has 0',
    ],
    // Another count: the list has changed meanwhile.
    [52, 52, 'passed'],
  ])('of a type that has %i rows, and counts %s', async (there, counted, end) => {
    const { asked, from } = collection(owned(there), counted)
    expect(await endOfRun(async () => judgeLastPage(from, 53, 20, 'shoes'))).toBe(end)
    expect(asked).toEqual([{ limit: 20, page: 3, type: 'shoes' }])
  })
})

describe('large pages', () => {
  const walked = (rows: object[], total?: number): Walked => ({
    rows: rows as Walked['rows'],
    start: [],
    fullest: 20,
    ...(total !== undefined && { total }),
  })
  const judged = async (
    rows: object[],
    total: number,
    { seen = 60, cap = Infinity, counts = total } = {},
  ) => {
    const { asked, from } = collection(rows, counts, cap)
    const end = await endOfRun(async () => judgeLargePages(from, walked(rows.slice(0, seen), total)))
    return { end, pages: asked.map(({ page, limit }) => `${page}/${limit}`) }
  }

  test('are read of lists that are longer than what is compared, the first and one in the middle', async () => {
    expect(await judged(owned(59), 59, { seen: 59 })).toEqual({ end: 'passed', pages: [] })
    expect(await judged(owned(60), 60)).toEqual({ end: 'passed', pages: [] })
    expect(await judged(owned(61), 61)).toEqual({ end: 'passed', pages: ['1/61'] })
    expect(await judged(owned(100), 100)).toEqual({ end: 'passed', pages: ['1/100'] })
    expect(await judged(owned(150), 150)).toEqual({ end: 'passed', pages: ['1/100', '2/100'] })
    expect(await judged(owned(500), 500)).toEqual({ end: 'passed', pages: ['1/100', '3/100'] })
    expect(await judged(owned(500), 500, { cap: 50 })).toEqual({ end: 'passed', pages: ['1/100', '6/100'] })
  })

  test('are not judged where the list has changed, or a page has a single row', async () => {
    expect(await judged(owned(140), 150, { counts: 140 })).toEqual({ end: 'passed', pages: ['1/100'] })
    expect(await judged(owned(150), 150, { cap: 1 })).toEqual({ end: 'passed', pages: ['1/100'] })
  })

  test('have as many rows as the total says, and each of them once', async () => {
    expect((await judged(owned(149), 150)).end).toBe(
      'failed: the service counts 150 rows, so page 2 with limit 100 has 50; it has 49',
    )
    const rows = owned(150)
    rows[70] = rows[65]!
    rows[120] = rows[119]!
    expect((await judged(rows, 150)).end).toBe('failed: with limit 100 2 rows come more than once on a page')
    const again = owned(150)
    again[110] = again[5]!
    expect(await judged(again, 150)).toEqual({
      end: 'failed: with limit 100 1 rows of page 1 come on page 2 again',
      pages: ['1/100', '2/100', '1/100'],
    })
  })

  test('may have equal rows where these have no ids', async () => {
    expect(
      (
        await judged(
          Array.from({ length: 150 }, () => ({ level: 1 })),
          150,
        )
      ).end,
    ).toBe('passed')
  })
})

describe('strangers are tried with', () => {
  const no = refused(401, 'AUTH_002')
  const hear = (ground: SmokeContext, name: OperationName, input: object, reply = taken()) => {
    if (reply.what === 'answered')
      ground.heard.push(seenOf(compose(name, { ...input }, ground.sender.target), reply, 1))
  }
  const token = { value: 'token-1', expiresAt: iso(noon + 60_000) }

  test('each query that was answered well in this run, every parameter once', async () => {
    const asked = async (check: string) => {
      const { ground, asked: all } = groundWith(() => no, { token, sound: new Set(['motion.daily']) })
      hear(ground, 'motion.daily', { date: '2026-01-01' }, refused(404, 'NONE'))
      hear(ground, 'motion.daily', { date: '2026-03-01' })
      hear(ground, 'motion.daily', { date: '2026-02-01' })
      hear(ground, 'motion.daily', { address })
      hear(ground, 'token.price', { page: 3 })
      expect(await endOf(check, ground)).toMatch(
        check === 'no-key'
          ? /^failed: .*AUTH_002 came with HTTP 401; AUTH_001 is documented/
          : /^passed: 1 operations$/,
      )
      return all.map(({ query }) => String(query))
    }
    const both = ['', 'date=2026-03-01', `address=${address}`]
    expect(await asked('no-key')).toEqual(both)
    expect(await asked('wrong-key')).toEqual(both)
    // Data of an address may be open to any session; two tokens are tried.
    expect(await asked('wrong-token')).toEqual(['', 'date=2026-03-01', '', 'date=2026-03-01'])
  })

  test('writes too, where a run may write: motion in a session, a sign-in that went well before', async () => {
    let signed = 0
    const sign = async () => ({ address, message: `m${++signed}`, signature: '0x1' })
    const lines = async (check: string, given: Partial<SmokeContext>) => {
      const { ground, lines: all } = groundWith(() => no, { sound: new Set(['token.balance']), ...given })
      await endOf(check, ground)
      return all().filter((line) => line.startsWith('POST'))
    }
    const all = { ...writing(), sign, token, sound: new Set<OperationName>(['token.balance', 'auth.login']) }
    expect(await lines('wrong-key', all)).toEqual(['POST /auth/login', 'POST /motion/submit'])
    expect(await lines('no-key', all)).toEqual(['POST /auth/login', 'POST /motion/submit'])
    expect(await lines('wrong-token', all)).toEqual(['POST /motion/submit', 'POST /motion/submit'])
    expect(await lines('wrong-key', { ...all, sound: new Set(['token.balance']) })).toEqual([
      'POST /motion/submit',
    ])
    expect(await lines('wrong-key', { ...all, token: { ...token, expiresAt: iso(noon) } })).toEqual([
      'POST /auth/login',
    ])
    expect(await lines('wrong-key', { sign, token })).toEqual([])
    const { ground, secrets } = groundWith(() => taken({ token: 'given-away' }), all)
    expect(await endOf('wrong-key', ground)).toContain(
      'POST /auth/login with an unknown API key was accepted',
    )
    expect(secrets).toContain('given-away')
  })
})
