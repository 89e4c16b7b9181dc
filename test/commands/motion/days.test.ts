/** The days of a history: where a row may keep its date and amounts, and several rows of one day as one. */
import { expect, test } from 'vitest'
import { active } from '../../../src/commands/motion/day-columns.ts'
import { daysOf, total } from '../../../src/commands/motion/days.ts'
import { digits, parseJson, type Digits, type Json } from '../../../src/contract/lossless-json.ts'

/** The days of rows that are JSON text, their amounts as text. */
function found(...texts: string[]) {
  const { days, drawn, left } = daysOf(texts.map((text) => parseJson(text)))
  const said = (value: Digits | undefined) => value?.toString()
  return {
    days: days.map(({ date, steps, earned, multipliers }) => [
      date,
      said(steps),
      said(earned),
      Object.entries(multipliers).map(([name, factor]) => `${name} ${factor.toString()}`),
    ]),
    drawn: drawn.length,
    left,
  }
}

test.each([
  ['"date":"2026-01-03","steps":5', ['2026-01-03', '5', undefined, []]],
  ['"day":"2026-01-03T23:59:00-08:00","steps":5', ['2026-01-03', '5', undefined, []]],
  ['"date":7,"day":"2026-01-03","steps":5', ['2026-01-03', '5', undefined, []]],
  ['"date":"2026-01-03","mft":1,"earnings":{"mft":2.10}', ['2026-01-03', undefined, '2.10', []]],
  ['"date":"2026-01-03","mft":1.50,"earnings":3', ['2026-01-03', undefined, '1.50', []]],
  ['"date":"2026-01-03","mft":null,"earnings":"3.00"', ['2026-01-03', undefined, '3.00', []]],
  ['"date":"2026-01-03","steps":"many","mft":"-0.5"', ['2026-01-03', undefined, '-0.5', []]],
  [
    '"date":"2026-01-03","steps":1,"multipliers":{"nft":"1.2","x":"y","z":null}',
    ['2026-01-03', '1', undefined, ['nft 1.2']],
  ],
  [
    '"date":"2026-01-03","steps":1,"earnings":{"multipliers":{"nft":1.20}},"multipliers":{"nft":9}',
    ['2026-01-03', '1', undefined, ['nft 1.20']],
  ],
])('{%s} is a day', (row, day) => {
  expect(found(`{${row}}`)).toEqual({ days: [day], drawn: 1, left: 0 })
})

test.each([
  '{"steps":5}',
  '{"date":"2026-01-03"}',
  '{"date":"2026-02-30","steps":5}',
  '{"date":"2026-01-03 08:00","steps":5}',
  '{"date":"2026-01-03","steps":"1e3"}',
  '{"date":"2026-01-03","steps":"01"}',
  '{"date":"2026-01-03","steps":" 1"}',
  '{"date":"2026-01-03","steps":"1."}',
  '{"date":"2026-01-03","steps":""}',
  '{"date":"2026-01-03","earnings":{"k_day":5}}',
  '[]',
  '5',
])('%s has nothing to draw', (row) => {
  const day = ['2026-01-04', '1', undefined, []]
  expect(found(row, '{"date":"2026-01-04","steps":1}')).toEqual({ days: [day], drawn: 1, left: 1 })
})

test('days come in the order of the calendar, with the sums and the last multipliers of their rows', () => {
  expect(
    found(
      '{"date":"2026-01-03","steps":10,"mft":0.1,"multipliers":{"nft":1.1,"streak":2}}',
      '{"date":"2025-12-31","steps":7}',
      '{"date":"2026-01-03T09:00:00Z","steps":5,"multipliers":{"nft":1.2}}',
      '{"date":"2026-01-01","mft":1}',
      '{"date":"2026-01-03","mft":0.20}',
    ),
  ).toEqual({
    days: [
      ['2025-12-31', '7', undefined, []],
      ['2026-01-01', undefined, '1', []],
      ['2026-01-03', '15', '0.30', ['nft 1.2', 'streak 2']],
    ],
    drawn: 5,
    left: 0,
  })
})

test.each([
  [[], undefined],
  [['1.10'], '1.10'],
  [['0.1', '0.2'], '0.3'],
  [['9007199254740993', '1'], '9007199254740994'],
  [['1e-7', '0.623456789012345678901'], '0.623456889012345678901'],
  [['-5', '5'], '0'],
  [['1e400', '1'], undefined],
  [['1', '1e400', '1'], undefined],
])('the total of %j is %s', (values, sum) => {
  expect(total(values.map((value) => digits(value)))?.toString()).toBe(sum)
})

test('no row is no day', () => {
  const none: Json[] = []
  expect(daysOf(none)).toEqual({ days: [], drawn: [], left: 0 })
})

test.each([
  ['45', '45 s'],
  ['1860', '31 min'],
  ['3720', '1 h 02 min'],
  ['1e400', '1e400'],
  ['1e308', '1e308'],
])('a time in motion of %s is shown as %s', (value, shown) => {
  expect(active(parseJson(value))).toBe(shown)
})
