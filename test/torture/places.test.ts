/** The short form of crowds and kills across containers and restarts; the long one is `npm run torture`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anyPlace,
  countingService,
  crowdOfClaims,
  crowdOfRuns,
  killedElsewhere,
  namespaces,
  timeNamespace,
} from './places.ts'

const long = Number(process.env['TORTURE_PLACES'] ?? 0)
const rounds = long || 1
const patience = 60_000 + rounds * 20_000
const where = namespaces ? 'pid namespaces, boots and time namespaces' : 'boots'

let service: Awaited<ReturnType<typeof countingService>>
beforeAll(async () => void (service = await countingService()))
afterAll(async () => service.stop())

const crowds: [string, typeof crowdOfRuns, number, typeof anyPlace][] = [
  ['processes of one run', crowdOfRuns, 2, anyPlace],
  ['processes of one run', crowdOfRuns, 2, timeNamespace],
  ['processes of one run', crowdOfRuns, 8, anyPlace],
  ['claims', crowdOfClaims, 2, anyPlace],
  ['claims', crowdOfClaims, 2, timeNamespace],
  ['claims', crowdOfClaims, 8, anyPlace],
]

test.each(crowds)(
  `%s in ${where} of their own, ${rounds} rounds: nothing twice, the others end with 8 and the way out (%#)`,
  async (_, crowd, count, placeOf) => {
    const [faults, busy] = [[] as string[], [] as number[]]
    for (let n = 0; n < rounds; n++) {
      const round = await crowd(service, count, placeOf)
      faults.push(...round.faults)
      busy.push(round.busy)
    }
    if (long)
      console.log(_, count, {
        rounds,
        busy: busy.reduce((sum, each) => sum + each, 0),
        faults: faults.length,
      })
    expect(faults).toEqual([])
  },
  patience,
)

test(
  `a run killed in another place, ${rounds} rounds: held, unlocked, gone on with, nothing lost and nothing twice`,
  async () => {
    const [faults, unresolved] = [[] as string[], [] as number[]]
    for (let n = 0; n < rounds; n++) {
      const round = await killedElsewhere(service, Math.random)
      faults.push(...round.faults)
      unresolved.push(round.unresolved)
    }
    if (long)
      console.log('kills', {
        rounds,
        unresolved: unresolved.reduce((sum, each) => sum + each, 0),
        faults: faults.length,
      })
    expect(faults).toEqual([])
  },
  patience,
)
