/** Watches whose FIT files have no serial number. */
import { expect, test } from 'vitest'
import { counted } from './fit.ts'
import { importing } from './support.ts'

const now = () => new Date('2026-02-01T00:00:00Z')
const sums = async (files: Record<string, Buffer>) =>
  (await importing(files, '--tz UTC', { now })).rows.map(({ date, steps }) => [date.slice(-2), steps])

/** Hourly counts of a day from one hour to another, a second after the hour or so. */
const hours = (
  day: number,
  [from, to]: readonly [number, number],
  perHour: number,
  second = 0,
): [string, number][] =>
  Array.from({ length: to - from + 1 }, (_, at) => [
    new Date(Date.UTC(2026, 0, day, from + at, 0, second)).toISOString(),
    (from + at - 6) * perHour,
  ])

const day = [6, 22] as const

test.each([
  ['of two models', 1111],
  ['of one model', 3121],
])('two watches %s without serial numbers count the same steps once', async (_, product) => {
  const one = counted(hours(5, day, 600))
  const other = counted(hours(5, day, 500, 30), { product })
  const [[, steps]] = (await sums({ 'a.fit': one, 'b.fit': other })) as [[string, number]]
  expect(steps).toBeLessThanOrEqual(16 * 600)
  expect(steps).toBeGreaterThanOrEqual(16 * 500 - 500)
})

test('two watches of one model with files of half a day keep to their own counters, in any order', async () => {
  const files = {
    a1: counted(hours(5, [6, 13], 600)),
    a2: counted(hours(5, [13, 22], 600)),
    b1: counted(hours(5, [6, 13], 500, 30)),
    b2: counted(hours(5, [13, 22], 500, 30)),
  }
  for (const order of [
    ['a1', 'a2', 'b1', 'b2'],
    ['a1', 'b1', 'b2', 'a2'],
    ['b2', 'a1', 'a2', 'b1'],
  ] as const) {
    const named = Object.fromEntries(order.map((name, at) => [`${at}.fit`, files[name]]))
    const [[, steps]] = (await sums(named)) as [[string, number]]
    expect(steps, order.join()).toBeLessThanOrEqual(16 * 600)
    expect(steps, order.join()).toBeGreaterThanOrEqual(16 * 500 - 500)
  }
})

test.each([
  ['one behind the other', [6, 13], [13, 22]],
  ['the later one with readings of the earlier', [6, 13], [11, 22]],
  ['the later one with all that the earlier has', [6, 13], [6, 22]],
] as const)('a watch without a serial number goes on over its files, %s', async (_, early, late) => {
  const files = [
    counted(hours(5, early, 600)),
    counted(hours(5, late, 600)),
    counted(hours(6, [6, 12], 600)),
    counted([
      ['2026-01-06T12:30:00Z', 0],
      ['2026-01-06T20:00:00Z', 3000],
    ]),
  ]
  const expected = [
    ['05', 9600],
    ['06', 3600 + 3000],
  ]
  for (const order of [files, files.toReversed(), [...files, ...files]])
    expect(await sums(Object.fromEntries(order.map((file, at) => [`${at}.fit`, file])))).toEqual(expected)
})

test('a watch and its twin that overlap by some minutes without a reading in common are two', async () => {
  const one = counted(hours(5, [6, 13], 600))
  const other = counted([
    ['2026-01-05T12:50:00Z', 0],
    ['2026-01-05T14:00:00Z', 900],
    ['2026-01-05T16:00:00Z', 2000],
  ])
  const [[, steps]] = (await sums({ 'a.fit': one, 'b.fit': other })) as [[string, number]]
  expect(steps).toBeGreaterThan(5500)
  expect(steps).toBeLessThanOrEqual(6200)
})

test('a file that is damaged at its end leaves no watch behind', async () => {
  const morning = counted(hours(5, [6, 13], 600))
  const damaged = Buffer.concat([counted(hours(5, [6, 22], 500, 30)), Buffer.from('no FIT file here')])
  expect(await sums({ '1.fit': damaged, '2.fit': morning })).toEqual([['05', 7 * 600]])
})
