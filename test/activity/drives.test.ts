/** Devices that are left running on a drive, and tracks with gaps. */
import { expect, test } from 'vitest'
import { fit, fitTime, session } from './fit.ts'
import { gpx, importing, northwards } from './support.ts'

const morning = Date.UTC(2026, 5, 10, 8)
const time = (seconds: number) => new Date(morning + seconds * 1000).toISOString().replace('.000', '')

/** Points of one who goes on for so many seconds at so many meters in a second, and so on; `at` seconds it begins. */
function way(at: number, ...legs: [seconds: number, speed: number][]) {
  let [from, north] = [at, 0]
  return legs.flatMap(([seconds, speed]) => {
    const leg = northwards(time(from), seconds - 1, speed, 48 + north / 111_200)
    from += seconds
    north += seconds * speed
    return leg
  })
}
const perActivity = '--tz UTC --per activity'

test.each([
  [
    'from',
    [
      [1800, 3],
      [60, 0],
      [600, 9],
    ],
  ],
  [
    'to',
    [
      [600, 9],
      [60, 0],
      [1800, 3],
    ],
  ],
] as [string, [number, number][]][])(
  'the drive %s a run that its points show is none of it',
  async (_, legs) => {
    const files = { 'run.gpx': gpx([way(0, ...legs)], { type: 'running' }) }
    const [row] = (await importing(files, perActivity)).rows
    expect(row!.distance! / 5.4).toBeCloseTo(1, 1)
    expect(row!.duration).toBeLessThan(2000)
    expect(row!.duration).toBeGreaterThanOrEqual(1790)
  },
)

test.each([
  [
    'a ride',
    'cycling',
    [
      [1800, 5],
      [600, 9],
    ],
    14.4,
  ],
  [
    'a run of fast intervals',
    'running',
    Array.from({ length: 8 }, (): [number, number][] => [
      [120, 6.5],
      [120, 2],
    ]).flat(),
    8.16,
  ],
  [
    'two minutes',
    'running',
    [
      [1200, 3],
      [120, 9],
    ],
    4.68,
  ],
] as [string, string, [number, number][], number][])(
  '%s keeps what is fast',
  async (_, type, legs, kilometers) => {
    const { rows } = await importing({ 'a.gpx': gpx([way(0, ...legs)], { type }) }, perActivity)
    expect(rows[0]!.distance! / kilometers).toBeCloseTo(1, 1)
  },
)

test.each([5, 15])('of a walk, a drive of %d minutes and a walk both walks count', async (minutes) => {
  const legs: [number, number][] = [
    [1200, 1.35],
    [minutes * 60, 9],
    [1200, 1.35],
  ]
  for (const flags of [perActivity, '--tz UTC']) {
    const { rows } = await importing({ 'a.gpx': gpx([way(0, ...legs)]) }, flags)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.distance! / 3.24).toBeCloseTo(1, 1)
    expect(rows[0]!.duration! / 2400).toBeCloseTo(1, 1)
  }
})

test.each([
  [
    'a ride on which the watch says run',
    'running',
    [
      [1800, 4.2],
      [720, 9],
      [1200, 5],
    ],
    20.04,
  ],
  [
    'skating',
    'running',
    [
      [1200, 6.5],
      [900, 7.6],
      [1200, 6.5],
    ],
    22.44,
  ],
  [
    'a ride of no type with a climb',
    '',
    [
      [2700, 2.5],
      [600, 10],
      [900, 5],
    ],
    17.25,
  ],
] as [string, string, [number, number][], number][])('%s is no drive', async (_, type, legs, kilometers) => {
  const { rows } = await importing({ 'a.gpx': gpx([way(0, ...legs)], { type }) }, perActivity)
  expect(rows[0]!.distance! / kilometers).toBeCloseTo(1, 1)
})

test('points that jump far away for minutes take nothing from a walk', async () => {
  const [one, other] = [northwards(time(0), 1199, 1.4), northwards(time(1200), 300, 1.4, 48.2)]
  const { rows } = await importing({ 'a.gpx': gpx([[...one, ...other]]) }, perActivity)
  expect(rows[0]!.distance! / 2.1).toBeCloseTo(1, 1)
})

test.each([90, 100, 110, 120, 130, 140])(
  'of a watch that is left running where one stood for %d seconds and drove, a walk has what its phone has',
  async (still) => {
    const phone = gpx([way(0, [1200, 1.35])])
    const watch = gpx([way(2, [1200, 1.35], [still, 0], [600, 9])], { creator: 'Watch' })
    const { rows } = await importing({ 'phone.gpx': phone, 'watch.gpx': watch }, perActivity)
    expect(Math.abs(rows[0]!.distance! / 1.62 - 1)).toBeLessThan(0.06)
  },
)

test.each([60, 108, 245, 290, 500])(
  'a gap of %d seconds where the phone alone recorded is way too',
  async (gap) => {
    const run = way(0, [1620, 3])
    const points = run.filter((_, second) => second < 120 || second >= 120 + gap)
    const late = session({ start: fitTime(time(780)), sport: 1, seconds: 840, meters: 2520, cycles: 1160 })
    const { rows } = await importing(
      { 'phone.gpx': gpx([points], { type: 'running' }), 'watch.fit': fit(late) },
      '--tz UTC',
    )
    expect(rows[0]!.distance! / 4.86).toBeCloseTo(1, 2)
    expect(rows[0]!.duration! / 1620).toBeCloseTo(1, 1)
  },
)
