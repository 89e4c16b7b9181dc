/** Two recordings of one way of which one goes on, was cut in two, was paused, or went along on a drive. */
import { expect, test } from 'vitest'
import { fit, fitTime, session } from './fit.ts'
import { appleOf, gpx, importing, northwards, sums, type Files } from './support.ts'

const nine = Date.UTC(2026, 0, 14, 9)
const time = (minute: number) => new Date(nine + minute * 60_000).toISOString()
const appleTime = (minute: number) => time(minute).replace('T', ' ').replace('.000Z', ' +0000')

type Recorded = { from: number; to: number; speed?: number; steps?: number }

/** A ride or, with steps, a walk, by a watch that says no points. */
const watch = ({ from, to, speed = 6, steps = 0 }: Recorded, serial = 0): Files => ({
  [`watch ${from} ${serial}.fit`]: fit(
    session({
      start: fitTime(time(from)),
      sport: steps > 0 ? 11 : 2,
      seconds: (to - from) * 60,
      meters: (to - from) * 60 * speed,
      cycles: steps / 2,
    }),
  ),
})

/** A way north in stretches, each as fast as it says, by a phone. */
const phone = (type: string, ...stretches: Recorded[]): Files => {
  let meters = 0
  const pieces = stretches.flatMap(({ from, to, speed = 6 }) => {
    const points = northwards(time(from), (to - from) * 60, speed, 48 + meters / 111_200)
    meters += (to - from) * 60 * speed
    return points
  })
  return { 'phone.gpx': gpx([pieces], { type }) }
}

type Workout = Recorded & { source?: string; pause?: [number, number]; tells?: boolean; sport?: string }
const workouts = (...all: Workout[]): Files => ({
  'export.xml': appleOf(
    '2026-02-01 10:00:00 +0000',
    ...all.map(({ from, to, speed = 6, source = 'Watch', pause, tells = true, sport = 'Cycling' }) => {
      const stood = pause ? pause[1] - pause[0] : 0
      const way = ((to - from - stood) * 60 * speed) / 1000
      const event = (type: string, at: number) =>
        `<WorkoutEvent type="HKWorkoutEventType${type}" date="${appleTime(at)}"/>`
      const events = pause && tells ? event('Pause', pause[0]) + event('Resume', pause[1]) : ''
      const minutes = to - from - (tells ? stood : 0)
      return `<Workout workoutActivityType="HKWorkoutActivityType${sport}" sourceName="${source}" duration="${minutes}" durationUnit="min" totalDistance="${way}" totalDistanceUnit="km" startDate="${appleTime(from)}" endDate="${appleTime(to)}">${events}</Workout>`
    }),
  ),
})

async function expectSums(files: Files, { distance, duration, steps = 0 }: Record<string, number>) {
  for (const sum of await sums(files)) {
    expect(sum.distance / distance!).toBeCloseTo(1, 1.5)
    expect(sum.duration / duration!).toBeCloseTo(1, 1.5)
    expect(sum.steps).toBe(steps)
  }
}

test.each([4, 7, 10, 11, 13])('a watch that was started %i minutes late beside a phone', async (late) => {
  const all = { distance: 21.6, duration: 3600 }
  await expectSums({ ...phone('cycling', { from: 0, to: 60 }), ...watch({ from: late, to: 60 }) }, all)
  await expectSums({ ...phone('cycling', { from: 0, to: 60 }), ...watch({ from: 0, to: 60 - late }) }, all)
})

test.each([4, 5, 6, 10])('a watch that was off for %i minutes between two parts', async (gap) => {
  const parts = { ...watch({ from: 0, to: 25 }), ...watch({ from: 25 + gap, to: 60 }) }
  await expectSums({ ...phone('cycling', { from: 0, to: 60 }), ...parts }, { distance: 21.6, duration: 3600 })
})

test.each([
  ['drift', [{ from: 40, to: 70, speed: 0.1 }], 14.4, 2400],
  ['a drive home', [{ from: 40, to: 60, speed: 14 }], 14.4, 2400],
  ['a walk home', [{ from: 40, to: 60, speed: 1.4 }], 16.08, 3600],
] as [string, Recorded[], number, number][])(
  'a phone that goes on behind a ride has %s beside it',
  async (_, behind, distance, duration) => {
    const files = { ...phone('cycling', { from: 0, to: 40 }, ...behind), ...watch({ from: 0, to: 40 }) }
    await expectSums(files, { distance, duration })
  },
)

test.each([
  ['faster on the flat behind a climb', { from: 0, to: 40, speed: 3.6 }, { from: 40, to: 50, speed: 7.2 }],
  ['down from the top', { from: 0, to: 40, speed: 3.5 }, { from: 40, to: 48, speed: 11.5 }],
])('a phone that goes on with a ride, %s, has that too', async (_, first, behind) => {
  const files = { ...phone('cycling', first, behind), ...watch(first) }
  const distance = [first, behind].reduce(
    (sum, { from, to, speed }) => sum + ((to - from) * 60 * speed) / 1000,
    0,
  )
  await expectSums(files, { distance, duration: behind.to * 60 })
})

