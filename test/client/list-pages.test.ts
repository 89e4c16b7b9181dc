/** When reading a list goes on, and when it stops. */
import { describe, expect, test } from 'vitest'
import { Incomplete } from '../../src/client/incomplete.ts'
import { readList, type Paging } from '../../src/client/list-pages.ts'
import { digits, parseJson, type Json } from '../../src/contract/lossless-json.ts'
import { MoveError } from '../../src/errors.ts'

type Service = (page: number) => string

/** What reading a list gave, which pages were asked for, and what was said. */
async function reading(service: Service, paging: Partial<Paging> = {}) {
  const asked: (number | undefined)[] = []
  const notes: string[] = []
  const fetch = async (page: number | undefined) => {
    if (asked.push(page) > 100) throw new Error('It never ends.')
    return parseJson(service(page ?? 1))
  }
  const { data, rows } = await readList(fetch, { all: true, ...paging }, async (note) => {
    notes.push(note)
  })
  const found: Json[] = []
  let incomplete: string | undefined
  try {
    for await (const row of rows ?? []) if (row !== undefined) found.push(row)
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error
    expect(error.fault).toMatchObject({ code: 'CLI_PARTIAL', exit: 10 })
    incomplete = error.message
  }
  return { data, rows: found.map(Number), asked, notes, incomplete, list: rows !== undefined }
}

/** `count` rows, pages of `size`, wrapped as told. */
const pages =
  (count: number, size: number, wrap = (rows: string) => rows): Service =>
  (page) => {
    const all = Array.from({ length: count }, (_, n) => n + 1)
    return wrap(JSON.stringify(all.slice((page - 1) * size, page * size)))
  }
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('one page is asked for without a page number', async () => {
  const { rows, asked } = await reading(pages(53, 20), { all: false })
  expect({ rows, asked }).toEqual({ rows: upTo(20), asked: [undefined] })
})

test('reading all stops at the short page', async () => {
  const { rows, asked, notes } = await reading(pages(53, 20))
  expect({ rows, asked, notes }).toEqual({ rows: upTo(53), asked: [1, 2, 3], notes: [] })
})

test('reading all stops at the empty page', async () => {
  const { rows, asked } = await reading(pages(40, 20))
  expect({ rows: rows.length, asked }).toEqual({ rows: 40, asked: [1, 2, 3] })
})

test('totals save a page after a short one', async () => {
  const { rows, asked } = await reading(pages(53, 20, (rows) => `{"items":${rows},"total":53,"pages":3}`))
  expect({ rows: rows.length, asked }).toEqual({ rows: 53, asked: [1, 2, 3] })
  const few = await reading(pages(12, 20, (rows) => `{"items":${rows},"total":12}`))
  expect({ rows: few.rows.length, asked: few.asked }).toEqual({ rows: 12, asked: [1] })
})

test.each([
  ['a total of rows', '"total":20'],
  ['a total of two pages', '"total":40'],
  ['a number of pages', '"pages":1'],
  ['another number of pages', '"total_pages":2'],
])('%s that ends with a full page is checked: the pages after it are read', async (_, said) => {
  const { rows, incomplete, asked } = await reading(pages(53, 20, (rows) => `{"items":${rows},${said}}`))
  expect({ rows, incomplete, asked }).toEqual({ rows: upTo(53), incomplete: undefined, asked: [1, 2, 3] })
})

test.each<[string, Service]>([
  ['an empty one', pages(40, 20, (rows) => `{"items":${rows},"total":40}`)],
  ['the last one again', (page) => pages(40, 20, (rows) => `{"items":${rows},"pages":2}`)(Math.min(page, 2))],
  [
    'one without a list',
    (page) => (page > 2 ? '{}' : pages(40, 20, (rows) => `{"items":${rows},"pages":2}`)(page)),
  ],
  [
    'a refusal',
    (page) =>
      refusing(
        2,
        pages(40, 20, (rows) => `{"items":${rows},"total_pages":2}`),
        400,
        'CLI_REJECTED',
      )(page),
  ],
])('a total that ends with a full page is right where the next page is %s', async (_, service) => {
  const { rows, asked, incomplete, notes } = await reading(service)
  expect({ rows, asked, incomplete, notes }).toEqual({
    rows: upTo(40),
    asked: [1, 2, 3],
    incomplete: undefined,
    notes: [],
  })
})

