/** Each format gives the numbers that are in the file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  checksum,
  counted,
  definition,
  fit,
  fitTime,
  session,
  sessionFields,
  u32,
  type Field,
} from './fit.ts'
import {
  apple,
  fixtures,
  folderOf,
  gpx,
  imported,
  importing,
  kilometers,
  northwards,
  steps,
} from './support.ts'
import { zip } from './zip.ts'

const fixture = (name: string) => join(fixtures, name)
const only = (rows: object[]) => rows.map(({ source: _, ...row }: { source?: string }) => row)

test('a FIT run has two steps a stride, the distance of its session, and no paused time', async () => {
  const { code, rows } = await imported([fixture('run-paused.fit')], '--per activity')
  expect(code).toBe(0)
  expect(rows).toEqual([
    {
      id: 'activity-20260102T0630Z',
      date: '2026-01-02',
      steps: 4866,
      distance: 5.04,
      duration: 1800,
      source: 'Garmin',
    },
  ])
})

test('half a stride at the end of a FIT walk is a step', async () => {
  const file = { 'walk.fit': fit(session({ cycles: 500, cycleParts: 64 })) }
  expect((await importing(file)).rows).toMatchObject([{ steps: 1001 }])
})

test('pedal strokes and swimming strokes are no steps', async () => {
  const { rows } = await imported([fixture('ride.fit'), fixture('swim.fit')], '--per activity')
  expect(only(rows)).toEqual([
    { id: 'activity-20260103T0900Z', date: '2026-01-03', distance: 27, duration: 3600 },
    { id: 'activity-20260103T1700Z', date: '2026-01-03', distance: 1.2, duration: 1500 },
  ])
})

test('files that are chained in one FIT file, and sessions in one of them, are activities each', async () => {
  const chained = await imported([fixture('chained.fit')], '--per activity')
  expect(chained.rows.map(({ id }) => id)).toEqual(['activity-20260102T0630Z', 'activity-20260102T2320Z'])
  const triathlon = async (type: string) =>
    (await imported([fixture('triathlon.fit')], `--per activity --type ${type}`)).rows.map(({ id }) => id)
  const parts = await Promise.all(['swim', 'ride', 'run'].map(triathlon))
  expect(parts.map((ids) => ids.length)).toEqual([1, 1, 1])
  expect(await triathlon('swim,ride,run')).toEqual(parts.flat())
})

test('what a watch counts all day is one day, in however many files, and begins again at midnight', async () => {
  const files = [fixture('monitoring-evening.fit'), fixture('monitoring-morning.fit')]
  const { rows } = await imported(files)
  expect(rows).toMatchObject([
    { date: '2026-01-05', steps: 11_000, distance: 8.48 },
    { date: '2026-01-06', steps: 350, distance: 0.26 },
  ])
})

/** A watch's readings of a day: seconds of active time beside steps, and meters. */
const activeTimes = (
  ...readings: [time: string, steps: number, seconds: number, type: number, meters?: number][]
) =>
  fit([
    ...definition(0, 55, [
      [253, 4, 0x86],
      [2, 4, 0x86],
      [3, 4, 0x86],
      [4, 4, 0x86],
      [5, 1, 0],
    ]),
    ...readings.flatMap(([time, count, seconds, type, meters]) => [
      0,
      ...u32(fitTime(`2026-01-05T${time}Z`)),
      ...u32(meters === undefined ? 0xffffffff : meters * 100),
      ...u32(count),
      ...u32(seconds * 1000),
      type,
    ]),
  ])
const [walking, running, riding, swimming] = [6, 1, 2, 5]

test("a watch's own active time is taken, each kind's and after a restart too, and nothing is estimated", async () => {
  const file = activeTimes(
    ['08:00:00', 0, 0, walking],
    ['09:00:00', 1500, 3600, walking],
    ['09:30:00', 900, 600.5, running],
    ['10:00:00', 0, 1200, riding],
    ['11:00:00', 100, 300, walking],
  )
  const { rows } = await importing({ 'day.fit': file }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 2500, duration: 3600 + 601 + 1200 + 300 }])
  const { rows: reasons } = await importing({ 'day.fit': file }, '--tz UTC --explain')
  expect(JSON.stringify(reasons)).not.toContain('estimated')
})

test('active time is never longer than the time between two readings', async () => {
  const file = activeTimes(['08:00:00', 0, 0, walking], ['08:30:00', 1500, 3600, walking])
  expect((await importing({ 'day.fit': file }, '--tz UTC')).rows).toMatchObject([{ duration: 1800 }])
})

test('the time of an activity is its own, and active time counts beside it', async () => {
  const file = activeTimes(['09:00:00', 0, 0, walking], ['11:00:00', 1500, 3600, walking])
  const ride = fit(
    session({ start: fitTime('2026-01-05T10:00:00Z'), sport: 2, seconds: 3600, meters: 20_000 }),
  )
  const { rows } = await importing({ 'day.fit': file, 'ride.fit': ride }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 1500, distance: 20, duration: 3600 + 3600 }])
})

test.each([
  ['the first of its day', []],
  ['after a reading in the morning', [['06:45:00', 100, 60, walking]]],
] as [string, [string, number, number, number][]][])(
  'a recorded run is the same as what the running counter rose by, and none of a later walk: %s',
  async (_, morning) => {
    const sum = (morning[0]?.[2] ?? 0) + 900
    const watch = activeTimes(
      ['00:00:00', 0, 0, running],
      ['00:00:00', 0, 0, walking],
      ...morning,
      ['07:15:00', 2400, 900, running],
      ['07:30:00', 4800, 1800, running],
      ['12:15:00', 1750, sum, walking],
      ['12:30:00', 2750, sum + 600, walking],
    )
    const run = fit(
      session({ start: fitTime('2026-01-05T07:00:00Z'), sport: 1, seconds: 1800, meters: 5040 }),
    )
    const { rows: alone } = await importing({ 'day.fit': watch }, '--tz UTC')
    const { rows } = await importing({ 'day.fit': watch, 'run.fit': run }, '--tz UTC')
    expect(alone).toMatchObject([{ steps: 7550, duration: 1800 + sum + 600 }])
    expect(rows).toMatchObject([{ steps: 7550 }])
    // In hours with the run the walk has its share of the rest.
    expect(rows[0]!.duration).toBeGreaterThan(alone[0]!.duration! * 0.96)
    expect(rows[0]!.duration).toBeLessThanOrEqual(alone[0]!.duration!)
  },
)

