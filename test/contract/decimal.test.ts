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
  plus,
} from '../../src/contract/decimal.ts'

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
