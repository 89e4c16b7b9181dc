/** Devices that are left running on a drive, and tracks with gaps. */
import { expect, test } from 'vitest'
import { definition, fit, fitTime, session, u32 } from './fit.ts'
import { appleOf, gpx, importing, northwards } from './support.ts'

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

type Legs = [seconds: number, speed: number][]
const wayOf = (legs: Legs) => legs.reduce((sum, [seconds, speed]) => sum + seconds * speed, 0)
const lasting = (legs: Legs) => legs.reduce((sum, [seconds]) => sum + seconds, 0)

const tcx = (sport: string, legs: Legs): string => {
  const points = way(0, ...legs).map(
    ([lat, lon, at]) =>
      `<Trackpoint><Time>${at}</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position></Trackpoint>`,
  )
  return `<TrainingCenterDatabase><Activities><Activity Sport="${sport}"><Lap StartTime="${time(0)}"><TotalTimeSeconds>${lasting(legs)}</TotalTimeSeconds><DistanceMeters>${wayOf(legs)}</DistanceMeters><Track>${points.join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`
}

/** A watch whose session has all of the way unless another is said, and positions as semicircles. */
const recordedFit = (sport: number, legs: Legs, meters = wayOf(legs), cycles = 0): Buffer =>
  fit([
    ...definition(1, 20, [
      [253, 4, 0x86],
      [0, 4, 0x85],
      [1, 4, 0x85],
    ]),
    ...way(0, ...legs).flatMap(([lat, lon, at]) => [
      1,
      ...[fitTime(at), Math.round((lat * 2 ** 31) / 180), Math.round((lon * 2 ** 31) / 180)].flatMap(u32),
    ]),
    ...session({ start: fitTime(time(0)), sport, seconds: lasting(legs), meters, cycles }),
  ])

const appleTime = (seconds: number) => time(seconds).replace('T', ' ').replace('Z', ' +0000')

/** A workout of Apple Health, its distance with all that its route has. */
const workoutWithRoute = (type: string, legs: Legs, meters = wayOf(legs)): Record<string, string> => ({
  'export.xml': appleOf(
    '2026-06-19 10:00:00 +0000',
    `<Workout workoutActivityType="HKWorkoutActivityType${type}" sourceName="Watch" duration="${lasting(legs) / 60}" durationUnit="min" totalDistance="${meters / 1000}" totalDistanceUnit="km" startDate="${appleTime(0)}" endDate="${appleTime(lasting(legs))}"/>`,
  ),
  'workout-routes/route.gpx': gpx([way(0, ...legs)], { type: '', creator: 'Apple Health Export' }),
})

const run: Legs = [
  [2400, 3],
  [120, 0],
]
const walk: Legs = [
  [3000, 1.35],
  [120, 0],
]
const ride: Legs = [
  [3000, 6.5],
  [180, 0],
]
/** Through a town, from one light to the next. */
const town: Legs = Array.from({ length: 9 }, (): Legs => [
  [90, 13.5],
  [30, 0],
]).flat()

test.each([
  ...[7.5, 10, 11.9, 12.1, 13, 16, 28].map((speed) => ['a run', run, [[600, speed]] as Legs] as const),
  ...[8, 12, 20].map((speed) => ['a walk', walk, [[900, speed]] as Legs] as const),
  ['a run', run, town] as const,
])('%s that was left running in a car is as far as it went, in each file (%#)', async (_, foot, drive) => {
  const legs = [...foot, ...drive]
  const isRun = foot === run
  const files: Record<string, Record<string, string | Uint8Array>> = {
    gpx: { 'a.gpx': gpx([way(0, ...legs)], { type: isRun ? 'running' : 'walking' }) },
    tcx: isRun ? { 'a.tcx': tcx('Running', legs) } : {},
    fit: { 'a.fit': recordedFit(isRun ? 1 : 11, legs) },
    apple: workoutWithRoute(isRun ? 'Running' : 'Walking', legs),
  }
  for (const [name, each] of Object.entries(files)) {
    if (Object.keys(each).length === 0) continue
    for (const flags of [perActivity, '--tz UTC']) {
      const { rows } = await importing(each, flags)
      const [{ distance = 0, duration = 0 } = {}] = rows
      const isRight = Math.abs(distance / (wayOf(foot) / 1000) - 1) < 0.06
      expect({ name, flags, count: rows.length, distance, isRight }).toMatchObject({
        count: 1,
        isRight: true,
      })
      expect(Math.abs(duration - lasting(foot) + 60)).toBeLessThan(190)
    }
  }
})

