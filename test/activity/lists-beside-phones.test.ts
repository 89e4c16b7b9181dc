/** Activities of lists beside phones whose samples are long, overlap or have pauses. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

const time = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 7, minute)).toISOString()

/** Samples as [minute after 07:00, minutes, steps, phone]. */
const phonesOf = (counted: readonly (readonly [number, number, number, string])[]): string =>
  [
    'start,end,steps,source',
    ...counted.map(([at, minutes, steps, name]) => `${time(at)},${time(at + minutes)},${steps},${name}`),
    '',
  ].join('\n')

test.each([
  ['date,time,type,duration,steps', '2026-01-05,07:07,walk,0:20:36,2015'],
  ['start,type,steps', '2026-01-05 07:07,walk,2015'],
  ['start,end,type,steps', '2026-01-05T07:07:00Z,2026-01-05T07:40:00Z,walk,2015'],
])('a phone that was changed on the way for one with longer samples: %s', async (header, line) => {
  const phones = phonesOf([
    [0, 10, 293, 'iPhone'],
    [10, 10, 489, 'iPhone'],
    [20, 10, 52, 'iPhone'],
    [10, 15, 436, 'Pixel phone'],
    [25, 15, 744, 'Pixel phone'],
  ])
  const { rows } = await importing({ 'a.csv': phones, 'list.csv': `${header}\n${line}\n` }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 2015 }])
})

test('what two phones have beyond a list stays', async () => {
  const phones = phonesOf([
    [0, 10, 700, 'iPhone'],
    [10, 10, 700, 'iPhone'],
    [15, 15, 900, 'Pixel phone'],
    [30, 15, 900, 'Pixel phone'],
  ])
  const list = 'start,end,type,steps\n2026-01-05T07:00:00Z,2026-01-05T07:20:00Z,walk,1800\n'
  const { rows } = await importing({ 'a.csv': phones, 'list.csv': list }, '--tz UTC')
  expect(rows[0]!.steps).toBeGreaterThanOrEqual(1800 + 900)
})

test('a walk that one phone counted at once is not where another one has as much with a pause', async () => {
  const phones = phonesOf([
    [15, 15, 1112, 'Pixel phone'],
    [15, 15, 537, 'iPhone'],
    [60, 15, 520, 'iPhone'],
    [90, 15, 1637, 'iPhone'],
  ])
  const list = 'date,time,type,duration,steps\n2026-01-05,07:16,walk,0:13:00,1112\n'
  const { rows } = await importing({ 'a.csv': phones, 'list.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 1112 + 520 + 1637 }])
})

test('a pause that hours do not show is not filled up by a list: three sources of the same steps', async () => {
  const watch = [...Array(6).keys(), ...[12, 13, 14, 15, 16, 17].values()].map(
    (five) => [five * 5, 5, 500, 'Garmin'] as const,
  )
  const hours = [
    [0, 60, 3000, 'iPhone'],
    [60, 60, 3000, 'iPhone'],
  ] as const
  const list = 'start,end,type,steps\n2026-01-05T07:00:00Z,2026-01-05T08:30:00Z,walk,6000\n'
  const files = { 'a.csv': phonesOf([...watch, ...hours]), 'list.csv': list }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 6000 }])
})

test('two walks of a list in an hour of a phone each have a part of it', async () => {
  const phone = phonesOf([
    [0, 60, 1700, 'iPhone'],
    [60, 60, 900, 'iPhone'],
  ])
  const list = 'start,type,steps\n2026-01-05T07:45:00Z,walk,1000\n2026-01-05T08:02:00Z,walk,1600\n'
  const { rows } = await importing({ 'a.csv': phone, 'list.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 2600 }])
})

test.each(['52', '36'])('a walk right before a listed one of %s minutes is another one', async (minutes) => {
  const phone = phonesOf([
    [30, 13, 1300, 'iPhone'],
    [43, 14, 1400, 'iPhone'],
    [58, 7, 700, 'iPhone'],
    [81, 14, 1400, 'iPhone'],
    [95, 15, 1500, 'iPhone'],
  ])
  const list = `start,type,duration (min),steps\n2026-01-05T07:58:00Z,walk,${minutes},3600\n`
  const { rows } = await importing({ 'a.csv': phone, 'list.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 6300 }])
})

test.each([1322, 3293])(
  'two hours of a phone have what a listed walk over both of them has not: %i s',
  async (moving) => {
    const phone = phonesOf([
      [0, 60, 1460, 'iPhone'],
      [60, 60, 1084, 'iPhone'],
    ])
    const list = `Start,Type,Elapsed Time (s),Moving Time (s),Steps\n2026-01-05T07:36:43Z,walk,3293,${moving},1722\n`
    const { rows } = await importing({ 'a.csv': phone, 'list.csv': list }, '--tz UTC')
    expect(rows[0]!.steps).toBeGreaterThan(0.87 * 2544)
    expect(rows[0]!.steps).toBeLessThanOrEqual(2544)
  },
)

test('a watch that is silent for a quarter of an hour leaves that to the phone', async () => {
  const devices = phonesOf([
    [0, 15, 180, 'Garmin'],
    [30, 15, 72, 'Garmin'],
    [15, 15, 1500, 'iPhone'],
  ])
  const { rows } = await importing({ 'a.csv': devices }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 1752 }])
})

/** Quarters of an hour in which so many minutes were moved, from 07:00 on, with their meters and, on foot, steps. */
const quartersOf = (minutes: Record<number, number>, { meters, steps }: { meters: number; steps?: number }) =>
  [
    `start,end,distance (m)${steps ? ',steps' : ''},source`,
    ...Object.entries(minutes).map(([at, moved]) => {
      const values = [moved * meters, ...(steps ? [moved * steps] : [])]
      return `${time(Number(at))},${time(Number(at) + 15)},${values.join(',')},Google Fit`
    }),
    '',
  ].join('\n')

test.each([
  [10, { 0: 15, 15: 15, 30: 5, 45: 15, 60: 10 }],
  [30, { 0: 15, 15: 15, 60: 15, 75: 15 }],
])('a ride of a list with a pause of %i minutes, beside who names no way of moving', async (_, minutes) => {
  const list = 'date,start,type,distance (km),duration (min)\n2026-01-05,07:00,ride,19.80,60\n'
  const files = { 'day.csv': quartersOf(minutes, { meters: 330 }), 'list.csv': list }
  const { rows } = await importing(files, '--tz UTC')
  expect(rows).toMatchObject([{ distance: 19.8, duration: 3600 }])
})

test.each([
  ['07:03', 50, { 0: 12, 15: 13, 60: 2, 75: 15, 90: 8 }],
  ['07:00', 50, { 0: 15, 15: 10, 60: 5, 75: 15, 90: 5 }],
  ['07:00', 60, { 0: 15, 15: 15, 75: 10, 90: 15, 105: 5 }],
  ['07:03', 45, { 0: 12, 15: 13, 60: 2, 75: 15, 90: 3 }],
])('a walk of a list at %s with a pause that begins and ends within quarters', async (at, moved, minutes) => {
  const list = `date,start,type,distance (km),duration (min),steps\n2026-01-05,${at},walk,${moved * 0.084},${moved},${moved * 105}\n`
  const files = { 'day.csv': quartersOf(minutes, { meters: 84, steps: 105 }), 'list.csv': list }
  const { rows } = await importing(files, '--tz UTC')
  expect(rows).toMatchObject([{ steps: moved * 105, distance: (moved * 84) / 1000, duration: moved * 60 }])
})
