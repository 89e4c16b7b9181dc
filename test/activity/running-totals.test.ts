/** Lists that say at some time of a day what was counted since midnight. */
import { expect, test } from 'vitest'
import { importing, marchSteps } from './support.ts'

const day = 'day-2026-03-10'

test.each([
  [['8:00,1000', '09:00,2500', '10:00,4000', '11:00,6000'], 6000],
  [['11:00,6000', '10:00,4000', '8:00,1000', '09:00,2500'], 6000],
  [['08:00,1000', '09:00,2500', '09:00,2400', '10:00,2490'], 2500],
  [['08:00,500', '09:00,2500', '23:59,0'], 2500],
  [['08:00,1000', '09:00,2500', '10:00,999999999'], 2500],
  [['08:00,1000', '09:00,2500', '10:00,'], 2500],
  [['08:00,1000', '09:00,2500', '10:00,-5'], 2500],
  [['08:00,1000'], 1000],
])('of %j of a column of totals the day has the most', async (lines, steps) => {
  for (const name of ['total steps', 'total distance (m)']) {
    const list = [`timestamp,${name}`, ...lines.map((line) => `2026-03-10 ${line}`), ''].join('\n')
    const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC')
    expect(rows).toMatchObject([
      { id: day, ...(name === 'total steps' ? { steps } : { distance: steps / 1000 }) },
    ])
    expect(stderr.includes('1 impossible value')).toBe(/-5|999$/.test(lines.at(-1)!))
  }
})

test('totals since midnight of a night with an hour twice, and of two devices, are each the most of their day', async () => {
  const lines = ['01:30,100', '02:00,200', '02:30,300', '02:00,400', '02:30,500', '23:00,6000']
  const list = (lines_: string[]) =>
    [
      'timestamp,total steps,source',
      ...lines_.map((line) => `2026-10-25 ${line},Garmin`),
      '2026-10-25 08:00,900,iPhone',
      '',
    ].join('\n')
  for (const ordered of [lines, lines.toReversed()]) {
    const { rows } = await importing({ 'a.csv': list(ordered) }, '--tz Europe/Berlin', {
      now: () => new Date('2026-12-01T00:00:00Z'),
    })
    expect(rows).toMatchObject([{ steps: 6000, source: 'Garmin' }])
  }
})

test('beside totals since midnight other columns are what was moved then, and the day before is not counted again', async () => {
  const list = (columns: string) =>
    `timestamp,${columns}\n2026-03-10 08:00,1000,0.7\n2026-03-10 10:00,4000,2.1\n`
  for (const columns of ['total steps,distance (km)', 'steps,total distance (km)']) {
    const { rows } = await importing({ 'a.csv': list(columns) }, '--tz UTC')
    const [steps, distance] = columns.startsWith('total') ? [4000, 2.8] : [5000, 2.1]
    expect(rows).toMatchObject([{ steps, distance }])
  }
  const late = 'timestamp,total steps\n2026-03-10 22:00,9000\n2026-03-11 00:00,9100\n'
  expect((await importing({ 'a.csv': late }, '--tz UTC')).rows).toMatchObject([{ id: day, steps: 9100 }])
})

test.each([
  ['date,total steps', '2026-03-10,9000'],
  ['date,time,total steps', '2026-03-10,08:00,500\n2026-03-10,22:00,9000'],
  ['date,hour,total steps', '2026-03-10,8,500\n2026-03-10,22,9000'],
  ['date,total steps', '2026-03-10 08:00,500\n2026-03-10 22:00,9000'],
])('%s: the day has its total', async (header, lines) => {
  expect((await importing({ 'a.csv': `${header}\n${lines}\n` }, '--tz UTC')).rows).toMatchObject([
    { id: day, steps: 9000 },
  ])
})

