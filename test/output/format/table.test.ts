import * as fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { parseJson } from '../../../src/contract/lossless-json.ts'
import { noPaint } from '../../../src/output/color.ts'
import { drawer, type Grid } from '../../../src/output/format/table.ts'
import { sanitizeText } from '../../../src/output/sanitize.ts'
import { ruler } from '../../../src/output/text-width.ts'
import { one, type View } from '../../../src/output/view.ts'
import { emitted, listOf } from '../support.ts'

const shoes = [
  '{"id":7,"name":"跑鞋 Ultra","owner":"0x12ab34cd12ab34cd12ab34cd12ab34cd12ab90ef","wear":0.10}',
  '{"id":12345,"name":"Cloud 👟🫠","owner":"0x0000000000000000000000000000000000000001","wear":12345678901234567890.5}',
]
const shown = async (columns: number, items = shoes) =>
  (await emitted(listOf(items), { format: 'table', isTTY: true, columns })).text

const at = (line: string, word: string) => stringWidth(line.slice(0, line.indexOf(word)))

test('CJK and emoji are aligned by the columns they take', async () => {
  const text = await shown(120)
  expect(text).toMatchInlineSnapshot(`
    "   id  name        owner                                                         wear
        7  跑鞋 Ultra  0x12ab34cd12ab34cd12ab34cd12ab34cd12ab90ef                    0.10
    12345  Cloud 👟🫠  0x0000000000000000000000000000000000000001  12345678901234567890.5
    "
  `)
  const [header = '', ...lines] = text.trimEnd().split('\n')
  for (const line of lines) expect(at(line, '0x')).toBe(at(header, 'owner'))
})

const told = [
  '{"id":7,"wear":0.10,"said":"a pair that was walked in for a long time"}',
  '{"id":12345,"wear":12345678901234567890.5,"said":"跑鞋 that nobody has worn"}',
]

test('prose too wide for the terminal is shortened, numbers never', async () => {
  expect(await shown(60, told)).toMatchInlineSnapshot(`
    "   id                    wear  said
        7                    0.10  a pair that was walked in fo…
    12345  12345678901234567890.5  跑鞋 that nobody has worn
    "
  `)
})

test.each([
  ['an id', 'e7d78ec3864dfa01e7d78ec3864dfa01'],
  ['an address', '0x12ab34cd12ab34cd12ab34cd12ab34cd12ab90ef'],
  ['an address without digits', 'abcdefghijkmnopqrstuvwxyzABCDEFGHJK'],
  ['numbers in words', 'nft ×1.25, streak ×1.0, social ×1.125'],
  ['a time in words', 'lives until 2026-01-02T03:04:05Z'],
])('%s is never shortened: where it has no room records are blocks', async (_, text) => {
  const items = [`{"id":1,"is":"${text}","state":"applied"}`, '{"id":2,"is":"none","state":"applied"}']
  for (let columns = text.length + 6; columns < 100; columns++) {
    const drawn = await shown(columns, items)
    expect(drawn).toContain(text)
    expect(drawn.startsWith('id: 1\n')).toBe(columns < text.length + 13)
  }
})

test('records too wide for the terminal are blocks that lose nothing', async () => {
  expect(await shown(20)).toMatchInlineSnapshot(`
    "id: 7
    name: 跑鞋 Ultra
    owner:
      0x12ab34cd12ab34cd
      12ab34cd12ab34cd12
      ab90ef
    wear: 0.10

    id: 12345
    name: Cloud 👟🫠
    owner:
      0x0000000000000000
      000000000000000000
      000001
    wear:
      123456789012345678
      90.5
    "
  `)
})

test('a table in a pipe is not shortened', async () => {
  const { text } = await emitted(listOf(shoes), { format: 'table', columns: 20 })
  expect(text).toContain('0x12ab34cd12ab34cd12ab34cd12ab34cd12ab90ef')
})

test('one record on a terminal of 20 columns, with a view and without', async () => {
  const record = parseJson(shoes[0] ?? '')
  const view = (): View => [
    ['Id', 7],
    ['Owner', '0x12ab34cd12ab34cd12ab34cd12ab34cd12ab90ef'],
  ]
  const drawn: string[] = []
  for (const result of [one(record, view), one(record)]) {
    drawn.push((await emitted(result, { format: 'table', isTTY: true, columns: 20 })).text)
  }
  expect(drawn.join('\n')).toMatchInlineSnapshot(`
    "Id: 7
    Owner:
      0x12ab34cd12ab34cd
      12ab34cd12ab34cd12
      ab90ef

    id: 7
    name: 跑鞋 Ultra
    owner:
      0x12ab34cd12ab34cd
      12ab34cd12ab34cd12
      ab90ef
    wear: 0.10
    "
  `)
})

test('one record whose value is long goes on under its value', async () => {
  const record = one(parseJson('{"name":"a","note":"0123456789012345678901234567890123456789"}'))
  expect((await emitted(record, { format: 'table', isTTY: true, columns: 30 })).text).toMatchInlineSnapshot(`
    "name  a
    note  012345678901234567890123
          4567890123456789
    "
  `)
})

test('no line is wider than the terminal, but for numbers, and no record is lost', async () => {
  const word = fc.string({ unit: fc.constantFrom('a', '跑', '👟', 'é', ' '), maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ 'a name': word, b: word, c: fc.boolean() }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 4, max: 100 }),
      async (records, columns) => {
        const text = await shown(
          columns,
          records.map((record) => JSON.stringify(record)),
        )
        for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns)
        const squeezed = text.replaceAll(/\s/g, '')
        expect(squeezed.match(/true|false/g)).toEqual(records.map(({ c }) => String(c)))
      },
    ),
  )
})

test('the ruler agrees with string-width on every character', async () => {
  const ruled = await ruler()
  const differing = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
    .filter((character) => sanitizeText(character) === character)
    .filter((character) => ruled.width(character) !== stringWidth(character))
  expect(differing).toEqual([])
})

test.each([1, 2, 3])('a terminal of %i columns is no reason to fail', async (columns) => {
  expect((await shown(columns)).length).toBeGreaterThan(0)
})

test('the library and the streaming table draw the same', async () => {
  const draw = await drawer(40, noPaint)
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.string({ unit: fc.constantFrom('a', '跑', 'é', '-'), maxLength: 30 }), fc.integer()),
        {
          minLength: 1,
        },
      ),
      async (rows) => {
        const grid: Grid = {
          titles: ['Name', 'N'],
          right: [false, true],
          rows: rows.map(([name, n]) => [name, String(n)]),
        }
        expect(draw(grid, true).text).toBe(draw(grid, false).text)
      },
    ),
  )
})

test('beyond 200 rows the table goes on with the widths it has, wider only where there is room', async () => {
  const many = Array.from({ length: 300 }, (_, id) => `{"id":${id},"name":"n${id}"}`)
  many[250] = '{"id":250,"name":"wide"}'
  many[251] = `{"id":251,"name":"${'so long '.repeat(9)}"}`
  many[252] = `{"id":252,"name":"${'x'.repeat(50)}"}`
  const lines = (await shown(30, many)).trimEnd().split('\n')
  expect(lines.length).toBe(301)
  expect(lines.slice(249, 255)).toEqual([
    '248  n248',
    '249  n249',
    '250  wide',
    '251  so …',
    `252  ${'x'.repeat(50)}`,
    '253  n253',
  ])
})

test('the header is bold where there is color', async () => {
  const { text } = await emitted(listOf(['{"id":1}']), { format: 'table', color: 1 })
  expect(text).toBe('\u001b[1mid\u001b[22m\n 1\n')
})
