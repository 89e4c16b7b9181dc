/**
 * A watch and a phone that record one way: the watch is started late or stopped early, the phone goes on while one walks on,
 * stands about or drives home. The phone's receiver is off by meters that change slowly.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit, fitTime, session } from '../activity/fit.ts'
import { gpx, importing } from '../activity/support.ts'
import { cases } from './sound.ts'

const eight = Date.UTC(2026, 0, 5, 8)
const at = (second: number): string => new Date(eight + second * 1000).toISOString()

/** Meters in a second. */
const speeds = { still: 0, walk: 1.4, run: 3, ride: 6, drive: 14 }
type Way = keyof typeof speeds
/** As GPX and FIT name them. */
const sports = { walk: ['walking', 11], run: ['running', 1], ride: ['cycling', 2] } as const

const step = 5
/** Meters by which a receiver is off, and how much of that is left after a step. */
const [off, kept] = [4, Math.exp(-step / 60)]

/** Points of a phone that was on all the time, each step; `noise` is normal. */
function pointsOf(ways: readonly Way[], noise: () => number): [number, number, string][] {
  let [far, north, east] = [0, 0, 0]
  return Array.from({ length: (ways.length * 60) / step + 1 }, (_, nth) => {
    if (nth > 0) far += speeds[ways[Math.min(ways.length - 1, Math.floor(((nth - 1) * step) / 60))]!] * step
    north = kept * north + off * Math.sqrt(1 - kept * kept) * noise()
    east = kept * east + off * Math.sqrt(1 - kept * kept) * noise()
    return [48 + (far + north) / 111_200, 11.5 + east / 74_000, at(nth * step)]
  })
}

/** Normal numbers, the same for the same seed. */
function noiseOf(seed: number): () => number {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  return () => Math.sqrt(-2 * Math.log(next() + 1e-9)) * Math.cos(2 * Math.PI * next())
}

const beside = (...ways: (Way | 'same')[]) =>
  fc.option(fc.tuple(fc.constantFrom(...ways), fc.integer({ min: 1, max: 25 })), { nil: undefined })

test(
  'what is moved beside a recording counts, and standing and driving do not',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(sports) as (keyof typeof sports)[])),
        fc.integer({ min: 15, max: 90 }),
        beside('still', 'same', 'walk'),
        beside('still', 'same', 'walk', 'drive'),
        fc.nat(0xffff_ffff),
        async (sport, minutes, before, behind, seed) => {
          const waysOf = ([way, count]: [Way | 'same', number] = ['still', 0]): Way[] =>
            Array.from({ length: count }, () => (way === 'same' ? sport : way))
          const [first, last] = [waysOf(before), waysOf(behind)]
          const ways = [...first, ...Array.from({ length: minutes }, () => sport), ...last]
          const [type, number] = sports[sport]
          const watch = session({
            start: fitTime(at(first.length * 60)),
            sport: number,
            seconds: minutes * 60,
            meters: minutes * 60 * speeds[sport],
            cycles: 0,
          })
          const files = {
            'phone.gpx': gpx([pointsOf(ways, noiseOf(seed))], { type }),
            'watch.fit': fit(watch),
          }
          const { rows } = await importing(files, '--tz UTC')
          const walked = ways.filter((way) => way !== 'drive')
          const meters = walked.reduce((sum, way) => sum + 60 * speeds[way], 0)
          // Two minutes at one end may be those of two clocks.
          const unsure = meters * 0.04 + 3 * 60 * speeds[sport]
          expect(Math.abs(rows[0]!.distance! * 1000 - meters)).toBeLessThan(unsure)
        },
      ),
      { numRuns: cases(60) },
    )
  },
)