test('after a total in rows one page more is asked for than it takes to hold them', async () => {
  const service: Service = (page) =>
    `{"total":60,"items":${JSON.stringify(upTo(page === 1 ? 18 : page > 3 ? 0 : 20).map((n) => page * 100 + n))}}`
  expect((await reading(service)).asked).toEqual([1, 2, 3, 4])
})

test('a page that repeats the one before ends the list, is not handed out twice, and the list counts as incomplete', async () => {
  const { rows, asked, incomplete } = await reading(() => JSON.stringify(upTo(20)))
  expect({ rows, asked }).toEqual({ rows: upTo(20), asked: [1, 2] })
  expect(incomplete).toBe('Page 2 repeats the page before it, so no more were read; rows may be missing.')
})

test.each([
  ['id', (n: number) => `"id":${n}`],
  ['token_id', (n: number) => `"token_id":"${n}"`],
  ['nftId', (n: number) => `"nftId":"${n}"`],
  ['device and day', (n: number) => `"device_id":"a","day":"2026-01-${n}"`],
  ['uuid', (n: number) => `"uuid":"${n}"`],
  ['guid', (n: number) => `"guid":"${n}"`],
  ['hash', (n: number) => `"hash":"0x${n}"`],
  ['tx_hash', (n: number) => `"tx_hash":"0x${n}"`],
  ['key', (n: number) => `"key":"${n}"`],
  ['slug', (n: number) => `"slug":"shoe-${n}"`],
  ['Date', (n: number) => `"Date":"2026-01-${n}"`],
])('a repeated page is known by %s, though other fields change and rows change places', async (_, name) => {
  let now = 0
  const row = (n: number) => `{${name(n)},"as_of":${(now += 1)}}`
  const numbers = Array.from({ length: 20 }, (__, n) => n + 10)
  const fetched: (number | undefined)[] = []
  const { rows } = await readList(
    async (page) => {
      if (fetched.push(page) > 5) throw new Error('It never ends.')
      return parseJson(`[${(page === 2 ? numbers.toReversed() : numbers).map(row).join(',')}]`)
    },
    { all: true },
    async () => {},
  )
  const all = async () => {
    for await (const row of rows ?? []) void row
  }
  await expect(all()).rejects.toMatchObject({ repeats: true })
  expect(fetched).toEqual([1, 2])
})

test.each([
  [
    'the days of another device',
    (page: number, n: number) => `{"device_id":"d${page}","day":"2026-01-${n}"}`,
  ],
  ['rows without a name of their own', (page: number, n: number) => `{"steps":${page * 100 + n}}`],
  [
    'rows that share their only name',
    (page: number, n: number) => `{"device_id":"d","steps":${page * 100 + n}}`,
  ],
  ['rows whose name is null', (page: number, n: number) => `{"id":null,"steps":${page * 100 + n}}`],
  ['one row', (page: number) => `{"steps":${page}}`],
])('%s are no repetition', async (what, row) => {
  const size = what === 'one row' ? 1 : 20
  const service: Service = (page) =>
    page > 3 ? '[]' : `[${Array.from({ length: size }, (_, n) => row(page, n)).join(',')}]`
  const { rows, incomplete } = await reading(service)
  expect({ rows: rows.length, incomplete }).toEqual({ rows: 3 * size, incomplete: undefined })
})

test('a short first page is the last where the next one has nothing, or is refused or repeated', async () => {
  for (const service of [pages(12, 30), refusing(1, pages(12, 30, items), 404, 'NFT_001'), () => '[1,2,3]'])
    for (const paging of [{ limit: 30 }, { defaultLimit: 20 }, {}]) {
      const { asked, incomplete, notes } = await reading(service, paging)
      expect({ asked, incomplete, notes }).toEqual({ asked: [1, 2], incomplete: undefined, notes: [] })
    }
})

