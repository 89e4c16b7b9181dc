/** What a watch's counter rose by, where two of its readings stand in one second. */
import { expect, test } from 'vitest'
import { risesOf } from '../../src/activity/collect/counters.ts'
import { zoneOf } from '../../src/activity/zone.ts'

const at = (time: string) => Date.parse(`${time}Z`) / 1000
const reading = (time: string, value: number) => ({ start: at(time), length: 0, value, offset: 0 })

/** Sums of the rises by the day on which they end; midnight is the end of a day. */
function days(readings: ReturnType<typeof reading>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { start, length, value } of risesOf(readings, zoneOf('UTC'))) {
    const day = new Date((start + length - 1) * 1000).toISOString().slice(0, 10)
    sums[day] = (sums[day] ?? 0) + value
  }
  return sums
}

test.each([
  ['the last total first', [9500, 0]],
  ['the zero first', [0, 9500]],
])('the last total of a day and the zero of the next at midnight, %s', (_, atMidnight) => {
  const readings = [
    reading('2026-01-05T12:00:00', 5000),
    reading('2026-01-05T23:00:00', 9000),
    ...atMidnight.map((value) => reading('2026-01-06T00:00:00', value)),
    reading('2026-01-06T10:00:00', 4000),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 9500, '2026-01-06': 4000 })
})

test('a counter that begins anew in the second of its last reading', () => {
  const readings = [
    reading('2026-01-05T11:00:00', 3000),
    reading('2026-01-05T12:00:00', 0),
    reading('2026-01-05T12:00:00', 3600),
    reading('2026-01-05T13:00:00', 1800),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 5400 })
})
