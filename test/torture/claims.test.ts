/** The short form of the kills of `token claim`; the long one is `npm run torture`. */
import { expect, test } from 'vitest'
import { tortureClaims } from './claims.ts'

const kills = Number(process.env['TORTURE_CLAIMS'] ?? 10)

test(
  `${kills} kills of a claim: never two applied for one command, and the next is refused while nobody knows`,
  async () => {
    const tally = await tortureClaims(kills)
    if (process.env['TORTURE_CLAIMS']) console.log(tally)
    expect(tally.faults).toEqual([])
    expect(Object.values(tally.states).reduce((sum, count) => sum + count, 0)).toBe(kills)
    expect(kills < 50 || (tally.states['unknown'] ?? 0) > 5).toBe(true)
  },
  60_000 + kills * 2000,
)