test.each([1, 2, 3, 4, 5, 6, 10])(
  'a recorded run is the same as what a counter rose by that is written each five minutes, from %d minutes behind one on',
  async (late) => {
    const at = (minutes: number): string => `18:${String(minutes).padStart(2, '0')}:00`
    const stepsUntil = (minutes: number): number =>
      Math.min(10, minutes) * 40 + Math.min(30, Math.max(0, minutes - 10)) * 170
    const ends = [1, 6, 11, 16, 21, 26, 31, 36, 41, 46, 51].filter((end) => end > late && end - 5 < late + 40)
    const watch = activeTimes(
      ['08:00:00', 2000, 1200, walking, 1500],
      ...ends.map((end): [string, number, number, number, number] => {
        const steps = stepsUntil(end - late)
        return [at(end), steps, Math.min(40, end - late) * 60, running, steps]
      }),
      ['20:55:00', 2100, 1260, walking, 1575],
      ['21:00:00', 2600, 1560, walking, 1950],
    )
    const start = fitTime(`2026-01-05T${at(late)}Z`)
    const run = fit(session({ start, sport: 1, seconds: 2400, meters: 5500, cycles: 2750 }))
    const { rows } = await importing({ 'day.fit': watch, 'run.fit': run }, '--tz UTC')
    expect(rows).toMatchObject([{ steps: 8100, distance: 7.45, duration: 3960 }])
  },
)

test('what was walked right before or after a swim is there beside its recording', async () => {
  const watch = activeTimes(
    ['00:00:00', 0, 0, walking, 0],
    ['00:00:00', 0, 0, swimming, 0],
    ['08:15:00', 550, 600, walking, 780],
    ['17:15:00', 1110, 1200, walking, 1620],
    ['17:30:00', 0, 900, swimming, 720],
    ['17:45:00', 0, 1500, swimming, 1200],
    ['18:00:00', 1670, 1800, walking, 2460],
  )
  const swim = fit(session({ start: fitTime('2026-01-05T17:15:00Z'), sport: 5, seconds: 1500, meters: 1200 }))
  for (const files of [{ 'day.fit': watch }, { 'day.fit': watch, 'swim.fit': swim }])
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ distance: 3.66, duration: 3300 }])
})

test('what was walked behind a ride is there beside its recording, though one counter was read over both', async () => {
  const watch = activeTimes(
    ['09:16:00', 0, 660, riding, 4510],
    ['09:31:00', 0, 1560, riding, 10_660],
    ['09:46:00', 0, 2460, riding, 16_810],
    ['10:01:00', 1484, 840, walking, 1176],
    ['10:16:00', 2544, 1440, walking, 2016],
  )
  const start = fitTime('2026-01-05T09:05:00Z')
  const ride = fit(session({ start, sport: 2, seconds: 2460, meters: 16_810 }))
  for (const files of [{ 'day.fit': watch }, { 'day.fit': watch, 'ride.fit': ride }])
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 2544, distance: 18.826 }])
})

test.each([
  ['ride', riding, 2, 0],
  ['run', running, 1, 2100],
])(
  'the first walk of a day has its time right behind a %s that was recorded',
  async (_, type, sport, steps) => {
    const watch = activeTimes(
      ['07:05:00', steps / 3, 300, type],
      ['07:10:00', (steps * 2) / 3, 600, type],
      ['07:15:00', steps, 840, type],
      ['07:20:00', 505, 300, walking],
      ['07:25:00', 1010, 600, walking],
      ['07:30:00', 1515, 900, walking],
    )
    const start = fitTime('2026-01-05T07:00:00Z')
    const recorded = fit(session({ start, sport, seconds: 840, meters: 2500, cycles: steps / 2 }))
    const { rows } = await importing({ 'day.fit': watch, 'activity.fit': recorded }, '--tz UTC')
    expect(rows).toMatchObject([{ steps: steps + 1515, duration: 1740 }])
  },
)

test('the first run of a day has its meters right behind a swim that was recorded', async () => {
  const lengths = Array.from({ length: 23 }, (_, at): [string, number, number, number, number] => {
    const seconds = Math.min(4192, 44 + at * 180 + 180)
    const time = new Date(Date.UTC(2026, 0, 5, 12, 8, 50) + (224 + at * 180) * 1000).toISOString()
    return [time.slice(11, 19), 0, 680 + seconds, swimming, 578 + seconds * 0.85]
  })
  const watch = activeTimes(
    ['11:18:34', 0, 180, swimming, 150],
    ['11:27:34', 0, 680, swimming, 578],
    ['11:48:34', 20, 13, walking, 16],
    ['11:51:34', 90, 60, walking, 73],
    ...lengths,
    ['13:21:34', 450, 172, running, 491],
    ['13:24:34', 920, 352, running, 1005],
  )
  const start = fitTime('2026-01-05T12:08:50Z')
  const swim = fit(session({ start, sport: 5, seconds: 4192, meters: 3563 }))
  const { rows: alone } = await importing({ 'day.fit': watch }, '--tz UTC')
  expect(alone).toMatchObject([{ steps: 1010, distance: 5.212 }])
  const { rows } = await importing({ 'day.fit': watch, 'swim.fit': swim }, '--tz UTC')
  expect(rows[0]!.distance).toBeCloseTo(5.212, 2)
})

test('a watch that is put on at noon leaves the ride of the morning to another one', async () => {
  const rideOf = (serial: number, hour: number) =>
    counted(
      Array.from({ length: 50 }, (_, at): [string, number, number] => {
        const time = new Date(Date.UTC(2026, 0, 5, hour, at + 1)).toISOString()
        return [time, 0, (at + 1) * 432]
      }),
      { serial, type: riding },
    )
  const files = { 'first.fit': rideOf(2222, 9), 'second.fit': rideOf(1111, 15) }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ distance: 43.2 }])
})

test('a walk that was recorded takes no time off a ride that is wanted alone', async () => {
  const watch = activeTimes(
    ['07:30:00', 700, 420, walking, 490],
    ['07:45:00', 2000, 1200, walking, 1400],
    ['18:45:00', 0, 1500, riding, 12_000],
    ['19:15:00', 0, 3120, riding, 23_400],
  )
  const start = fitTime('2026-01-05T07:23:00Z')
  const walk = fit(session({ start, sport: 11, seconds: 1200, meters: 1400, cycles: 1000 }))
  const files = { 'day.fit': watch, 'walk.fit': walk }
  const { rows } = await importing(files, '--tz UTC --type ride')
  expect(rows).toMatchObject([{ distance: 23.4, duration: 3120 }])
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ duration: 4320 }])
})

test('the time of a phone is of the walk that the watch counted too, and none of a ride behind it', async () => {
  const watch = activeTimes(
    ['00:00:00', 0, 0, walking],
    ['00:00:00', 0, 0, riding],
    ['07:15:00', 1680, 900, walking],
    ['07:30:00', 2240, 1200, walking],
    ['09:15:00', 0, 900, riding],
    ['09:30:00', 0, 1500, riding],
  )
  const times = ['07:00', '07:05', '07:10', '07:15', '07:20'].map((time) => `2026-01-05T${time}:00Z`)
  const quarters = times.slice(1).map((end, at) => `${times[at]},${end},560,300,iPhone\n`)
  const phone = `start,end,steps,duration (s),source\n${quarters.join('')}`
  const { rows } = await importing({ 'day.fit': watch, 'phone.csv': phone }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 2240, duration: 2700 }])
})

