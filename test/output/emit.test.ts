import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { digits, parseJson, type Digits } from '../../src/contract/lossless-json.ts'
import { MoveError } from '../../src/errors.ts'
import { chooseFormat } from '../../src/output/emit.ts'
import { createSecrets } from '../../src/output/redact.ts'
import { formats, one, rows, text, type Format } from '../../src/output/view.ts'
import { emitted, forbidden, listOf } from './support.ts'

const day = one(
  parseJson(
    '{"date":"2026-01-02","steps":8000,"earnings":{"mft":1.10,"multipliers":{"nft":1.5}},"tags":["a",2]}',
  ),
  () => [
    ['Date', '2026-01-02'],
    ['Steps', digits(8000)],
    ['Earned', '1.10 MFT'],
  ],
)

test('one record in every format', async () => {
  const all: string[] = []
  for (const format of formats) all.push(`${format}:\n${(await emitted(day, { format })).text}`)
  expect(all.join('\n')).toMatchInlineSnapshot(`
    "table:
    Date    2026-01-02
    Steps   8000
    Earned  1.10 MFT

    json:
    {"date":"2026-01-02","steps":8000,"earnings":{"mft":1.10,"multipliers":{"nft":1.5}},"tags":["a",2]}

    ndjson:
    {"date":"2026-01-02","steps":8000,"earnings":{"mft":1.10,"multipliers":{"nft":1.5}},"tags":["a",2]}

    csv:
    date,steps,earnings.mft,earnings.multipliers.nft,tags
    2026-01-02,8000,1.10,1.5,"[""a"",2]"

    tsv:
    date	steps	earnings.mft	earnings.multipliers.nft	tags
    2026-01-02	8000	1.10	1.5	["a",2]
    "
  `)
})

test.each(['csv', 'tsv'] as const)('%s without a header is rows alone', async (format) => {
  const { text: whole } = await emitted(listOf(shoes), { format })
  const { text: bare } = await emitted(listOf(shoes), { format, noHeader: true })
  expect(whole.split('\n').length).toBe(4)
  expect(bare).toBe(whole.slice(whole.indexOf('\n') + 1))
})

test('JSON is pretty on a terminal', async () => {
  expect((await emitted(day, { isTTY: true, fields: ['earnings.mft'] })).text).toMatchInlineSnapshot(`
    "{
      "earnings": {
        "mft": 1.10
      }
    }
    "
  `)
})

const shoes = ['{"id":"7","level":2,"stats":{"wear":0.10}}', '{"id":"8","level":10,"mood":null}']

test('a list in every format, on a terminal and in a pipe', async () => {
  const all: string[] = []
  for (const isTTY of [true, false]) {
    for (const format of formats)
      all.push(`${format}:\n${(await emitted(listOf(shoes), { format, isTTY })).text}`)
  }
  expect(all.join('\n')).toMatchInlineSnapshot(`
    "table:
    id  level  stats.wear  mood
    7       2        0.10  –
    8      10           –  –

    json:
    [
      {
        "id": "7",
        "level": 2,
        "stats": {
          "wear": 0.10
        }
      },
      {
        "id": "8",
        "level": 10,
        "mood": null
      }
    ]

    ndjson:
    {"id":"7","level":2,"stats":{"wear":0.10}}
    {"id":"8","level":10,"mood":null}

    csv:
    id,level,stats.wear,mood
    7,2,0.10,
    8,10,,

    tsv:
    id	level	stats.wear	mood
    7	2	0.10	
    8	10		

    table:
    id  level  stats.wear  mood
    7       2        0.10  –
    8      10           –  –

    json:
    [{"id":"7","level":2,"stats":{"wear":0.10}},{"id":"8","level":10,"mood":null}]

    ndjson:
    {"id":"7","level":2,"stats":{"wear":0.10}}
    {"id":"8","level":10,"mood":null}

    csv:
    id,level,stats.wear,mood
    7,2,0.10,
    8,10,,

    tsv:
    id	level	stats.wear	mood
    7	2	0.10	
    8	10		
    "
  `)
})

test('a result can be empty in every format', async () => {
  const columns = [
    { field: 'id', title: 'Id' },
    { field: 'level', title: 'Level', guess: true },
  ]
  const told: Record<string, unknown> = {}
  for (const format of formats) {
    const { text, notes } = await emitted(listOf([], columns), { format })
    told[format] = [text, ...notes]
  }
  expect(told).toEqual({
    table: ['', 'nothing here'],
    json: ['[]\n'],
    ndjson: [''],
    csv: ['id\n', 'nothing here'],
    tsv: ['id\n', 'nothing here'],
  })
})

