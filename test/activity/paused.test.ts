/** A recording that was paused: what another device counted meanwhile counts too, and what it counted beside it does not. */
import { expect, test } from 'vitest'
import { appleOf, gpx, importing, kilometers, northwards, steps } from './support.ts'
import { definition, fit, fitTime, session, u32 } from './fit.ts'

const now = () => new Date('2026-06-20T12:00:00Z')
const day = '2026-06-10'
const morning = northwards(`${day}T08:00:00Z`, 600, 1.4)
const evening = northwards(`${day}T17:00:00Z`, 600, 1.4, 48.0076)
const noon = northwards(`${day}T12:00:00Z`, 1200, 1.4, 48.2)
/** Kilometers of both, and what was walked at noon. */
const [both, alone] = [1.68, 1.68]

const point = ([lat, lon, time]: (typeof noon)[number]) =>
  `<Trackpoint><Time>${time}</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position></Trackpoint>`
const lap = (start: string, points: typeof noon, seconds = 600) =>
  `<Lap StartTime="${start}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>840</DistanceMeters>${points.length > 0 ? `<Track>${points.map(point).join('')}</Track>` : ''}</Lap>`
const tcx = (...laps: string[]) =>
  `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>${day}T08:00:00Z</Id>${laps.join('')}</Activity></Activities></TrainingCenterDatabase>`

/** A walk of a watch from 8:00 to 17:10 whose timer stopped and went on, as its events say. */
const pausedFit = (events: readonly (readonly [time: string, type: number])[]) =>
  fit([
    ...definition(2, 0, [[0, 1, 0]]),
    2,
    4,
    ...definition(3, 21, [
      [253, 4, 0x86],
      [0, 1, 0],
      [1, 1, 0],
    ]),
    ...events.flatMap(([time, type]) => [3, ...u32(fitTime(`${day}T${time}:00Z`)), 0, type]),
    ...session({
      start: fitTime(`${day}T08:00:00Z`),
      seconds: 33_000,
      timer: 1200,
      meters: 1680,
      cycles: 1100,
    }),
  ])

const workout = (...events: [type: string, time: string][]) =>
  ` <Workout workoutActivityType="HKWorkoutActivityTypeWalking" sourceName="Watch" duration="20" durationUnit="min" totalDistance="1.68" totalDistanceUnit="km" startDate="${day} 08:00:00 +0000" endDate="${day} 17:10:00 +0000">${events
    .map(([type, time]) => `<WorkoutEvent type="HKWorkoutEventType${type}" date="${day} ${time}:00 +0000"/>`)
    .join('')}</Workout>`
const exported = (...records: string[]) => appleOf('2026-06-19 10:00:00 +0000', ...records)

const recordings: Record<string, Record<string, string | Uint8Array>> = {
  'GPX in two pieces': { 'a.gpx': gpx([morning, evening]) },
  'TCX of two laps': {
    'a.tcx': tcx(lap(`${day}T08:00:00Z`, morning), lap(`${day}T17:00:00Z`, evening)),
  },
  'TCX of two laps without points': {
    'a.tcx': tcx(lap(`${day}T08:00:00Z`, []), lap(`${day}T17:00:00Z`, [])),
  },
  'FIT whose timer stopped': {
    'a.fit': pausedFit([
      ['08:00', 0],
      ['08:10', 4],
      ['17:00', 0],
      ['17:10', 4],
    ]),
  },
  'a workout of Apple Health': { 'a.xml': exported(workout(['Pause', '08:10'], ['Resume', '17:00'])) },
  'a workout of Apple Health that paused by itself': {
    'a.xml': exported(workout(['MotionPaused', '08:10'], ['MotionResumed', '17:00'])),
  },
}

test.each(Object.entries(recordings))('%s: a walk in its pause is one of its own', async (_, files) => {
  const { rows } = await importing({ ...files, 'noon.gpx': gpx([noon]) }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ id: `day-${day}`, distance: both + alone }])
  const each = await importing({ ...files, 'noon.gpx': gpx([noon]) }, '--tz UTC --per activity', { now })
  expect(each.rows.map(({ id, distance }) => [id, distance])).toEqual([
    ['activity-20260610T0800Z', both],
    ['activity-20260610T1200Z', alone],
  ])
})

test.each(Object.entries(recordings))('%s: what a phone counted in its pause counts', async (_, files) => {
  const phone = exported(
    steps(900, `${day} 08:00:00 +0000`, `${day} 08:10:00 +0000`),
    kilometers(0.8, `${day} 08:00:00 +0000`, `${day} 08:10:00 +0000`),
    steps(3000, `${day} 12:00:00 +0000`, `${day} 12:30:00 +0000`),
    kilometers(2, `${day} 12:00:00 +0000`, `${day} 12:30:00 +0000`),
  )
  const { rows } = await importing({ ...files, 'phone.xml': phone }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ distance: 3.68 }])
  // Who counted its steps itself counted those of the phone beside it.
  expect(rows[0]!.steps).toBe('a.fit' in files ? 2200 + 3000 : 900 + 3000)
})

