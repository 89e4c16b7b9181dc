/** Exact decimals: amounts, and the one way in which equal values are written. */
import { expect, test } from 'vitest'
import {
  canonical,
  decimalText,
  exact,
  exceeds,
  minus,
  multiply,
  parseDecimal,
  plainDecimal,
  plus,
} from '../../src/contract/decimal.ts'
import { digits } from '../../src/contract/lossless-json.ts'

const value = (numeral: string) => parseDecimal(numeral)!

test.each([
  ['1.10', '1.1'],
  ['11e-1', '1.1'],
  ['1.5E3', '1500'],
  ['100', '100'],
  ['100.00', '100'],
  ['0.0', '0'],
  ['-0', '0'],
  ['-0.00', '0'],
  ['-0.10', '-0.1'],
  ['0.000000000000000000000000000000000000001', '0.000000000000000000000000000000000000001'],
])('%s is written %s', (numeral, text) => expect(canonical(value(numeral))).toBe(text))

test.each(['1e41', '1e-41', '1e999', '1'.repeat(41), '1.', '.5', '+1', '1e', '0x1', '', 'NaN', '1 '])(
  '%j is no decimal',
  (text) => expect(parseDecimal(text)).toBeUndefined(),
)

test('sums, differences and products keep every digit', () => {
  const [a, b] = [value('0.1'), value('0.20')]
  expect([plus(a, b), minus(a, b), multiply(a, b)].map(decimalText)).toEqual(['0.30', '-0.10', '0.020'])
  const large = exact('9007199254740993.5')
  expect(decimalText(plus(large, exact(1)))).toBe('9007199254740994.5')
  expect([exceeds(large, exact('9007199254740993.49')), exceeds(a, a), exceeds(a, b)]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['123', '123'],
  ['123.456', '123.456'],
  ['-123.450', '-123.450'],
  ['1234', undefined],
  ['1.2345', undefined],
  ['1e2', undefined],
  ['0.0001e1', undefined],
])('a plain decimal of three digits on either side: %s', (numeral, text) => {
  const read = plainDecimal(digits(numeral), 3)
  expect(read && decimalText(read)).toBe(text)
})

test('forty digits are a decimal, and so is a power of ten that leaves as many', () => {
  const many = '1'.repeat(40)
  expect([many, `0.${many.slice(1)}`].map((numeral) => decimalText(value(numeral)))).toEqual([
    many,
    `0.${many.slice(1)}`,
  ])
  expect([value('1e40').units, value('1e-40').scale]).toEqual([10n ** 40n, 40])
})
