/** Points of a track whose time is wrong: they are left out, and no others. */
import { expect, test } from 'vitest'
import { gpx, importing, northwards } from './support.ts'

const start = '2026-05-05T10:00:00Z'
const hour = 3_600_000
const walk = northwards(start, 1200, 1.4)

/** The walk, with other times for some of its points: how far each is moved, in milliseconds. */
const moved = (shifts: Record<number, number>) =>
  walk.map(
    ([lat, lon, at], index) =>
      [lat, lon, new Date(Date.parse(at) + (shifts[index] ?? 0)).toISOString()] as (typeof walk)[number],
  )

async function rowOf(...segments: (typeof walk)[]) {
  const { rows, stderr } = await importing({ 'walk.gpx': gpx(segments) }, '--tz UTC --per activity')
  return { rows, omitted: Number(/(\d+) track points? out of order/.exec(stderr)?.[1] ?? 0) }
}

test.each<[string, Record<number, number>, number]>([
  ['one in the middle an hour ahead', { 60: hour }, 1],
  ['one in the middle ten minutes ahead', { 60: hour / 6 }, 1],
  [
    'ten in the middle an hour ahead',
    Object.fromEntries(Array.from({ length: 10 }, (_, at) => [50 + at, hour])),
    10,
  ],
  ['several, one by one', { 20: hour, 40: 2 * hour, 90: hour / 2 }, 3],
  ['one in the middle an hour behind', { 60: -hour }, 1],
  ['the first an hour ahead', { 0: hour }, 1],
  ['the first a day behind', { 0: -24 * hour }, 1],
  ['the last a day ahead', { 120: 24 * hour }, 1],
])('%s: the rest counts', async (_, shifts, count) => {
  const { rows, omitted } = await rowOf(moved(shifts))
  expect(omitted).toBe(count)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.id).toMatch(/^activity-20260505T1000Z$/)
  expect(rows[0]!.distance).toBeGreaterThan(1.66)
  expect(rows[0]!.distance).toBeLessThanOrEqual(1.681)
  expect(rows[0]!.duration).toBeGreaterThanOrEqual(1190)
  expect(rows[0]!.duration).toBeLessThanOrEqual(1200)
})

test('after a pause of hours the points count, also the last ones', async () => {
  for (const from of [3, 60, 118]) {
    const shifts = Object.fromEntries(walk.map((_, at) => [at, at >= from ? 3 * hour : 0]))
    const { rows, omitted } = await rowOf(moved(shifts))
    expect({ omitted, distance: rows[0]!.distance }).toEqual({ omitted: 0, distance: 1.68 })
  }
})

test('points that are minutes apart count, and pieces that are hours apart', async () => {
  const sparse = walk.filter((_, at) => at % 20 === 0)
  expect(await rowOf(sparse)).toMatchObject({ omitted: 0, rows: [{ distance: 1.68, duration: 1200 }] })
  const later = northwards('2026-05-05T14:00:00Z', 600, 1.4)
  expect(await rowOf(walk, later)).toMatchObject({ omitted: 0, rows: [{ distance: 2.52, duration: 1800 }] })
})

test.each([2, 3, 5, 9, 10])(
  'the point number %i of a track, or of a later piece, an hour ahead: the rest counts',
  async (index) => {
    for (const shift of [hour, -hour, 365 * 24 * hour, -365 * 24 * hour]) {
      const alone = await rowOf(moved({ [index]: shift }))
      expect({ omitted: alone.omitted, duration: alone.rows[0]!.duration }).toEqual({
        omitted: 1,
        duration: 1200,
      })
      expect(alone.rows[0]!.distance).toBe(1.68)
    }
    const later = northwards('2026-05-05T10:25:00Z', 600, 1.4)
    later[index] = [later[index]![0], later[index]![1], '2026-05-05T11:40:00.000Z']
    expect((await rowOf(walk, later)).rows).toMatchObject([{ distance: 2.52, duration: 1800 }])
  },
)

