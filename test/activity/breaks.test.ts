/** Breaks of activities and of devices, told and not told: nothing in them counts twice, and nothing beside them is lost. */
import { expect, test } from 'vitest'
import { counted as monitored, definition, fit, fitTime, session, u32 } from './fit.ts'
import { gpx, importing, northwards, type Files } from './support.ts'

const time = (minute: number): string => new Date(Date.UTC(2026, 0, 2, 10, minute)).toISOString()

type Sample = readonly [at: number, minutes: number, steps: number]

/** Samples of a source, with 70 meters for each hundred steps. */
const counted = (source: string, samples: readonly Sample[]): string =>
  [
    'start,end,steps,distance (m),source',
    ...samples.map(
      ([at, minutes, steps]) => `${time(at)},${time(at + minutes)},${steps},${steps * 0.7},${source}`,
    ),
    '',
  ].join('\n')

/** A walk of 25 minutes, a break of 10 and 10 more minutes, at 100 steps a minute, in samples of so many minutes. */
const walk = (length: number, from = 0, rest = 10): Sample[] => {
  const again = 25 + rest
  const isMoving = (minute: number) =>
    (minute >= 0 && minute < 25) || (minute >= again && minute < again + 10)
  return Array.from({ length: Math.ceil((again + 10 - from) / length) }, (_, at) => {
    const minutes = Array.from({ length }, (_, each) => from + at * length + each)
    return [minutes[0]!, length, minutes.filter(isMoving).length * 100] as const
  }).filter(([, , steps]) => steps > 0)
}

