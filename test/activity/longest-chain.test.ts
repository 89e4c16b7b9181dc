/** Of entries with wrong times, the most that are in order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestChain } from '../../src/activity/longest-chain.ts'

const chainOf = (times: readonly number[], from?: number) =>
  longestChain(
    times.map((at) => ({ at })),
    from,
  ).map(({ at }) => at)

test.each<[number[], number[]]>([
  [[], []],
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [1, 1, 2],
    [1, 1, 2],
  ],
  [
    [10, 90, 11, 12],
    [10, 11, 12],
  ],
  [
    [10, 2, 11, 12],
    [10, 11, 12],
  ],
  [
    [2, 10, 11, 5, 12],
    [2, 10, 11, 12],
  ],
  // Both ends: the one that lies closer.
  [
    [10, 11, 90, 12],
    [10, 11, 12],
  ],
  [
    [-80, 10, 9, 11],
    [-80, 10, 11],
  ],
])('of %j it is %j', (times, chain) => expect(chainOf(times)).toEqual(chain))

test('what lies before a time is no part of it', () => {
  expect(chainOf([1, 2, 30, 4, 31], 5)).toEqual([30, 31])
  expect(chainOf([1, 2, 3], 5)).toEqual([])
})

test('no chain is longer', () => {
  const slow = (times: readonly number[]): number => {
    const lengths: number[] = []
    for (const [index, at] of times.entries())
      lengths.push(1 + Math.max(0, ...lengths.filter((_, each) => each < index && times[each]! <= at)))
    return Math.max(0, ...lengths)
  }
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 40 }), (times) => {
      const chain = chainOf(times)
      expect(chain).toHaveLength(slow(times))
      expect(chain).toEqual(chain.toSorted((a, b) => a - b))
      let at = 0
      for (const each of times) if (chain[at] === each) at += 1
      expect(at).toBe(chain.length)
    }),
  )
})

test('a million of which one is wrong take seconds', () => {
  const times = Array.from({ length: 1_000_000 }, (_, at) => at)
  expect(chainOf(times.with(500_000, 0))).toHaveLength(999_999)
})