test('active time of a walk that was recorded is its own, and the rise has what is left', async () => {
  const file = activeTimes(
    ['08:00:00', 0, 0, walking],
    ['08:15:00', 1000, 600, walking],
    ['12:00:00', 2200, 1320, walking],
  )
  const walk = fit(session({ start: fitTime('2026-01-05T11:40:00Z'), sport: 11, seconds: 700, meters: 900 }))
  const { rows } = await importing({ 'day.fit': file, 'walk.fit': walk }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 2200, duration: 1320 }])
})

test.each(['', '--source iPhone'])(
  'active time is held against what others counted of it: %j',
  async (flags) => {
    const file = activeTimes(['08:00:00', 0, 0, walking], ['11:00:00', 3000, 1800, walking])
    const quarters = `start,end,steps,duration (s),source
2026-01-05T08:00:00Z,2026-01-05T08:15:00Z,1000,600,iPhone
2026-01-05T10:45:00Z,2026-01-05T11:00:00Z,2000,1200,iPhone
`
    const golf = fit(
      session({ start: fitTime('2026-01-05T10:45:00Z'), sport: 25, seconds: 900, meters: 900 }),
    )
    for (const files of [{ 'quarters.csv': quarters }, { 'golf.fit': golf }] as Record<
      string,
      string | Buffer
    >[]) {
      const of = 'golf.fit' in files ? '' : flags
      const { rows } = await importing({ 'day.fit': file, ...files }, `--tz UTC ${of}`)
      expect(rows).toMatchObject([{ steps: 3000, duration: 1800 }])
    }
  },
)

test('the first active time of a watch that is put on late leaves the morning to the phone', async () => {
  const file = activeTimes(
    ['00:00:00', 0, 0, walking],
    ['14:10:00', 1000, 600, walking],
    ['14:30:00', 3000, 1800, walking],
  )
  const phone =
    'start,end,steps,duration (s),source\n2026-01-05T08:00:00Z,2026-01-05T09:00:00Z,6000,3600,iPhone\n'
  const { rows } = await importing({ 'day.fit': file, 'phone.csv': phone }, '--tz UTC')
  // What the phone has in an hour of it may be the watch's own, and is taken off once.
  expect(rows).toMatchObject([{ steps: 8000, duration: 3600 + 1200 }])
})

test('a watch that stopped before it wrote its sums gives what its track says', async () => {
  const whole = readFileSync(fixture('walk.fit'))
  const { rows } = await importing({ 'cut.fit': withoutSession(whole) }, '--per activity')
  expect(rows).toMatchObject([{ date: '2026-01-03', distance: 3.24, duration: 2400 }])
  expect(rows[0]).not.toHaveProperty('steps')
})

const days = 'date,steps,distance (km),duration'

test('a CSV line of more or fewer cells than the header is no row, and is named with its line', async () => {
  const lines = [days, '2026-01-01,1000,1,600', '2026-01-02,12,345,1.5,3600', '2026-01-03,10115,7.115', '']
  const { code, rows, stderr } = await importing({ 'days.csv': lines.join('\n') })
  expect({ code, rows }).toMatchObject({ code: 10, rows: [{ date: '2026-01-01', steps: 1000 }] })
  expect(rows).toHaveLength(1)
  expect(stderr).toContain('2 lines were not read.')
  expect(stderr).toMatch(/days\.csv has 5 cells on line 3, and 4 in its header\n/)
  expect(stderr).toMatch(/days\.csv has 3 cells on line 4, and 4 in its header\n/)
  const explained = await importing({ 'days.csv': lines.join('\n') }, '--explain')
  expect(explained.code).toBe(10)
  expect(explained.stderr).toContain('has 5 cells on line 3')
  expect(new Set(explained.rows.map(({ date }) => date))).toEqual(new Set(['2026-01-01']))
})

test('a CSV that is cut off at any byte gives no other value than the whole, but where its last cell is cut', async () => {
  const whole = `${days},source\n2026-01-01,1000,1.5,600,Watch\n2026-01-02,2000,2.5,1200,Watch`
  for (let end = whole.indexOf('2026-01-02'); end < whole.lastIndexOf(','); end++) {
    const { rows } = await importing({ 'days.csv': whole.slice(0, end) })
    expect(rows.map(({ steps }) => steps)).toEqual([1000])
  }
})

test('two columns of a name that nothing is read from do no harm', async () => {
  const { code, rows } = await importing({ 'days.csv': 'date,steps,note,note\n2026-01-01,1000,a,b\n' })
  expect({ code, rows }).toMatchObject({ code: 0, rows: [{ steps: 1000 }] })
})

test('a CSV without a whole line is refused', async () => {
  const { code, stderr } = await importing({ 'days.csv': `${days}\n2026-01-01,1000\n` })
  expect(code).toBe(2)
  expect(stderr).toContain('days.csv has no line with as many cells as its header')
})

test.each([
  ['below the header', `${days}\n2026-01-01,1000,1,600,,\n`],
  ['everywhere', `${days},\n2026-01-01,1000,1,600,\n`],
  ['in the header', `${days},,\n2026-01-01,1000,1,600\n`],
  ['in place of a line', `${days}\n2026-01-01,1000,1,600\n,,\n , \n`],
])('empty cells at the end are no cells: %s', async (_, content) => {
  const { code, rows } = await importing({ 'days.csv': content })
  expect({ code, rows }).toMatchObject({ code: 0, rows: [{ steps: 1000, duration: 600 }] })
})

test('a CSV line is named as an editor counts, also behind a line that names the separator and breaks in cells', async () => {
  const lines = [
    'sep=;',
    `${days.replaceAll(',', ';')};note`,
    '',
    '2026-01-01;1000;1;600;"two\r\nlines"',
    '7',
  ]
  const { stderr } = await importing({ 'days.csv': lines.join('\r\n') })
  expect(stderr).toContain('1 line was not read.')
  expect(stderr).toContain('has 1 cell on line 6, and 5 in its header')
})

test.each([
  ['LF below a header that ends in CRLF', 'date,steps\r\n2026-01-01,1000\n2026-01-02,2000\r\n'],
  ['CRLF below a header that ends in LF', 'date,steps\n2026-01-01,1000\r\n2026-01-02,2000\n'],
  ['LF below a header that ends in CR', 'date,steps\r2026-01-01,1000\n2026-01-02,2000'],
  ['CR', 'date,steps\r2026-01-01,1000\r2026-01-02,2000\r'],
])('lines that end in %s are lines', async (_, content) => {
  const { code, rows } = await importing({ 'days.csv': content })
  expect({ code, steps: rows.map(({ steps }) => steps) }).toEqual({ code: 0, steps: [1000, 2000] })
})

test('a CR within a cell of a file whose lines end in LF is no end of a line', async () => {
  const { rows } = await importing({ 'days.csv': 'date,note,steps\n2026-01-01,a\rb,1000\n' })
  expect(rows).toMatchObject([{ steps: 1000 }])
})

