/** Copies of an activity that are shorter or longer than what is taken. */
import { expect, test } from 'vitest'
import { definition, fit, fitTime, session } from './fit.ts'
import { apple, gpx, importing, kilometers, northwards, steps } from './support.ts'

const time = (seconds: number) => new Date(Date.UTC(2026, 0, 2, 9) + seconds * 1000).toISOString()
const appleTime = (seconds: number) => time(seconds).replace('T', ' ').replace('.000Z', ' +0000')

/** A list of walks: where each begins and ends, its steps and meters. */
const list = (
  ...lines: [start: number, end: number, steps: number, meters: number, source?: string][]
): string =>
  [
    'start,end,type,steps,distance (m),source',
    ...lines.map(
      ([start, end, count, meters, source = 'app']) =>
        `${time(start)},${time(end)},walk,${count},${meters},${source}`,
    ),
    '',
  ].join('\n')

/** Steps of a phone, 100 a minute for an hour. */
const phone = Array.from({ length: 6 }, (_, at) =>
  steps(1000, appleTime(at * 600), appleTime(at * 600 + 600), 'iPhone'),
)
const hour = gpx([northwards(time(0), 3600, 1.4)])

test.each<[string, number, number]>([
  ['a false start', 40, 40],
  ['ten of its minutes', 600, 1000],
])('the steps of %s in another file are not those of the whole hour', async (_, length, count) => {
  const files = { 'hour.gpx': hour, 'list.csv': list([10, 10 + length, count, length]) }
  const [row] = (await importing(files, '--tz UTC --per activity')).rows
  expect(row).toMatchObject({ distance: 5.04 })
  expect(row).not.toHaveProperty('steps')
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: count, distance: 5.04 }])
  const counted = await importing({ ...files, 'export.xml': apple(...phone) }, '--tz UTC')
  expect(counted.rows[0]!.steps).toBeGreaterThan(5950)
  expect(counted.rows[0]!.steps).toBeLessThanOrEqual(6000)
})

test.each([2, 10, 29, 30, 50])(
  'a walk of which one file has %d minutes is counted once, whoever knows what of it',
  async (minutes) => {
    const files = {
      'walk.gpx': gpx([northwards(time(0), minutes * 60, 1.4)]),
      'list.csv': list([0, 3600, 6000, 0]),
      'export.xml': apple(...phone),
    }
    const { rows } = await importing(files, '--tz UTC')
    expect(rows).toHaveLength(1)
    expect(Math.abs(rows[0]!.steps! - 6000)).toBeLessThanOrEqual(60)
    const half = {
      'hour.gpx': hour,
      'list.csv': list([0, minutes * 60, minutes * 100, 0]),
      'export.xml': apple(...phone),
    }
    expect(Math.abs((await importing(half, '--tz UTC')).rows[0]!.steps! - 6000)).toBeLessThanOrEqual(60)
  },
)