test.each([
  ['GPX', 20, (legs: Legs) => ({ 'a.gpx': gpx([way(0, ...legs)], { type: 'cycling' }) })],
  ['GPX', 28, (legs: Legs) => ({ 'a.gpx': gpx([way(0, ...legs)], { type: 'cycling' }) })],
  ['TCX', 25, (legs: Legs) => ({ 'a.tcx': tcx('Biking', legs) })],
  ['FIT', 22, (legs: Legs) => ({ 'a.fit': recordedFit(2, legs) })],
  ['Apple Health', 25, (legs: Legs) => workoutWithRoute('Cycling', legs)],
] as const)(
  'of a ride in %s that goes on by car at %d meters a second that is none',
  async (_, speed, file) => {
    const { rows } = await importing(file([...ride, [900, speed + 0.5]]), perActivity)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.distance! / 19.5).toBeCloseTo(1, 1)
  },
)

test('of a walk that TCX has no word for, a drive is none', async () => {
  const file = { 'a.tcx': tcx('Other', [...walk, [600, 14]]) }
  for (const flags of [perActivity, '--tz UTC']) {
    const { rows, stderr } = await importing(file, flags)
    expect(rows[0]!.distance! / 4.05).toBeCloseTo(1, 1)
    expect(stderr).toContain(
      'note: 1 day has a recording that was left running in a car, and the drive is left out: 2026-06-10.',
    )
  }
  const { stderr } = await importing(file, '--tz UTC --since 2026-06-11')
  expect(stderr).not.toContain('left running')
})

test.each([
  [
    'a ride down from a pass',
    'Biking',
    [
      [3600, 2.8],
      [900, 16],
    ] as Legs,
  ],
  [
    'a ride of a racer',
    'Biking',
    [
      [3600, 12.5],
      [600, 18],
    ] as Legs,
  ],
  [
    'a day of skiing',
    'Other',
    Array.from({ length: 6 }, (): Legs => [
      [600, 3],
      [240, 14],
      [120, 0],
    ]).flat(),
  ],
  [
    'a hike with a sled down',
    'Other',
    [
      [3600, 0.9],
      [600, 8],
    ] as Legs,
  ],
])('%s has all of its way', async (_, sport, legs) => {
  const { rows } = await importing({ 'a.tcx': tcx(sport, legs) }, perActivity)
  expect(rows[0]!.distance! / (wayOf(legs) / 1000)).toBeCloseTo(1, 2)
})

test.each([
  [
    'in the middle',
    [
      [3600, 4.2],
      [300, 14],
      [1200, 6],
    ],
  ],
  [
    'at its begin',
    [
      [1200, 14],
      [1800, 5],
    ],
  ],
  [
    'of less than three minutes, thrice',
    [
      [600, 5.3],
      [100, 13.2],
      [600, 5.3],
      [100, 13.2],
      [600, 5.3],
      [100, 13.2],
      [600, 5.3],
    ],
  ],
] as [string, Legs][])('a ride of no type with a descent %s has it', async (_, legs) => {
  const { rows } = await importing({ 'a.gpx': gpx([way(0, ...legs)], { type: '' }) }, perActivity)
  expect(rows[0]!.distance! / (wayOf(legs) / 1000)).toBeCloseTo(1, 1)
})

test.each([14, 18])('a run of no type and a drive of %d meters a second is no ride', async (speed) => {
  const legs: Legs = [...run, [900, speed]]
  const { rows } = await importing({ 'a.gpx': gpx([way(0, ...legs)], { type: '' }) }, perActivity)
  expect(rows[0]!.distance! / 7.2).toBeCloseTo(1, 1)
})

/** Minutes of a bus of 23 kilometers an hour, by their meters in a second. */
const bus: Legs = [9.7, 5.3, 6.8, 6, 8.1, 6.5, 5.3, 5.2, 5.4, 6.2, 8.8, 6.3, 5.1, 5.1, 7.6].map((speed) => [
  60,
  speed,
])