test('lines and files that are not read are counted apart, and lines of a file that fails are not', async () => {
  const short = `${days}\n2026-01-01,1000,1,600\n2026-01-02\n`
  const files = { 'a.csv': short, 'b.csv': `${short}2026-01-03,"1\n`, 'c.json': '{}' }
  const { code, stderr } = await importing(files)
  expect(code).toBe(10)
  expect(stderr).toContain('2 files and 1 line were not read.')
  expect(stderr.match(/on line/g)).toHaveLength(1)
})

test('GPX gives distance and time in motion, and steps by a stride alone, which its source says', async () => {
  const walk = { 'walk.gpx': gpx([northwards('2026-01-02T10:00:00Z', 1000, 1.4)]) }
  const [plain] = (await importing(walk)).rows
  expect(plain).toEqual({
    id: 'day-2026-01-02',
    date: '2026-01-02',
    distance: 1.4,
    duration: 1000,
    source: 'hand',
  })
  const [guessed] = (await importing(walk, '--stride 0.7m')).rows
  expect(guessed).toMatchObject({ steps: 2000, source: 'hand (steps by stride)' })
})

test('time without motion, and time between the pieces of a track, is not active time', async () => {
  const first = northwards('2026-01-02T10:00:00Z', 600, 1.4)
  const later = northwards('2026-01-02T10:30:00Z', 600, 1.4, 48.1)
  const standing = northwards('2026-01-02T10:10:10Z', 300, 0, first.at(-1)![0])
  const { rows } = await importing({ 'walk.gpx': gpx([[...first, ...standing], later]) })
  expect(rows).toMatchObject([{ distance: 1.68, duration: 1200 }])
})

test('a receiver that drifts while somebody stands adds no active time', async () => {
  const walked = northwards('2026-01-02T10:00:00Z', 600, 1.4)
  const drifting = northwards('2026-01-02T10:10:10Z', 600, 0.2, walked.at(-1)![0])
  const { rows } = await importing({ 'walk.gpx': gpx([[...walked, ...drifting]]) })
  expect(rows[0]!.duration).toBe(600)
})

test('a piece of a track that begins before the last one ended is left out and counted', async () => {
  const walked = northwards('2026-01-02T10:00:00Z', 600, 1.4)
  const { rows, stderr } = await importing({ 'walk.gpx': gpx([walked, walked]) })
  expect(rows).toMatchObject([{ distance: 0.84, duration: 600 }])
  expect(stderr).toContain('60 track points out of order')
})

test('a day later than tomorrow is no day that somebody walked', async () => {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const { rows, stderr } = await importing({
    'days.csv': `date,steps\n${day(-1)},5\n${day(3)},7\n${day(20)},9\n`,
  })
  expect(rows.map(({ steps: count }) => count)).toEqual([5])
  expect(stderr).toContain('Left out: 2 impossible times')
})

test('jumps of the receiver are dropped and counted', async () => {
  const points = northwards('2026-01-02T10:00:00Z', 1000, 1.4)
  points[50] = [48.5, 11.9, points[50]![2]]
  const { rows, stderr } = await importing({ 'walk.gpx': gpx([points]) })
  expect(rows).toMatchObject([{ distance: 1.4 }])
  expect(stderr).toContain('Left out: 1 GPS jump')
})

test.each([
  ['the first', [0], { distance: 1.386, duration: 990 }, 1],
  ['twenty in a row', Array.from({ length: 20 }, (_, at) => 40 + at), { distance: 1.4, duration: 1000 }, 20],
  ['the last three', [98, 99, 100], { distance: 1.358, duration: 970 }, 3],
  ['every second', [41, 43, 45, 47, 49], { distance: 1.4, duration: 1000 }, 5],
])(
  '%s away from the others: points that follow each other count, the way to them does not',
  async (_, far, sums, jumps) => {
    const points = northwards('2026-01-02T10:00:00Z', 1000, 1.4)
    for (const at of far) points[at] = [points[at]![0] + 0.05, points[at]![1], points[at]![2]]
    const { rows, stderr } = await importing({ 'walk.gpx': gpx([points]) })
    expect(rows).toMatchObject([sums])
    expect(stderr).toContain(`Left out: ${jumps} GPS jump`)
  },
)

/** A walk of 840 meters with five minutes of no points in its middle, in which one stood. */
const withGap = () => {
  const [before, after] = [
    northwards('2026-01-02T10:00:00Z', 300, 1.4),
    northwards('2026-01-02T10:10:00Z', 300, 1.4, 48 + 420 / 111_200),
  ]
  return [...before, ...after]
}

test.each([
  ['the first point after it', [31]],
  ['the first three after it', [31, 32, 33]],
  ['ten after it', Array.from({ length: 10 }, (_, at) => 31 + at)],
  ['ten before it', Array.from({ length: 10 }, (_, at) => 21 + at)],
  ['none', []],
])('beside a gap in the points, %s may be far away: the way there does not count', async (_, far) => {
  const points = withGap()
  for (const at of far) points[at] = [points[at]![0] + 0.009, points[at]![1], points[at]![2]]
  const { rows } = await importing({ 'walk.gpx': gpx([points]) })
  const { distance = 0 } = rows[0]!
  expect(distance).toBeLessThanOrEqual(0.84)
  expect(distance).toBeGreaterThan(0.8)
})

test('a walk to and fro keeps its length, with a point each minute too', async () => {
  const there = northwards('2026-01-02T10:00:00Z', 3600, 1.4).filter((_, at) => at % 6 === 0)
  const points = there.map(([, lon, time], at): [number, number, string] => [
    48 + (Math.min(at % 10, 10 - (at % 10)) * 84) / 111_200,
    lon,
    time,
  ])
  const { rows, stderr } = await importing({ 'walk.gpx': gpx([points]) })
  expect(rows).toMatchObject([{ distance: 5.04 }])
  expect(stderr).not.toContain('Left out')
})

test('points that lie about at random add no way, also where there is time for it', async () => {
  const points = northwards('2026-01-02T10:00:00Z', 1000, 1.4).map(
    ([lat, lon], at) => [lat, lon, new Date(Date.UTC(2026, 0, 2, 10) + at * 2000).toISOString()] as const,
  )
  const scattered = points.map(([lat, lon, time], at): [number, number, string] =>
    at < 40 || at >= 52 ? [lat, lon, time] : [lat + ((at * 37) % 11) / 4000 + 0.002, lon, time],
  )
  const { rows } = await importing({ 'walk.gpx': gpx([scattered], { type: 'running' }) })
  const { distance = 0 } = rows[0]!
  expect(distance).toBeLessThanOrEqual(1.4)
  expect(distance).toBeGreaterThan(1.1)
})

test('of a piece that ends soon, the points that are more count', async () => {
  const [short, rest] = [
    northwards('2026-01-02T10:00:00Z', 80, 1.4),
    northwards('2026-01-02T11:00:00Z', 1000, 1.4),
  ]
  short[0] = [48.05, 11.5, short[0]![2]]
  const { rows, stderr } = await importing({ 'walk.gpx': gpx([short, rest]) })
  expect(rows).toMatchObject([{ distance: 1.498, duration: 1070 }])
  expect(stderr).toContain('Left out: 1 GPS jump')
})