test('declared columns come first, a guess only where the data has it, and the data follows', async () => {
  const columns = [
    { field: 'status', title: 'Status' },
    { field: 'level', title: 'Level', guess: true },
    { field: 'rarity', title: 'Rarity', guess: true },
  ]
  expect((await emitted(listOf(shoes, columns), { format: 'tsv' })).text).toBe(
    'status\tlevel\tid\tstats.wear\tmood\n\t2\t7\t0.10\t\n\t10\t8\t\t\n',
  )
})

test('a table shows declared columns alone, in their words; other types stand as they came', async () => {
  const columns = [
    { field: 'id', title: 'Id' },
    {
      field: 'stats',
      title: 'Wear',
      show: (stats: unknown) => `${(stats as { wear: Digits }).wear.value} %`,
    },
    { field: 'level', title: 'Level' },
  ]
  const list = listOf([...shoes, '{"id":"9","level":"high","stats":"broken"}'], columns)
  expect((await emitted(list, { format: 'table' })).text).toMatchInlineSnapshot(`
    "Id  Wear    Level
    7   0.10 %  2
    8   –       10
    9   broken  high
    "
  `)
})

/** 201 rows, and rows after the header was written. */
const afterMany = (...later: string[]) => [
  ...Array.from({ length: 201 }, (_, id) => `{"id":${id},"earned":null}`),
  ...later,
]

test.each(['csv', 'tsv', 'table'] as const)(
  'a field that first comes after the header of %s is named, and ends with 10; every row is there',
  async (format) => {
    const { text, fault, failed } = await emitted(
      listOf(afterMany('{"id":1,"late":2}', '{"id":2,"late":2,"other":{"x":1}}')),
      { format },
    )
    expect(text.trimEnd().split('\n')).toHaveLength(204)
    expect(fault).toMatchObject({ code: 'CLI_PARTIAL', exit: 10 })
    expect(failed).toBe('Fields that first came after the header are left out: late, other.x.')
  },
)

test('a field without a header is named too where no row of the first page has any', async () => {
  const none = Array.from({ length: 201 }, () => '{}')
  for (const format of ['csv', 'table'] as const)
    expect((await emitted(listOf([...none, '{"late":1}']), { format })).failed).toContain(': late.')
})

test.each(['csv', 'tsv', 'table'] as const)(
  'what came late is no failure of %s where nothing is lost: null, an empty record, a part of a column',
  async (format) => {
    const { text, failed } = await emitted(
      listOf(afterMany('{"id":1,"late":null,"none":{}}', '{"id":2,"earned":{"mft":1.10}}')),
      { format },
    )
    expect(failed).toBeUndefined()
    expect(text.trimEnd().split('\n').at(-1)).toContain(
      format === 'csv' ? '"{""mft"":1.10}"' : '{"mft":1.10}',
    )
  },
)

test('fields that --fields chose are all there is, and columns alone are all that a table of them shows', async () => {
  const late = afterMany('{"id":1,"late":2}')
  expect((await emitted(listOf(late), { format: 'csv', fields: ['id'] })).failed).toBeUndefined()
  const columns = [{ field: 'id', title: 'Id' }]
  expect((await emitted(listOf(late, columns), { format: 'table' })).failed).toBeUndefined()
})

test('fields that came late are named beside the failure that ends a list', async () => {
  const source = async function* () {
    yield* afterMany('{"id":1,"late":2}').map(parseJson)
    throw new MoveError('No more.', { code: 'CLI_PARTIAL', exit: 10 })
  }
  const { notes, failed } = await emitted(rows(source(), [], ''), { format: 'csv' })
  expect({ failed, notes }).toEqual({
    failed: 'No more.',
    notes: ['note: Fields that first came after the header are left out: late.'],
  })
})

test('field names in a CSV header do not run in a spreadsheet', async () => {
  const { text } = await emitted(listOf(['{"=1+1":1,"@sum":2,"-2+3":3}']), { format: 'csv' })
  expect(text).toBe("'=1+1,'@sum,'-2+3\n1,2,3\n")
})

