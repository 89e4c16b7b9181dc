/** Ways that wind and receivers that drift: what a track has alone is measured along its way, as far as another device agrees. */
import { expect, test } from 'vitest'
import { fit, fitTime, session } from './fit.ts'
import { gpx, importing, northwards } from './support.ts'

const time = (seconds: number) => new Date(Date.UTC(2026, 0, 2, 9) + seconds * 1000).toISOString()
type Points = ReturnType<typeof northwards>

/** Points each ten seconds from a second on, `east` and `north` meters from one place. */
const points = (from: number, seconds: number, place: (second: number) => { east: number; north: number }) =>
  Array.from({ length: seconds / 10 + 1 }, (_, at): Points[number] => {
    const { east, north } = place(at * 10)
    return [48 + north / 111_200, 11.5 + east / 74_600, time(from + at * 10)]
  })

/** Of who goes 0.9 meters a second on a path that turns back each 100 seconds, and comes north slowly. */
const switchbacks = (from: number, seconds: number, start = 0) =>
  points(from, seconds, (at) => {
    const turn = at % 200
    return { east: 0.9 * (turn < 100 ? turn : 200 - turn), north: start + at * 0.05 }
  })
const straight = (from: number, seconds: number) =>
  points(from, seconds, (at) => ({ east: 0, north: 0.9 * at }))

const hikeOf = (...pieces: Points[]) => gpx([pieces.flat()], { type: 'hiking' })
const watch = (seconds: number, { from = 0, meters = 0.9 * seconds } = {}) =>
  fit(session({ start: fitTime(time(from)), sport: 17, seconds, meters, cycles: 0 }))

const hour = 3600
test.each<[string, string, Buffer]>([
  ['all of it winds', hikeOf(switchbacks(0, 3 * hour)), watch(hour)],
  [
    'the part of both is straight',
    hikeOf(straight(0, 600), switchbacks(610, 3 * hour - 610, 540)),
    watch(600),
  ],
  ['only the part of both winds', hikeOf(switchbacks(0, 600), straight(610, 3 * hour - 610)), watch(600)],
  [
    'the better file has the end',
    hikeOf(switchbacks(0, 2 * hour), straight(7210, 3590)),
    watch(hour, { from: 7200 }),
  ],
])('a track goes on beside a better file with the meters of its path where %s', async (_, hike, fitFile) => {
  for (const per of ['day', 'activity']) {
    const { rows } = await importing({ 'hike.gpx': hike, 'watch.fit': fitFile }, `--tz UTC --per ${per}`)
    const sum = (field: 'distance' | 'duration') => rows.reduce((all, row) => all + (row[field] ?? 0), 0)
    expect(Math.abs(sum('distance') / 9.72 - 1)).toBeLessThan(0.015)
    expect(sum('duration') / 10_800).toBeCloseTo(1, 1)
  }
})

/** North at 1.4 meters a second, each point eight meters beside the way, on one side or the other: half as far again. */
const drifting = (from: number, seconds: number) =>
  points(from, seconds, (at) => ({ east: at % 20 === 0 ? 8 : -8, north: 1.4 * at }))

test.each([600, 3000])(
  'what a receiver that drifts has alone is no further than a device of %d of its seconds says of a meter',
  async (seconds) => {
    const files = {
      'walk.gpx': hikeOf(drifting(0, 5400)),
      'watch.fit': watch(seconds, { meters: 1.4 * seconds }),
    }
    const { rows } = await importing(files, '--tz UTC')
    expect(rows).toHaveLength(1)
    expect(Math.abs(rows[0]!.distance! / 7.56 - 1)).toBeLessThan(0.02)
    const [alone] = (await importing({ 'walk.gpx': files['walk.gpx'] }, '--tz UTC')).rows
    expect(alone!.distance).toBeGreaterThan(11)
  },
)

/** Numbers about 0 that are the same in each run, mostly within 2. */
function noise(): () => number {
  let state = 7
  const even = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return () => even() + even() + even() + even() - 2
}

/** Each second, three meters beside the way. */
const blurred = (
  from: number,
  seconds: number,
  place: (second: number) => { east: number; north: number },
) => {
  const next = noise()
  return Array.from({ length: seconds + 1 }, (_, at): Points[number] => {
    const { east, north } = place(at)
    return [48 + (north + 2 * next()) / 111_200, 11.5 + (east + 2 * next()) / 74_600, time(from + at)]
  })
}