/** Points of someone who goes north at each of these speeds for so many seconds. */
const atSpeeds = (...pieces: [seconds: number, speed: number][]) => {
  let [points, lat, start] = [
    northwards('2026-01-02T10:00:00Z', 0, 0),
    48,
    Date.parse('2026-01-02T10:00:00Z'),
  ]
  for (const [seconds, speed] of pieces) {
    points = [...points, ...northwards(new Date(start).toISOString(), seconds, speed, lat).slice(1)]
    start += seconds * 1000
    lat = points.at(-1)![0]
  }
  return points
}

test('a ride of no named type keeps its descents, and still loses its jumps', async () => {
  const descent = atSpeeds([600, 7], [300, 15], [600, 7])
  const untyped = await importing({ 'ride.gpx': gpx([descent], { type: '' }) })
  const typed = await importing({ 'ride.gpx': gpx([descent], { type: 'cycling' }) })
  expect(untyped.rows).toEqual(typed.rows)
  expect(untyped.rows).toMatchObject([{ distance: 12.899, duration: 1500 }])
  expect(untyped.stderr).not.toContain('Left out')
  const only = await importing({ 'ride.gpx': gpx([descent], { type: '' }) }, '--type ride --per activity')
  expect(only.rows).toHaveLength(1)
  descent[20] = [48.9, 11.9, descent[20]![2]]
  const jumping = await importing({ 'ride.gpx': gpx([descent], { type: '' }) })
  expect(jumping.rows).toMatchObject([{ distance: 12.899 }])
  expect(jumping.stderr).toContain('Left out: 1 GPS jump')
})

test('a walk of no named type loses every jump beyond the speed of a runner', async () => {
  const points = northwards('2026-01-02T10:00:00Z', 1000, 1.4)
  for (const at of [20, 50, 80]) points[at] = [points[at]![0] + 0.002, 11.5, points[at]![2]]
  const { rows, stderr } = await importing({ 'walk.gpx': gpx([points], { type: '' }) })
  expect(rows).toMatchObject([{ distance: 1.4, duration: 1000 }])
  expect(stderr).toContain('Left out: 3 GPS jumps')
  const { rows: walks } = await importing({ 'walk.gpx': gpx([points], { type: '' }) }, '--type walk')
  expect(walks).toHaveLength(1)
})

test('a route or a track without times is a plan, and no motion', async () => {
  const plan = gpx([northwards('2026-01-02T10:00:00Z', 100, 1)]).replaceAll(/<time>[^<]*<\/time>/g, '')
  const { code, stderr } = await importing({ 'plan.gpx': plan })
  expect(code).toBe(2)
  expect(stderr).toContain('plan.gpx holds no activity with times')
})

test('a time or a distance that other software adds to a point is not the point’s', async () => {
  const points = northwards('2026-01-02T10:00:00Z', 600, 1.4)
  const alone = await importing({ 'walk.gpx': gpx([points]) }, '--per activity')
  const added = gpx([points])
    .replaceAll(
      '</trkpt>',
      '<extensions><x:fix><x:time>2019-05-05T05:05:05Z</x:time></x:fix></extensions></trkpt>',
    )
    .replace('<gpx ', '<gpx xmlns:x="http://example.com/fix" ')
  expect((await importing({ 'walk.gpx': added }, '--per activity')).rows).toEqual(alone.rows)
  const extended = tcx.replaceAll(
    '</Trackpoint>',
    '<Extensions><x:Fix><x:Time>2019-05-05T05:05:05Z</x:Time><x:DistanceMeters>99000</x:DistanceMeters></x:Fix></Extensions></Trackpoint>',
  )
  const { rows } = await importing({ 'run.tcx': extended }, '--per activity')
  expect(rows).toMatchObject([{ date: '2026-01-02', distance: 3.5, duration: 1200 }])
})

const lap = (start: string, seconds: number, meters: number, count: number) =>
  `<Lap StartTime="${start}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters><Track><Trackpoint><Time>${start}</Time><DistanceMeters>0</DistanceMeters></Trackpoint></Track><Extensions><ns3:LX><ns3:Steps>${count}</ns3:Steps></ns3:LX></Extensions></Lap>`
const tcx = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
<Activities><Activity Sport="Running"><Id>2026-01-02T10:00:00.000Z</Id>${lap('2026-01-02T10:00:00.000Z', 700, 2000, 1900)}${lap('2026-01-02T10:20:00.000Z', 500, 1500, 1400)}<Creator><Name>Forerunner 255</Name></Creator></Activity></Activities>
<Courses><Course><Lap><TotalTimeSeconds>9000</TotalTimeSeconds><DistanceMeters>42195</DistanceMeters></Lap></Course></Courses>
</TrainingCenterDatabase>`

test('TCX sums its laps, takes their steps and leaves the pause between them out', async () => {
  const { rows } = await importing({ 'run.tcx': tcx }, '--per activity')
  expect(rows).toEqual([
    {
      id: 'activity-20260102T1000Z',
      date: '2026-01-02',
      steps: 3300,
      distance: 3.5,
      duration: 1200,
      source: 'Forerunner 255',
    },
  ])
})

const accented = tcx.replace('Forerunner 255', 'Montre d’été')
const latin = accented.replace('UTF-8', 'windows-1252').replace('’', "'")
test.each([
  ['UTF-8', Buffer.from(`          ${accented}`), 'Montre d’été'],
  ['UTF-8 with its mark', Buffer.from(`\u{feff} \r\n\t${accented}`), 'Montre d’été'],
  [
    'UTF-16',
    Buffer.from(`\u{feff}${' '.repeat(500)}${accented.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    'Montre d’été',
  ],
  ['windows-1252', Buffer.from(`${' '.repeat(500)}${latin}`, 'latin1'), "Montre d'été"],
])('blanks before the declaration of XML are passed over: %s', async (_, file, source) => {
  expect((await importing({ 'run.tcx': file })).rows).toMatchObject([{ distance: 3.5, source }])
  const stdin = Readable.from(Array.from(file, (byte) => Buffer.from([byte])))
  expect((await imported(['-'], '', { stdin })).rows).toMatchObject([{ distance: 3.5, source }])
})