test('chosen fields in every format, one that no record has is named once', async () => {
  const told: string[] = []
  for (const format of formats) {
    const { text, notes } = await emitted(listOf(shoes), { format, fields: ['stats', 'nope\u001b', 'id'] })
    told.push(text, ...notes)
  }
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "stats.wear  nope\\x1b  id
          0.10  –         7
             –  –         8

    note: No record has nope\\x1b.
    [{"stats":{"wear":0.10},"id":"7"},{"id":"8"}]

    note: No record has nope\\x1b.
    {"stats":{"wear":0.10},"id":"7"}
    {"id":"8"}

    note: No record has nope\\x1b.
    stats.wear,nope\\x1b,id
    0.10,,7
    ,,8

    note: No record has nope\\x1b.
    stats.wear	nope\\x1b	id
    0.10		7
    		8

    note: No record has nope\\x1b."
  `)
})

test('chosen fields of one record win over its view', async () => {
  expect((await emitted(day, { format: 'table', fields: ['steps', 'earnings'] })).text)
    .toMatchInlineSnapshot(`
    "steps                     8000
    earnings.mft              1.10
    earnings.multipliers.nft  1.5
    "
  `)
})

test('a list in one record is lines wherever lines are wanted', async () => {
  const list = one(parseJson('[{"a":1},{"a":2}]'))
  const told: string[] = []
  for (const format of formats) told.push((await emitted(list, { format })).text)
  expect(told).toEqual(['a\n1\n2\n', '[{"a":1},{"a":2}]\n', '{"a":1}\n{"a":2}\n', 'a\n1\n2\n', 'a\n1\n2\n'])
})

test('one record without a view has its fields below each other, a scalar is itself', async () => {
  const open = one(parseJson('{"name":"a","nested":{"x":null,"list":[1.0]}}'))
  expect((await emitted(open, { format: 'table' })).text).toBe(
    'name         a\nnested.x     –\nnested.list  [1.0]\n',
  )
  expect((await emitted(one(parseJson('1.10')), { format: 'table' })).text).toBe('1.10\n')
})

test('words are themselves unless a format was asked for, and end with one line break', async () => {
  const script = text('#!/bin/sh\n\techo \u001b', { words: 'x' })
  const shown = '#!/bin/sh\n\techo \\x1b\n'
  expect((await emitted(script, { format: 'tsv', asked: false })).text).toBe(shown)
  expect((await emitted(script, { format: 'table' })).text).toBe(shown)
  expect((await emitted(text('a\n', null), { format: 'table' })).text).toBe('a\n')
  expect((await emitted(script, { format: 'tsv' })).text).toBe('words\nx\n')
  expect((await emitted(script, { format: 'json' })).text).toBe('{"words":"x"}\n')
})

test('nothing to say writes nothing', async () => {
  expect((await emitted({ kind: 'none' }, {})).writes).toEqual([])
})

test.each<[object, Format, boolean]>([
  [{ isTTY: true }, 'table', false],
  [{ isTTY: false }, 'tsv', false],
  [{ isTTY: true, format: 'csv' }, 'csv', true],
])('of %o the format is %s', (from, format, asked) => {
  expect(chooseFormat(from as { isTTY: boolean })).toEqual({ format, asked })
})

const hardNumbers = [
  '1.10',
  '9007199254740993',
  '0.1234567890123456789',
  '12345678901234567890.5',
  '1e400',
  '-0.0',
]

test.each(formats)('numbers keep their digits in %s', async (format) => {
  for (const number of hardNumbers) {
    const record = `{"n":${number},"list":[${number}],"in":{"side":${number}}}`
    for (const manner of [
      { format },
      { format, fields: ['n', 'in.side', 'list'] },
      { format, isTTY: true },
    ]) {
      const list = (await emitted(listOf([record]), manner)).text
      const single = (await emitted(one(parseJson(record)), manner)).text
      expect(list.split(number).length).toBe(4)
      expect(single.split(number).length).toBe(4)
    }
  }
})

test('no text at all reaches a stream unescaped, in any format, as value or as name', async () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\u001b', '\u202e', '\ud800', '\n', '\t', '"', ',') }),
  )
  const breaks: Record<Format, RegExp> = {
    table: /\n/g,
    json: /\n/g,
    ndjson: /\n/g,
    csv: /\n/g,
    tsv: /[\n\t]/g,
  }
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(odd, odd),
      fc.constantFrom(...formats),
      fc.boolean(),
      async (words, format, isTTY) => {
        const data = parseJson(JSON.stringify({ ...words, fixed: 'x' }))
        const view = () => Object.entries(words)
        for (const result of [
          one(data),
          one(data, view),
          rows(
            (async function* () {
              yield data
            })(),
            [],
            '',
          ),
        ]) {
          const { text, notes } = await emitted(result, { format, isTTY, columns: 30, fields: undefined })
          expect(text.replaceAll(breaks[format], '')).not.toMatch(forbidden)
          expect(notes.join('')).not.toMatch(forbidden)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('CSV reads back as what it was, by a strict reader', async () => {
  const safe = fc.string({ unit: fc.constantFrom('a', ',', '"', ' ', '跑', '\\', ';') })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ x: safe, y: safe, z: fc.integer() }), { minLength: 1 }),
      async (records) => {
        const { text } = await emitted(listOf(records.map((record) => JSON.stringify(record))), {
          format: 'csv',
        })
        expect(readCsv(text)).toEqual([['x', 'y', 'z'], ...records.map(({ x, y, z }) => [x, y, String(z)])])
      },
    ),
  )
})

/** RFC 4180 to the letter: throws for a quote in an open cell and for text after a closing quote. */
function readCsv(csv: string): string[][] {
  const records: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/y
  while (cell.lastIndex < csv.length) {
    const at = cell.lastIndex
    const [, quoted, open = '', end] = cell.exec(csv) ?? []
    if (end === undefined) throw new Error(`no CSV: ${csv.slice(at)}`)
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? open)
    if (end === '\n') records.push([])
  }
  return records.slice(0, -1)
}

test('secrets are hidden in every format, also where a cell is shortened', async () => {
  const secrets = createSecrets()
  secrets.add('sk_live_"0123456789"_and_more')
  const data = parseJson(
    JSON.stringify({ key: 'sk_live_"0123456789"_and_more', 'a very long name of a field': 'x' }),
  )
  for (const format of formats) {
    const { text } = await emitted(listOf([JSON.stringify({ id: 'x'.repeat(30), ...(data as object) })]), {
      format,
      secrets,
      isTTY: true,
      columns: 45,
    })
    expect(text).toContain('[redacted]')
    expect(text).not.toMatch(/sk_live|01234/)
  }
})

test.each(formats)('under GitHub the runner obeys nothing of %s', async (format) => {
  const items = ['::error::pwned', '##[error]pwned', 'ok'].map((id) => JSON.stringify({ id, n: '##[x]' }))
  const { text } = await emitted(listOf(items), { format, actions: true })
  expect(text).toContain('pwned')
  expect(text).not.toMatch(/^\s*::|##\[/m)
})

test('what is broken up in JSON is the same data', async () => {
  const { text } = await emitted(listOf(['{"id":"##[error]x"}']), { actions: true })
  expect(JSON.parse(text)).toEqual([{ id: '##[error]x' }])
})

const failing = (count: number, error: Error) =>
  rows(
    (async function* () {
      for (let id = 0; id < count; id++) yield { id }
      throw error
    })(),
    [],
    'nothing',
  )

test.each(formats)('a failure before anything was written leaves stdout empty in %s', async (format) => {
  const writes: string[] = []
  const out = { isTTY: false, columns: 80, write: async (text: string) => void writes.push(text) }
  const manner = { format, out, note: () => {}, secrets: createSecrets(), color: 0 as const, actions: false }
  const { emit } = await import('../../src/output/emit.ts')
  const broken = new MoveError('gone', { code: 'CLI_UNAVAILABLE', exit: 8 })
  await expect(emit(failing(3, broken), manner)).rejects.toBe(broken)
  expect(writes).toEqual([])
  const partial = new MoveError('some failed', { code: 'CLI_PARTIAL', exit: 10 })
  await expect(emit(failing(1, partial), manner)).rejects.toBe(partial)
  expect(writes.join('')).toBe(
    { table: 'id\n 0\n', json: '[{"id":0}]\n', ndjson: '{"id":0}\n', csv: 'id\n0\n', tsv: 'id\n0\n' }[format],
  )
})

test('a secret in a result takes no name of a field, no number and no bracket with it', async () => {
  const secrets = createSecrets()
  for (const secret of ['k-day-09', '"a9b9c9"', '10390.5', 'network']) secrets.add(secret)
  const record = '{"k-day-09":"k-day-09","a9b9c9":10390.50,"network":"network"}'
  for (const format of ['json', 'ndjson'] as const) {
    const { text } = await emitted(listOf([record]), { format, secrets })
    const json = format === 'json' ? text.trim().slice(1, -1) : text.trim()
    expect(json).toBe('{"k-day-09":"[redacted]","a9b9c9":10390.50,"network":"network"}')
  }
})