test('points that are missing where both recorded tell nothing of how the rest winds', async () => {
  const points = northwards(time(0), 35 * 60, 1.25)
  const gap = points.filter((__, at) => at < 72 || at > 174)
  const late = session({ start: fitTime(time(9)), seconds: 26 * 60, meters: 26 * 60 * 1.25, cycles: 0 })
  await expectSums(
    { 'phone.gpx': gpx([gap]), 'watch.fit': fit(late) },
    { distance: (35 * 60 * 1.25) / 1000, duration: 35 * 60 },
  )
})

test('the walk home behind a ride is none of the ride, and counts beside a phone that counts steps once', async () => {
  const home = { from: 40, to: 60, speed: 1.4 }
  const steps = `start,end,steps,distance (m),source\n${time(40)},${time(60)},2000,1680,iPhone\n`
  const files = { ...phone('cycling', { from: 0, to: 40 }, home), ...watch({ from: 0, to: 40 }) }
  const { rows } = await importing({ ...files, 'steps.csv': steps }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 2000 }])
  expect(rows[0]!.distance! / 16.08).toBeCloseTo(1, 1.5)
})

test('a phone that was taken for the better recording is without the drive that its copy does not have', async () => {
  const way = northwards(time(0), 40 * 60, 1.4)
  const drive = northwards(time(40), 10 * 60, 9, 48 + (40 * 60 * 1.4) / 111_200)
  const point = ([lat, lon, at]: [number, number, string]) =>
    `<Trackpoint><Time>${at}</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position></Trackpoint>`
  const lap = `<Lap StartTime="${time(0)}"><TotalTimeSeconds>3000</TotalTimeSeconds><DistanceMeters>8760</DistanceMeters><Track>${[...way, ...drive].map(point).join('')}</Track></Lap>`
  const tcx = `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Walking"><Id>${time(0)}</Id>${lap}</Activity></Activities></TrainingCenterDatabase>`
  const walk = workouts({ from: 0, to: 40, speed: 1.4, sport: 'Walking' })
  await expectSums({ 'walk.tcx': tcx, ...walk }, { distance: 3.36, duration: 2400 })
})

test.each([6, 8, 10, 14])(
  'a workout goes on for %i minutes behind a file that began with it',
  async (longer) => {
    const files = { ...workouts({ from: 0, to: 60 }), ...watch({ from: 0, to: 60 - longer }) }
    await expectSums(files, { distance: 21.6, duration: 3600 })
  },
)

test("a copy of an app that says when a workout was, and not when it paused, has the watch's pause", async () => {
  const ride = { from: 0, to: 60, pause: [25, 37] as [number, number] }
  for (const source of ['Alpha', 'Zulu'])
    await expectSums(workouts(ride, { ...ride, source, tells: false }), { distance: 17.28, duration: 2880 })
})

test('of two recordings of equal worth the one that lasts longer is taken, with its pause', async () => {
  const paused = workouts(
    { from: 0, to: 36, pause: [10, 20] },
    { from: 0, to: 29, speed: 3.93, source: 'Phone' },
  )
  await expectSums(paused, { distance: 9.36, duration: 1560 })
})

test('an activity has the steps that recordings of its two halves have together', async () => {
  const halves = {
    ...watch({ from: 0, to: 29, speed: 1.4, steps: 2900 }),
    ...watch({ from: 30, to: 60, speed: 1.4, steps: 3000 }),
  }
  const whole = { start: fitTime(time(0)), sport: 11, seconds: 3600, meters: 5040, cycles: 0xffff_ffff }
  const { rows } = await importing({ ...halves, 'whole.fit': fit(session(whole)) }, '--tz UTC --per activity')
  expect(rows).toHaveLength(1)
  expect(rows.reduce((sum, { steps = 0 }) => sum + steps, 0)).toBe(5900)
})

test('a walk of a list is divided among the recordings that hold its way', async () => {
  const files = {
    ...phone('walking', { from: 0, to: 60, speed: 1.4 }),
    ...watch({ from: 10, to: 40, speed: 1.4, steps: 3000 }),
    'list.csv': `start,end,type,steps,distance (m)\n${time(0)},${time(60)},walk,6000,5040\n`,
  }
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows).toMatchObject([
    { steps: 1000, duration: 600 },
    { steps: 3000, distance: 2.52, duration: 1800 },
    { steps: 2000, duration: 1200 },
  ])
})

test('a watch that counted the two ends of a ride leaves ten minutes between them to the bike computer', async () => {
  const minutes = [
    ...Array.from({ length: 20 }, (_, at) => at),
    ...Array.from({ length: 20 }, (_, at) => 30 + at),
  ]
  const records = minutes.map(
    (at) =>
      `<Record type="HKQuantityTypeIdentifierDistanceCycling" sourceName="Apple Watch" unit="km" startDate="${appleTime(at)}" endDate="${appleTime(at + 1)}" value="0.36"/>`,
  )
  const health = { 'export.xml': appleOf('2026-02-01 10:00:00 +0000', ...records) }
  const { rows } = await importing({ ...health, ...watch({ from: 0, to: 50 }) }, '--tz UTC')
  expect(rows[0]!.distance! / 18).toBeCloseTo(1, 1.5)
})