test.each([
  ['a day', 86_000, 241, 2400, 1],
  ['more than a century', 4e9, 241, 2400, 1],
  ['an hour', 3600, 241, 3600, 0],
  ['no time', 0, 241, 2400, 1],
  ['a day, and has two points', 40_000, 2, 40_000, 0],
])('a TCX lap of forty minutes that says %s', async (_, seconds, points, duration, omitted) => {
  const time = (after: number) => new Date(Date.UTC(2026, 0, 2, 10) + after * 1000).toISOString()
  const trackpoints = Array.from(
    { length: points },
    (_, at) =>
      `<Trackpoint><Time>${time(at * 10)}</Time><Position><LatitudeDegrees>${52 + (at * 14) / 111_200}</LatitudeDegrees><LongitudeDegrees>13</LongitudeDegrees></Position></Trackpoint>`,
  )
  const tcx = `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="${time(0)}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>3360</DistanceMeters><Track>${trackpoints.join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`
  const { rows, intervals, stderr } = await importing({ 'a.tcx': tcx }, '--per activity')
  expect(rows).toMatchObject([{ distance: 3.36, duration }])
  expect(intervals).toEqual([`${time(0).slice(0, 19)}Z/${time(duration).slice(0, 19)}Z`])
  expect(stderr.includes('1 impossible value')).toBe(omitted === 1)
})

test('Apple Health: steps and distances of a day, in its own units, and workouts', async () => {
  const file = apple(
    steps(1200, '2026-01-02 10:00:00 +0100', '2026-01-02 10:12:00 +0100'),
    kilometers(0.9, '2026-01-02 10:00:00 +0100', '2026-01-02 10:12:00 +0100'),
    ' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="28" durationUnit="min" totalDistance="3" totalDistanceUnit="mi" sourceName="Ann\'s Watch" startDate="2026-01-03 08:00:00 +0100" endDate="2026-01-03 08:31:00 +0100"><WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="4400" unit="count"/></Workout>',
  )
  const { rows } = await importing({ 'export.xml': file })
  expect(rows).toEqual([
    {
      id: 'day-2026-01-02',
      date: '2026-01-02',
      steps: 1200,
      distance: 0.9,
      duration: 720,
      source: "Ann's iPhone",
    },
    {
      id: 'day-2026-01-03',
      date: '2026-01-03',
      steps: 4400,
      distance: 4.828,
      duration: 1680,
      source: "Ann's Watch",
    },
  ])
})

test('distances of different kinds in one workout add up, and of one kind the last counts', async () => {
  const sum = (type: string, value: number, unit: string) =>
    `<WorkoutStatistics type="HKQuantityTypeIdentifierDistance${type}" sum="${value}" unit="${unit}"/>`
  const workout = (...sums: string[]) =>
    apple(
      ` <Workout workoutActivityType="HKWorkoutActivityTypeSwimBikeRun" duration="150" durationUnit="min" totalDistance="3" totalDistanceUnit="km" sourceName="Ann's Watch" startDate="2026-01-03 08:00:00 +0100" endDate="2026-01-03 10:31:00 +0100">${sums.join('')}</Workout>`,
    )
  const distance = async (...sums: string[]) =>
    (await importing({ 'export.xml': workout(...sums) })).rows[0]?.distance
  const [ride, run, swim] = [
    sum('Cycling', 40, 'km'),
    sum('WalkingRunning', 10, 'km'),
    sum('Swimming', 1500, 'm'),
  ]
  expect(await distance(swim, ride, run)).toBe(51.5)
  expect(await distance(ride, swim, run)).toBe(51.5)
  expect(await distance(run, sum('WalkingRunning', 9, 'km'))).toBe(9)
  expect(await distance()).toBe(3)
})

test('CSV with named columns, days as well as stretches of time, in units that the header names', async () => {
  const days = 'Date;Steps;Distance (m)\n2026-01-02;5000;3500\n2026-01-03;;\n'
  const spans =
    'start,end,step_count\n2026-01-02 09:00,2026-01-02 09:30,2500\n2026-01-02T10:00:00Z,2026-01-02T10:10:00Z,900\n'
  expect((await importing({ 'days.csv': days })).rows).toEqual([
    { id: 'day-2026-01-02', date: '2026-01-02', steps: 5000, distance: 3.5, source: 'CSV' },
  ])
  expect((await importing({ 'spans.csv': spans }, '--tz UTC')).rows).toMatchObject([{ steps: 3400 }])
})

test('CSV whose first line names its separator, in one piece or byte by byte', async () => {
  const expected = [{ id: 'day-2026-01-02', date: '2026-01-02', steps: 5000, distance: 3.5, source: 'CSV' }]
  for (const first of ['sep=;', 'SEP=;', '"sep=;"', '\u{feff}sep=;']) {
    const days = `${first}\r\nDate;Steps;Distance (m)\r\n2026-01-02;5000;3500\r\n`
    expect((await importing({ 'days.csv': days })).rows).toEqual(expected)
    const stdin = Readable.from(Array.from(Buffer.from(days), (byte) => Buffer.from([byte])))
    expect((await imported(['-'], '', { stdin })).rows).toEqual(expected)
  }
  const tabs = 'sep=\t\nDate\tSteps, all\tSteps\n2026-01-02\t1,2\t5000\n'
  expect((await importing({ 'days.csv': tabs })).rows).toMatchObject([{ steps: 5000 }])
})

test('dates year first, with hyphens, slashes or points', async () => {
  const days = 'date,steps\n2026/01/02,1\n2026.1.3,2\n'
  const spans = 'start,end,steps\n2026/01/04 09:00,2026/01/04 09:30,30\n'
  const { rows } = await importing({ 'days.csv': days, 'spans.csv': spans })
  expect(rows.map(({ date, steps: count }) => [date, count])).toEqual([
    ['2026-01-02', 1],
    ['2026-01-03', 2],
    ['2026-01-04', 30],
  ])
})

test('times of day have the date of their line, and a line without a date at the end is no harm', async () => {
  const days =
    'date,start,end,steps\n2026-01-02,9:00,9:30,300\n2026-01-02,09:30:00,10:00,900\n2026/01/02,10:00,11:00,1000\n2026-01-02,25:00,26:00,9\n2026-01-03,later,,9\n2026-01-03,9:00,later,9\ntotal,,,2200\n'
  const { rows, stderr } = await importing({ 'spans.csv': days })
  expect(rows).toMatchObject([{ date: '2026-01-02', steps: 2200 }])
  expect(stderr).toContain('Left out: 4 impossible times')
})

test('steps with a point before three digits may be thousands, and are left out', async () => {
  const days = 'date;steps;distance\n2026-01-02;9.000;7.2\n2026-01-03;8000.0;1\n2026-01-04;8000.000;1\n'
  const { rows, stderr } = await importing({ 'days.csv': days })
  expect(rows).toEqual([
    { id: 'day-2026-01-02', date: '2026-01-02', distance: 7.2, source: 'CSV' },
    { id: 'day-2026-01-03', date: '2026-01-03', steps: 8000, distance: 1, source: 'CSV' },
    { id: 'day-2026-01-04', date: '2026-01-04', steps: 8000, distance: 1, source: 'CSV' },
  ])
  expect(stderr).toContain('1 impossible value')
})