test.each<[what: string, wrap: (rows: string) => string]>([
  ['rows', (rows) => `{"items":${rows},"total":12}`],
  ['pages', (rows) => `{"items":${rows},"total_pages":1}`],
  ['size of a page', (rows) => `{"items":${rows},"per_page":20}`],
  ['end', (rows) => `{"items":${rows},"has_more":false}`],
])(
  'a short first page is the last where the service says its %s, and no other is asked for',
  async (_, wrap) => {
    const { rows, asked } = await reading(pages(12, 20, wrap), { limit: 50 })
    expect({ rows, asked }).toEqual({ rows: upTo(12), asked: [1] })
  },
)

test('a limit that the service caps loses no row', async () => {
  const { rows, asked } = await reading(pages(250, 100), { limit: 500 })
  expect({ rows, asked }).toEqual({ rows: upTo(250), asked: [1, 2, 3] })
})

test.each([1, 7, 10, 20, 25, 50, 99])('nor one that is capped at %i', async (cap) => {
  const count = 2 * cap + Math.ceil(cap / 2)
  for (const wrap of [(rows: string) => rows, (rows: string) => `{"items":${rows},"total":${cap - 1}}`])
    for (const paging of [{ limit: 100 }, { defaultLimit: 20 }]) {
      const { rows, incomplete } = await reading(pages(count, cap, wrap), paging)
      expect({ rows, incomplete }).toEqual({ rows: upTo(count), incomplete: undefined })
    }
})

test('a capped limit with totals goes on to the end', async () => {
  const capped = pages(250, 100, (rows) => `{"items":${rows},"limit":500,"total":250}`)
  expect((await reading(capped, { limit: 500 })).rows).toEqual(upTo(250))
})

test('pages that are announced are read, though the total is that of each page', async () => {
  const service = pages(20, 5, (rows) => `{"items":${rows},"total":5,"total_pages":4}`)
  const { rows, asked, incomplete } = await reading(service, { limit: 50 })
  expect({ rows, asked, incomplete }).toEqual({
    rows: upTo(20),
    asked: [1, 2, 3, 4, 5],
    incomplete: undefined,
  })
})

test('a total that is smaller than a page counts something else', async () => {
  const service = pages(53, 20, (rows) => `{"items":${rows},"total":5}`)
  expect((await reading(service)).rows.length).toBe(53)
})

test('a total that is smaller than what came counts something else', async () => {
  const service = pages(53, 20, (rows) => `{"items":${rows},"total":30}`)
  const { rows, asked, incomplete } = await reading(service)
  expect({ rows, asked, incomplete }).toEqual({ rows: upTo(53), asked: [1, 2, 3], incomplete: undefined })
})

test.each([
  ['"has_more":false', '"has_more":true'],
  ['"hasNextPage":false', '"hasNextPage":true'],
  ['"count":40,"next":null', '"count":40,"next":"https://x/v1?page=2"'],
  ['"links":{"next":""}', '"links":{"next":"/v1?page=2"}'],
])('what a page says of the next one is believed: %s', async (no, yes) => {
  const service: Service = (page) =>
    pages(40, 20, (rows) => `{"items":${rows},${page === 2 ? no : yes}}`)(page)
  const { rows, asked, incomplete } = await reading(service)
  expect({ rows, asked, incomplete }).toEqual({ rows: upTo(40), asked: [1, 2], incomplete: undefined })
})

test('a short page that another one follows is not the last', async () => {
  const service: Service = (page) =>
    `{"items":${JSON.stringify([page * 10, page * 10 + 1].slice(0, page === 2 ? 1 : 2))},"has_more":${page < 4}}`
  expect((await reading(service)).rows).toEqual([10, 11, 20, 30, 31, 40, 41])
})

test('a count of the rows on each page ends nothing', async () => {
  const service = pages(53, 20, (rows) => `{"items":${rows},"count":${(JSON.parse(rows) as Json[]).length}}`)
  expect((await reading(service)).rows).toEqual(upTo(53))
})

/** The service, or something in front of it, refuses every page after `last`. */
const refusing =
  (last: number, service: Service, status: number, code: string): Service =>
  (page) => {
    if (page <= last) return service(page)
    throw new MoveError('No.', { code, exit: status === 404 ? 6 : 5, httpStatus: status })
  }
const items = (rows: string) => `{"items":${rows}}`