test('a receiver that drifts only where it is alone does not lengthen the way', async () => {
  const alone = blurred(1810, 3590, (at) => ({ east: 0, north: 0.9 * (1810 + at) }))
  const files = { 'walk.gpx': hikeOf(straight(0, 1800), alone), 'watch.fit': watch(1800) }
  expect(Math.abs((await importing(files, '--tz UTC')).rows[0]!.distance! / 4.86 - 1)).toBeLessThan(0.04)
  const [row] = (await importing({ 'walk.gpx': files['walk.gpx'] }, '--tz UTC')).rows
  expect(row!.distance).toBeGreaterThan(6)
})

test('who stands in a cafe where a receiver drifts comes nowhere', async () => {
  const next = noise()
  let [east, north] = [0, 1620]
  // Some meters in a minute, and never far away.
  const cafe = blurred(1801, 1798, () => {
    east += 0.7 * next() - east / 60
    north += 0.7 * next() - (north - 1620) / 60
    return { east, north }
  })
  const onward = points(3600, 1800, (at) => ({ east: 0, north: 1620 + 0.9 * at }))
  const files = { 'walk.gpx': hikeOf(straight(0, 1800), cafe, onward), 'watch.fit': watch(1800) }
  const [row] = (await importing(files, '--tz UTC')).rows
  expect(Math.abs(row!.distance! / 3.24 - 1)).toBeLessThan(0.03)
  expect(Math.abs(row!.duration! / 3600 - 1)).toBeLessThan(0.04)
})

test.each([20, 30, 45])('who runs to and fro each %i seconds comes as far as the legs', async (leg) => {
  const run = points(0, 5400, (at) => {
    const turn = at % (2 * leg)
    return { east: 0, north: 2.8 * (at < 1800 ? at : 1800 + (turn < leg ? turn : 2 * leg - turn)) }
  })
  const fine = blurred(0, 5400, (at) => {
    const turn = at % (2 * leg)
    return { east: 0, north: 2.8 * (at < 1800 ? at : 1800 + (turn < leg ? turn : 2 * leg - turn)) }
  })
  const watchOf = watch(1800, { meters: 5040 })
  for (const track of leg % 10 === 0 ? [run, fine] : [fine]) {
    const { rows } = await importing({ 'run.gpx': hikeOf(track), 'watch.fit': watchOf }, '--tz UTC')
    expect(Math.abs(rows[0]!.distance! / 15.12 - 1)).toBeLessThan(0.07)
    expect(Math.abs(rows[0]!.duration! / 5400 - 1)).toBeLessThan(0.02)
  }
})

test('a drive on a road that winds is none of the walk before it', async () => {
  const drive = points(1810, 1190, (at) => {
    const turn = at % 60
    return { east: 8 * (turn < 30 ? turn : 60 - turn), north: 1620 + at * 0.8 }
  })
  const files = { 'walk.gpx': hikeOf(straight(0, 1800), drive), 'watch.fit': watch(1800) }
  for (const each of [files, { 'walk.gpx': files['walk.gpx'] }]) {
    const [row] = (await importing(each, '--tz UTC')).rows
    expect(Math.abs(row!.distance! / 1.62 - 1)).toBeLessThan(0.08)
  }
})

test('a device that was paused on the way does not shorten what the track goes on for', async () => {
  const half = { start: fitTime(time(0)), sport: 17, seconds: 1800, timer: 900, meters: 810, cycles: 0 }
  const files = { 'hike.gpx': hikeOf(switchbacks(0, 5400)), 'watch.fit': fit(session(half)) }
  const [row] = (await importing(files, '--tz UTC')).rows
  expect(Math.abs(row!.distance! / (0.81 + 3.24) - 1)).toBeLessThan(0.02)
})

test('of a list that goes on behind a track that winds, what the track has is counted once', async () => {
  const hike = hikeOf(straight(0, 1800), switchbacks(1810, 1790, 1620))
  const list = `start,end,type,distance (m),source\n${time(1800)},${time(5400)},hike,3240,app\n`
  const { rows } = await importing({ 'hike.gpx': hike, 'list.csv': list }, '--tz UTC')
  expect(Math.abs(rows[0]!.distance! / 4.86 - 1)).toBeLessThan(0.02)
})

const trackpoint = ([lat, lon, at]: Points[number], counted: number | undefined) =>
  `<Trackpoint><Time>${at}</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position>${
    counted === undefined ? '' : `<DistanceMeters>${counted}</DistanceMeters>`
  }</Trackpoint>`

