/** Tracks of points: how far apart points are anywhere on earth, which speeds count, and what a file's tracks are. */
import { expect, test } from 'vitest'
import { gpx, importing, northwards, type Row } from './support.ts'

const now = () => new Date('2026-02-01T12:00:00Z')
const perActivity = '--tz UTC --per activity'
const walk = northwards('2026-01-02T10:00:00Z', 600, 1.4)
const time = (seconds: number) => new Date(Date.UTC(2026, 0, 2, 10) + seconds * 1000).toISOString()

test.each<[string, [lat: number, lon: number], [lat: number, lon: number], number]>([
  ['east at the equator', [0, 10], [0, 10.01], 1.113],
  ['north at the equator', [0, 10], [0.01, 10], 1.106],
  ['east at 60 degrees', [60, 10], [60, 10.02], 1.116],
  ['north at 60 degrees', [60, 10], [60.01, 10], 1.114],
  ['north in the south', [-60, 10], [-60.01, 10], 1.114],
  ['east over the date line', [0, 179.995], [0, -179.995], 1.113],
  ['west over the date line', [0, -179.995], [0, 179.995], 1.113],
  ['over the north pole', [89.995, 0], [89.995, 180], 1.117],
  ['over the south pole', [-89.995, 0], [-89.995, 180], 1.117],
  ['beside the south pole', [-89.9, 10], [-89.9, 11], 0.195],
])('a way %s is as long as on the ellipsoid', async (_, from, to, kilometers) => {
  const track = gpx([
    [
      [...from, time(0)],
      [...to, time(900)],
    ],
  ])
  const { rows } = await importing({ 'a.gpx': track }, perActivity, { now })
  expect(rows[0]!.distance).toBeCloseTo(kilometers, 2)
})

test.each([
  ['walking', 11.5, true],
  ['walking', 12.5, false],
  ['running', 11.5, true],
  ['running', 12.5, false],
  ['hiking', 12.5, false],
  ['swimming', 12.5, false],
  ['cycling', 39, true],
  ['cycling', 41, false],
  ['alpine skiing', 39, true],
  ['alpine skiing', 41, false],
])('%s, a point that takes %d meters a second counts: %s', async (type, speed, isTaken) => {
  const points = northwards('2026-01-02T10:00:00Z', 300, 1)
  const beyond = (speed * 10 - 10) / 111_200
  const leaping = points.map(([lat, lon, at], nth): (typeof points)[number] => [
    lat + (nth > 15 ? beyond : 0),
    lon,
    at,
  ])
  const { rows, stderr } = await importing({ 'a.gpx': gpx([leaping], { type }) }, perActivity, { now })
  expect(rows[0]!.distance).toBeCloseTo(isTaken ? 0.29 + speed / 100 : 0.29, 2)
  expect(stderr.includes('GPS jump')).toBe(!isTaken)
})

test.each([
  [0.25, 0],
  [0.35, 600],
])('at %d meters a second there is time in motion for %d seconds', async (speed, duration) => {
  const points = northwards('2026-01-02T10:00:00Z', 600, speed)
  const { rows } = await importing({ 'a.gpx': gpx([points]) }, perActivity, { now })
  expect(rows[0]!.duration).toBe(duration)
})

test.each([
  [2.1, 'walk'],
  [2.3, 'run'],
  [5.9, 'run'],
  [6.1, 'ride'],
])('a track without a type at %d meters a second is a %s', async (speed, type) => {
  const file = { 'a.gpx': gpx([northwards('2026-01-02T10:00:00Z', 600, speed)], { type: '' }) }
  for (const each of ['walk', 'run', 'ride'])
    expect((await importing(file, `${perActivity} --type ${each}`, { now })).rows).toHaveLength(
      Number(each === type),
    )
})