test('a 404 of the service beyond full pages ends the list, with a note', async () => {
  const { rows, incomplete, notes } = await reading(refusing(2, pages(40, 20, items), 404, 'NFT_001'))
  expect({ rows, incomplete }).toEqual({ rows: upTo(40), incomplete: undefined })
  expect(notes).toEqual(['note: The service has no page 3 (NFT_001), so page 2 counts as the last.'])
})

test('a 400 beyond full pages ends the list, which counts as incomplete', async () => {
  const { rows, incomplete } = await reading(refusing(2, pages(40, 20, items), 400, 'CLI_REJECTED'))
  expect({ rows, incomplete }).toEqual({
    rows: upTo(40),
    incomplete: 'The service refused page 3 (CLI_REJECTED), so no more were read; rows may be missing.',
  })
})

test.each([400, 404])('a %i after every row that the service counts ends the list', async (status) => {
  const service = pages(40, 20, (rows) => `{"items":${rows},"total":40,"has_more":true}`)
  const { rows, incomplete, notes } = await reading(refusing(2, service, status, 'NFT_001'))
  expect({ rows, incomplete, notes }).toEqual({ rows: upTo(40), incomplete: undefined, notes: [] })
})

test.each([400, 404])(
  'a %i behind the last page that is announced hides no row that is counted',
  async (status) => {
    const service = pages(53, 20, (rows) => `{"items":${rows},"total":53,"total_pages":2}`)
    const { rows, incomplete } = await reading(refusing(2, service, status, 'NFT_001'))
    expect({ rows, incomplete }).toEqual({
      rows: upTo(40),
      incomplete: 'The service counts 53 rows, but only 40 came before its pages ended.',
    })
  },
)

test.each([
  ['404 where rows are left', 404, 'NFT_001', (rows: string) => `{"items":${rows},"total":53}`],
  ['404 where pages are left', 404, 'NFT_001', (rows: string) => `{"items":${rows},"total_pages":3}`],
  ['404 of a proxy', 404, 'CLI_UNEXPECTED_RESPONSE', items],
  ['401', 401, 'AUTH_002', items],
  ['403', 403, 'CLI_REJECTED', items],
  ['429', 429, 'RATE_001', items],
  ['503', 503, 'CHAIN_001', items],
])('a %s is a failure of the list', async (_, status, code, wrap) => {
  await expect(reading(refusing(2, pages(53, 20, wrap), status, code))).rejects.toMatchObject({
    fault: { httpStatus: status },
  })
})

test('--max-items ends amid a page and asks for no other', async () => {
  const { rows, asked } = await reading(pages(53, 20), { most: 25 })
  expect({ rows, asked }).toEqual({ rows: upTo(25), asked: [1, 2] })
  expect((await reading(pages(53, 20), { most: 20 })).asked).toEqual([1])
})

test('reading on from a page asks for those after it', async () => {
  const { rows, asked } = await reading(pages(53, 20), { page: 2, most: 100 })
  expect({ rows: rows.length, asked }).toEqual({ rows: 33, asked: [2, 3] })
})

test('reading on from a page is whole, though the total counts the pages before it too', async () => {
  const service = pages(53, 20, (rows) => `{"items":${rows},"total":53}`)
  const { rows, incomplete, notes } = await reading(service, { page: 2 })
  expect({ rows: rows.length, incomplete, notes }).toEqual({ rows: 33, incomplete: undefined, notes: [] })
  expect((await reading(service, { page: 2, all: false })).notes).toEqual([])
})

test('reading on from a page asks for one beyond a total that ends with a full page', async () => {
  const service = pages(60, 20, (rows) => `{"items":${rows},"total":60}`)
  const { rows, asked } = await reading(service, { page: 2, most: 100 })
  expect({ rows: rows.length, asked }).toEqual({ rows: 40, asked: [2, 3, 4] })
})

const wrapped = (total: number) => (rows: string) => `{"items":${rows},"total":${total}}`

test('one page of many says how many there are', async () => {
  const service = pages(53, 20, (rows) => `{"items":${rows},"total":53}`)
  expect((await reading(service, { all: false })).notes).toEqual([
    'note: 20 of 53 rows. --all reads every page.',
  ])
  expect((await reading(pages(12, 20, wrapped(12)), { all: false })).notes).toEqual([])
  expect((await reading(pages(20, 20, wrapped(20)), { all: false })).notes).toEqual([])
})