test.each([1, 2, 5, 10])(
  'the first %i points are of another day, or the last: the rest counts',
  async (count) => {
    for (const shift of [-24 * hour, -20 * 365 * 24 * hour]) {
      const first = await rowOf(
        moved(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, shift]))),
      )
      expect(first).toMatchObject({
        omitted: count,
        rows: [{ id: expect.stringMatching(/^activity-20260505T100/) }],
      })
    }
    const last = Object.fromEntries(Array.from({ length: count }, (_, at) => [120 - at, 365 * 24 * hour]))
    expect(await rowOf(moved(last))).toMatchObject({
      omitted: count,
      rows: [{ id: 'activity-20260505T1000Z' }],
    })
  },
)

test('points that are hours apart count', async () => {
  const slow = walk
    .slice(0, 5)
    .map(
      ([lat, lon], at) =>
        [lat, lon, new Date(Date.parse(start) + at * 4_200_000).toISOString()] as (typeof walk)[number],
    )
  expect((await rowOf(slow)).rows).toHaveLength(1)
})

test.each([
  '2006-05-05T08:10:00Z',
  '2026-05-04T08:10:00Z',
  '1970-01-01T00:00:00Z',
  '2027-05-05T08:10:00Z',
  '2026-05-05T07:10:00Z',
])('a point of TCX whose time is %s does not move its activity', async (wrong) => {
  const trackpoint = (time: string, at: number) =>
    `<Trackpoint><Time>${time}</Time><Position><LatitudeDegrees>${48 + at / 100}</LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees></Position></Trackpoint>`
  const times = ['2026-05-05T08:00:00Z', wrong, '2026-05-05T08:20:00Z', '2026-05-05T08:30:00Z']
  const tcx = `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>2026-05-05T08:00:00Z</Id><Lap StartTime="2026-05-05T08:00:00Z"><TotalTimeSeconds>1800</TotalTimeSeconds><DistanceMeters>5000</DistanceMeters><Track>${times.map(trackpoint).join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`
  const { rows } = await importing({ 'run.tcx': tcx }, '--tz UTC --per activity')
  expect(rows).toMatchObject([
    { id: 'activity-20260505T0800Z', date: '2026-05-05', distance: 5, duration: 1800 },
  ])
})

test.each([1, 2, 3, 5, 8])('ten wrong times after %i right points: the rest counts', async (right) => {
  for (const shift of [-24 * hour, 24 * hour, -365 * 24 * hour, 365 * 24 * hour, hour]) {
    const wrong = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [right + at, shift]))
    const { rows } = await rowOf(moved(wrong))
    expect(rows).toMatchObject([{ date: '2026-05-05' }])
    expect([shift, rows[0]!.distance! > 1.68 * 0.85, rows[0]!.distance! <= 1.681]).toEqual([
      shift,
      true,
      true,
    ])
  }
})

test('two points at an end, each of another day: the rest counts', async () => {
  const days = 24 * hour
  for (const shifts of [
    { 0: -31 * days, 1: -20 * days },
    { 0: -20 * 365 * days, 1: -days },
    { 119: 365 * days, 120: 2 * 365 * days },
  ]) {
    const { rows, omitted } = await rowOf(moved(shifts))
    expect(omitted).toBe(2)
    expect(rows).toMatchObject([{ date: '2026-05-05', distance: 1.652, duration: 1180 }])
  }
})

test.each([hour / 6, hour, 10 * hour])(
  'points at the end of a piece that are %i ms ahead take nothing of the next piece',
  async (shift) => {
    const later = northwards('2026-05-05T10:25:00Z', 600, 1.4)
    for (const count of [1, 4, 10]) {
      const wrong = Object.fromEntries(Array.from({ length: count }, (_, at) => [120 - at, shift]))
      const { rows, omitted } = await rowOf(moved(wrong), later)
      expect([count, omitted]).toEqual([count, count])
      expect(rows).toMatchObject([{ distance: Number((2.52 - count * 0.014).toFixed(3)) }])
    }
  },
)