/** Laps of so many seconds and meters, each with its points and what they count; undefined where a lap or a point says nothing. */
const tcx = (
  ...laps: { seconds: number; meters: number; points: Points; counted: (at: number) => number | undefined }[]
) =>
  `<?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Running"><Id>${time(0)}</Id>${laps
    .map(
      ({ seconds, meters, points: all, counted }) =>
        `<Lap StartTime="${all[0]![2]}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters><Track>${all
          .map((point, at) => trackpoint(point, counted(at)))
          .join('')}</Track></Lap>`,
    )
    .join('')}</Activity></Activities></TrainingCenterDatabase>`

const run = points(0, 3600, (at) => ({ east: 0, north: 2.8 * at }))
const atPoint = (at: number) => 28 * at
test.each<[string, (at: number) => number | undefined, number]>([
  ['goes on where there were no points', (at) => atPoint(at), 0.001],
  ['stands still for ten minutes', (at) => (at > 200 && at < 260 ? atPoint(200) : atPoint(at)), 0.01],
  ['is in kilometers', (at) => atPoint(at) / 1000, 0.01],
  ['is in feet', (at) => atPoint(at) * 3.28, 0.01],
  ['begins again with each third of it', (at) => atPoint(at % 120), 0.01],
  ['is 0 throughout', () => 0, 0.01],
  ['is there for some points alone', (at) => (at % 3 === 0 ? atPoint(at) : undefined), 0.01],
])(
  'of a track that goes on alone the count of its device is taken, and left where it %s',
  async (_, counted, within) => {
    const hasGap = within < 0.01
    const all = run.map((point, at) => ({ point, at })).filter(({ at }) => !hasGap || at < 220 || at > 330)
    const lap = { seconds: 3600, meters: 10_080, points: all.map(({ point }) => point) }
    const files = {
      'run.tcx': tcx({ ...lap, counted: (index) => counted(all[index]!.at) }),
      'watch.fit': fit(
        session({ start: fitTime(time(0)), sport: 1, seconds: 1800, meters: 5040, cycles: 2400 }),
      ),
    }
    const [row] = (await importing(files, '--tz UTC')).rows
    expect(Math.abs(row!.distance! / 10.08 - 1)).toBeLessThan(within)
    expect(Math.abs(row!.duration! / 3600 - 1)).toBeLessThan(0.02)
  },
)

test('a lap in which the count of its points stands still has no meters of a receiver that drifts', async () => {
  const seconds = 1800
  const cafe = blurred(1800, 900, () => ({ east: 0, north: 2520 }))
  const piece = (from: number) =>
    points(from, seconds, (at) => ({ east: 0, north: (from > 0 ? 2520 : 0) + 1.4 * at }))
  const lap = (meters: number, all: Points, counted: (at: number) => number) => ({
    seconds: all.length === 901 ? 900 : seconds,
    meters,
    points: all,
    counted,
  })
  const file = tcx(
    lap(2520, piece(0), (at) => 14 * at),
    lap(0, cafe, () => 2520),
    lap(2520, piece(2700), (at) => 2520 + 14 * at),
  )
  expect((await importing({ 'run.tcx': file }, '--tz UTC')).rows).toMatchObject([{ distance: 5.04 }])
})

test('laps to and fro on paths, run fast, are no drive', async () => {
  const intervals = points(1210, 2390, (at) => {
    const angle = (5.3 * at) / 64
    return { east: 64 * (1 - Math.cos(angle)), north: 3360 + 64 * Math.sin(angle) }
  })
  const files = {
    'run.gpx': gpx([[...points(0, 1200, (at) => ({ east: 0, north: 2.8 * at })), ...intervals]], {
      type: 'running',
    }),
    'watch.fit': fit(
      session({ start: fitTime(time(0)), sport: 1, seconds: 1200, meters: 3360, cycles: 1600 }),
    ),
  }
  const [row] = (await importing(files, '--tz UTC')).rows
  expect(Math.abs(row!.distance! / (3.36 + 5.3 * 2.39) - 1)).toBeLessThan(0.06)
})

test('a hike of which all turns back each 42 meters goes on alone with all of them', async () => {
  const hairpins = blurred(0, 7200, (at) => {
    const turn = at % 60
    return { east: 1.3 * (turn < 30 ? turn : 60 - turn), north: at * 0.5 }
  })
  const files = { 'hike.gpx': hikeOf(hairpins), 'watch.fit': watch(2400, { meters: 1.39 * 2400 }) }
  const [row] = (await importing(files, '--tz UTC')).rows
  expect(Math.abs(row!.distance! / 10.01 - 1)).toBeLessThan(0.03)
  expect(Math.abs(row!.duration! / 7200 - 1)).toBeLessThan(0.02)
})
