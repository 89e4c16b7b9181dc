/** Collections longer than smoke reads: the rows that it has read are rows that a filter must give. */
import { describe, expect, test } from 'vitest'
import { nftTypes } from '../../src/contract/service.ts'
import { smoke, type Answer, type Defect, type Loose } from './support.ts'

type Query = { type: string | null; page: number; limit: number }
type Kept = {
  /** The rows that are there when a page is asked for. */
  rows: () => Loose[]
  /** What is left of the rows of the type asked for, or of all. */
  filter?: (rows: Loose[], query: Query) => Loose[]
  total?: boolean
  /** What the service counts, where that is not the number of rows that it has. */
  counts?: (query: Query, rows: Loose[]) => Loose
  /** What becomes of a page. */
  spoil?: (items: Loose[], query: Query) => Loose[]
  /** Rows on a page, at most. */
  cap?: number
  /** A page behind the last one is that one again. */
  repeats?: boolean
}

/** A service that pages through these rows, right but for what `filter`, `counts` and `spoil` do. */
const keeping = ({
  rows,
  filter = (kept) => kept,
  total = true,
  counts = (_, kept) => kept.length,
  spoil = (items) => items,
  cap = Infinity,
  repeats,
}: Kept): Defect => ({
  answer: (answer, { line, query: asked }) => {
    if (line !== 'GET /nft/collection/{address}' || answer.body.success !== true) return undefined
    const type = asked.get('type')
    const limit = Math.min(Number(asked.get('limit') ?? 20), cap)
    const page = Number(asked.get('page') ?? 1)
    const query = { type, page, limit }
    const there = rows().filter((row) => type === null || row.type === type)
    const kept = filter(there, query)
    const last = Math.max(1, Math.ceil(kept.length / limit))
    const from = ((repeats ? Math.min(page, last) : page) - 1) * limit
    const items = spoil(kept.slice(from, from + limit), query)
    answer.body.data = { items, ...(total && { total: counts(query, kept) }) }
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

/** The service where `change` comes after it. */
const followedBy = (defect: Defect, change: NonNullable<Defect['answer']>): Defect => ({
  answer: (answer, asked, time) => {
    const changed = defect.answer?.(answer, asked, time) ?? answer
    return 'text' in changed ? changed : (change(changed, asked, time) ?? changed)
  },
})

const isList = ({ line }: { line: string }): boolean => line === 'GET /nft/collection/{address}'

/** What a check says, where it failed. */
async function failureOf(name: string, defect: Defect, words = ''): Promise<string | undefined> {
  const { rows } = await smoke(words, { defect })
  return rows.find((row) => row.name === name && row.status === 'failed')?.message
}

describe('the page that comes where none is asked for', () => {
  test.each([10, 65, 200])('is another one than page 1 of %i rows: paging is red', async (many) => {
    const right = keeping({ rows: () => owned(many) })
    const defect: Defect = {
      answer: (answer, asked, time) => {
        const query = new URLSearchParams(asked.query)
        if (!query.has('page')) query.set('page', '2')
        return right.answer?.(answer, { ...asked, query }, time)
      },
    }
    for (const suite of ['read', 'auth'])
      expect(await failureOf('paging', defect, `--suite ${suite}`)).toMatch(
        /^without page other rows came than those of page 1, the documented default: \d+ are lost, \d+ are other/,
      )
  })
})

const refusing = (answer: Answer, status: number): Answer => ({
  ...answer,
  status,
  body: { success: false, error: { code: 'BAD_PAGE', message: 'no', details: '' } },
})

describe('rows behind the 60th, where they are counted', () => {
  const shortened = (there: number, counted: number): Kept => ({
    rows: () => owned(there),
    counts: ({ type }, rows) => (type === null ? counted : rows.length),
  })

  test.each([
    [70, 90, 'page 6 with limit 16 is the last with 10; it has 0'],
    [100, 200, 'page 13 with limit 16 is the last with 8; it has 0'],
    [199, 200, 'page 13 with limit 16 is the last with 8; it has 7'],
  ])('end at %i of %i: paging is red', async (there, counted, words) => {
    const kept = shortened(there, counted)
    const message = `the service counts ${counted} rows, so ${words}`
    for (const suite of ['read', 'auth'])
      expect(await failureOf('paging', keeping(kept), `--suite ${suite}`)).toBe(message)
    for (const status of [400, 404]) {
      const refused = followedBy(keeping(kept), (answer, asked) =>
        isList(asked) && answer.body.data?.['items'].length === 0 ? refusing(answer, status) : undefined,
      )
      expect(await failureOf('paging', refused)).toBe(message)
    }
    expect(await failureOf('paging', keeping({ ...kept, repeats: true }))).toMatch(
      /^the service counts \d+ rows, so page/,
    )
  })

  test('lose one a page from the fourth page on: paging is red', async () => {
    const spoil: Kept['spoil'] = (items, { page }) => (page >= 4 ? items.slice(0, -1) : items)
    expect(await failureOf('paging', keeping({ rows: () => owned(200), spoil }))).toBe(
      'the service counts 200 rows, so page 13 with limit 16 is the last with 8; it has 7',
    )
  })

  test.each([
    [Infinity, 'page 2 with limit 100 has 100; it has 90'],
    [50, 'page 3 with limit 100 has 50; it has 40'],
  ])('have a gap in the middle, and a limit is at most %i: paging is red', async (cap, words) => {
    const spoil: Kept['spoil'] = (items) => items.filter(({ id }) => !/^n10\d$/.test(id))
    expect(await failureOf('paging', keeping({ rows: () => owned(200), spoil, cap }))).toBe(
      `the service counts 200 rows, so ${words}`,
    )
  })

  test.each([
    [150, 0, 'with limit 100 1 rows of page 1 come on page 2 again'],
    [80, 5, 'with limit 100 1 rows come more than once on a page'],
  ])('have at row %i the row %i again: paging is red', async (at, from, message) => {
    const rows = owned(200)
    rows[at] = rows[from]
    expect(await failureOf('paging', keeping({ rows: () => rows }))).toBe(message)
  })

  test('end at 60 of the 67 of a type: type-filter is red', async () => {
    const defect = keeping({
      rows: () => owned(200),
      counts: ({ type }, rows) => (type === 'shoes' ? 67 : rows.length),
      filter: (rows, { type }) => (type === null ? rows : rows.slice(0, 60)),
    })
    expect(await failureOf('type-filter', defect)).toBe(
      'type=shoes: the service counts 67 rows, so page 4 with limit 20 is the last with 7; it has 0',
    )
  })
})

describe.each([61, 79, 80, 90, 100, 101, 160, 200, 250])(
  'of %i counted rows, nothing is red where',
  (many) => {
    const cases: [what: string, kept: Kept][] = [
      ['every row is there', { rows: () => owned(many) }],
      ['a page behind the last one is that one again', { rows: () => owned(many), repeats: true }],
      ...[20, 25, 50, 64].map((cap): [string, Kept] => [
        `a limit is at most ${cap}`,
        { rows: () => owned(many), cap },
      ]),
      [
        'the total is the number of pages',
        { rows: () => owned(many), counts: ({ limit }, rows) => Math.ceil(rows.length / limit) },
      ],
      ['the total is a text', { rows: () => owned(many), counts: (_, rows) => String(rows.length) }],
      [
        'the total is what is left from the page on',
        { rows: () => owned(many), counts: ({ page, limit }, rows) => rows.length - (page - 1) * limit },
      ],
      ['the total under a filter is that of all rows', { rows: () => owned(many), counts: () => many }],
      [
        'the total under a filter is 5',
        { rows: () => owned(many), counts: ({ type }, rows) => (type === null ? rows.length : 5) },
      ],
      [
        'ids begin anew with the 76th row, in another contract',
        {
          rows: () =>
            owned(many, (n) => ({
              token_id: n % 75,
              contract: `0x${Math.floor(n / 75)}`,
              type: nftTypes[n % 3],
            })),
        },
      ],
      [
        'rows have no ids, and later ones are equal to the first',
        { rows: () => owned(many, (n) => ({ name: `Equipment ${n % 61}`, type: nftTypes[n % 3] })) },
      ],
    ]
    test.each(cases)('%s', async (_, kept) => {
      const { code, rows } = await smoke('--suite auth', { defect: keeping(kept) })
      expect(rows.filter(({ status }) => status === 'failed')).toEqual([])
      expect(code).toBe(0)
    })

    test.each([400, 422])('a limit above 60 is refused with %i', async (status) => {
      const defect = followedBy(keeping({ rows: () => owned(many) }), (answer, asked) =>
        isList(asked) && Number(asked.query.get('limit')) > 60 ? refusing(answer, status) : undefined,
      )
      const { rows } = await smoke('--suite auth', { defect })
      expect(rows.filter(({ status: end }) => end === 'failed')).toEqual([])
    })

    test('a row is added at the end with each request', async () => {
      const all = owned(many + 60)
      let there = many
      const { rows } = await smoke('', { defect: keeping({ rows: () => all.slice(0, there++) }) })
      expect(rows.filter(({ status }) => status === 'failed')).toEqual([])
    })
  },
)

const changes: [what: string, change: (rows: Loose[]) => void][] = [
  ['added as the first', (rows) => rows.unshift({ id: 'new', type: 'shoes' })],
  ['added as the last', (rows) => rows.push({ id: 'new', type: 'shoes' })],
  ['taken from the beginning', (rows) => rows.shift()],
  ['taken from the end', (rows) => rows.pop()],
  ['moved from the beginning to the end', (rows) => rows.push(rows.shift())],
]
test.each(changes)('a row that is %s before any of the requests turns nothing red', async (_, change) => {
  const red: number[] = []
  for (let at = 1; at <= 40; at++) {
    const rows = owned(200)
    let asked = 0
    const counted = () => {
      if (++asked === at) change(rows)
      return rows
    }
    const { failed } = await smoke('', { defect: keeping({ rows: counted }) })
    if (failed.length > 0) red.push(at)
  }
  expect(red).toEqual([])
})
