/** Collections longer than smoke reads: the rows that it has read are rows that a filter must give. */
import { describe, expect, test } from 'vitest'
import { nftTypes } from '../../src/contract/service.ts'
import { smoke, type Defect, type Loose } from './support.ts'

type Query = { type: string | null; page: number; limit: number }
type Kept = {
  /** The rows that are there when a page is asked for. */
  rows: () => Loose[]
  /** What is left of the rows of the type asked for, or of all. */
  filter?: (rows: Loose[], query: Query) => Loose[]
  total?: boolean
  /** Rows on a page, at most. */
  cap?: number
  /** A page behind the last one is that one again. */
  repeats?: boolean
}

/** A service that pages through these rows, whose type filter is right but for what `filter` does. */
const keeping = ({ rows, filter = (kept) => kept, total = true, cap = Infinity, repeats }: Kept): Defect => ({
  answer: (answer, { line, query: asked }) => {
    if (line !== 'GET /nft/collection/{address}' || answer.body.success !== true) return undefined
    const type = asked.get('type')
    const limit = Math.min(Number(asked.get('limit') ?? 20), cap)
    const page = Number(asked.get('page') ?? 1)
    const kept = filter(
      rows().filter((row) => type === null || row.type === type),
      { type, page, limit },
    )
    const last = Math.max(1, Math.ceil(kept.length / limit))
    const from = ((repeats ? Math.min(page, last) : page) - 1) * limit
    answer.body.data = { items: kept.slice(from, from + limit), ...(total && { total: kept.length }) }
    return answer
  },
})

const owned = (many: number, rowAt = (n: number): Loose => ({ id: `n${n}`, type: nftTypes[n % 3] })) =>
  Array.from({ length: many }, (_, n) => rowAt(n))
const lengths = [18, 59, 60, 61, 65, 200]

const losses: [what: string, filter: (apparel: Loose[]) => Loose[]][] = [
  ['is empty', () => []],
  ['has the first three only', (rows) => rows.slice(0, 3)],
]

describe.each(lengths)('of %i rows', (many) => {
  describe.each([true, false])('with totals: %s', (total) => {
    test.each(losses)('a filtered list that %s turns type-filter red', async (_, lose) => {
      const filter: Kept['filter'] = (rows, { type }) => (type === 'apparel' ? lose(rows) : rows)
      const { code, failed, rows } = await smoke('', {
        defect: keeping({ rows: () => owned(many), filter, total }),
      })
      expect({ code, failed }).toEqual({ code: 10, failed: ['type-filter'] })
      expect(rows.find(({ name }) => name === 'type-filter')?.message).toMatch(
        /^type=apparel leaves out \d+ of its rows$/,
      )
    })
  })
})

test.each([18, 60, 65])('a filtered list of %i rows that loses one of those seen is red', async (many) => {
  const filter: Kept['filter'] = (rows, { type }) =>
    type === null ? rows : rows.filter(({ id }) => id !== 'n2')
  const { failed } = await smoke('', { defect: keeping({ rows: () => owned(many), filter, total: false }) })
  expect(failed).toEqual(['type-filter'])
})

let signature = 0
const green: [what: string, kept: (many: number) => Kept][] = [
  ['every row is there', (many) => ({ rows: () => owned(many) })],
  ['nothing is counted', (many) => ({ rows: () => owned(many), total: false })],
  [
    'a page behind the last one is that one again',
    (many) => ({ rows: () => owned(many), total: false, repeats: true }),
  ],
  [
    'one type has no rows',
    (many) => ({ rows: () => owned(many, (n) => ({ id: `n${n}`, type: nftTypes[n % 2] })) }),
  ],
  [
    'the rows of a type are equal',
    (many) => ({ rows: () => owned(many, (n) => ({ type: nftTypes[n % 3] })) }),
  ],
  [
    'images are signed anew, and there are no ids',
    (many) => ({
      rows: () =>
        owned(many, (n) => ({
          name: `Equipment ${n % 7}`,
          type: nftTypes[n % 3],
          image: `https://cdn.example/?s=${++signature}`,
        })),
    }),
  ],
  [
    'rows have no ids, and say how many their query found',
    (many) => ({
      rows: () => owned(many, (n) => ({ name: `Equipment ${n}`, type: nftTypes[n % 3] })),
      filter: (rows) => rows.map((row) => ({ ...row, found: rows.length })),
    }),
  ],
  [
    'a filtered list stands the other way around',
    (many) => ({ rows: () => owned(many), filter: (rows, { type }) => (type ? rows.toReversed() : rows) }),
  ],
]

describe.each(lengths)('of %i rows, nothing is red where', (many) => {
  test.each(green)('%s', async (_, kept) => {
    const { code, failed } = await smoke('', { defect: keeping(kept(many)) })
    expect({ code, failed }).toEqual({ code: 0, failed: [] })
  })

  test.each(['first', 'last'])('a row is added as the %s one while a type is read', async (place) => {
    const rows = owned(many)
    let types = 0
    const filter: Kept['filter'] = (kept, { type }) => {
      if (type !== null && ++types === 1) rows[place === 'first' ? 'unshift' : 'push']({ id: 'new', type })
      return type === null ? kept : rows.filter((row) => row.type === type)
    }
    const { code, failed } = await smoke('', { defect: keeping({ rows: () => rows, filter }) })
    expect({ code, failed, isAdded: types > 0 }).toEqual({ code: 0, failed: [], isAdded: true })
  })

  test('a row is gone before its type is read', async () => {
    const rows = owned(many)
    let types = 0
    const filter: Kept['filter'] = (kept, { type }) => {
      if (type !== null && ++types === 1)
        rows.splice(
          rows.findIndex((row) => row.type === 'apparel'),
          1,
        )
      return kept
    }
    const { code, failed } = await smoke('', { defect: keeping({ rows: () => rows, filter, total: false }) })
    expect({ code, failed, isGone: types > 0 }).toEqual({ code: 0, failed: [], isGone: true })
  })
})

describe('a service that caps limit below the one asked for', () => {
  test.each([5, 10, 15])('at %i is not blamed for its last page', async (cap) => {
    const { failed, rows } = await smoke('', { defect: keeping({ rows: () => owned(65), cap }) })
    // Without limit 20 rows are documented: that check alone notices the cap.
    expect(failed).toEqual(['page-size'])
    expect(rows.find(({ name }) => name === 'page-size')?.message).toContain('20 are documented')
  })

  test('and counts too few rows is blamed for its total', async () => {
    const defect = keeping({ rows: () => owned(78), cap: 10 })
    const { rows } = await smoke('', {
      defect: {
        answer: (answer, asked, time) => {
          const changed = defect.answer?.(answer, asked, time)
          if (changed && 'body' in changed && !asked.query.has('type')) changed.body.data!['total'] = 72
          return changed
        },
      },
    })
    expect(rows.find(({ name }) => name === 'paging')?.message).toBe(
      'the service counts 72 rows, so page 8 with limit 10 is the last with 2; it has 8',
    )
  })
})
