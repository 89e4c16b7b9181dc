/** Lists of activities whose column `Date` has the time of day, as Garmin Connect's Activities.csv. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

const header =
  'Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Steps,Best Lap Time,Moving Time,Elapsed Time'
const list = (...lines: string[]) => ({ 'Activities.csv': [header, ...lines, ''].join('\r\n') })
const evening =
  'Running,2026-06-05 18:00:00,false,"Evening","3.00","200","00:18:00","150","2,862","--","00:17:50","00:18:10"'
const morning =
  'Running,2026-06-05 07:12:33,false,"Morning","5.01","1,321","00:28:31.5","150","4,808","--","00:28:20","00:28:40"'
const swim =
  'Pool Swim,2026-06-06 07:00:00,false,"Pool, 25 m","750","200","00:20:00","130","--","--","00:00:00","00:21:00"'
const perActivity = '--per activity --tz Europe/Berlin'

test("of Garmin's list every line is an activity with its time in motion, and a swim is in meters", async () => {
  const { code, rows, stderr } = await importing(list(evening, morning, swim), perActivity)
  expect(code).toBe(0)
  expect(rows).toEqual([
    {
      id: 'activity-20260605T0512Z',
      date: '2026-06-05',
      steps: 4808,
      distance: 5.01,
      duration: 1700,
      source: 'CSV',
    },
    {
      id: 'activity-20260605T1600Z',
      date: '2026-06-05',
      steps: 2862,
      distance: 3,
      duration: 1070,
      source: 'CSV',
    },
    { id: 'activity-20260606T0500Z', date: '2026-06-06', distance: 0.75, duration: 1200, source: 'CSV' },
  ])
  expect(stderr).toContain('no unit for distance, so it is taken in kilometers')
  expect(stderr).not.toContain('Left out')
  for (const [type, count] of [
    ['run', 2],
    ['swim', 1],
  ])
    expect(
      (await importing(list(evening, morning, swim), `--per activity --type ${type}`)).rows,
    ).toHaveLength(Number(count))
})

test('two runs of one day are both in its row', async () => {
  const { rows, stderr } = await importing(list(evening, morning), '--tz Europe/Berlin')
  expect(rows).toMatchObject([{ date: '2026-06-05', steps: 7670, distance: 8.01, duration: 2770 }])
  expect(stderr).not.toContain('more than one line')
})

test("a swim of Garmin's list has thousands of meters; without a time in motion its time counts", async () => {
  const long = swim.replace('"750"', '"1,500"').replace('"00:00:00"', '"--"')
  const { rows, stderr } = await importing(list(long), perActivity)
  expect(rows).toMatchObject([{ distance: 1.5, duration: 1200 }])
  expect(stderr).not.toContain('Left out')
  expect(stderr).not.toContain('no unit')
})

test("an activity of Garmin's list may start at midnight", async () => {
  const lines = ['00:00:00', '00:40:00'].map((time) => morning.replace('07:12:33', time))
  expect((await importing(list(...lines), perActivity)).rows).toHaveLength(2)
})

test.each([
  ['a type', 'date,type,distance (km)', ['2026-06-05 07:10,run,3', '2026-06-05 18:00,run,5']],
  ['a duration', 'date,duration (min),distance (km)', ['2026-06-05 07:10,20,3', '2026-06-05 18:00,30,5']],
  ['a time', 'Date;Time;Distance (km)', ['2026-06-05T07:10:00Z;0:20:00;3', '2026-06-05T18:00:00Z;0:30:00;5']],
])('in any list a date with a time of day and %s starts an activity', async (_, names, lines) => {
  const file = { 'list.csv': [names, ...lines, ''].join('\n') }
  expect((await importing(file, perActivity)).rows).toMatchObject([{ distance: 3 }, { distance: 5 }])
  expect((await importing(file, '--tz Europe/Berlin')).rows).toMatchObject([
    { date: '2026-06-05', distance: 8 },
  ])
})

test('a time that is the time of day is no duration', async () => {
  const file = { 'list.csv': 'date,time,type,distance (km)\n2026-06-05 07:10:00,07:10:00,run,3\n' }
  const [row] = (await importing(file, perActivity)).rows
  expect(row).toMatchObject({ distance: 3 })
  expect(row?.duration ?? 0).toBe(0)
})

test.each(['steps', 'distance (km)'])(
  'a date and a time of two numbers beside a type may be when and how long: %s',
  async (amount) => {
    const list = (time: string) => ({
      'list.csv': `date,${time},type,${amount}\n2026-06-05,07:10,walk,3\n2026-06-05,18:10,walk,4\n`,
    })
    const { code, rows, stderr } = await importing(list('time'), perActivity)
    expect({ code, rows }).toEqual({ code: 2, rows: [] })
    expect(stderr).toContain('Call it start or duration')
    expect((await importing(list('start'), perActivity)).rows).toHaveLength(2)
  },
)

test.each([
  [
    'at midnight',
    'date,type,steps,duration\n2026-06-05 00:00:00,walk,5000,3000\n2026-06-06T00:00:00Z,walk,4000,2000\n',
  ],
  ['with nothing but steps', 'date,steps\n2026-06-05 23:59:59,5000\n2026-06-06 23:59:59,4000\n'],
])('a date with a time of day is a whole day %s', async (_, csv) => {
  const { rows } = await importing({ 'days.csv': csv }, '--tz Europe/Berlin')
  expect(rows).toMatchObject([
    { date: '2026-06-05', steps: 5000 },
    { date: '2026-06-06', steps: 4000 },
  ])
  expect((await importing({ 'days.csv': csv }, perActivity)).rows).toEqual([])
})