test('a point that is nowhere on earth is left out alone, and counted', async () => {
  const points = walk.map(([lat, lon, at], nth): (typeof walk)[number] =>
    nth === 10
      ? [90.1, lon, at]
      : nth === 20
        ? [lat, 180.5, at]
        : nth === 30
          ? [lat, -180.5, at]
          : [lat, lon, at],
  )
  const { rows, stderr } = await importing({ 'a.gpx': gpx([points]) }, perActivity, { now })
  expect(rows).toMatchObject([{ distance: 0.84, duration: 600 }])
  expect(stderr).toContain('Left out: 3 impossible values.')
})

test('a point without a time and one at the time of the last are passed over', async () => {
  const file = gpx([[...walk.slice(0, 30), [48.01, 11.5, walk[29]![2]], ...walk.slice(30)]])
  const untimed = file.replace('</trkseg>', '<trkpt lat="49" lon="11.5"></trkpt></trkseg>')
  const { rows, stderr } = await importing({ 'a.gpx': untimed }, perActivity, { now })
  expect(rows).toMatchObject([{ distance: 0.84, duration: 600 }])
  expect(stderr).not.toContain('Left out')
})

const rowsOf = (rows: Row[]) => rows.map(({ id, distance }) => [id.slice(-5), distance])

test('tracks of one GPX file are activities each, with a type of their own', async () => {
  const trackOf = (start: string, speed: number, type: string) =>
    /<trk>.*<\/trk>/s.exec(gpx([northwards(start, 600, speed)], { type }))![0]
  const tracks = [
    trackOf('2026-01-02T10:00:00Z', 1.4, 'hiking'),
    trackOf('2026-01-02T12:00:00Z', 3, ''),
    trackOf('2026-01-02T14:00:00Z', 5, 'cycling'),
  ]
  const files = { 'a.gpx': `<gpx creator="hand">${tracks.join('')}</gpx>` }
  const found = async (type: string) =>
    rowsOf((await importing(files, `${perActivity} --type ${type}`, { now })).rows)
  expect(await found('hike')).toEqual([['1000Z', 0.84]])
  expect(await found('run')).toEqual([['1200Z', 1.8]])
  expect(await found('ride')).toEqual([['1400Z', 3]])
})

test('the day of a GPX track is that of the offset in its times', async () => {
  const late = gpx([northwards('2026-01-02T10:00:00Z', 600, 1.4)]).replaceAll(
    /T10:(\d\d:\d\d).000Z/g,
    'T03:$1+13:00',
  )
  const { rows } = await importing({ 'a.gpx': late }, '--tz America/New_York', { now })
  expect(rows).toMatchObject([{ date: '2026-01-02', distance: 0.84 }])
})

const lap = (start: string, seconds: number, meters: number | string) =>
  `<Lap StartTime="2026-01-02T${start}Z"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters></Lap>`
const tcx = (...activities: [sport: string, laps: string][]) =>
  `<TrainingCenterDatabase><Activities>${activities
    .map(([sport, laps]) => `<Activity Sport="${sport}">${laps}</Activity>`)
    .join('')}</Activities></TrainingCenterDatabase>`

test('activities of one TCX file have their own sums', async () => {
  const file = tcx(
    ['Running', lap('10:00:00', 600, 2000) + lap('10:10:00', 300, 1000)],
    ['Biking', lap('12:00:00', 1200, 9000)],
  )
  const { rows } = await importing({ 'a.tcx': file }, perActivity, { now })
  expect(rows.map(({ distance, duration }) => [distance, duration])).toEqual([
    [3, 900],
    [9, 1200],
  ])
})

test.each(['-5', 'far'])(
  'a lap of TCX of "%s" meters leaves the other laps theirs, and is counted',
  async (meters) => {
    const file = tcx(['Running', lap('10:00:00', 600, 2000) + lap('10:10:00', 300, meters)])
    const { rows, stderr } = await importing({ 'a.tcx': file }, perActivity, { now })
    expect(rows).toMatchObject([{ distance: 2, duration: 900 }])
    expect(stderr).toContain('Left out: 1 impossible value.')
  },
)

