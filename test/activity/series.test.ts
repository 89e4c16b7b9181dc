/** Entries come out by their times, and equal ones once, in whatever order they came. */
import { expect, test } from 'vitest'
import { createSeries, type Entry } from '../../src/activity/collect/series.ts'
import { chance } from '../support/random.ts'

const compare = (a: Entry, b: Entry) => a.start - b.start || a.length - b.length || a.value - b.value

test.each([2, 3, 10, 1000, 40_000])('%i entries in any order', (count) => {
  const { random, again } = chance()
  const entries = Array.from({ length: count }, (): Entry => ({
    start: 1_700_000_000 + Math.floor(random() * count * 0.7),
    length: Math.floor(random() * 3),
    value: Math.floor(random() * 3),
    offset: 0,
  }))
  const series = createSeries()
  for (const entry of entries) series.add(entry)
  const keyed = new Map(entries.map((entry) => [`${entry.start} ${entry.length} ${entry.value}`, entry]))
  expect([...series.sorted()], again).toEqual([...keyed.values()].toSorted(compare))
  // Asked again, and once more entries came or went.
  series.add({ start: 0, length: 1, value: 1, offset: 0 })
  expect([...series.sorted()]).toHaveLength(keyed.size + 1)
  expect(series.sorted().next().value).toMatchObject({ start: 0 })
  series.truncate(count)
  expect([...series.sorted()]).toEqual([...keyed.values()].toSorted(compare))
})

test('times that are a century apart', () => {
  const series = createSeries()
  const starts = [4_294_967_295, 0, 2_147_483_648, 5, 4_294_967_294, 5]
  starts.forEach((start, value) => series.add({ start, length: 0, value, offset: undefined }))
  expect([...series.sorted()].map(({ start, value }) => [start, value])).toEqual([
    [0, 1],
    [5, 3],
    [5, 5],
    [2_147_483_648, 2],
    [4_294_967_294, 4],
    [4_294_967_295, 0],
  ])
})