test.each([
  ['before', [...bus, [30, 0], [1500, 1.4]]],
  ['behind', [[1500, 1.4], [30, 0], ...bus]],
  ['within', [[900, 1.4], [30, 0], ...bus, [30, 0], [600, 1.4]]],
] as [string, Legs][])('a bus %s a walk is none of it', async (_, legs) => {
  for (const files of [
    { 'a.gpx': gpx([way(0, ...legs)]) },
    { 'a.fit': recordedFit(11, legs) },
    workoutWithRoute('Walking', legs),
  ]) {
    const { rows } = await importing(files, perActivity)
    expect(Math.abs(rows[0]!.distance! / 2.1 - 1)).toBeLessThan(0.06)
  }
})

test.each([
  ['a run', 1, [600, 3] as const, 1.8],
  ['a walk', 11, [720, 1.4] as const, 1.008],
])('%s of minutes and a tram of an hour', async (_, sport, foot, kilometers) => {
  const tram: Legs = Array.from({ length: 40 }, (__, n): Legs => [
    [50 + ((n * 17) % 40), 10.5],
    [25, 0],
  ]).flat()
  const legs: Legs = [[...foot], [60, 0], ...tram]
  const { rows } = await importing({ 'a.fit': recordedFit(sport, legs) }, perActivity)
  expect(Math.abs(rows[0]!.distance! / kilometers - 1)).toBeLessThan(0.12)
})

test('a run with descents between climbs, as a watch calls a ride by mistake, is none of a drive', async () => {
  const legs: Legs = [
    [900, 3.2],
    [420, 12],
    [900, 3.4],
    [300, 11],
    [900, 3.3],
  ]
  const { rows } = await importing({ 'a.fit': recordedFit(1, legs) }, perActivity)
  expect(rows[0]!.distance! / (wayOf(legs) / 1000)).toBeCloseTo(1, 2)
})

test('another recording that was started minutes late says that it is a walk', async () => {
  const legs: Legs = [...walk, ...bus]
  const late = gpx([way(0, ...legs).slice(25)])
  const { rows } = await importing({ 'a.tcx': tcx('Other', legs), 'b.gpx': late }, '--tz UTC')
  expect(rows[0]!.distance! / 4.05).toBeCloseTo(1, 1)
})

test('a line of a list whose distance is impossible is without the drive of its track', async () => {
  const legs: Legs = [...walk, [4200, 30]]
  const list = `Activity Type,Date,Title,Distance,Time,Moving Time,Elapsed Time\nWalking,${time(0).replace('T', ' ').replace('Z', '')},Walk,${wayOf(legs) / 1000},02:02:00,02:02:00,02:02:00\n`
  const files = { 'a.gpx': gpx([way(0, ...legs)]), 'list.csv': list }
  for (const flags of [perActivity, '--tz UTC']) {
    const { rows } = await importing(files, flags)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.duration! / 3000).toBeCloseTo(1, 1)
  }
})

test('a recording of no type that runs since a drive before the walk of another one has that walk', async () => {
  const legs: Legs = [
    [1200, 10],
    [60, 0],
    [1800, 1.35],
  ]
  const walked = gpx([way(0, ...legs).slice(127)])
  for (const left of [{ 'a.gpx': gpx([way(0, ...legs)], { type: '' }) }, { 'a.tcx': tcx('Other', legs) }]) {
    const { rows } = await importing({ ...left, 'b.gpx': walked }, '--tz UTC')
    expect(rows[0]!.distance! / 2.43).toBeCloseTo(1, 1)
  }
})

test('two drives in one walk are none of it', async () => {
  const legs: Legs = [
    [600, 1.4],
    [600, 12],
    [60, 0],
    [1200, 1.4],
    [600, 9],
    [60, 0],
    [600, 1.4],
  ]
  const { rows } = await importing({ 'a.gpx': gpx([way(0, ...legs)]) }, '--tz UTC')
  expect(rows[0]!.distance! / 3.36).toBeCloseTo(1, 1)
  expect(rows[0]!.duration! / 2400).toBeCloseTo(1, 1)
})

test('what TCX calls Other is a walk where another recording says so', async () => {
  const left = tcx('Other', [...walk, ...bus])
  const { rows } = await importing({ 'a.tcx': left, 'b.gpx': gpx([way(0, ...walk)]) }, '--tz UTC')
  expect(rows[0]!.distance! / 4.05).toBeCloseTo(1, 1)
})