test('a pause of less than a quarter of an hour belongs to the recording', async () => {
  const soon = northwards(`${day}T08:24:00Z`, 600, 1.4, 48.1)
  const phone = exported(kilometers(0.5, `${day} 08:12:00 +0000`, `${day} 08:22:00 +0000`))
  const { rows } = await importing({ 'a.gpx': gpx([morning, soon]), 'p.xml': phone }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ distance: both }])
})

test.each([
  ['without an end of the pause', [['08:10', 4]], both],
  ['whose timer goes on first', [['17:00', 0]], both],
  [
    'stopped twice before it went on',
    [
      ['08:10', 4],
      ['08:20', 1],
      ['17:00', 0],
    ],
    both + alone,
  ],
] as const)('a FIT %s', async (_, events, distance) => {
  const files = { 'a.fit': pausedFit(events), 'noon.gpx': gpx([noon]) }
  expect((await importing(files, '--tz UTC', { now })).rows).toMatchObject([{ distance }])
})

test('a FIT whose records end long before its session is over leaves the rest free', async () => {
  const record = definition(1, 20, [[253, 4, 0x86]])
  const from = fitTime(`${day}T08:00:00Z`)
  const recorded = (...seconds: number[]) =>
    fit([
      ...definition(2, 0, [[0, 1, 0]]),
      2,
      4,
      ...record,
      ...seconds.flatMap((at) => [1, ...u32(from + at)]),
      ...session({ start: from, seconds: 33_000, timer: 1200, meters: 1680, cycles: 1100 }),
    ])
  for (const [seconds, distance] of [
    [[0, 300, 600], both + alone],
    [[0, 300, 600, 32_400, 32_700, 33_000], both + alone],
    [[14_000, 14_400, 15_000], both],
  ] as const) {
    const files = { 'a.fit': recorded(...seconds), 'noon.gpx': gpx([noon]) }
    expect((await importing(files, '--tz UTC', { now })).rows).toMatchObject([{ distance }])
  }
})

test('a FIT whose timer ran all the time was not paused while it recorded nothing', async () => {
  const from = fitTime(`${day}T08:00:00Z`)
  const recorded = (timer: number) =>
    fit([
      ...definition(2, 0, [[0, 1, 0]]),
      2,
      4,
      ...definition(1, 20, [[253, 4, 0x86]]),
      ...[0, 300, 600, 2400, 2700, 3600].flatMap((at) => [1, ...u32(from + at)]),
      ...session({ start: from, seconds: 3600, timer, meters: 5040, cycles: 3300 }),
    ])
  const phone = exported(
    steps(3000, `${day} 08:12:00 +0000`, `${day} 08:38:00 +0000`),
    kilometers(2.2, `${day} 08:12:00 +0000`, `${day} 08:38:00 +0000`),
  )
  for (const [timer, count, distance] of [
    [3600, 6600, 5.04],
    [1800, 9600, 7.24],
  ] as const) {
    const files = { 'a.fit': recorded(timer), 'p.xml': phone }
    const { rows } = await importing(files, '--tz UTC', { now })
    expect(rows).toMatchObject([{ steps: count, distance }])
  }
})

test('a track of days without a pause takes all of its time', async () => {
  const days = Array.from({ length: 361 }, (_, at): (typeof noon)[number] => [
    48 + at / 1000,
    11.5,
    new Date(Date.parse(`${day}T08:00:00Z`) + at * 600_000).toISOString(),
  ])
  const phone = exported(kilometers(2, '2026-06-12 10:00:00 +0000', '2026-06-12 10:30:00 +0000'))
  const { rows } = await importing({ 'days.gpx': gpx([days]), 'p.xml': phone }, '--tz UTC', { now })
  expect(rows.map(({ date }) => date)).toEqual([day])
})

test('a TCX whose lap has two tracks without positions tells its pause', async () => {
  const bare = (points: typeof noon) =>
    `<Track>${points.map(([, , time]) => `<Trackpoint><Time>${time}</Time></Trackpoint>`).join('')}</Track>`
  const indoor = `<Lap StartTime="${day}T08:00:00Z"><TotalTimeSeconds>1200</TotalTimeSeconds><DistanceMeters>1680</DistanceMeters>${bare(morning)}${bare(evening)}</Lap>`
  const { rows } = await importing({ 'a.tcx': tcx(indoor), 'noon.gpx': gpx([noon]) }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ distance: both + alone, duration: 2400 }])
})