test("Google Fit's quarters of an hour take their date from the file's name; its summary counts where they are missing", async () => {
  const quarters =
    'Start time,End time,Move Minutes count,Calories (kcal),Distance (m),Step count\n23:30:00.000+01:00,23:45:00.000+01:00,9,20,500.5,700\n23:45:00.000+01:00,00:00:00.000+01:00,,15,,\n'
  const summary =
    'Date,Move Minutes count,Distance (m),Step count\n2026-01-02,9,500.5,700\n2026-01-03,30,2000,2800\n'
  const { rows } = await importing({ '2026-01-02.csv': quarters, 'Daily activity metrics.csv': summary })
  expect(rows).toMatchObject([
    { date: '2026-01-02', steps: 700, distance: 0.501 },
    { date: '2026-01-03', steps: 2800, distance: 2, duration: 1800 },
  ])
})

test("Strava's list of activities fills in what has no file, and counts once what has one", async () => {
  const list =
    'Activity ID,Activity Date,Activity Type,Elapsed Time,Distance,Filename,Moving Time,Distance\n1,"Jan 2, 2026, 6:30:05 AM",Run,2220,5.05,activities/1.fit.gz,1795,5050.0\n2,"Jan 5, 2026, 6:00:00 PM",Walk,1800,2.00,,1700,2000.5\n'
  const packed = gzipSync(readFileSync(fixture('run-paused.fit')))
  const { rows } = await importing(
    { 'activities.csv': list, 'activities/1.fit.gz': packed },
    '--per activity',
  )
  expect(rows).toMatchObject([
    { id: 'activity-20260102T0630Z', steps: 4866, distance: 5.04, duration: 1800, source: 'Garmin' },
    { id: 'activity-20260105T1800Z', distance: 2.001, duration: 1700, source: 'Strava' },
  ])
})

test.each(['Schrittzahl', 'Schritte', 'Nombre de pas', 'Número de pasos', 'Passi', 'Stappen'])(
  'a day whose steps are in a column called %s is named, in a zip too, and not read without them',
  async (column) => {
    const list = `Date,Distance (m),${column}\n2026-01-05,1200,1500\n`
    const walk = gpx([northwards('2026-01-02T10:00:00Z', 1000, 1.4)])
    const packed = zip([
      { name: 'Fit/2026-01-05.csv', content: Buffer.from(list) },
      { name: 'Fit/walk.gpx', content: Buffer.from(walk) },
    ])
    const { code, rows, stderr } = await importing({ 'takeout.zip': packed })
    expect({ code, dates: rows.map(({ date }) => date) }).toEqual({ code: 10, dates: ['2026-01-02'] })
    expect(stderr).toContain(
      `2026-01-05.csv has its steps in a column called "${column.toLowerCase()}". Export it in English, or call the column steps`,
    )
  },
)

test.each([
  ['German', 'Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Verstrichene Zeit,Distanz'],
  [
    'Spanish',
    'ID de actividad,Fecha de la actividad,Nombre de la actividad,Tipo de actividad,Tiempo transcurrido,Distancia',
  ],
  ['French', "ID de l'activité,Date de l'activité,Distance,Type d'activité,Temps écoulé,Distance"],
])("Strava's list in %s is named, with what to do", async (_, header) => {
  const list = `${header}\n1,"11.06.2026, 10:05:00",Lauf,Lauf,1800,"5,0"\n`
  const walk = gpx([northwards('2026-01-02T10:00:00Z', 1000, 1.4)])
  const reason =
    /activities\.csv has columns that movecli does not know\. If it is Strava's, set its language to English there and ask for the export again/
  const folder = folderOf({
    'export/activities.csv': list,
    'export/activities/1.gpx': walk,
    'export/notes.csv': 'a,b\n1,2\n',
  })
  const beside = await imported([folder])
  expect({ code: beside.code, rows: beside.rows.length }).toEqual({ code: 10, rows: 1 })
  expect(beside.stderr).toContain('1 file was not read.')
  expect(beside.stderr).toMatch(reason)
  const alone = await imported([folderOf({ 'activities.csv': list })])
  expect({ code: alone.code, rows: alone.rows }).toEqual({ code: 2, rows: [] })
  expect(alone.stderr).toMatch(reason)
})

test('packed times of one second are one moment', async () => {
  const start = fitTime('2026-01-02T10:00:00Z')
  const meters = (count: number) => u32(Math.round(count * 100))
  const seconds = Array.from({ length: 60 }, (_, at) => start + at + 1)
  const walk = fit([
    ...definition(0, 0, [[0, 1, 0]]),
    0,
    4,
    ...definition(3, 12, [[0, 1, 0]]),
    3,
    11,
    ...definition(1, 20, [
      [253, 4, 0x86],
      [5, 4, 0x86],
    ]),
    1,
    ...u32(start),
    ...meters(0),
    ...definition(2, 20, [[5, 4, 0x86]]),
    // Two records a second, whose head has the last five bits of the time.
    ...seconds.flatMap((at) => {
      const record = [0x80 | (2 << 5) | (at & 31), ...meters((at - start) * 1.5)]
      return [...record, ...record]
    }),
  ])
  const { rows } = await importing({ 'walk.fit': walk }, '--per activity')
  expect(rows).toMatchObject([{ date: '2026-01-02', distance: 0.09, duration: 60 }])
})

const positions = northwards('2026-01-02T10:00:00Z', 600, 1.4)
const tcxOf = (lap: string, point: (at: number) => string) =>
  `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2026-01-02T10:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>${lap}<Track>${positions
    .map(([lat, lon, time], at) => {
      const place = `<Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position>`
      return `<Trackpoint><Time>${time}</Time>${place}${point(at)}</Trackpoint>`
    })
    .join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`

test.each([
  ['no distance', tcxOf('', () => ''), 0.84],
  ['a distance of 0', tcxOf('<DistanceMeters>0</DistanceMeters>', () => ''), 0.84],
  [
    'a distance of 0, and points that count theirs',
    tcxOf('<DistanceMeters>0</DistanceMeters>', (at) => `<DistanceMeters>${at * 14.1}</DistanceMeters>`),
    0.846,
  ],
  ['its own distance', tcxOf('<DistanceMeters>850</DistanceMeters>', () => ''), 0.85],
])('a lap of TCX with %s', async (_, file, distance) => {
  const { rows } = await importing({ 'run.tcx': file }, '--per activity')
  expect(rows).toMatchObject([{ distance, duration: 600 }])
})

/** A FIT file of records with positions, and sessions without a distance. */
const fitOfPositions = (sessions: number, meters?: number) => {
  const start = fitTime('2026-01-02T10:00:00Z')
  const semicircles = (angle: number) => u32(Math.round((angle * 2 ** 31) / 180))
  const fields: [number, number, number][] = [
    [253, 4, 0x86],
    [0, 4, 0x85],
    [1, 4, 0x85],
    [5, 4, 0x86],
  ]
  const none = [255, 255, 255, 255]
  const records = positions.flatMap(([lat, lon, time], at) => [
    1,
    ...u32(fitTime(time)),
    ...semicircles(lat),
    ...semicircles(lon),
    ...(meters === undefined ? none : u32(at * meters * 100)),
  ])
  const timed: [number, number, number][] = [
    [2, 4, 0x86],
    [5, 1, 0],
    [7, 4, 0x86],
  ]
  const lengths = 600 / sessions
  const ends = Array.from({ length: sessions }, (_, at) => [
    2,
    ...u32(start + at * lengths),
    11,
    ...u32(lengths * 1000),
  ])
  const head = [...definition(0, 0, [[0, 1, 0]]), 0, 4, ...definition(1, 20, fields)]
  return fit([...head, ...records, ...definition(2, 18, timed), ...ends.flat()])
}