test('a workout, its route and a track that was started late, all left running, have the run once', async () => {
  const legs: Legs = [...run, ...town]
  const late = gpx([way(0, ...legs).slice(20)], { type: 'running' })
  const { rows } = await importing({ ...workoutWithRoute('Running', legs), 'late.gpx': late }, perActivity)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.distance! / 7.2).toBeCloseTo(1, 1)
})

test('a workout whose distance has not the drive that its route has keeps it', async () => {
  const files = workoutWithRoute('Walking', [...walk, [900, 14]], wayOf(walk))
  const { rows } = await importing(files, perActivity)
  expect(rows[0]!.distance! / 4.05).toBeCloseTo(1, 2)
})

test('a watch that was stopped before a short drive keeps its run', async () => {
  const start = fitTime(time(0))
  const files = {
    'a.gpx': gpx([way(0, [4920, 3], [180, 14])], { type: 'running' }),
    'b.fit': fit(session({ start, sport: 1, seconds: 4920, meters: 14_760, cycles: 0 })),
  }
  const { rows } = await importing(files, perActivity)
  expect(rows.map(({ distance }) => distance)).toEqual([14.76])
})

test.each([600, 960, 3000])('a break of %d seconds before the drive changes nothing', async (pause) => {
  const first = way(0, [3600, 1.2])
  const then = way(3600 + pause, [3600, 1.2], [1500, 14])
  const { rows } = await importing({ 'a.gpx': gpx([first, then], { type: 'hiking' }) }, '--tz UTC')
  expect(rows[0]!.distance! / 8.64).toBeCloseTo(1, 1)
  expect(rows[0]!.duration! / 7200).toBeCloseTo(1, 1)
})

test('a drive that the distance has not, since steps tell it, takes no place of what was walked', async () => {
  const legs: Legs = [...walk, [900, 14]]
  const files = {
    'a.fit': recordedFit(11, legs, wayOf(walk), 2500),
    'day.csv': `start,end,steps,distance (m),source\n${Array.from({ length: 60 }, (_, n) => `${time(n * 60)},${time(n * 60 + 60)},${n < 50 ? 100 : 0},${n < 50 ? 81 : 0},Garmin`).join('\n')}\n`,
  }
  const { rows } = await importing(files, '--tz UTC')
  expect(rows[0]!.steps! / 5000).toBeCloseTo(1, 1)
  expect(rows[0]!.distance! / 4.05).toBeCloseTo(1, 1)
})

test('a lap of TCX without a distance has the way of its points', async () => {
  const lap = (from: number, told: string) =>
    `<Lap StartTime="${time(from)}"><TotalTimeSeconds>600</TotalTimeSeconds>${told}<Track>${northwards(
      time(from),
      600,
      1.4,
      48 + (from * 1.4) / 111_200,
    )
      .map(
        ([lat, lon, at]) =>
          `<Trackpoint><Time>${at}</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position></Trackpoint>`,
      )
      .join('')}</Track></Lap>`
  const said = '<DistanceMeters>840</DistanceMeters>'
  for (const laps of [
    lap(0, said) + lap(600, ''),
    lap(0, '') + lap(600, said),
    lap(0, said) + lap(600, '<DistanceMeters>0</DistanceMeters>'),
  ]) {
    const file = `<TrainingCenterDatabase><Activities><Activity Sport="Running">${laps}</Activity></Activities></TrainingCenterDatabase>`
    const { rows } = await importing({ 'a.tcx': file }, perActivity)
    expect(rows[0]!.distance! / 1.68).toBeCloseTo(1, 2)
  }
})

test('a walk within a ride that was not paused counts once, where its points show the stop', async () => {
  const legs: Legs = [
    [1200, 4],
    [240, 1.2],
    [1000, 0],
    [120, 1.2],
    [600, 4],
  ]
  const counted = [0, 280, 0, 150].map(
    (meters, at) => `${time(at * 900)},${time((at + 1) * 900)},${Math.round(meters / 0.75)},${meters},Garmin`,
  )
  const files = {
    'ride.fit': recordedFit(2, legs),
    'day.csv': `start,end,steps,distance (m),source\n${counted.join('\n')}\n`,
  }
  const { rows } = await importing(files, '--tz UTC')
  expect(Math.abs(rows[0]!.distance! / (wayOf(legs) / 1000) - 1)).toBeLessThan(0.015)
})