test('XML has 64 levels at most', async () => {
  const nested = (levels: number) =>
    gpx([walk]).replace('<trk>', `<metadata>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</metadata><trk>`)
  expect((await importing({ 'a.gpx': nested(62) }, '', { now })).rows).toHaveLength(1)
  const { code, stderr } = await importing({ 'a.gpx': nested(63) }, '', { now })
  expect(code).toBe(2)
  expect(stderr).toContain('a.gpx is nested too deeply')
})

const pieceFrom = (start: string, seconds = 600) => northwards(start, seconds, 1.4)

test.each([
  ['a night of eight hours', '2026-01-03T06:00:00Z', [0.84, 0.84], '2026-01-02T21:50:00Z'],
  ['a week', '2026-01-09T10:00:00Z', [0.84, 0.84]],
  ['a pause on the same day', '2026-01-02T22:00:00Z', [1.68]],
  ['a short night', '2026-01-03T05:00:00Z', [1.68], '2026-01-02T23:30:00Z'],
])(
  'a track whose next piece begins behind %s: an activity each',
  async (_, next, each, first = '2026-01-02T10:00:00Z') => {
    const files = { 'a.gpx': gpx([pieceFrom(first), pieceFrom(next)]) }
    const { rows } = await importing(files, perActivity, { now: () => new Date('2026-02-01T12:00:00Z') })
    expect(rows.map(({ distance }) => distance)).toEqual(each)
    const days = (await importing(files, '--tz UTC', { now })).rows
    expect(days.map(({ date }) => date)).toEqual([
      ...new Set(['2026-01-02', ...(each.length > 1 ? [next.slice(0, 10)] : [])]),
    ])
  },
)

test.each([2, 5, 10, 30])('%d points of the evening before are no part of a hike', async (count) => {
  const evening = northwards('2026-01-01T20:00:00Z', (count - 1) * 10, 1.4)
  const { rows } = await importing({ 'a.gpx': gpx([evening, walk]) }, '--tz UTC', { now })
  expect(rows.at(-1)).toMatchObject({ date: '2026-01-02', distance: 0.84, duration: 600 })
  expect(rows.slice(0, -1).map(({ date }) => date)).toEqual(['2026-01-01'])
})

test('a piece over midnight does not take the one of the next morning', async () => {
  const night = northwards('2026-01-02T22:00:00Z', 9000, 1.4)
  const { rows } = await importing({ 'a.gpx': gpx([night, pieceFrom('2026-01-03T09:00:00Z')]) }, '--tz UTC', {
    now,
  })
  expect(rows.map(({ date, distance }) => [date, distance])).toEqual([
    ['2026-01-02', 12.599],
    ['2026-01-03', 0.84],
  ])
})

test('a track of a week without types has the sport of each piece', async () => {
  const ride = northwards('2026-01-04T10:00:00Z', 600, 7)
  const { rows } = await importing({ 'a.gpx': gpx([walk, ride], { type: '' }) }, '--tz UTC --type ride', {
    now,
  })
  expect(rows).toMatchObject([{ date: '2026-01-04', distance: 4.2 }])
})

test('a few points of a wrong time begin no activity', async () => {
  const lost = northwards('2010-01-02T10:00:00Z', 60, 1.4)
  const { rows, stderr } = await importing({ 'a.gpx': gpx([lost, walk]) }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ date: '2026-01-02', distance: 0.84 }])
  expect(stderr).toContain('7 track points out of order')
})

test.each(['VirtualRide', 'GravelRide', 'Ride', 'MTB', 'bmx', 'Velomobile', 'cycling'])(
  'a track of type %s is a ride',
  async (type) => {
    const ride = gpx([northwards('2026-01-02T10:00:00Z', 600, 7)], { type })
    expect((await importing({ 'a.gpx': ride }, '--tz UTC --type ride', { now })).rows).toHaveLength(1)
  },
)