test('a copy that tells no pause has those of one that does, whichever is taken', async () => {
  const oneTrack = tcx(lap(`${day}T08:00:00Z`, [...morning, ...evening], 1200)).replace('840', '1680')
  const untold: Record<string, string | Uint8Array> = {
    'b.gpx': gpx([[...morning, ...evening]]),
    'b.tcx': oneTrack,
    'b.fit': pausedFit([]),
    'b.xml': exported(workout()),
  }
  for (const [name, file] of Object.entries(untold))
    for (const each of Object.values(recordings)) {
      const files = { ...each, [name]: file, 'noon.gpx': gpx([noon]) }
      const { rows } = await importing(files, '--tz UTC --per activity', { now })
      expect([name, rows.map(({ id }) => id)]).toEqual([
        name,
        ['activity-20260610T0800Z', 'activity-20260610T1200Z'],
      ])
    }
})

test('a track that went on through the pause of a copy keeps its own time', async () => {
  const through = northwards(`${day}T08:00:00Z`, 33_000, 0.5)
  const files = {
    'a.xml': exported(workout(['Pause', '08:10'], ['Resume', '17:00'])),
    'b.gpx': gpx([through]),
  }
  const { rows } = await importing({ ...files, 'noon.gpx': gpx([noon]) }, '--tz UTC --source hand', { now })
  expect(rows).toMatchObject([{ distance: 16.499 }])
})

test('a workout that was paused until its end', async () => {
  const files = { 'a.xml': exported(workout(['Pause', '08:30'])), 'noon.gpx': gpx([noon]) }
  expect((await importing(files, '--tz UTC', { now })).rows).toMatchObject([{ distance: both + alone }])
})

test('a receiver that was lost for half an hour of the second lap of TCX is no pause', async () => {
  const late = northwards(`${day}T08:40:00Z`, 300, 1.4, 48.1)
  const run = tcx(lap(`${day}T08:00:00Z`, morning), lap(`${day}T08:10:00Z`, late, 2100))
  const phone = exported(kilometers(1, `${day} 08:15:00 +0000`, `${day} 08:35:00 +0000`))
  const { rows } = await importing({ 'a.tcx': run, 'p.xml': phone }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ distance: both }])
})

test('a watch that counted all day and recorded its walk has each step once, pauses or not', async () => {
  const files = {
    'a.gpx': gpx([morning, evening]),
    'watch.xml': exported(
      kilometers(0.84, `${day} 08:00:00 +0000`, `${day} 08:10:00 +0000`, 'Watch'),
      kilometers(1.68, `${day} 12:00:00 +0000`, `${day} 12:20:00 +0000`, 'Watch'),
      kilometers(0.84, `${day} 17:00:00 +0000`, `${day} 17:10:00 +0000`, 'Watch'),
    ),
  }
  expect((await importing(files, '--tz UTC', { now })).rows).toMatchObject([{ distance: both + alone }])
})

test('of a sport that is not wanted its pauses are free too', async () => {
  const files = {
    'ride.gpx': gpx([morning, evening], { type: 'cycling' }),
    'p.xml': exported(
      steps(3000, `${day} 12:00:00 +0000`, `${day} 12:30:00 +0000`),
      steps(500, `${day} 08:00:00 +0000`, `${day} 08:10:00 +0000`),
    ),
  }
  expect((await importing(files, '--tz UTC --type walk', { now })).rows).toMatchObject([{ steps: 3000 }])
})

test('one that lasts for days and does not say when it was paused takes what it was in motion, from its start', async () => {
  const days = fit([
    ...definition(2, 0, [[0, 1, 0]]),
    2,
    4,
    ...session({ start: fitTime(`${day}T08:00:00Z`), seconds: 6 * 86_400, timer: 1800, meters: 1680 }),
  ])
  const others = [1, 2, 3].map((at) => northwards(`2026-06-1${at}T09:00:00Z`, 600, 1.4))
  const files = {
    'days.fit': days,
    ...Object.fromEntries(others.map((points, at) => [`${at}.gpx`, gpx([points])])),
  }
  const { rows } = await importing(files, '--tz UTC', { now })
  expect(rows.slice(1).map(({ date, distance }) => [date, distance])).toEqual([
    ['2026-06-11', 0.84],
    ['2026-06-12', 0.84],
    ['2026-06-13', 0.84],
  ])
})

test('two tracks of a hundred thousand pauses are read in seconds', async () => {
  const pieces = (start: string) =>
    Array.from({ length: 100_000 }, (_, at): typeof noon => {
      const began = Date.parse(start) + at * 1_200_000
      return [0, 60].map((second) => [
        48 + second / 100_000,
        11.5,
        new Date(began + second * 1000).toISOString(),
      ])
    })
  const files = {
    'a.gpx': gpx(pieces('2016-01-01T00:00:00Z')),
    'b.gpx': gpx(pieces('2016-01-01T00:10:00Z'), { creator: 'other' }),
  }
  const { code, stderr } = await importing(files, '--tz UTC --per activity', { now })
  expect(code).toBe(0)
  expect(stderr).toContain('2 activities')
})