test.each([
  ['a third of the way later', 20, 60],
  ['nearly half of the way later', 29, 60],
  ['later, and is longer', 20, 90],
  ['sooner', -20, 60],
])('a recording that begins %s keeps what the other one has not', async (_, begins, minutes) => {
  const walk = (at: number, length: number, source: string) =>
    list([at * 60, (at + length) * 60, length * 100, length * 80, source])
  const apart = Math.max(60, begins + minutes) - Math.min(0, begins)
  for (const each of ['one', 'two']) {
    const files = { 'a.csv': walk(0, 60, 'one'), 'b.csv': walk(begins, minutes * 1.04, 'two') }
    const { rows } = await importing(files, `--tz UTC --source ${each}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.steps! / (apart * 100)).toBeCloseTo(1, 1)
    expect(rows[0]!.distance! / (apart * 0.08)).toBeCloseTo(1, 1)
  }
})

test('per activity too, a measure counts for whoever has it', async () => {
  const files = {
    'half.gpx': gpx([northwards(time(0), 1800, 1.4)]),
    'list.csv': list([0, 3600, 6000, 5000]),
  }
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows).toMatchObject([
    { steps: 3000, distance: 2.52 },
    { steps: 3000, distance: 2.5 },
  ])
})

test('several copies of parts of an activity all count', async () => {
  const files = {
    'hour.gpx': hour,
    'list.csv': list([0, 1200, 2000, 0, 'one'], [1500, 2700, 2000, 0, 'two']),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 4000 }])
})

test('where one file says 0 and another knows the distance, it is known', async () => {
  const files = { 'hour.gpx': hour, 'list.csv': list([0, 3600, 6000, 0]) }
  const { rows } = await importing(files, '--tz UTC --per activity --source app')
  expect(rows).toMatchObject([{ steps: 6000, distance: 5.04 }])
  expect((await importing(files, '--tz UTC --source app')).rows).toMatchObject([{ distance: 5.04 }])
})

test('the walking of a ride that Apple Health counts beside it is no part of the ride', async () => {
  const ride = `<Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="60" durationUnit="min" sourceName="w" startDate="${appleTime(0)}" endDate="${appleTime(3600)}"><WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="20" unit="km"/><WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="0.3" unit="km"/></Workout>`
  const { rows } = await importing({ 'export.xml': apple(ride) }, '--tz UTC')
  expect(rows).toMatchObject([{ distance: 20 }])
})

test.each([
  ['in its middle', 5000, 1200, 3],
  ['at its start', 0, 1200, 2],
  ['at its end', 9600, 1200, 2],
  ['for a minute and a half', 0, 90, 2],
])(
  'a better file of a walk of three hours that has a part of it, %s, leaves it the rest',
  async (_, from, seconds, activities) => {
    const whole = gpx([northwards(time(0), 10_800, 1.2)])
    const start = fitTime(time(from))
    const part = fit([
      ...definition(2, 0, [[0, 1, 0]]),
      2,
      4,
      ...session({ start, seconds, meters: seconds * 1.2, cycles: seconds }),
    ])
    const files = { 'walk.gpx': whole, 'part.fit': part }
    const { rows } = await importing(files, '--tz UTC')
    expect(rows).toMatchObject([{ duration: 10_800, steps: seconds * 2 }])
    expect(rows[0]!.distance).toBeCloseTo(12.96, 2)
    const each = await importing(files, '--tz UTC --per activity')
    expect(each.rows).toHaveLength(activities)
    expect(each.rows.reduce((sum, { distance }) => sum + distance!, 0)).toBeCloseTo(12.96, 1)
  },
)

test.each([900, 3600])(
  'steps of a phone in %i seconds are no more time than the run that they are of',
  async (length) => {
    const run = (seconds: number) =>
      `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>${time(0)}</Id><Lap StartTime="${time(0)}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>4500</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>`
    const records = (made: number) =>
      Array.from({ length: 3600 / length }, (_, at) => {
        const seconds = Math.min(length, Math.max(0, 1500 - at * length))
        return steps(
          Math.round(seconds * 2.75) + made,
          appleTime(at * length),
          appleTime((at + 1) * length),
          'iPhone',
        )
      })
    const alone = await importing({ 'run.tcx': run(1500), 'p.xml': apple(...records(0)) }, '--tz UTC')
    expect(alone.rows).toMatchObject([{ duration: 1500, steps: 4125 }])
    // What was walked beside it is time of its own.
    const more = await importing({ 'run.tcx': run(1500), 'p.xml': apple(...records(500)) }, '--tz UTC')
    expect(more.rows[0]!.duration).toBe(1500 + (length === 900 ? 2 : 1) * 300)
  },
)

test.each([300, 900, 3600])(
  'a phone in %i seconds adds nothing to a run of which a better file has a part',
  async (length) => {
    const seconds = 2520
    const lap = `<Lap StartTime="${time(0)}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>7056</DistanceMeters></Lap>`
    const run = `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>${time(0)}</Id>${lap}</Activity></Activities></TrainingCenterDatabase>`
    const file = (from: number, to: number) =>
      fit([
        ...definition(2, 0, [[0, 1, 0]]),
        2,
        4,
        ...session({
          start: fitTime(time(from)),
          sport: 1,
          seconds: to - from,
          meters: (to - from) * 2.8,
          cycles: 0,
        }),
      ])
    const records = Array.from({ length: 3600 / length }, (_, at) => {
      const within = Math.min(length, Math.max(0, seconds - at * length))
      return kilometers(within * 0.0028, appleTime(at * length), appleTime((at + 1) * length), 'iPhone')
    })
    for (const [from, to] of [
      [0, 1860],
      [600, 1860],
      [1200, 2520],
    ] as const) {
      const files = { 'run.tcx': run, 'part.fit': file(from, to), 'p.xml': apple(...records) }
      const [row] = (await importing(files, '--tz UTC')).rows
      expect([from, row!.distance! < 7.056 * 1.005, row!.distance! > 7.056 * 0.995]).toEqual([
        from,
        true,
        true,
      ])
      expect(row!.duration).toBe(seconds)
    }
  },
)

test('the end of a run that one file lacks counts, though its time standing makes both equally long', async () => {
  const [before, behind] = [northwards(time(0), 3000, 2.6), northwards(time(3480), 3000, 2.6, 48.0702)]
  const whole = gpx([[...before, ...behind]], { type: 'running' })
  const early = session({ start: fitTime(time(0)), sport: 1, seconds: 6060, meters: 14_508, cycles: 8000 })
  const { rows } = await importing({ 'run.gpx': whole, 'watch.fit': fit(early) }, '--tz UTC')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.distance! / 15.6).toBeCloseTo(1, 1)
  expect(rows[0]!.distance).toBeGreaterThan(15.4)
})
