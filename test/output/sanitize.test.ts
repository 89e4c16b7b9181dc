import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cellCsv,
  cellTsv,
  escapeJson,
  sanitizeText,
  oneLine,
  escapeWorkflowCommands,
  unworkflowJson,
} from '../../src/output/sanitize.ts'
import { forbidden } from './support.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(
      '\u001b',
      '\u009b',
      '\u202e',
      '\u200b',
      '\u{e0041}',
      '\ufe0f',
      '\ud800',
      '\n',
      '\r',
      '\t',
      'a',
      '\\',
      '"',
      '=',
    ),
  }),
)

test.each([
  ['\u001b[2J', String.raw`\x1b[2J`],
  ['\u009b31m', String.raw`\x9b31m`],
  ['a\u202eb', String.raw`a\u{202e}b`],
  ['pay\u200bpal', String.raw`pay\u{200b}pal`],
  ['\u{e0041}', String.raw`\u{e0041}`],
  ['\ud800x', String.raw`\u{d800}x`],
  ['a\nb\rc\td', String.raw`a\nb\rc\td`],
  ['\ufe0f\u00ad\u3164\u2028', String.raw`\u{fe0f}\xad\u{3164}\u{2028}`],
  ['跑鞋 👟 é', '跑鞋 👟 é'],
])('%j is shown as %s', (foreign, shown) => {
  expect(sanitizeText(foreign)).toBe(shown)
})

test('no text at all makes harmless emit a forbidden character', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(sanitizeText(text)).not.toMatch(forbidden)
    }),
  )
})

test('text of several lines keeps its line breaks and tabs, and nothing else', () => {
  expect(sanitizeText('a\n\tb\r\u001b', { lines: true })).toBe('a\n\tb\\r\\x1b')
})

test('quoted words are one line of at most 300 characters, cut between characters', () => {
  expect(oneLine(' first\r\n  second\u001b ')).toBe(String.raw`first second\x1b`)
  expect(oneLine('👟'.repeat(200))).toBe(`${'👟'.repeat(149)}…`)
  fc.assert(
    fc.property(anyText, (text) => oneLine(text, 20).length <= 20 && !forbidden.test(oneLine(text, 20))),
  )
})

test('escaped JSON is the same data without a forbidden character', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      const escaped = escapeJson(json)
      expect(JSON.parse(escaped)).toEqual(JSON.parse(json))
      expect(escaped).not.toMatch(forbidden)
    }),
  )
  expect(escapeJson('"\u{e0041}\u202e"')).toBe(String.raw`"\udb40\udc41\u202e"`)
})

const decode = (cell: string) =>
  cell.replace(/\\(?:\\|n|r|t|x([0-9a-f]{2})|u\{([0-9a-f]+)\})/g, (escape, byte, code) =>
    byte || code
      ? String.fromCodePoint(Number.parseInt(byte ?? code, 16))
      : { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\t': '\t' }[escape as '\\n'],
  )

test('a TSV cell gives its text back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(cellTsv(text)).not.toMatch(forbidden)
      expect(decode(cellTsv(text))).toBe(text)
    }),
  )
})

test.each([
  '=1+1',
  '+1',
  '-1+1',
  '-1e5-2',
  '-.1',
  '-a',
  '--1',
  '@sum',
  '\t=1',
  '\r',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\n=1',
])('a CSV cell %j does not run in a spreadsheet', (text) => {
  expect(cellCsv(text).replace(/^"/, '')).toMatch(/^'/)
})

test('numbers are exempt from the formula guard, also those sent as texts, and plain words too', () => {
  expect(cellCsv('-1.5', true)).toBe('-1.5')
  for (const text of ['-12.75', '-1', '-1.10e-7', '0x12']) expect(cellCsv(text)).toBe(text)
})

test('a CSV cell with commas, quotes or outer blanks is quoted', () => {
  expect([cellCsv('a,b'), cellCsv('say "x"'), cellCsv(' a'), cellCsv('a\nb')]).toEqual([
    '"a,b"',
    '"say ""x"""',
    '" a"',
    String.raw`a\nb`,
  ])
})

test('workflow commands of a GitHub runner are broken up', () => {
  const text = '::error::x\n \u00a0::add-mask::y\na :: b ##[group]z ###[x'
  expect(escapeWorkflowCommands(text)).toBe(
    String.raw`\x3a:error::x
 ${'\u00a0'}\x3a:add-mask::y
a :: b #\x23[group]z ##\x23[x`,
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(':', '#', '[', ' ', '\n', 'a') }), (words) => {
      expect(escapeWorkflowCommands(words)).not.toMatch(/^\s*::|##\[/m)
    }),
  )
})

test('a workflow command in JSON is broken up and stays the same data', () => {
  const json = JSON.stringify({ name: '##[error]x' })
  expect(unworkflowJson(json)).toBe(String.raw`{"name":"#\u0023[error]x"}`)
  expect(JSON.parse(unworkflowJson(json))).toEqual(JSON.parse(json))
})
