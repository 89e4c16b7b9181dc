/** What a watch's counter rose by: over midnight, restarts and corrections, and where readings share a second. */
import { expect, test } from 'vitest'
import { risesOf } from '../../src/activity/collect/counters.ts'
import { possibleRise } from '../../src/activity/collect/plausible.ts'
import { zoneOf } from '../../src/activity/zone.ts'
import { counted } from './fit.ts'
import { importing } from './support.ts'

const at = (time: string) => Date.parse(`${time}Z`) / 1000
const reading = (time: string, value: number) => ({ start: at(time), length: 0, value, offset: 0 })

/** Sums of the rises that are possible by the day on which they end; midnight is the end of a day. */
function days(
  readings: ReturnType<typeof reading>[],
  measure: 'steps' | 'distance' = 'steps',
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { start, length, value } of risesOf(readings, zoneOf('UTC'), measure)) {
    const day = new Date((start + length - 1) * 1000).toISOString().slice(0, 10)
    sums[day] = (sums[day] ?? 0) + possibleRise(measure, value, length)
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

test('a counter that goes on over midnight and falls later counts the days of another zone', () => {
  const readings = [
    reading('2026-01-05T12:00:00', 5000),
    reading('2026-01-05T23:00:00', 8600),
    reading('2026-01-06T01:30:00', 9000),
    reading('2026-01-06T05:00:00', 9500),
    reading('2026-01-06T06:00:00', 100),
    reading('2026-01-06T20:00:00', 7000),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 8600, '2026-01-06': 900 + 7000 })
})

test.each([
  ['six hours before', '2026-01-05T18:00:00', '2026-01-06T03:00:00', 400],
  ['more than six hours before', '2026-01-05T17:59:59', '2026-01-06T03:00:00', 9000],
  ['more than three hours after', '2026-01-05T18:00:00', '2026-01-06T03:00:01', 9000],
])(
  'a counter that falls later in the day goes on over a midnight that it was read %s',
  (_, before, after, on6) => {
    const readings = [
      reading('2026-01-05T12:00:00', 5000),
      reading(before, 8600),
      reading(after, 9000),
      reading('2026-01-06T06:00:00', 0),
    ]
    expect(days(readings)).toEqual({ '2026-01-05': 8600, '2026-01-06': on6 })
  },
)

test('a counter that falls on the day after next has begun anew at each midnight', () => {
  const readings = [
    reading('2026-01-05T23:00:00', 3000),
    reading('2026-01-06T02:00:00', 3500),
    reading('2026-01-06T12:00:00', 5000),
    reading('2026-01-07T12:00:00', 100),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 3000, '2026-01-06': 5000, '2026-01-07': 100 })
})

test.each([
  ['less than a tenth, which corrects it', 4501, 9000],
  ['a tenth or more, for it began anew', 4499, 5000 + 9000],
])('of a counter that falls by %s', (_, lower, sum) => {
  const readings = [
    reading('2026-01-05T10:00:00', 5000),
    reading('2026-01-05T14:00:00', lower),
    reading('2026-01-05T20:00:00', 9000),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': sum })
})

test.each([
  ['distance', '00:15:00', undefined],
  ['distance', '00:15:01', 2000],
  ['steps', '17:59:59', undefined],
  ['steps', '18:00:00', 2000],
] as const)('the last total of a day that is stated again, %s at %s', (measure, time, on6) => {
  const readings = [reading('2026-01-05T20:00:00', 2000), reading(`2026-01-06T${time}`, 2000)]
  expect(days(readings, measure)).toEqual({ '2026-01-05': 2000, ...(on6 && { '2026-01-06': on6 }) })
})

test.each([7900, 7000, 40])('the last total of a day, shown next morning, before one of %i', (less) => {
  const readings = [
    reading('2026-01-05T20:00:00', 8000),
    reading('2026-01-06T07:00:00', 8000),
    reading('2026-01-06T22:00:00', less),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 8000, '2026-01-06': less })
})

test('no counter that begins anew at midnight has counted half a day by half an hour later', () => {
  const readings = [
    reading('2026-01-05T23:50:00', 9000),
    reading('2026-01-06T00:30:00', 9100),
    reading('2026-01-06T03:00:00', 9500),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 9000, '2026-01-06': 500 })
})

