/** A watch that was worn all day has counted everything: a phone and recordings of the same walks add next to nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, fit, fitTime, session } from '../activity/fit.ts'
import { importing, type Files } from '../activity/support.ts'
import { cases } from './sound.ts'

const midnight = Date.UTC(2026, 0, 5)
const day = 24 * 60
const time = (minute: number): string => new Date(midnight + minute * 60_000).toISOString()

/** Minutes of 100 steps; `recorded`: also by hand, from and until minutes within its ends. */
type Walk = { from: number; until: number; recorded: { late: number; early: number } | undefined }

const walks = fc
  .array(
    fc.record({
      pause: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 110 })),
      minutes: fc.integer({ min: 4, max: 70 }),
      recorded: fc.option(fc.record({ late: fc.nat(4), early: fc.nat(4) }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => {
    let at = 8 * 60
    return all.map(({ pause, minutes, recorded }): Walk => {
      const from = at + pause
      at = from + minutes
      const isLong = recorded !== undefined && minutes > recorded.late + recorded.early + 3
      return { from, until: at, recorded: isLong ? recorded : undefined }
    })
  })

const stepsIn = (all: readonly Walk[], from: number, until: number): number =>
  all.reduce(
    (sum, walk) => sum + 100 * Math.max(0, Math.min(until, walk.until) - Math.max(from, walk.from)),
    0,
  )

function watchOf(all: readonly Walk[], every: number): Files {
  const readings: [string, number, number][] = [[time(0), 0, 0]]
  for (let at = every; at <= day; at += every)
    if (stepsIn(all, at - every, at) > 0)
      readings.push([time(at), stepsIn(all, 0, at), (stepsIn(all, 0, at) * 7) / 10])
  return { 'watch.fit': counted(readings, { serial: 9 }) }
}

const phoneOf = (all: readonly Walk[], every: number): Files => ({
  'phone.csv': `start,end,steps,distance (m),source\n${Array.from({ length: day / every }, (_, at) => {
    const [from, until] = [at * every, (at + 1) * every]
    const steps = stepsIn(all, from, until)
    return steps > 0 ? `${time(from)},${time(until)},${steps},${(steps * 7) / 10},iPhone\n` : ''
  }).join('')}`,
})

/** Each recorded walk from its start until its end, and its steps. */
const recordedOf = (all: readonly Walk[]): [from: number, until: number, steps: number][] =>
  all.flatMap(({ from, until, recorded }) => {
    if (!recorded) return []
    const [start, end] = [from + recorded.late, until - recorded.early]
    return [[start, end, (end - start) * 100]]
  })

const recordings: Record<string, (all: readonly Walk[]) => Files> = {
  'a list': (all) => ({
    'list.csv': `start,end,type,steps,distance (m)\n${recordedOf(all)
      .map(([start, end, steps]) => `${time(start)},${time(end)},walk,${steps},${(steps * 7) / 10}\n`)
      .join('')}`,
  }),
  'files of a watch': (all) =>
    Object.fromEntries(
      recordedOf(all).map(([start, end, steps], at) => [
        `${at}.fit`,
        fit(
          session({
            start: fitTime(time(start)),
            seconds: (end - start) * 60,
            meters: (steps * 7) / 10,
            cycles: steps / 2,
          }),
        ),
      ]),
    ),
}

test(
  'what a worn watch has counted counts once, whoever counted it too',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        walks,
        fc.constantFrom(1, 5, 10, 15, 20, 25, 30, 45, 60, 120),
        fc.constantFrom(1, 5, 10, 15, 30, 60),
        fc.constantFrom(...Object.keys(recordings)),
        async (all, every, phone, how) => {
          const files = { ...watchOf(all, every), ...phoneOf(all, phone), ...recordings[how]!(all) }
          const { rows } = await importing(files, '--tz UTC')
          const { steps = 0, distance = 0, duration = 0 } = rows[0]!
          const walked = stepsIn(all, 0, day)
          expect(steps).toBeGreaterThanOrEqual(walked * 0.995)
          expect(steps).toBeLessThanOrEqual(walked * 1.02 + 100)
          expect(distance).toBeCloseTo((steps * 7) / 10_000, 0)
          expect(Math.abs(duration - walked * 0.6)).toBeLessThanOrEqual(all.length * 4 * 60)
        },
      ),
      { numRuns: cases(60) },
    )
  },
)
