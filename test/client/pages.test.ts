/** When reading a list goes on, and when it stops. */
import { expect, test } from 'vitest'
import { readList, type Paging } from '../../src/client/pages.ts'
import { digits, parseJson, type Json } from '../../src/contract/digits.ts'

type Service = (page: number) => string

/** What reading a list gave, which pages were asked for, and what was said. */
async function reading(service: Service, paging: Partial<Paging> = {}) {
  const asked: (number | undefined)[] = []
  const notes: string[] = []
  const fetch = async (page: number | undefined) => {
    asked.push(page)
    return parseJson(service(page ?? 1))
  }
  const { data, rows } = await readList(fetch, { all: true, ...paging }, async (note) => {
    notes.push(note)
  })
  const found: Json[] = []
  for await (const row of rows ?? []) if (row !== undefined) found.push(row)
  return { data, rows: found.map(Number), asked, notes, list: rows !== undefined }
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
  expect([rows, asked]).toEqual([upTo(20), [undefined]])
})

test('reading all stops at the short page', async () => {
  const { rows, asked, notes } = await reading(pages(53, 20))
  expect([rows, asked, notes]).toEqual([upTo(53), [1, 2, 3], []])
})

test('reading all stops at the empty page', async () => {
  const { rows, asked } = await reading(pages(40, 20))
  expect([rows.length, asked]).toEqual([40, [1, 2, 3]])
})

test('totals save the page that would be empty', async () => {
  const { rows, asked } = await reading(pages(40, 20, (rows) => `{"items":${rows},"total":40}`))
  expect([rows.length, asked]).toEqual([40, [1, 2]])
})

test('no page beyond the number of pages is asked for', async () => {
  const { asked } = await reading(pages(400, 20, (rows) => `{"list":${rows},"total_pages":2}`))
  expect(asked).toEqual([1, 2])
})

test('a total in rows allows no more pages than it takes to hold them', async () => {
  const service: Service = (page) =>
    `{"total":60,"items":${JSON.stringify(upTo(page === 1 ? 18 : 20).map((n) => page * 100 + n))}}`
  expect((await reading(service)).asked).toEqual([1, 2, 3])
})

test('a page that repeats the one before ends the list, is not handed out twice and is named', async () => {
  const { rows, asked, notes } = await reading(() => JSON.stringify(upTo(20)))
  expect([rows, asked]).toEqual([upTo(20), [1, 2]])
  expect(notes).toEqual([
    'note: page 2 repeats the page before it, so no more were asked for; rows may be missing',
  ])
})

test('a first page below the asked limit ends the list where no service would cap it', async () => {
  expect((await reading(pages(12, 30), { limit: 30 })).asked).toEqual([1])
  expect((await reading(pages(18, 20), { usual: 20 })).asked).toEqual([1])
})

test('a limit that the service caps loses no row', async () => {
  const { rows, asked } = await reading(pages(250, 100), { limit: 500 })
  expect([rows, asked]).toEqual([upTo(250), [1, 2, 3]])
})

test('a capped limit with totals goes on to the end', async () => {
  const capped = pages(250, 100, (rows) => `{"items":${rows},"limit":500,"total":250}`)
  expect((await reading(capped, { limit: 500 })).rows).toEqual(upTo(250))
})

test('a total that is smaller than a page counts something else', async () => {
  const service = pages(53, 20, (rows) => `{"items":${rows},"total":5}`)
  expect((await reading(service)).rows.length).toBe(53)
})

test('--max-items ends amid a page and asks for no other', async () => {
  const { rows, asked } = await reading(pages(53, 20), { most: 25 })
  expect([rows, asked]).toEqual([upTo(25), [1, 2]])
  expect((await reading(pages(53, 20), { most: 20 })).asked).toEqual([1])
})

test('reading on from a page asks for those after it', async () => {
  const { rows, asked } = await reading(pages(53, 20), { page: 2, most: 100 })
  expect([rows.length, asked]).toEqual([33, [2, 3]])
})

test('one page of many says how many there are', async () => {
  const service = pages(53, 20, (rows) => `{"items":${rows},"total":53}`)
  expect((await reading(service, { all: false })).notes).toEqual([
    'note: 20 of 53 rows; --all reads every page',
  ])
})

test('a list that ends before its total says so', async () => {
  const service: Service = (page) =>
    `{"total":60,"items":${JSON.stringify(page === 1 ? upTo(20) : [21, 22])}}`
  const { rows, notes } = await reading(service)
  expect(rows).toEqual(upTo(22))
  expect(notes).toEqual(['note: the service counts 60 rows, and 22 came before its pages ended'])
})

test('where there is no list the data is handed over as it came', async () => {
  const { data, list, asked } = await reading(() => '{"a":{"b":{"c":[1.10]}}}')
  expect([data, list, asked]).toEqual([{ a: { b: { c: [digits('1.10')] } } }, false, [1]])
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

test.each(['{"items":null}', '{}', 'null', '{"items":{"0":1}}'])(
  'a later page of %s ends the reading, for its rows are lost',
  async (second) => {
    const service: Service = (page) => (page === 1 ? `{"items":${JSON.stringify(upTo(20))}}` : second)
    await expect(reading(service)).rejects.toMatchObject({
      message: expect.stringMatching(/^Page 2 has no list/) as string,
      fault: { code: 'CLI_UNEXPECTED_RESPONSE', exit: 8 },
    })
  },
)