test('a total that is stated again after midnight is no movement of the next day', () => {
  const readings = [
    reading('2026-01-05T23:50:00', 5000),
    reading('2026-01-06T00:01:00', 5000),
    reading('2026-01-06T00:01:00', 0),
    reading('2026-01-06T09:00:00', 700),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 5000, '2026-01-06': 700 })
})

test('a counter whose next day has counted more by its first reading has begun anew', () => {
  const readings = [reading('2026-01-05T22:00:00', 400), reading('2026-01-06T09:00:00', 3000)]
  expect(days(readings)).toEqual({ '2026-01-05': 400, '2026-01-06': 3000 })
})

test('a zero at the end of a day makes no other zone of it', () => {
  const readings = [
    reading('2026-01-05T12:00:00', 1500),
    reading('2026-01-06T08:00:00', 1800),
    reading('2026-01-06T20:00:00', 9000),
    reading('2026-01-07T00:00:00', 9000),
    reading('2026-01-07T00:00:00', 0),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 1500, '2026-01-06': 9000 })
})

test('a counter that is not read near midnight has begun anew there, though it restarts at noon', () => {
  const readings = [
    reading('2026-01-05T17:00:00', 1500),
    reading('2026-01-06T10:00:00', 2000),
    reading('2026-01-06T12:00:00', 0),
    reading('2026-01-06T20:00:00', 7000),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 1500, '2026-01-06': 9000 })
})

test.each([
  ['an hour later', '2026-01-05T13:00:00', 4990],
  ['at once, by more', '2026-01-05T12:00:30', 4000],
])('a count that is corrected %s is not counted again', (_, time, lower) => {
  const readings = [
    reading('2026-01-05T12:00:00', 5000),
    reading(time, lower),
    reading('2026-01-05T14:00:00', 4995),
    reading('2026-01-05T20:00:00', 9000),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 9000 })
})

test('a counter that begins anew at noon counts what it had and what it has', () => {
  const readings = [
    reading('2026-01-05T11:30:00', 2000),
    reading('2026-01-05T12:00:00', 1700),
    reading('2026-01-05T20:00:00', 7000),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 9000 })
})

test.each([
  ['stood at 0', [0], [8000]],
  ['was not read on that day', [], [8000]],
  ['stood at more the day before, which no zero ended', [9000], [7000]],
])(
  'at midnight a total and a zero in one second end and begin a day, where the counter %s',
  (_, on5, on6) => {
    const readings = [
      ...on5.map((value) => reading('2026-01-05T20:00:00', value)),
      ...on6.map((value) => reading('2026-01-07T00:00:00', value)),
    ]
    const known = { ...(on5[0] && { '2026-01-05': on5[0] }), '2026-01-06': on6[0] }
    expect(days(readings)).toEqual(known)
    const zero = reading('2026-01-07T00:00:00', 0)
    const next = reading('2026-01-07T09:00:00', 9500)
    for (const order of [
      [...readings, zero, next],
      [...readings.slice(0, -1), zero, ...readings.slice(-1), next],
    ])
      expect(days(order)).toEqual({ ...known, '2026-01-07': 9500 })
  },
)

test('totals at midnight alone, a zero beside each', () => {
  const readings = [
    reading('2026-01-05T00:00:00', 0),
    reading('2026-01-06T00:00:00', 0),
    reading('2026-01-06T00:00:00', 9000),
    reading('2026-01-07T00:00:00', 8000),
    reading('2026-01-07T00:00:00', 0),
    reading('2026-01-08T00:00:00', 8500),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 9000, '2026-01-06': 8000, '2026-01-07': 8500 })
})

test.each([
  ['at 6:00', ['06:00']],
  ['from 0:01 on', ['00:01', '03:00', '06:00']],
])('a total that is shown %s, until the first walk, is no movement of the next day', (_, times) => {
  const shown = times.map((time) => reading(`2026-01-06T${time}:00`, 6000))
  const yesterday = [reading('2026-01-05T10:00:00', 2000), reading('2026-01-05T20:00:00', 6000)]
  const walked = [reading('2026-01-06T09:00:00', 500), reading('2026-01-06T17:30:00', 5000)]
  expect(days([...yesterday, ...shown, ...walked])).toEqual({ '2026-01-05': 6000, '2026-01-06': 5000 })
  const more = [reading('2026-01-06T12:00:00', 6500)]
  expect(days([...yesterday, ...shown, ...more])).toEqual({ '2026-01-05': 6000, '2026-01-06': 6500 })
})

