/** The short form of the kills of bulk runs; the long one is `npm run torture`. */
import { expect, test } from 'vitest'
import { chance } from '../support/random.ts'
import { freshInput, startService, statesOf, tortureBulk } from './bulk.ts'

const long = Number(process.env['TORTURE_BULK'] ?? 0)
const kills = Math.ceil((long || 6) / 3)
const stops = long ? 50 : 2
const rows = long ? 4000 : 500
const patience = 60_000 + (long || 6) * 3000

test.each([1, 4, 16])(
  `${kills} kills at concurrency %s: no row lost, none sent twice, no more unresolved than were in flight`,
  async (concurrency) => {
    const { random, again } = chance()
    const tally = await tortureBulk({ stops: kills, signal: 'SIGKILL', concurrency, rows, random })
    if (long) console.log(concurrency, tally)
    expect(tally.faults, again).toEqual([])
    expect(tally.stops).toBe(kills)
    expect(tally.during, again).toBeGreaterThan(0)
  },
  patience,
)

test.each(['SIGINT', 'SIGTERM'] as const)(
  `${stops} stops by %s leave no unresolved row`,
  async (signal) => {
    const { random, again } = chance()
    const tally = await tortureBulk({ stops, signal, concurrency: 8, rows, random })
    if (long) console.log(signal, tally)
    expect({ faults: tally.faults, unknown: tally.unknown }, again).toEqual({ faults: [], unknown: 0 })
    expect(tally.during, again).toBeGreaterThan(0)
  },
  patience,
)

test.each([
  ['2 processes on one run', 2, true],
  ['8 processes on one run', 8, true],
  ['8 runs of one input at once', 8, false],
])(
  '%s apply each row once',
  async (_, count, one) => {
    const service = await startService()
    try {
      const { path, digests } = freshInput(service.home, 400)
      const crowd = Array.from({ length: count }, async (_each, at) => {
        const { ended } = await service.submit(path, '--run', one ? 'one' : `run-${at}`)
        return (await ended).code
      })
      const codes = await Promise.all(crowd)
      const counts = digests.map((digest) => service.applied().get(digest))
      expect(new Set(counts)).toEqual(new Set([1]))
      expect(codes.filter((code) => code === 0).length).toBeGreaterThan(0)
      expect(codes.filter((code) => ![0, 2, 8].includes(code ?? -1))).toEqual([])
      if (one) expect(new Set(statesOf(service.home, 'one'))).toEqual(new Set(['applied']))
    } finally {
      await service.stop()
    }
  },
  120_000,
)
