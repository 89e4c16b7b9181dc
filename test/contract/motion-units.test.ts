/** What people type for steps, distance and duration, as the numbers that are sent: exact, and never through a double. */
import { expect, test } from 'vitest'
import { decimalOf, distance, duration, NotAMeasure, steps } from '../../src/contract/motion-units.ts'

const readers = { steps, distance, duration }

test.each<[keyof typeof readers, string, string]>([
  ['steps', '5000', '5000'],
  ['steps', '0', '0'],
  ['steps', '000', '0'],
  ['steps', '05000', '5000'],
  ['steps', '12345678901234567890', '12345678901234567890'],
  ['distance', '5.2', '5.2'],
  ['distance', '5.20km', '5.20'],
  ['distance', '05.2', '5.2'],
  ['distance', '0.5km', '0.5'],
  ['distance', '800m', '0.8'],
  ['distance', '0800m', '0.8'],
  ['distance', '5200m', '5.2'],
  ['distance', '1m', '0.001'],
  ['distance', '0.5m', '0.0005'],
  ['distance', '1000m', '1'],
  ['distance', '0m', '0'],
  ['distance', '9007199254740993.1m', '9007199254740.9931'],
  ['duration', '1800', '1800'],
  ['duration', '01800', '1800'],
  ['duration', '90.50', '90.50'],
  ['duration', '90s', '90'],
  ['duration', '31m', '1860'],
  ['duration', '1h', '3600'],
  ['duration', '1h02m', '3720'],
  ['duration', '1h02m03s', '3723'],
  ['duration', '1h3s', '3603'],
  ['duration', '2m3s', '123'],
  ['duration', '0.5h', '1800'],
  ['duration', '1.5m', '90'],
  ['duration', '1.25s', '1.25'],
  ['duration', '0.1h0.1m0.1s', '366.1'],
  ['duration', '9007199254740993s', '9007199254740993'],
  ['duration', '0s', '0'],
])('%s of %s are sent as %s', (what, typed, sent) => expect(String(readers[what](typed))).toBe(sent))

test.each<[keyof typeof readers, string[], RegExp]>([
  ['steps', ['', '5.0', '5e3', '1,000', ' 5', '0x5', '5 steps', '+5'], /^Steps must be a whole number, not /],
  [
    'distance',
    ['', '5,2', '5.', '.5', '5 km', '5KM', '5mi', 'km', '1e3', '5km3m', '+5'],
    /^Distance must be kilometers, such as 5\.2, 5\.2km or 800m, not /,
  ],
  [
    'duration',
    ['', '31M', '2m1h', '1h 2m', 'h', '1d', '1:30', '5.', '.5h', '1h2', '1e3', '+5'],
    /^Duration must be seconds, such as 1800, 90s, 31m or 1h02m, not /,
  ],
  ['steps', ['-5', ' -5', '\u22125'], /^Steps cannot be negative: /],
  ['distance', ['-5', '-5km', '\u22121m'], /^Distance cannot be negative: /],
  ['duration', ['-5', '-1h', '\u22121h'], /^Duration cannot be negative: /],
])('%s of %j are refused in a sentence', (what, all, words) => {
  for (const typed of all) {
    const read = () => readers[what](typed)
    expect(read).toThrow(NotAMeasure)
    expect(read).toThrow(words)
  }
})

test('of a long text that is no measure forty characters are shown', () => {
  expect(() => steps('x'.repeat(41))).toThrow(`not "${'x'.repeat(40)}…".`)
  expect(() => steps('x'.repeat(40))).toThrow(`not "${'x'.repeat(40)}".`)
})

test.each([
  ['1e3', '1000'],
  ['1E3', '1000'],
  ['1e+3', '1000'],
  ['1.5e3', '1500'],
  ['1.25e1', '12.5'],
  ['1.25e2', '125'],
  ['1e0', '1'],
  ['1e-05', '0.00001'],
  ['12e-1', '1.2'],
  ['12.5e-2', '0.125'],
  ['10e-1', '1.0'],
  ['0.3e2', '30'],
  ['0.1e4', '1000'],
  ['0e5', '0'],
  ['00.0932E+4', '932'],
  ['5.2', '5.2'],
  ['5200', '5200'],
  ['-1e3', '-1e3'],
  ['1e100', '1e100'],
  ['soon', 'soon'],
])('the numeral %s is written %s', (numeral, written) => expect(decimalOf(numeral)).toBe(written))

test('a distance with a power of ten is sent as it would be without', () => {
  const sent = ['1e-05', '12.5e-2', '1.25E1', '5e0', '1e2'].map((text) => String(distance(decimalOf(text))))
  expect(sent).toEqual(['0.00001', '0.125', '12.5', '5', '100'])
})