test('a total that is shown all the next day from midnight on is no movement of it', () => {
  const shown = ['05T20:00', '06T00:10', '06T06:00', '06T21:00'].map((time) =>
    reading(`2026-01-${time}:00`, 6000),
  )
  expect(days(shown)).toEqual({ '2026-01-05': 6000 })
})

test('two swims that are equally long, a day apart, are two', () => {
  const readings = ['05T07:30', '06T07:30'].map((time) => reading(`2026-01-${time}:00`, 1000))
  expect(days(readings, 'distance')).toEqual({ '2026-01-05': 1000, '2026-01-06': 1000 })
})

test('a counter of another zone that stands still after midnight, goes on and falls later goes on', () => {
  const readings = [
    reading('2026-01-05T23:00:00', 8600),
    reading('2026-01-06T01:30:00', 8600),
    reading('2026-01-06T05:00:00', 9500),
    reading('2026-01-06T06:00:00', 100),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 8600, '2026-01-06': 900 + 100 })
})

test('a total that is stated again in another zone, and then goes on, counts once', () => {
  const readings = [
    reading('2026-01-05T12:00:00', 5000),
    reading('2026-01-05T23:30:00', 9000),
    reading('2026-01-06T00:10:00', 9000),
    reading('2026-01-06T00:30:00', 9000),
    reading('2026-01-06T00:40:00', 9100),
  ]
  expect(days(readings)).toEqual({ '2026-01-05': 9000, '2026-01-06': 100 })
})

/** A reading of a watch that walks 75 centimeters and 0.6 seconds a step. */
const walked = (time: string, steps: number) => [`${time}:00Z`, steps, steps * 0.75, steps * 0.6] as const
const imported = async (readings: ReturnType<typeof walked>[]) => {
  const setting = { now: () => new Date('2026-02-01T00:00:00Z') }
  const { rows } = await importing({ 'a.fit': counted(readings) }, '--tz UTC', setting)
  return rows.map(({ date, steps, distance, duration }) => [date.slice(-2), steps, distance, duration])
}

test.each([
  ['a day of 9,000 steps', 9000, '2026-01-06T00:15'],
  ['a day of 4,000 steps', 4000, '2026-01-06T00:30'],
])('a watch in another zone goes on in all measures after midnight here: %s', async (_, total, time) => {
  const day = [
    walked('2026-01-05T12:00', 0),
    walked('2026-01-05T16:00', 2000),
    walked('2026-01-05T23:30', total),
  ]
  const later = [...day, walked(time, total + 100)]
  const sums = (steps: number) => [steps, (steps * 0.75) / 1000, steps * 0.6]
  expect(await imported(later)).toEqual([['05', ...sums(total + 100)]])
  expect(await imported([...later, walked('2026-01-06T02:00', total + 400)])).toEqual([
    ['05', ...sums(total + 100)],
    ['06', ...sums(300)],
  ])
})

test('a lazy day, and a walk at night that begins the next one, count both', async () => {
  const readings = [
    walked('2026-01-05T09:00', 0),
    walked('2026-01-05T20:00', 300),
    walked('2026-01-06T00:10', 800),
    walked('2026-01-06T20:00', 9000),
  ]
  expect(await imported(readings)).toEqual([
    ['05', 300, 0.225, 180],
    ['06', 9000, 6.75, 5400],
  ])
})

test.each([-365 * 24, -24, -1, 1, 24])(
  'a reading whose time is %i hours off is left out, and no step counts twice',
  async (hours) => {
    const readings = Array.from({ length: 25 }, (_, index): [string, number] => [
      new Date(Date.parse('2026-01-05T08:00:00Z') + index * 1_800_000).toISOString(),
      index * 400,
    ])
    for (const index of [1, 3, 10, 20]) {
      const [time, steps] = readings[index]!
      const wrong = new Date(Date.parse(time) + hours * 3_600_000 + 60_000).toISOString()
      const file = counted(readings.with(index, [wrong, steps]))
      const { rows, stderr } = await importing({ 'day.fit': file }, '--tz UTC', {
        now: () => new Date('2026-02-01T12:00:00Z'),
      })
      expect([index, rows.map(({ date, steps }) => [date, steps])]).toEqual([index, [['2026-01-05', 9600]]])
      expect(stderr).toContain('1 impossible time')
    }
  },
)