test.each([
  ['ten minutes after midnight', 10, 80],
  ['a few seconds after midnight', 1 / 6, 60 + 1 / 6],
])(
  'a walk over midnight is of the day on which it began, also where a watch was started %s',
  async (_, from, to) => {
    const [begun, midnight] = [from < 1 ? -1 / 6 : -20, 15 * 60]
    const walk = { from: midnight + begun, to: midnight + (from < 1 ? 60 - 1 / 6 : 60), speed: 1.4 }
    const files = {
      ...phone('walking', walk),
      ...watch({ from: midnight + from, to: midnight + Math.min(60, to), speed: 1.4, steps: 5000 }),
    }
    const { rows } = await importing(files, '--tz UTC')
    expect(rows.map(({ date }) => date)).toEqual(['2026-01-14'])
    const each = await importing(files, '--tz UTC --per activity')
    expect(new Set(each.rows.map(({ date }) => date))).toEqual(new Set(['2026-01-14']))
  },
)

test('a stop while both recorded does not lengthen the way before the watch was started', async () => {
  const files = {
    ...phone(
      'walking',
      { from: 0, to: 26, speed: 1.35 },
      { from: 26, to: 42, speed: 0 },
      { from: 42, to: 46, speed: 1.35 },
    ),
    ...watch({ from: 18, to: 60, speed: (26 * 1.35) / 42, steps: 2600 }),
  }
  for (const { distance } of await sums(files)) expect(distance / 3.564).toBeCloseTo(1, 1.5)
})

test('a phone that stood in a café has its way where it moved, beside a watch that was started then', async () => {
  const stretches = [
    { from: 0, to: 14 },
    { from: 14, to: 19, speed: 0 },
  ]
  const files = { ...phone('cycling', ...stretches), ...watch({ from: 14, to: 40, speed: 4 }) }
  for (const { distance } of await sums(files)) expect(distance / (5.04 + 6.24)).toBeCloseTo(1, 1.5)
})

test.each([-8, -2, 1, 2, 8])(
  'four minutes between two parts of a watch that is %i seconds ahead',
  async (ahead) => {
    const at = ahead / 60
    const parts = { ...watch({ from: at, to: 20 + at }), ...watch({ from: 24 + at, to: 44 + at }) }
    await expectSums(
      { ...phone('cycling', { from: 0, to: 44 }), ...parts },
      { distance: 15.84, duration: 2640 },
    )
  },
)

test.each([
  [0, 1.2],
  [0.7, 1.2],
  [-1.2, 0.5],
  [0, 2],
])(
  "a copy of an app that begins %f minutes and ends %f minutes beside the watch's has its pause",
  async (begins, ends) => {
    const ride = { from: 0, to: 60, pause: [25, 37] as [number, number] }
    const [from, to] = [begins, 60 + ends]
    const way = { from, to, speed: (48 * 6) / (to - from), source: 'Strava' }
    for (const { duration } of await sums(workouts(ride, way)))
      expect(Math.abs(duration - 2880)).toBeLessThanOrEqual(150)
  },
)

test("a list's walk that a phone counted too is divided without loss", async () => {
  const samples = Array.from(
    { length: 12 },
    (_, at) => `${time(at * 5)},${time(at * 5 + 5)},600,420,iPhone\n`,
  )
  const files = {
    ...phone('walking', { from: 0, to: 60, speed: 1.4 }),
    ...watch({ from: 20, to: 60, speed: 1.4, steps: 4800 }),
    'list.csv': `start,end,type,steps,distance (m)\n${time(0)},${time(60)},walk,7200,5040\n`,
    'steps.csv': `start,end,steps,distance (m),source\n${samples.join('')}`,
  }
  for (const { steps } of await sums(files)) expect(steps).toBe(7200)
})

test.each([
  [
    { from: 7.5, to: 37.7 },
    { from: 0.2, to: 25 },
  ],
  [
    { from: 0.2, to: 25 },
    { from: 7.5, to: 37.7 },
  ],
])('a watch from %o and a workout without points from %o are one way of both', async (one, other) => {
  await expectSums({ ...watch(one), ...workouts(other) }, { distance: 13.5, duration: 2250 })
})

test('a stop that two recordings share takes no time twice', async () => {
  const way = [
    { from: 2, to: 24, speed: 1.4 },
    { from: 24, to: 31, speed: 0 },
  ]
  const files = { ...phone('walking', ...way), ...watch({ from: 25, to: 46, speed: 1.4, steps: 2000 }) }
  for (const { duration } of await sums(files)) expect(duration).toBeLessThanOrEqual(44 * 60)
})
