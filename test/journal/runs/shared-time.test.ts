/** The intervals that share a time, found in a tree, are those that a look at each one finds. */
import { expect, test } from 'vitest'
import { createTimeTree, sharesTime } from '../../../src/journal/runs/shared-time.ts'
import { chance } from '../../support/random.ts'

const minute = 60_000

test.each([0, 1, 2, 3, 7, 8, 9, 100, 1000])('of %d intervals', (count) => {
  const { random: share, again } = chance()
  const between = (most: number): number => Math.floor(share() * most)
  const random = () => {
    const start = between(count * 5) * minute
    return { start, end: start + [0, 1, 30, 90, 3000][between(5)]! * minute + between(2) * 1000 }
  }
  const all = Array.from({ length: count }, (_, at) => ({ number: at * 3, ...random() }))
  const times = createTimeTree()
  for (const { number, ...time } of all) times.add(number, time)
  for (let round = 0; round < 200; round++) {
    const time = random()
    const found = all.filter((each) => sharesTime(each, time)).map(({ number }) => number)
    expect(
      [...times.sharing(time)].toSorted((a, b) => a - b),
      again,
    ).toEqual(found)
    expect(times.isShared(time)).toBe(found.length > 0)
  }
  expect([...times.all()]).toEqual(all)
  for (const { number, ...time } of all) expect(times.get(number)).toEqual(time)
  for (const none of [-1, 1, count * 3]) expect(times.get(none)).toBeUndefined()
})