async function dayOf(files: Files, flags = '') {
  const { rows } = await importing(files, `--tz UTC ${flags}`)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

test.each([0, 5, 10])(
  'a track with a pause that is stopped %d minutes late adds nothing to a watch that was worn',
  async (late) => {
    const first = northwards(time(0), 1500, 70 / 60)
    const second = northwards(time(35), 600, 70 / 60, first.at(-1)![0])
    const still = northwards(time(45), late * 60, 0, second.at(-1)![0]).slice(1)
    const files = { 'watch.csv': counted('Garmin', walk(1)), 'walk.gpx': gpx([first, [...second, ...still]]) }
    const { steps, distance } = await dayOf(files)
    expect(steps).toBe(3500)
    expect(distance! / 2.45).toBeCloseTo(1, 1.7)
  },
)

test('what goes on without the watch behind a pause counts', async () => {
  const list =
    'start,end,type,steps,distance (m),source\n' +
    `${time(0)},${time(25)},walk,2500,1750,App\n${time(35)},${time(45)},walk,1000,700,App\n`
  const worn = walk(1).filter(([at]) => at < 25)
  const first = northwards(time(0), 1500, 70 / 60)
  const second = northwards(time(60), 1800, 70 / 60, first.at(-1)![0])
  expect(await dayOf({ 'watch.csv': counted('Garmin', worn), 'list.csv': list })).toMatchObject({
    steps: 3500,
  })
  const { distance } = await dayOf({ 'watch.csv': counted('Garmin', worn), 'walk.gpx': gpx([first, second]) })
  expect(distance! / (1.75 + 2.1)).toBeCloseTo(1, 1.7)
})

/** A recording of the watch that nobody paused. */
const unpaused = (rest: number) =>
  fit([
    ...definition(1, 20, [[253, 4, 0x86]]),
    1,
    ...u32(fitTime(time(0))),
    ...session({ start: fitTime(time(0)), seconds: (35 + rest) * 60, meters: 2450, cycles: 1750 }),
  ])

test.each([
  [5, -2, 20],
  [15, -5, 20],
  [15, -9, 25],
  [60, -20, 25],
])(
  'a recording with a break that was not paused, beside samples of %d minutes of the same steps, counts once',
  async (length, from, rest) => {
    const files = {
      'walk.fit': unpaused(rest),
      'other.csv': counted('Google Fit', walk(length, from, rest)),
    }
    const { steps, distance } = await dayOf(files)
    expect(steps! / 3500).toBeCloseTo(1, 1.7)
    expect(distance! / 2.45).toBeCloseTo(1, 1.7)
  },
)

test.each([
  ['per minute', 1],
  ['per quarter of an hour', 15],
])('a watch that writes zeros %s while it is charged leaves a walk to the phone', async (_, length) => {
  const zeros = Array.from({ length: 60 / length }, (_, at) => [at * length, length, 0] as const)
  const files = { 'watch.csv': counted('Fitbit', zeros), 'phone.csv': counted('iPhone', walk(5)) }
  expect(await dayOf(files)).toMatchObject({ steps: 3500, distance: 2.45 })
})

test('a watch that counts nothing for some minutes leaves none of them to a phone that is shaken', async () => {
  const zeros = Array.from({ length: 12 }, (_, at) => [25 + at, 1, 0] as const)
  const shaken = [[27, 5, 80]] as const
  const files = {
    'watch.csv': counted('Fitbit', [...walk(1), ...zeros]),
    'phone.csv': counted('iPhone', shaken),
  }
  expect(await dayOf(files)).toMatchObject({ steps: 3500 })
})

test('a watch that is put on in the middle of a walk leaves the phone what was before', async () => {
  const files = {
    'watch.csv': counted('Apple Watch', [
      [7, 9, 978],
      [16, 4, 432],
    ]),
    'phone.csv': counted('iPhone', [
      [0, 10, 1079],
      [10, 10, 1080],
    ]),
  }
  const { steps } = await dayOf(files)
  expect(steps).toBeLessThanOrEqual(2159)
  expect(steps).toBeGreaterThan(2159 * 0.94)
})

test.each([
  ['stopped 5 minutes late', 50, 5, 0],
  ['stopped 10 minutes late', 50, 10, 0],
  ['begun 5 minutes early', 55, 0, 5],
])('a run %s adds nothing to what its watch counted in quarters of an hour', async (_, from, late, early) => {
  const perMinute = 156
  const minutes = 40
  const readings = Array.from({ length: 16 }, (_, at): [string, number, number] => {
    const steps = Math.max(0, Math.min(minutes, at * 15 - from)) * perMinute
    return [time(at * 15), steps, steps]
  }).filter(([, steps], at) => at === 0 || steps > 0)
  const run = fit(
    session({
      start: fitTime(time(from - early)),
      sport: 1,
      seconds: (early + minutes + late) * 60,
      meters: minutes * perMinute,
      cycles: (minutes * perMinute) / 2,
    }),
  )
  const { steps, distance } = await dayOf({ 'run.fit': run, 'monitor.fit': monitored(readings, { type: 1 }) })
  expect(steps! / (minutes * perMinute)).toBeCloseTo(1, 1.7)
  expect((distance! * 1000) / (minutes * perMinute)).toBeCloseTo(1, 1.7)
})

test.each([
  ['a phone of hours', 'iPhone', 60],
  ['a copy of quarters of an hour', 'Google Fit', 15],
])('a run that is stopped late, beside %s that went along, counts once', async (_, source, length) => {
  const perMinute = 156
  const moved = (minute: number) =>
    (minute >= 10 && minute < 60 ? perMinute : 0) + (minute >= 200 && minute < 220 ? 100 : 0)
  const samples = Array.from({ length: 240 / length }, (__, at): Sample => {
    const minutes = Array.from({ length }, (___, each) => at * length + each)
    return [at * length, length, minutes.reduce((sum, minute) => sum + moved(minute), 0)]
  }).filter(([, , steps]) => steps > 0)
  for (const late of [0, 10, 20]) {
    const run = fit(
      session({
        start: fitTime(time(10)),
        sport: 1,
        seconds: (50 + late) * 60,
        meters: 5460,
        cycles: 25 * perMinute,
      }),
    )
    const { steps, distance } = await dayOf({ 'run.fit': run, 'phone.csv': counted(source, samples) })
    expect(steps! / (50 * perMinute + 2000)).toBeCloseTo(1, 1.7)
    expect(distance! / (5.46 + 1.4)).toBeCloseTo(1, 1.7)
  }
})

test('a phone that was left at home during a run keeps the walk before it', async () => {
  const run = fit(
    session({ start: fitTime(time(10)), sport: 1, seconds: 3000, meters: 5460, cycles: 25 * 156 }),
  )
  const { steps } = await dayOf({ 'run.fit': run, 'phone.csv': counted('iPhone', [[0, 10, 1000]]) })
  expect(steps).toBe(50 * 156 + 1000)
})

test.each([20, 40, 100])(
  'a watch that is off for %d minutes leaves a walk to the phone, with its time',
  async (off) => {
    const away = 30 + off
    const readings = [
      ...Array.from({ length: 31 }, (_, at) => [time(at), at * 100, at * 70, at * 60] as const),
      ...Array.from(
        { length: 20 },
        (_, at) => [time(away + at), 3100 + at * 100, 2170 + at * 70, 1860 + at * 60] as const,
      ),
    ]
    const files = {
      'monitor.fit': monitored(readings),
      'phone.csv': counted('iPhone', [
        [32, 5, 550],
        [37, 5, 550],
        [42, 5, 550],
      ]),
    }
    const { steps, distance, duration } = await dayOf(files)
    const all = { steps: 5000 + 1650, distance: 3.5 + 1.155, duration: 3000 + 900 }
    expect(steps! / all.steps).toBeCloseTo(1, 1.5)
    expect(distance! / all.distance).toBeCloseTo(1, 1.5)
    expect(duration! / all.duration).toBeCloseTo(1, 1.3)
  },
)

test('minutes without ends are minutes, also where some have more than a meter a step', async () => {
  const lines = [[40, 90, 45], ...Array.from({ length: 15 }, (_, at) => [45 + at, 160, 176]), [480, 90, 45]]
  const list = `timestamp,steps,distance_m,source\n${lines
    .map(([at, steps, meters]) => `${time(at!)},${steps},${meters},Fitbit\n`)
    .join('')}`
  expect(await dayOf({ 'a.csv': list })).toMatchObject({ steps: 2580, distance: 2.73 })
})

test.each([0, 20, 40])(
  'a phone that lies still for %d minutes behind a recorded walk adds no drift',
  async (late) => {
    const walked = northwards(time(0), 1800, 1.4)
    const drift = Array.from({ length: late * 12 }, (_, at): [number, number, string] => [
      walked.at(-1)![0] + Math.sin(at / 5) * 0.00002,
      11.5 + Math.cos(at / 7) * 0.00002,
      new Date(Date.parse(time(30)) + (at + 1) * 5000).toISOString(),
    ])
    const recording = fit(
      session({ start: fitTime(time(0)), sport: 11, seconds: 1800, meters: 2520, cycles: 1650 }),
    )
    const files = { 'walk.fit': recording, 'phone.gpx': gpx([[...walked, ...drift]]) }
    expect(await dayOf(files)).toMatchObject({ steps: 3300, distance: 2.52, duration: 1800 })
  },
)

test('the time of a phone that counted no more steps than a watch in hours is the time of the watch', async () => {
  const readings = [
    [time(0), 0, 0, 0],
    [time(300), 7500, 5250, 3600],
  ] as const
  const phone = counted('iPhone', [
    [60, 30, 3750],
    [200, 30, 3750],
  ])
  expect(await dayOf({ 'monitor.fit': monitored(readings), 'phone.csv': phone })).toMatchObject({
    steps: 7500,
    duration: 3600,
  })
})
