import { expect, test } from 'vitest'
import { intervalIn, intervalText } from '../../src/contract/interval.ts'

const at = Date.parse('2026-01-31T06:30:12Z')

test.each([
  ['2026-01-31T06:30:12Z/2026-01-31T07:30:12Z', at, at + 3_600_000],
  ['2026-01-31T07:30:12+01:00/2026-01-31T08:30:12.5+01:00', at, at + 3_600_500],
  ['2026-01-31T06:30Z/2026-01-31T06:30Z', at - 12_000, at - 12_000],
])('%s is a stretch of time', (text, start, end) => {
  expect(intervalIn(text)).toEqual({ start, end })
})

test.each([
  '',
  '2026-01-31T06:30:12Z',
  '2026-01-31T07:30:12Z/2026-01-31T06:30:12Z',
  '2026-01-31T06:30:12/2026-01-31T07:30:12',
  '2026-13-31T06:30:12Z/2026-13-31T07:30:12Z',
  '2026-01-31/2026-02-01',
  ' 2026-01-31T06:30:12Z/2026-01-31T07:30:12Z',
  '2026-01-31T06:30:12Z/PT1H',
])('%s is none', (text) => {
  expect(intervalIn(text)).toBeUndefined()
})

test('a stretch is written to the second, in UTC', () => {
  const text = intervalText({ start: at + 999, end: at + 3_600_000 })
  expect(text).toBe('2026-01-31T06:30:12Z/2026-01-31T07:30:12Z')
  expect(intervalIn(text)).toEqual({ start: at, end: at + 3_600_000 })
})