test('a list that ends before its total counts as incomplete', async () => {
  const service: Service = (page) =>
    `{"total":60,"items":${JSON.stringify(page === 1 ? upTo(20) : [21, 22])}}`
  const { rows, incomplete } = await reading(service)
  expect(rows).toEqual(upTo(22))
  expect(incomplete).toBe('The service counts 60 rows, but only 22 came before its pages ended.')
})

test('a list that lacks a single row of its total counts as incomplete too', async () => {
  const service: Service = (page) =>
    `{"total":23,"items":${JSON.stringify(page === 1 ? upTo(20) : [21, 22])}}`
  const { rows, incomplete } = await reading(service)
  expect(rows).toEqual(upTo(22))
  expect(incomplete).toBe('The service counts 23 rows, but only 22 came before its pages ended.')
})

test.each([
  ['{"items":null}', items],
  ['null', (rows: string) => rows],
])('a page of %s beyond full pages is an empty one', async (last, wrap) => {
  const service: Service = (page) => (page > 2 ? last : pages(40, 20, wrap)(page))
  const { rows, incomplete } = await reading(service)
  expect({ rows, incomplete }).toEqual({ rows: upTo(40), incomplete: undefined })
})

test('where there is no list the data is handed over as it came', async () => {
  const { data, list, asked } = await reading(() => '{"a":{"b":{"c":[1.10]}}}')
  expect({ data, list, asked }).toEqual({
    data: { a: { b: { c: [digits('1.10')] } } },
    list: false,
    asked: [1],
  })
})

test('the rows of a page come before the next page is asked for', async () => {
  const asked: (number | undefined)[] = []
  const fetch = async (page: number | undefined) => {
    asked.push(page)
    return parseJson(pages(53, 20)(page ?? 1))
  }
  const { rows } = await readList(fetch, { all: true }, async () => {})
  for (let n = 0; n < 20; n++) await rows!.next()
  expect((await rows!.next()).value).toBeUndefined()
  expect(asked).toEqual([1])
})

test.each(['{}', 'null', '{"items":{"0":1}}'])(
  'a later page of %s ends the reading, for its rows are lost',
  async (second) => {
    const service: Service = (page) => (page === 1 ? `{"items":${JSON.stringify(upTo(20))}}` : second)
    await expect(reading(service)).rejects.toMatchObject({
      message: expect.stringMatching(/^Page 2 has no list/) as string,
      fault: { code: 'CLI_UNEXPECTED_RESPONSE', exit: 8, outcome: 'rejected' },
    })
  },
)

describe('a service that says there are more rows, and has none, makes the list incomplete', () => {
  const more = (rows: string) => `{"items":${rows},"has_more":true}`
  const cases: [what: string, service: Service, words: string][] = [
    [
      'the next page is refused',
      refusing(1, pages(53, 20, more), 404, 'NFT_001'),
      'page 2 is refused (NFT_001)',
    ],
    [
      'the next page is null',
      (page) => (page === 1 ? pages(53, 20, more)(1) : '{"items":null}'),
      'page 2 is empty',
    ],
    [
      'pages are left by their number',
      (page) => `{"items":${page === 1 ? JSON.stringify(upTo(20)) : '[]'},"pages":3}`,
      'page 2 is empty',
    ],
  ]
  test.each(cases)('%s', async (_, service, words) => {
    const { rows, incomplete } = await reading(service)
    expect(rows).toEqual(upTo(20))
    expect(incomplete).toContain(`announced more rows, but ${words}; rows may be missing`)
  })

  test('but not where every row came that it counts', async () => {
    const service = pages(20, 20, (rows) => `{"items":${rows},"total":20,"has_more":true}`)
    expect(await reading(service)).toMatchObject({ rows: upTo(20), asked: [1, 2], incomplete: undefined })
  })

  test('an empty last page that ends what a page promised is the end', async () => {
    const service: Service = (page) =>
      page <= 2 ? pages(40, 20, more)(page) : '{"items":[],"has_more":false}'
    expect(await reading(service)).toMatchObject({ rows: upTo(40), incomplete: undefined })
  })
})
