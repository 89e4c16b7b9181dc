import { expect, test } from 'vitest'
import { intervalIn, intervalText } from '../../src/contract/interval.ts'

const at = Date.parse('2026-01-31T06:30:12Z')

test.each([
  ['2026-01-31T06:30:12Z/2026-01-31T07:30:12Z', at, at + 3_600_000],
  ['2026-01-31T07:30:12+01:00/2026-01-31T08:30:12.5+01:00', at, at + 3_600_500],
  ['2026-01-31T06:30Z/2026-01-31T06:30Z', at - 12_000, at - 12_000],
  ['2000-01-01T00:00:00Z/2000-02-01T00:00:00Z', Date.UTC(2000, 0, 1), Date.UTC(2000, 1, 1)],
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
  '2026-02-30T10:00:00Z/2026-03-02T11:00:00Z',
  '1999-12-31T23:59:59Z/2000-01-01T00:10:00Z',
  '2026-01-01T00:00:00Z/2026-02-01T00:00:01Z',
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
