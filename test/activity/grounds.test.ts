/** Distances on foot, by ride and by swim: no minute is counted by two of them. */
import { expect, test } from 'vitest'
import { definition, fit, fitTime, session, u32 } from './fit.ts'
import { apple, gpx, importing, kilometers, northwards, type Files } from './support.ts'

const byAnother = 'counted by another source at the same time'

/** A TCX file of one lap; `start` is a time of 2 January 2026 in UTC. */
const tcx = (sport: string, start: string, minutes: number, meters: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase><Activities><Activity Sport="${sport}"><Lap StartTime="2026-01-02T${start}Z"><TotalTimeSeconds>${minutes * 60}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>`

const stamp = (hour: number, minute: number) =>
  `2026-01-02 ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00 +0000`

/** What a device counts of an hour, in pieces of ten minutes. */
const hourOf = (hour: number, all: number, device: 'Watch' | 'iPhone'): string[] =>
  Array.from({ length: 6 }, (_, at) =>
    kilometers(
      all / 6,
      stamp(hour, at * 10),
      at === 5 ? stamp(hour + 1, 0) : stamp(hour, at * 10 + 10),
      device,
    ),
  )

/** Google Fit's file of a day: quarters of the hour after five. */
const googleHour = (meters: readonly number[]): string =>
  [
    'Start time,End time,Move Minutes count,Distance (m),Step count',
    ...meters.map((each, at) => {
      const [start, end] = [at * 15, at * 15 + 15].map((minute) =>
        stamp(17 + Math.floor(minute / 60), minute % 60).slice(11, 19),
      )
      return `${start}.000Z,${end}.000Z,15,${each},1400`
    }),
    '',
  ].join('\n')

/** A watch's counter of distance: walking is 6, riding 2. */
const counted = (type: number, ...readings: [time: string, meters: number][]): Buffer =>
  fit([
    ...definition(0, 55, [
      [253, 4, 0x86],
      [2, 4, 0x86],
      [5, 1, 0],
    ]),
    ...readings.flatMap(([time, meters]) => [
      0,
      ...u32(fitTime(`2026-01-02T${time}Z`)),
      ...u32(meters * 100),
      type,
    ]),
  ])

const distanceOf = async (files: Files, flags = ''): Promise<number | undefined> => {
  const { rows } = await importing(files, `--tz UTC ${flags}`)
  expect(rows).toHaveLength(1)
  return rows[0]!.distance
}

test.each([
  ['hours', '09:00,10:00,0,6000', 6.78],
  ['hours with a walk in one of them', '09:00,10:00,800,6600', 7.38],
  ['quarters', '09:00,09:15,0,1500\n09:15,09:30,0,4500\n09:30,09:45,0,0', 6.78],
])('a ride that stretches of a CSV hold too counts once: %s', async (_, lines, kilometers) => {
  const csv = ['07:00,07:15,1080,780', ...lines.split('\n')].map((line) => {
    const [start, end, ...values] = line.split(',')
    return `2026-01-02T${start}:00Z,2026-01-02T${end}:00Z,${values.join(',')}\n`
  })
  const ride = 'start,end,type,distance (m)\n2026-01-02T09:10:00Z,2026-01-02T09:30:00Z,ride,6000\n'
  const { rows } = await importing(
    { 'hours.csv': `start,end,steps,distance (m)\n${csv.join('')}`, 'ride.csv': ride },
    '--tz UTC',
  )
  expect(rows).toMatchObject([{ distance: kilometers }])
})

test('a game of soccer and what the same watch counted meanwhile are one distance', async () => {
  const workout = `<Workout workoutActivityType="HKWorkoutActivityTypeSoccer" duration="60" durationUnit="min" sourceName="Ann's Watch" startDate="${stamp(18, 0)}" endDate="${stamp(19, 0)}"><WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="6" unit="km"/></Workout>`
  expect(await distanceOf({ 'export.xml': apple(...hourOf(18, 6, 'Watch'), workout) })).toBe(6)
})

test('a walk that TCX calls Other and what the phone counted meanwhile are one distance', async () => {
  const files = {
    'export.xml': apple(...hourOf(18, 4.8, 'iPhone')),
    'walk.tcx': tcx('Other', '18:00:00', 60, 4800),
  }
  expect(await distanceOf(files)).toBe(4.8)
})

test("a walk of Google Fit and Google's file of its day are one distance", async () => {
  const files = {
    '2026-01-02.csv': googleHour([1000, 1000, 1000]),
    'walk.tcx': tcx('Other', '17:00:00', 45, 3000),
  }
  expect(await distanceOf(files)).toBe(3)
})

test('a round of golf and what the watch counted all day are one distance', async () => {
  const start = fitTime('2026-01-02T16:00:00Z')
  const golf = fit(session({ start, sport: 25, seconds: 7200, meters: 8000, cycles: 0 }))
  const day = counted(6, ['16:00:00', 800], ['17:00:00', 4800], ['18:00:00', 8800])
  expect(await distanceOf({ 'golf.fit': golf, 'day.fit': day })).toBe(8.8)
})

test('an hour in a gym whose distance is 0 leaves the distance of the phone', async () => {
  const gym = fit(
    session({
      start: fitTime('2026-01-02T18:00:00Z'),
      sport: 10,
      seconds: 3600,
      meters: 0,
      cycles: 0,
    }),
  )
  expect(await distanceOf({ 'gym.fit': gym, 'export.xml': apple(...hourOf(18, 0.4, 'iPhone')) })).toBe(0.4)
})

test('a walk and a recording of an unknown sport are one activity where they share most of the time', async () => {
  const files = {
    'walk.tcx': tcx('Other', '18:00:00', 45, 3000),
    'phone.gpx': gpx([northwards('2026-01-02T18:03:00Z', 2400, 1.1)], { type: 'walking' }),
  }
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ distance: 3, source: 'TCX' }])
})

test('a stride makes no steps of a sport that is not known', async () => {
  const files = { 'game.gpx': gpx([northwards('2026-01-02T18:00:00Z', 2400, 1.1)], { type: 'golf' }) }
  const { rows } = await importing(files, '--tz UTC --stride 0.75m')
  expect(rows[0]).not.toHaveProperty('steps')
})

test("a ride takes its minutes from Google's file of the day, which holds all ways of moving", async () => {
  const files = {
    '2026-01-02.csv': googleHour([5000, 5000, 5000, 5000, 600]),
    'ride.tcx': tcx('Biking', '17:00:00', 60, 20_000),
  }
  expect(await distanceOf(files)).toBe(20.6)
})

test("a watch that counts all day and a bike computer's ride give the foot distance of the other hours, and the ride once", async () => {
  const files = {
    'export.xml': apple(...hourOf(9, 3, 'Watch'), ...hourOf(10, 0.6, 'Watch'), ...hourOf(11, 2, 'Watch')),
    'ride.tcx': tcx('Biking', '10:00:00', 60, 20_000),
  }
  expect(await distanceOf(files)).toBe(25)
  const { rows } = await importing(files, '--tz UTC --explain')
  expect(rows).toContainEqual(
    expect.objectContaining({
      field: 'distance',
      source: "Ann's Watch",
      taken: 5,
      left_out: 0.6,
      reason: byAnother,
    }),
  )
})

test('what was walked in the minutes of a ride counts neither as a walk nor where rides are not asked for', async () => {
  const list =
    'start,end,type,distance (km)\n2026-01-02T10:00:00Z,2026-01-02T11:00:00Z,ride,20\n2026-01-02T10:30:00Z,2026-01-02T11:30:00Z,walk,4\n'
  expect(await distanceOf({ 'list.csv': list })).toBe(22)
  expect(await distanceOf({ 'list.csv': list }, '--type walk')).toBe(2)
  const watch = {
    'list.csv': list,
    'export.xml': apple(...hourOf(10, 1, 'Watch'), ...hourOf(12, 3, 'Watch')),
  }
  expect(await distanceOf(watch)).toBe(25)
})

test('a ride and a swim in the same minutes are taken from one of them, by --source', async () => {
  const list =
    'start,end,type,distance (km),source\n2026-01-02T10:00:00Z,2026-01-02T11:00:00Z,ride,20,Bike\n2026-01-02T10:30:00Z,2026-01-02T11:30:00Z,swim,2,Goggles\n'
  expect(await distanceOf({ 'list.csv': list }, '--source bike')).toBe(21)
  expect(await distanceOf({ 'list.csv': list }, '--source goggles')).toBe(12)
})

test('a ride without a distance leaves the others theirs', async () => {
  const ride = (distance: string) =>
    `start,end,type,distance (km)\n2026-01-02T10:00:00Z,2026-01-02T11:00:00Z,ride,${distance}\n`
  const phone = { 'export.xml': apple(...hourOf(10, 0.6, 'iPhone')) }
  for (const distance of ['', '0'])
    expect(await distanceOf({ ...phone, 'list.csv': ride(distance) })).toBe(0.6)
})

test('samples of a ride take their own minutes, and the pauses between them are left to walks', async () => {
  const ridden = [0, 20].map((minute) =>
    kilometers(3, stamp(10, minute), stamp(10, minute + 10)).replace('WalkingRunning', 'Cycling'),
  )
  expect(await distanceOf({ 'export.xml': apple(...ridden, ...hourOf(10, 6, 'Watch')) })).toBe(10)
})

test('a counter of rides takes no time from walks: it does not say when in a day one rode', async () => {
  const files = {
    'ride.fit': counted(2, ['17:00:00', 5000]),
    'export.xml': apple(...hourOf(10, 4, 'iPhone')),
    'swim.csv': 'start,end,type,distance (km)\n2026-01-02T12:00:00Z,2026-01-02T12:30:00Z,swim,1\n',
  }
  expect(await distanceOf(files)).toBe(10)
})

/** A watch that counted a ride of 10 km in the half hour after 17:00, and hardly a step. */
const riding = counted(2, ['17:00:00', 0], ['17:15:00', 5000], ['17:30:00', 10_000])
const stretches = (...lines: [from: string, to: string, meters: number][]): string =>
  `start,end,distance (m)\n${lines.map(([from, to, meters]) => `2026-01-02T${from}:00Z,2026-01-02T${to}:00Z,${meters}\n`).join('')}`
/** Google Fit's quarters from 17:00, without steps. */
const googleRide = (meters: readonly number[]) => googleHour(meters).replaceAll(',1400\n', ',\n')

test.each([
  ["Google's file of the day", { '2026-01-02.csv': googleRide([5000, 5000]) }],
  ["Google's file, by another measure", { '2026-01-02.csv': googleRide([5300, 5200]) }],
  ['stretches of a table', { 'a.csv': stretches(['17:00', '17:15', 5000], ['17:15', '17:30', 5000]) }],
  [
    'a track without a type',
    { 'a.gpx': gpx([northwards('2026-01-02T17:00:00Z', 1800, 5.556)], { type: '' }) },
  ],
  ['a recording of an unknown sport', { 'a.tcx': tcx('Other', '17:00:00', 30, 10_000) }],
])('a ride that a watch counted and %s are one distance', async (_, files) => {
  expect(await distanceOf({ 'day.fit': riding, ...files })).toBe(10)
})

test('a swim that a watch counted and a track of it without a type are one distance', async () => {
  const files = {
    'day.fit': counted(5, ['10:00:00', 0], ['10:15:00', 720], ['10:30:00', 1440]),
    'swim.gpx': gpx([northwards('2026-01-02T10:00:00Z', 1800, 0.8)], { type: '' }),
  }
  expect(await distanceOf(files)).toBe(1.44)
})

test('a ride in a day of which the watch wrote changes alone and a track without a type are one distance', async () => {
  const files = {
    'day.fit': counted(2, ['08:00:00', 3000], ['17:15:00', 8000], ['17:30:00', 13_000]),
    'ride.gpx': gpx([northwards('2026-01-02T17:00:00Z', 1800, 5.556)], { type: '' }),
  }
  expect(await distanceOf(files)).toBe(13)
})

test('three copies of one ride are one: of a watch, of a track without a type, of stretches of a table', async () => {
  const files = {
    'day.fit': riding,
    'ride.gpx': gpx([northwards('2026-01-02T17:00:00Z', 1800, 5.556)], { type: '' }),
    'a.csv': stretches(['17:00', '18:00', 10_000]),
  }
  expect(await distanceOf(files)).toBe(10)
})

test('a ride that was read once after hours takes its own hour, and leaves a run in the morning', async () => {
  const ride = counted(2, ['18:00:00', 6000])
  expect(await distanceOf({ 'day.fit': ride, 'a.csv': stretches(['17:00', '18:00', 6000]) })).toBe(6)
  expect(await distanceOf({ 'day.fit': ride, 'a.csv': stretches(['07:00', '07:30', 6000]) })).toBe(12)
})

test('a ride that was read once at the end of the day takes its minutes from Google, and leaves the walks', async () => {
  const files = {
    'day.fit': counted(2, ['20:00:00', 10_000]),
    '2026-01-02.csv': googleRide([700, 5000, 5000]),
  }
  expect(await distanceOf(files)).toBe(10.7)
})

test('rides and walks that a watch read once in the evening count once beside stretches of a table', async () => {
  const files = {
    'rides.fit': counted(2, ['20:00:00', 18_000]),
    'walks.fit': counted(6, ['20:00:00', 3300]),
    'a.csv': stretches(['08:00', '08:30', 9000], ['12:15', '12:30', 1500], ['17:30', '18:00', 9000]),
  }
  expect(await distanceOf(files)).toBe(21.3)
})

test.each([
  ['by Google', { '2026-01-02.csv': googleRide([5000, 5700, 900]) }, 11.6],
  ['by Google with its steps', { '2026-01-02.csv': googleHour([1000]) }, 11],
  ['by a phone', { 'export.xml': apple(...hourOf(18, 3, 'iPhone')) }, 13],
  ['in a table', { 'a.csv': stretches(['17:00', '17:30', 10_000], ['17:40', '18:00', 1500]) }, 11.5],
  [
    'in a track without a type',
    { 'a.gpx': gpx([northwards('2026-01-02T17:40:00Z', 2000, 1.112)], { type: '' }) },
    12.224,
  ],
])('what is walked %s beside a counted ride counts', async (_, files, all) => {
  expect(await distanceOf({ 'day.fit': riding, ...files })).toBeCloseTo(all, 2)
})

test('a run that no watch counted is not taken for a ride that was counted at some time of the day', async () => {
  const files = {
    'day.fit': counted(2, ['20:00:00', 20_000]),
    'run.gpx': gpx([northwards('2026-01-02T10:00:00Z', 3600, 2.78)], { type: '' }),
    'walk.csv': stretches(['12:00', '12:30', 2000]),
  }
  expect(await distanceOf(files)).toBeCloseTo(32.007, 2)
})

test('a ride and a track whose sport is a guess are one activity', async () => {
  const files = {
    'ride.tcx': tcx('Biking', '15:00:00', 60, 18_000),
    'phone.gpx': gpx([northwards('2026-01-02T15:02:00Z', 3400, 5)], { type: '' }),
  }
  expect(await distanceOf(files)).toBe(18)
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ distance: 18, duration: 3600, source: 'TCX' }])
})

test.each([
  ['guessed', ''],
  ['not known', 'tuk-tuk'],
])('what another recording names is the sport of a track whose own is %s', async (_, type) => {
  const files = {
    'phone.gpx': gpx([northwards('2026-01-02T15:02:00Z', 3400, 5)], { type }),
    'list.csv': 'start,duration (s),type\n2026-01-02T15:00:00Z,3600,ride\n',
    'export.xml': apple(...hourOf(15, 1, 'Watch')),
  }
  expect(await distanceOf(files)).toBe(16.999)
  const rides = await importing(files, '--tz UTC --type ride --per activity')
  expect(rides.rows).toMatchObject([{ distance: 16.999, source: 'hand' }])
  expect((await importing(files, '--tz UTC --type run --per activity')).rows).toEqual([])
})

test('a short ride within a long recording of an unknown sport is an activity of its own, and its minutes count once', async () => {
  const files = {
    'afternoon.tcx': tcx('Other', '13:00:00', 240, 8000),
    'ride.tcx': tcx('Biking', '14:00:00', 60, 20_000),
  }
  expect((await importing(files, '--tz UTC --per activity')).rows).toMatchObject([
    { distance: 6 },
    { distance: 20 },
  ])
  expect(await distanceOf(files)).toBe(26)
})

test('a ride and a walk that both are named stay two activities, and the better file has their common time', async () => {
  const files = {
    'ride.tcx': tcx('Biking', '15:00:00', 60, 18_000),
    'phone.gpx': gpx([northwards('2026-01-02T15:02:00Z', 3400, 1.2)]),
  }
  const { rows, stderr } = await importing(files, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ distance: 18 }])
  expect(stderr).toContain('2 activities')
  expect(await distanceOf(files)).toBe(18)
})

test('where walks alone are asked for, what was ridden all day is no distance, and no walk has it either', async () => {
  const cycled = hourOf(10, 12, 'Watch').map((record) =>
    record.replace('DistanceWalkingRunning', 'DistanceCycling'),
  )
  const ridden = { 'export.xml': apple(...cycled) }
  expect((await importing(ridden, '--tz UTC --type walk')).rows).toEqual([])
  expect(await distanceOf(ridden, '--type ride')).toBe(12)
  const both = { 'export.xml': apple(...cycled, ...hourOf(10, 1, 'iPhone'), ...hourOf(12, 3, 'iPhone')) }
  expect(await distanceOf(both)).toBe(15)
  expect(await distanceOf(both, '--type walk,run,hike')).toBe(3)
})

test.each(['run', 'hike', 'run,hike', 'run,ride', 'other'])(
  'of the sports %s the days have the distance too, though nobody asked for walks',
  async (types) => {
    const line = (type: string, hour: number) =>
      `2026-01-02T${hour}:00:00Z,2026-01-02T${hour}:30:00Z,${type},3000,4000,1800`
    const sports = ['walk', 'run', 'hike', 'ride', 'yoga']
    const list = [
      'start,end,type,steps,distance (m),duration (s)',
      ...sports.map((each, at) => line(each, 10 + at)),
    ]
    const { rows } = await importing({ 'list.csv': `${list.join('\n')}\n` }, `--tz UTC --type ${types}`)
    const count = types.split(',').length
    expect(rows).toMatchObject([{ distance: 4 * count, duration: 1800 * count }])
  },
)

/** A walk of 1.4 m/s and, without stopping the recording, `ridden` minutes at 5.6 m/s; then 30 minutes on foot again. */
const walkWithRide = (ridden: number): ReturnType<typeof northwards> => {
  const [first, ride] = [
    northwards('2026-01-02T10:00:00Z', 3600, 1.4),
    northwards('2026-01-02T11:00:10Z', ridden * 60, 5.6, 48 + 5054 / 111_200),
  ]
  const from = ride.at(-1)![0] + 14 / 111_200
  const back = new Date(Date.parse(ride.at(-1)![2]) + 10_000).toISOString()
  return [...first, ...ride, ...northwards(back, 1800, 1.4, from)]
}

/** A FIT walk of such points; positions are in semicircles. */
const fitOf = (points: ReturnType<typeof northwards>, meters: number, isLocated = true): Buffer => {
  const start = fitTime(points[0]![2])
  const seconds = fitTime(points.at(-1)![2]) - start
  const at = (degrees: number) => Math.round((degrees * 2 ** 31) / 180)
  return fit([
    ...definition(1, 20, [
      [253, 4, 0x86],
      [0, 4, 0x85],
      [1, 4, 0x85],
    ]),
    ...(isLocated
      ? points.flatMap(([lat, lon, time]) => [1, ...u32(fitTime(time)), ...u32(at(lat)), ...u32(at(lon))])
      : []),
    ...session({ start, seconds, meters, cycles: 2000 }),
  ])
}

test.each([3, 10, 60])(
  'a track of a walk that goes on through a ride of %d minutes has its own meters beside the ride, no more',
  async (minutes) => {
    const points = walkWithRide(minutes)
    const end = new Date(Date.parse('2026-01-02T11:00:10Z') + minutes * 60_000).toISOString()
    const ride = northwards('2026-01-02T11:00:10Z', minutes * 60, 5.6)
    const [walked, ridden] = [1.4 * 5400, 5.6 * minutes * 60]
    const all = { 'ride.gpx': gpx([ride], { type: 'cycling' }) }
    for (const walk of [{ 'walk.gpx': gpx([points]) }, { 'walk.fit': fitOf(points, walked + ridden) }]) {
      const files = { ...walk, ...all }
      expect((await distanceOf(files))! * 1000).toBeCloseTo(walked + ridden, -2)
      const { rows } = await importing(files, '--tz UTC --per activity')
      const sum = rows.reduce((meters, { distance = 0 }) => meters + distance * 1000, 0)
      expect(sum, `${Object.keys(files)[0]} to ${end}`).toBeLessThan((walked + ridden) * 1.02)
    }
  },
)

test('a track of a few minutes on foot, a long ride and a rest has no meter of the ride', async () => {
  const walk = northwards('2026-01-02T10:00:00Z', 240, 1.4)
  const ride = northwards('2026-01-02T10:04:10Z', 1860, 5.6, 48 + 350 / 111_200)
  const rest = northwards('2026-01-02T10:35:20Z', 600, 0, ride.at(-1)![0] + 14 / 111_200)
  const files = {
    'walk.fit': fitOf([...walk, ...ride, ...rest], 336 + 10_416),
    'ride.gpx': gpx([ride], { type: 'cycling' }),
  }
  expect((await distanceOf(files))! * 1000).toBeCloseTo(336 + 10_416, -2)
})

test('a walk beside a ride whose recording was left on at the parked bike loses the common time, and no meter of the ride', async () => {
  const ride = northwards('2026-01-02T10:00:00Z', 900, 5)
  const parked = northwards('2026-01-02T10:15:10Z', 1190, 0, 48 + 4500 / 111_200)
  const walk = northwards('2026-01-02T10:20:00Z', 4800, 1.4)
  const files = { 'r.gpx': gpx([[...ride, ...parked]], { type: 'cycling' }), 'w.gpx': gpx([walk]) }
  expect((await distanceOf(files))! * 1000).toBeGreaterThanOrEqual(4500 + 6720 * (1 - 900 / 4800) - 20)
})

test('a walk whose steps told its distance, and a track shorter than the ride within it, lose the time of the ride alone', async () => {
  const ride = { 'ride.gpx': gpx([northwards('2026-01-02T11:00:10Z', 1800, 5.6)], { type: 'cycling' }) }
  const points = walkWithRide(30)
  const part = 1 - 1800 / 7210
  for (const [meters, isLocated] of [
    [12_000, false],
    [7560, true],
  ] as const) {
    const files = { 'walk.fit': fitOf(points, meters, isLocated), ...ride }
    expect((await distanceOf(files))! * 1000).toBeCloseTo(meters * part + 10_080, -3)
  }
})

/** A recording of 2 January 2026, of meters in a second. */
const recorded = (sport: number, time: string, minutes: number, speed: number) =>
  fit(
    session({
      start: fitTime(`2026-01-02T${time}Z`),
      sport,
      seconds: minutes * 60,
      meters: speed * minutes * 60,
      cycles: 2550,
    }),
  )
/** A ride of 16.8 km, and behind a gap a run of 5.4 km. */
const rideAndRun = (gap: number) => {
  const begins = Date.parse('2026-01-02T10:40:00Z') + gap * 1000
  const run = new Date(begins).toISOString()
  return {
    files: { 'ride.fit': recorded(2, '10:00:00', 40, 7), 'run.fit': recorded(1, run.slice(11, 19), 30, 3) },
    pieces: [northwards('2026-01-02T10:00:00Z', 2400, 7), northwards(run, 1800, 3, 48 + 16_800 / 111_200)],
  }
}

test.each(
  [0, 30, 300, 1200, 3600].flatMap((gap) =>
    ['', 'cycling', 'running'].flatMap((type) => [1, 2].map((count) => [gap, type, count] as const)),
  ),
)(
  'a phone that records a ride and, %d seconds later, a run as one %s track in %d pieces adds nothing to them',
  async (gap, type, count) => {
    const { files, pieces } = rideAndRun(gap)
    const track = gpx(count === 1 ? [pieces.flat()] : pieces, { type })
    const all = { ...files, 'phone.gpx': track }
    const { rows } = await importing(all, '--tz UTC')
    expect(rows).toMatchObject([{ distance: 22.2, duration: 4200 }])
    const each = (await importing(all, '--tz UTC --per activity')).rows
    expect(each.map(({ distance, duration }) => [distance, duration])).toEqual([
      [16.8, 2400],
      [5.4, 1800],
    ])
    for (const [sport, far] of [
      ['ride', 16.8],
      ['run', 5.4],
    ])
      expect((await importing(all, `--tz UTC --type ${sport}`)).rows).toMatchObject([{ distance: far }])
  },
)

test('the line of a list for all parts of a triathlon, one of them paused, adds nothing to them', async () => {
  const { files } = rideAndRun(1200)
  const list =
    'start,end,type,steps,distance (m),duration (s),source\n2026-01-02T10:00:00Z,2026-01-02T11:30:00Z,Multisport,5100,22200,4200,Connect\n'
  const all = { ...files, 'list.csv': list }
  expect((await importing(all, '--tz UTC')).rows).toMatchObject([
    { distance: 22.2, duration: 4200, steps: 5100 },
  ])
  expect((await importing(all, '--tz UTC --per activity')).rows).toHaveLength(2)
  const { rows } = await importing(all, '--tz UTC --per activity --explain')
  const of = { field: 'distance', source: 'Connect', taken: 0 }
  for (const left_out of [16.8, 5.4])
    expect(rows).toContainEqual(expect.objectContaining({ ...of, left_out }))
})

test('a recording that is farther than a ride and a run within it has the rest', async () => {
  const { files } = rideAndRun(1200)
  const list =
    'start,end,type,distance (m),source\n2026-01-02T10:00:00Z,2026-01-02T11:30:00Z,Multisport,26000,Connect\n'
  expect((await distanceOf({ ...files, 'list.csv': list }))!).toBeGreaterThan(22.2)
})

test.each(
  ['', 'cycling', 'running', 'walking', 'hiking'].flatMap((type) =>
    [1, 2].map((count) => [type, count] as const),
  ),
)(
  'a phone that goes on behind a recorded ride, on foot, as one %s track in %d pieces, has the walk and no more',
  async (type, count) => {
    const ridden = northwards('2026-01-02T10:00:00Z', 2400, 6)
    const walked = northwards('2026-01-02T10:41:00Z', 2400, 1.4, ridden.at(-1)![0])
    const track = gpx(count === 1 ? [[...ridden, ...walked]] : [ridden, walked], { type })
    const files = { 'ride.fit': recorded(2, '10:00:00', 40, 6), 'phone.gpx': track }
    expect((await distanceOf(files))!).toBeCloseTo(14.4 + 3.36, 1)
    const each = (await importing(files, '--tz UTC --per activity')).rows
    const sum = each.reduce((meters, { distance = 0 }) => meters + distance, 0)
    expect(sum).toBeCloseTo(14.4 + 3.36, 1)
    expect(each).toHaveLength(2)
  },
)

test('a phone that is forgotten behind a recorded run is a copy of it', async () => {
  const run = northwards('2026-01-02T10:00:00Z', 2400, 3)
  const still = northwards('2026-01-02T10:40:10Z', 1800, 0, run.at(-1)![0])
  const files = {
    'run.fit': recorded(1, '10:00:00', 40, 3),
    'phone.gpx': gpx([[...run, ...still]], { type: 'running' }),
  }
  expect((await importing(files, '--tz UTC --per activity')).rows).toMatchObject([
    { distance: 7.2, duration: 2400 },
  ])
})