test.each([
  ['the way of its positions', fitOfPositions(1), [{ distance: 0.84, duration: 600 }]],
  ['what its records count', fitOfPositions(1, 14.1), [{ distance: 0.846, duration: 600 }]],
])('a FIT session without a distance has %s', async (_, file, found) => {
  expect((await importing({ 'walk.fit': file }, '--per activity')).rows).toMatchObject(found)
})

/** Forty minutes of records each ten seconds, and one session that says a time of its own. */
const longSession = (seconds: number, stamp: number) => {
  const start = fitTime('2026-01-02T10:00:00Z')
  const records = Array.from({ length: 241 }, (_, at) => [1, ...u32(start + at * 10), ...u32(at * 1400)])
  const record: Field[] = [
    [253, 4, 0x86],
    [5, 4, 0x86],
  ]
  const session = [start + stamp, start].map(u32)
  const said = [seconds * 1000, seconds * 1000, 336_000, 1600].map(u32)
  return fit([
    ...definition(0, 0, [[0, 1, 0]]),
    0,
    4,
    ...definition(1, 20, record),
    ...records.flat(),
    ...definition(2, 18, sessionFields),
    2,
    ...session.flat(),
    11,
    ...said.flat(),
    0,
  ])
}

test.each([
  ['of a day that says its end', 86_000, 2400, 2400, '10:40:00Z', true],
  ['of forty minutes', 2400, 2400, 2400, '10:40:00Z', false],
  ['of no time', 0, 2400, 2400, '10:40:00Z', false],
  ['of a minute', 60, 2400, 2400, '10:40:00Z', true],
  ['of an hour without records at its end', 3600, 3600, 3600, '11:00:00Z', false],
  ['of an hour that is stamped at its start', 3600, 0, 3600, '11:00:00Z', false],
])('a FIT session %s', async (_, seconds, stamp, duration, end, isWrong) => {
  const phone = '2026-01-02T10:00:00Z,2026-01-02T10:40:00Z,3300,3400,2400,iPhone'
  const { rows, intervals, stderr } = await importing(
    { 'walk.fit': longSession(seconds, stamp) },
    '--per activity',
  )
  expect(intervals).toEqual([`2026-01-02T10:00:00Z/2026-01-02T${end}`])
  expect(rows).toMatchObject([{ distance: 3.36, steps: 3200, duration }])
  expect(stderr.includes('1 impossible value')).toBe(isWrong)
  const both = await importing({
    'walk.fit': longSession(seconds, stamp),
    'phone.csv': `start,end,steps,distance (m),duration (s),source\n${phone}\n`,
  })
  expect(both.rows).toMatchObject([{ distance: 3.36, steps: 3200, duration }])
})

test('of two FIT sessions without a distance, neither takes the way of both', async () => {
  const { rows } = await importing({ 'walk.fit': fitOfPositions(2) }, '--per activity')
  expect(rows.map(({ distance }) => distance)).toEqual([undefined, undefined])
})

/** The file without its session messages, its length and checksum put right by the encoder's own rules. */
function withoutSession(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file)
  // A definition of a session (global number 18) becomes one of a message that nobody knows.
  for (let at = 14; at < bytes.length - 6; at++) {
    const isDefinition = (bytes[at]! & 0xf0) === 0x40 && bytes[at + 1] === 0 && bytes[at + 2] === 0
    if (isDefinition && bytes.readUInt16LE(at + 3) === 18 && bytes[at + 5]! < 20)
      bytes.writeUInt16LE(0xff00, at + 3)
  }
  bytes.writeUInt16LE(checksum(bytes.subarray(0, -2)), bytes.length - 2)
  return bytes
}

test('a stretch of time with a duration of its own has that, and one without says that it is estimated', async () => {
  const header = 'Start,End,Steps,Duration,Distance'
  const stretch = (hour: string, more: string) =>
    `2026-04-29T${hour}:00:00Z,2026-04-29T${hour}:30:00Z,1000,${more},0.8`
  const duration = async (...lines: string[]) => {
    const folder = folderOf({ 'walks.csv': [header, ...lines, ''].join('\n') })
    const { rows } = await imported([folder], '--tz UTC')
    const explained = await imported([folder], '--tz UTC --explain')
    const origins = explained.rows as unknown as { field: string; taken: number; reason: string | null }[]
    const { taken, reason } = origins.find(({ field }) => field === 'duration')!
    return [rows[0]?.duration, taken, reason]
  }
  const estimated = 'estimated from steps, at 100 a minute'
  expect(await duration(stretch('10', '1500'))).toEqual([1500, 1500, null])
  expect(await duration(stretch('10', ''))).toEqual([600, 600, estimated])
  expect(await duration(stretch('10', '1500'), stretch('12', ''))).toEqual([2100, 2100, estimated])
})

test('a stretch of time cannot have more motion than it is long', async () => {
  const csv = 'start,end,steps,duration\n2026-04-29T10:00:00Z,2026-04-29T10:30:00Z,1000,5400\n'
  const { rows, stderr } = await importing({ 'walks.csv': csv }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 1000, duration: 600 }])
  expect(stderr).toContain('1 impossible value')
})

test.each([
  ['a workout', 5],
  ['a course', 6],
  ['totals', 10],
])('a session in a FIT file of %s is no activity', async (_, type) => {
  const of = (number: number) => fit([...definition(1, 0, [[0, 1, 0]]), 1, number, ...session({})])
  expect((await importing({ 'walk.fit': of(4) })).rows).toHaveLength(1)
  const { code, rows, stderr } = await importing({ 'plan.fit': of(type) })
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toContain('is a FIT file without activity or steps (settings, a course, sleep)')
})

test.each(['count', 's', 'min'])('a distance of Apple in %s is left out and counted', async (unit) => {
  const times = 'startDate="2026-01-03 08:00:00 +0100" endDate="2026-01-03 09:00:00 +0100"'
  const record = kilometers(500, '2026-01-03 10:00:00 +0100', '2026-01-03 11:00:00 +0100')
  const workout = `<Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="60" durationUnit="min" totalDistance="500" totalDistanceUnit="${unit}" sourceName="Ann" ${times}><WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="500" unit="${unit}"/></Workout>`
  const file = apple(record.replace('unit="km"', `unit="${unit}"`), workout)
  const { rows, stderr } = await importing({ 'export.xml': file }, '--tz Europe/Berlin')
  expect(only(rows)).toEqual([{ id: 'day-2026-01-03', date: '2026-01-03', duration: 3600 }])
  expect(stderr).toContain('Left out: 3 impossible values')
})
