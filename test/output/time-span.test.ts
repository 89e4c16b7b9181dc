import { expect, test } from 'vitest'
import { countdown, spanOf } from '../../src/output/time-span.ts'

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h 00 min'],
  [7500, '2 h 05 min'],
  [48 * 3600 - 1, '47 h 59 min'],
  [48 * 3600, '2 d 0 h'],
  [76 * 3600 + 3599, '3 d 4 h'],
])('%s seconds are %s', (seconds, span) => {
  expect(spanOf(seconds)).toBe(span)
})

test('what is left is rounded up where that is asked for, also into the next unit', () => {
  expect([0.1, 59.5, 3541, 7201].map((seconds) => spanOf(seconds, Math.ceil))).toEqual([
    '1 s',
    '60 s',
    '1 h 00 min',
    '2 h 01 min',
  ])
})

test('an end lies ahead, or has passed', () => {
  expect([7500, 1, 0, -1, -180].map(countdown)).toEqual([
    'in 2 h 05 min',
    'in 1 s',
    'expired 0 s ago',
    'expired 1 s ago',
    'expired 3 min ago',
  ])
})
