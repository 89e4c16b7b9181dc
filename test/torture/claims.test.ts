/** The short form of the kills of `token claim`; the long one is `npm run torture`. */
import { expect, test } from 'vitest'
import { chance } from '../support/random.ts'
import { tortureClaims } from './claims.ts'

const kills = Number(process.env['TORTURE_CLAIMS'] ?? 10)

test(
  `${kills} kills of a claim: never two applied for one command, and the next is refused while nobody knows`,
  async () => {
    const { random, again } = chance()
    let unresolved = 0
    // Few kills may all miss the moment of the request: then they are tried once more.
    for (let round = 0; round < 5 && unresolved === 0; round++) {
      const tally = await tortureClaims(kills, random)
      if (process.env['TORTURE_CLAIMS']) console.log(tally)
      expect(tally.faults, again).toEqual([])
      expect(Object.values(tally.states).reduce((sum, count) => sum + count, 0)).toBe(kills)
      unresolved = tally.states['unknown'] ?? 0
    }
    expect(unresolved, again).toBeGreaterThan(Math.floor(kills / 20))
  },
  5 * (60_000 + kills * 2000),
)
