/** Units of a CSV: what is said is taken, what is not said is told, and what is unclear is refused. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf, imported, importing, type Row } from './support.ts'

const day = '2026-01-02'
const table = (...lines: string[]) => `${lines.join('\n')}\n`
const valuesOf = ({ steps, distance, duration }: Row) => ({ steps, distance, duration })

async function only(csv: string) {
  const { code, rows, stderr } = await importing({ 'days.csv': csv })
  expect({ code, rows: rows.length }, stderr).toEqual({ code: 0, rows: 1 })
  return { ...valuesOf(rows[0]!), stderr }
}

test.each([
  ['distance (km)', '5.2', 5.2],
  ['distance_km', '5.2', 5.2],
  ['distance (km)', '.52', 0.52],
  ['Distance [meters]', '5200', 5.2],
  ['distance_m', '5200', 5.2],
  ['Total Distance in miles', '2', 3.219],
  ['distance (yd)', '1000', 0.914],
  ['distance/ft', '1000', 0.305],
  ['distance', '5.2 km', 5.2],
  ['distance', '5200m', 5.2],
  ['distance (m)', '5,200.5 m', 5.201],
])('a distance in the column %s, written %s', async (name, text, distance) => {
  const found = await only(table(`date,${name}`, `${day},"${text}"`))
  expect(found.distance).toBe(distance)
  expect(found.stderr).not.toContain('no unit')
})

test.each([
  ['duration (min)', '30', 1800],
  ['duration_s', '1800', 1800],
  ['Moving Time (h)', '0.5', 1800],
  ['elapsed_time_ms', '1800000', 1800],
  ['duration', '0:30:00', 1800],
  ['duration', '30 min', 1800],
])('a duration in the column %s, written %s', async (name, text, duration) => {
  const found = await only(table(`date,${name}`, `${day},${text}`))
  expect(found.duration).toBe(duration)
  expect(found.stderr).not.toContain('no unit')
})

test('a column of units says the unit of each line', async () => {
  const csv = table(
    'date,steps,distance,unit,duration,duration unit',
    '2026-01-02,100,700,m,5,min',
    '2026-01-03,100,0.7,km,300,s',
    '2026-01-04,100,1,Miles,0.1,h',
    '2026-01-05,100,,,,',
  )
  const { rows, stderr } = await importing({ 'days.csv': csv })
  expect(rows.map(valuesOf)).toEqual([
    { steps: 100, distance: 0.7, duration: 300 },
    { steps: 100, distance: 0.7, duration: 300 },
    { steps: 100, distance: 1.609, duration: 360 },
    { steps: 100, distance: undefined, duration: undefined },
  ])
  expect(stderr).not.toContain('no unit')
  const time = table('date,steps,duration,units', `${day},100,5,min`)
  expect((await only(time)).duration).toBe(300)
  const both = table('date,distance (m),duration,unit', `${day},700,5,min`)
  expect(await only(both)).toMatchObject({ distance: 0.7, duration: 300 })
  const counted = table('date,steps,unit', `${day},100,count`)
  expect((await only(counted)).steps).toBe(100)
})

test('without a unit, distance is taken in kilometers and duration in seconds, and a note says so', async () => {
  const found = await only(table('date,distance,duration', `${day},5.2,1800`))
  expect(found).toMatchObject({ distance: 5.2, duration: 1800 })
  expect(found.stderr).toContain(
    'note: A file gives no unit for distance, so it is taken in kilometers. Say so in the name of its column: distance (km).\n' +
      'note: A file gives no unit for duration, so it is taken in seconds. Say so in the name of its column: duration (s).\n',
  )
  expect((await only(table('date,steps', `${day},5`))).stderr).not.toContain('no unit')
  const refused = table('date,distance', `${day},5.2`, '06/07/2026,1')
  const other = await importing({ 'refused.csv': refused, 'days.csv': table('date,steps', `${day},5`) })
  expect(other.stderr).not.toContain('no unit')
})

test('of two columns of one number the one with a unit is taken', async () => {
  expect((await only(table('date,distance,distance_m', `${day},1,700`))).distance).toBe(0.7)
  expect((await only(table('date,distance_m,distance', `${day},700,1`))).distance).toBe(0.7)
})

test.each([
  ['date,elapsed time (s),moving time (s)', `${day},2000,1800`],
  ['date,moving time (s),elapsed time (s)', `${day},1800,2000`],
  ['date,Elapsed Time (s),Moving Time', `${day},2000,0:30:00`],
  ['date,Moving_Time,Elapsed_Time_ms', `${day},0:30:00,2000000`],
])('of the time in motion and the time with pauses the former is taken: %s', async (header, line) => {
  expect((await only(table(header, line))).duration).toBe(1800)
})

test.each([
  [
    'an unknown unit behind a name',
    ['date,distance_cm', `${day},5`],
    /has distance in "cm", a unit that movecli does not know/,
  ],
  [
    'an unknown unit in a name',
    ['date,distance (furlong)', `${day},5`],
    /has distance in "furlong", a unit that movecli does not know\. Units of distance: m, km, mi, yd or ft\./,
  ],
  [
    'an unknown unit on a line',
    ['date,distance,unit', `${day},5,km`, '2026-01-03,5,li'],
    /has distance in "li"/,
  ],
  ['an unknown unit behind a number', ['date,steps', `${day},5k`], /has steps in "k"/],
  ['minutes of distance', ['date,distance,unit', `${day},5,min`], /has distance in "min"/],
  ['kilometers of steps', ['date,steps,unit', `${day},5,km`], /has steps in "km"/],
  [
    'two units',
    ['date,distance (km),unit', `${day},5,m`],
    /has distance in two units at once: km and m\. Keep one of them\./,
  ],
  [
    'a unit that is missing',
    ['date,distance,unit', `${day},5,km`, '2026-01-03,5,'],
    /has distance without a unit on some lines\. Fill its column of units on every line\./,
  ],
] as const)('%s is no number of ours: the file is refused', async (_, lines, reason) => {
  const path = join(folderOf({ 'days.csv': table(...lines) }), 'days.csv')
  const { code, rows, stderr } = await imported([path])
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toMatch(reason)
})

test('a distance such as 0,750 may have a decimal comma or thousands, and is left out; a time of day is no distance', async () => {
  const csv = table(
    'date,steps,distance (km)',
    `${day},5,"0,750"`,
    '2026-01-03,5,1:02:03',
    '2026-01-04,5,0.750',
  )
  const { rows, stderr } = await importing({ 'days.csv': csv })
  expect(rows.map(({ distance }) => distance)).toEqual([undefined, undefined, 0.75])
  expect(stderr).toContain('Left out: 2 impossible values')
})