test.each([
  ['shown until the export', ['10 22:00,8000', '11 09:30,8000'], ['10 8000']],
  ['shown twice', ['10 22:00,8000', '11 00:15,8000', '11 08:00,8000'], ['10 8000']],
  ['the same in the evening', ['10 23:55,8000', '11 23:55,8000'], ['10 8000', '11 8000']],
  ['shown, then a little less', ['10 22:00,8000', '11 07:00,8000', '11 22:00,7900'], ['10 8000', '11 7900']],
  [
    'grown unread, shown, then less',
    ['10 22:00,8000', '11 07:00,8300', '11 22:00,7000'],
    ['10 8000', '11 7000'],
  ],
  ['shown, then more', ['10 22:00,8000', '11 07:00,8000', '11 22:00,9000'], ['10 8000', '11 9000']],
  [
    'shown on two mornings',
    ['09 22:00,8000', '10 07:00,8000', '10 22:00,6000', '11 07:00,6000'],
    ['09 8000', '10 6000'],
  ],
  [
    'counted on past midnight',
    ['10 22:00,8000', '11 00:05,8050', '11 00:20,8060', '11 02:00,40', '11 20:00,4000'],
    ['10 8000', '11 4000'],
  ],
  ['counted on until the export', ['10 22:00,8000', '11 00:40,8050', '11 01:00,8080'], ['10 8000', '11 30']],
  [
    'read at midnight',
    ['09 00:00,5000', '09 22:00,8000', '10 00:00,8100', '10 12:00,900'],
    ['08 5000', '09 8100', '10 900'],
  ],
  ['of a day that was not read', ['10 00:10,8000', '10 08:00,40', '10 20:00,4000'], ['10 4000']],
  [
    'fallen since, then reset',
    ['10 23:30,9500', '11 12:00,7000', '11 13:30,0', '11 20:00,3000'],
    ['10 9500', '11 7000'],
  ],
  [
    'begun anew at midnight',
    ['10 22:00,8000', '11 00:00,0', '11 01:00,2800', '11 15:00,2800', '11 16:00,0'],
    ['10 8000', '11 2800'],
  ],
  [
    'reset after a rise',
    ['10 20:00,5000', '11 08:00,5100', '11 12:00,9000', '11 13:00,0', '11 20:00,3000'],
    ['10 5000', '11 3900'],
  ],
  [
    'grown unread on two mornings',
    ['10 22:00,8000', '11 07:00,8000', '11 22:00,3000', '12 07:00,3100', '12 22:00,2000'],
    ['10 8000', '11 3000', '12 2000'],
  ],
  [
    'grown unread, then a little less',
    ['10 22:00,8000', '11 07:00,8100', '11 22:00,7500'],
    ['10 8000', '11 7500'],
  ],
  ['more than one can have counted', ['10 22:00,8000', '11 00:30,8100', '11 07:00,8100'], ['10 8000']],
  [
    'corrected after zeros',
    ['10 00:00,0', '10 02:00,0', '10 11:00,2400', '10 12:00,2376', '10 22:00,8000'],
    ['10 8000'],
  ],
  ['reset after zeros', ['10 00:00,0', '10 12:00,4000', '10 13:00,10', '10 22:00,3000'], ['10 4000']],
  [
    'of an earlier day at midnight',
    ['08 23:00,8000', '10 00:00,8000', '10 12:00,2000'],
    ['08 8000', '10 2000'],
  ],
  [
    'begun anew at midnight after an evening',
    ['09 22:00,3790', '10 00:00,3790', '10 20:00,8375', '11 00:00,0'],
    ['09 3790', '10 8375'],
  ],
  [
    'the same all day, and begun anew at midnight',
    ['10 08:00,5000', '10 23:00,5000', '11 00:00,0', '11 20:00,3000'],
    ['10 5000', '11 3000'],
  ],
  [
    'begun anew in the evening of another zone',
    ['10 19:00,6000', '10 21:00,300', '11 07:00,400', '11 19:00,7000', '11 20:30,0', '11 22:00,200'],
    ['10 6000', '11 6700'],
  ],
  ['read in the morning alone', ['10 22:00,3000', '11 07:00,5000', '11 08:00,5040'], ['10 3000', '11 40']],
  [
    'begun anew late on the day before',
    ['09 12:00,900', '09 23:59,0', '10 12:00,4000', '10 13:00,10', '10 22:00,3000'],
    ['09 900', '10 4000'],
  ],
  [
    'shown after midnight, then more',
    ['10 23:30,4250', '11 00:05,4250', '11 22:00,7250'],
    ['10 4250', '11 7250'],
  ],
  [
    'not read anew for a day',
    ['09 22:00,5000', '10 00:10,5000', '10 22:00,5000', '11 22:00,4000'],
    ['09 5000', '11 4000'],
  ],
  ['read at 24:00', ['09 22:00,8000', '10 12:00,900', '10 24:00,5000'], ['09 8000', '10 5000']],
])('what a device still shows of the day before is not the next day: %s', async (_, lines, totals) => {
  expect(await marchSteps(lines)).toEqual(totals)
  expect(await marchSteps(lines.toReversed())).toEqual(totals)
})

test.each(['timestamp,total steps', 'date,total steps'])(
  'totals at midnight alone are those of the day that begins: %s',
  async (column) => {
    for (const end of ['00:00', 'T00:00:00Z', ' 00:00:00+00:00'])
      for (const tz of ['UTC', 'America/New_York', 'Asia/Tokyo'])
        expect(
          await marchSteps(
            ['10,8000', '11,9000', '12,5000'].map((line) => line.replace(',', `${end.replace(/^0/, ' 0')},`)),
            tz,
            column,
          ),
        ).toEqual(['10 8000', '11 9000', '12 5000'])
  },
)

test.each(['Z', ':00Z', ':00+00:00', ':00 +0000', ':00 UTC', ' GMT'])(
  'totals in UTC (%s) are those of the days of the zone',
  async (utc) => {
    const inNewYork = ['09 16:00,3000', '10 00:00,7000', '10 01:30,8000', '10 16:00,4000', '11 00:00,6000']
    const written = (lines: string[]) => lines.map((line) => line.replace(',', `${utc},`))
    expect(await marchSteps(written(inNewYork), 'America/New_York')).toEqual(['09 8000', '10 6000'])
    const inTokyo = ['08 22:30,1500', '09 11:00,11000', '09 22:50,0', '10 14:00,6300']
    expect(await marchSteps(written(inTokyo), 'Asia/Tokyo')).toEqual(['09 11000', '10 6300'])
  },
)

test('readings that may be of the day before are counted in the summary', async () => {
  const list = 'timestamp,total steps\n2026-03-09 22:00,6000\n2026-03-10 07:30,8500\n2026-03-10 11:50,8500\n'
  const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ date: '2026-03-09', steps: 6000 }])
  expect(stderr).toContain('Left out: 2 totals that may be of the day before.')
})
