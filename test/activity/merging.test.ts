/** Every minute counts once, on the day it was lived. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

const fixture = (name: string) => join(fixtures, name)

/** Steps of an hour in pieces of ten minutes, shifted by some seconds, as devices that do not agree on the time. */
function hour(total: number, device: 'Watch' | 'iPhone', shift: number, pieces = 6): string[] {
  const time = (seconds: number) =>
    new Date(Date.UTC(2026, 0, 2, 9) + (seconds + shift) * 1000)
      .toISOString()
      .replace('T', ' ')
      .replace('.000Z', ' +0000')
  const each = 3600 / pieces
  return Array.from({ length: pieces }, (_, at) =>
    steps(total / pieces, time(at * each), time((at + 1) * each), device),
  )
}

test('three sources with the same 10,000 steps give 10,000, and --explain says which was taken', async () => {
  const third = 'start,end,steps,source\n2026-01-02T09:00:10Z,2026-01-02T10:00:05Z,10000,Some App\n'
  const files = {
    'export.xml': apple(...hour(10_000, 'iPhone', 20, 4), ...hour(10_000, 'Watch', 0, 5)),
    'app.csv': third,
  }
  const { rows } = await importing(files)
  expect(rows).toMatchObject([{ date: '2026-01-02', steps: 10_000, source: "Ann's Watch" }])
  const explained = await importing(files, '--explain')
  expect(explained.rows).toMatchObject([
    { field: 'steps', source: "Ann's Watch", taken: 10_000, left_out: 0, reason: null },
    { field: 'steps', source: "Ann's iPhone", taken: 0, left_out: 10_000 },
    { field: 'steps', source: 'Some App', taken: 0, left_out: 10_000 },
    { field: 'duration', source: "Ann's Watch" },
    ...explained.rows.slice(4),
  ])
})

test('--source says which one is taken, by name or by kind, and names those there are', async () => {
  const files = { 'export.xml': apple(...hour(3000, 'iPhone', 0), ...hour(3600, 'Watch', 0)) }
  expect((await importing(files)).rows).toMatchObject([{ steps: 3600 }])
  expect((await importing(files, '--source phone')).rows).toMatchObject([{ steps: 3000 }])
  expect((await importing(files, '--source iphone,watch')).rows).toMatchObject([{ steps: 3000 }])
  const { code, stderr } = await importing(files, '--source fitbit')
  expect(code).toBe(2)
  expect(stderr).toContain("Sources in these files: Ann's Watch, Ann's iPhone.")
})

test('where the watch was charging, the phone counts; a watch that counts nothing for ten minutes is still there', async () => {
  const file = apple(
    steps(500, '2026-01-02 10:00:00 +0100', '2026-01-02 10:05:00 +0100', 'Watch'),
    steps(40, '2026-01-02 10:07:00 +0100', '2026-01-02 10:12:00 +0100', 'iPhone'),
    steps(500, '2026-01-02 10:15:00 +0100', '2026-01-02 10:20:00 +0100', 'Watch'),
    steps(700, '2026-01-02 12:00:00 +0100', '2026-01-02 12:10:00 +0100', 'iPhone'),
  )
  expect((await importing({ 'export.xml': file })).rows).toMatchObject([{ steps: 1700 }])
})

test('a phone and a watch on one walk: one activity, each value from the better file', async () => {
  const phone = gpx([northwards('2026-01-02T23:20:30Z', 2400, 1.36)])
  const { rows, stderr } = await imported([fixture('walk.fit')], '--per activity')
  expect(stderr).not.toContain('counted once')
  const files = { 'phone.gpx': phone, 'days.csv': 'date,steps\n2026-01-01,100\n' }
  const folder = await importing(files, '--per activity --tz Europe/Berlin')
  expect(folder.rows).toMatchObject([{ date: '2026-01-03', distance: 3.264 }])
  const both = await importing(
    { ...files, 'list.csv': 'start,duration,type,steps\n2026-01-02T23:20:40Z,2400,walk,4400\n' },
    '--per activity --tz Europe/Berlin',
  )
  expect(both.rows).toMatchObject([
    { id: 'activity-20260102T2320Z', distance: 3.264, steps: 4400, source: 'CSV + hand' },
  ])
  expect(both.stderr).toContain('1 copy of them counted once')
  expect(rows).toMatchObject([{ steps: 4420, distance: 3.24 }])
})

test('what one device recorded in turn counts, however short', async () => {
  const start = Date.UTC(2026, 0, 2, 6, 30)
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
  const list = (short: number, every: number) =>
    `start,end,type,steps\n${Array.from({ length: 20 }, (_, n) => `${at(n * every)},${at(n * every + short)},walk,96\n`).join('')}`
  for (const file of [list(60, 60), list(40, 60), list(30, 30)])
    expect((await importing({ 'list.csv': file }, '--tz UTC')).rows).toMatchObject([{ steps: 1920 }])
})

test('of a false start and the walk of another device that begins within a minute of it the walk is taken', async () => {
  const list =
    'start,duration,type,steps,source\n2026-01-02T06:30:05Z,20,walk,30,one\n2026-01-02T06:30:50Z,1800,walk,3300,two\n'
  const { rows } = await importing({ 'list.csv': list }, '--per activity --tz UTC')
  expect(rows).toMatchObject([{ id: 'activity-20260102T0630Z', steps: 3300, duration: 1800 }])
})

test('a false start of the better device does not take the place of a walk that another recorded', async () => {
  const list =
    'start,duration,type,steps,source\n2026-01-02T06:30:05Z,20,walk,30,Garmin\n2026-01-02T06:30:50Z,1800,walk,3300,iPhone\n'
  const { rows } = await importing({ 'list.csv': list }, '--per activity --tz UTC --source watch')
  expect(rows).toMatchObject([{ id: 'activity-20260102T0630Z', steps: 3300, source: 'iPhone' }])
})

test('the same export twice counts once, and the same files in any order give the same rows', async () => {
  const file = apple(
    ...hour(5000, 'Watch', 0),
    ...hour(4000, 'iPhone', 7000),
    kilometers(3, '2026-01-02 09:00:00 +0000', '2026-01-02 10:00:00 +0000'),
  )
  const once = await importing({ 'export.xml': file })
  const twice = await importing({ 'a.xml': file, 'b.xml': file })
  expect(twice.rows).toEqual(once.rows)
  const names = [
    'walk.fit',
    'run-paused.fit',
    'monitoring-morning.fit',
    'monitoring-evening.fit',
    'ride.fit',
  ].map(fixture)
  expect((await imported(names.toReversed())).rows).toEqual((await imported(names)).rows)
})

test('the day is the local one of each sample: a flight over the date line goes back a day', async () => {
  const { rows } = await imported([fixture('tonga.fit'), fixture('hawaii.fit')], '--tz Europe/Berlin')
  expect(rows).toMatchObject([
    { date: '2026-02-10', steps: 1620 },
    { date: '2026-02-11', steps: 1080 },
  ])
})

test('--type takes those activities alone, without the steps that others made meanwhile', async () => {
  const list =
    'start,end,type,steps\n2026-01-02T09:00:00Z,2026-01-02T09:30:00Z,run,4000\n2026-01-02T11:00:00Z,2026-01-02T11:30:00Z,walk,3000\n'
  const files = {
    'list.csv': list,
    'export.xml': apple(steps(500, '2026-01-02 09:10:00 +0000', '2026-01-02 09:15:00 +0000')),
  }
  expect((await importing(files, '--type walk')).rows).toMatchObject([{ steps: 3000 }])
  expect((await importing(files, '--type run --per activity')).rows).toMatchObject([{ steps: 4000 }])
  expect((await importing(files, '--type jump')).code).toBe(2)
})

test('--since and --until take the whole local day, far from Greenwich too', async () => {
  const files = {
    'export.xml': apple(
      steps(300, '2026-01-02 06:00:00 +1300', '2026-01-02 06:10:00 +1300'),
      steps(500, '2026-01-02 22:00:00 -0800', '2026-01-02 22:10:00 -0800'),
    ),
  }
  const { rows } = await importing(files, '--since 2026-01-02 --until 2026-01-02')
  expect(rows).toMatchObject([{ date: '2026-01-02', steps: 800 }])
})

test('--since and --until count their days in', async () => {
  const days = { 'days.csv': 'date,steps\n2026-01-01,1\n2026-01-02,2\n2026-01-03,3\n2026-01-04,4\n' }
  const now = () => new Date('2026-01-04T12:00:00Z')
  const dates = async (flags: string) =>
    (await importing(days, flags, { now })).rows.map(({ date }) => date.slice(-2))
  expect(await dates('--since 2026-01-03')).toEqual(['03', '04'])
  expect(await dates('--until yesterday')).toEqual(['01', '02', '03'])
  expect(await dates('--since 2d --until today')).toEqual(['02', '03', '04'])
  expect((await importing(days, '--since today --until yesterday', { now })).code).toBe(2)
})

test('rows have the device of flag or settings', async () => {
  const { rows } = await importing({ 'days.csv': 'date,steps\n2026-01-01,1\n' }, '--device-id watch-1')
  expect(rows).toMatchObject([{ device_id: 'watch-1' }])
})

test('standard input is read like a file', async () => {
  const { rows } = await imported(['-'], '', { stdin: 'date,steps\n2026-01-01,10\n' })
  expect(rows).toMatchObject([{ steps: 10 }])
})

test('two lines of one day and source: the one with more counts in any order, and the summary names the day; copies go without saying', async () => {
  const days = 'date,steps\n2026-01-02,5000\n2026-01-03,6000\n2026-01-02,7000\n2026-01-03,6000\n'
  const other = 'date,steps\n2026-01-02,7000\n2026-01-03,6000\n2026-01-02,5000\n'
  const folder = folderOf({ 'days.csv': days, 'copy.csv': days, 'other.csv': other })
  for (const files of [['days.csv'], ['other.csv'], ['other.csv', 'days.csv', 'copy.csv']]) {
    const { rows, stderr } = await imported(files.map((name) => join(folder, name)))
    expect(rows.map(({ steps }) => steps)).toEqual([7000, 6000])
    expect(stderr).toContain(
      'note: 1 day has more than one line of the same source, and the largest one counts: 2026-01-02.\n',
    )
  }
  const explained = await imported([join(folder, 'days.csv')], '--explain')
  expect(explained.rows).toMatchObject([
    { date: '2026-01-02', taken: 7000, left_out: 5000, reason: 'another total of this day counts' },
    { date: '2026-01-03' },
  ])
})

test('of the totals of several sources the watch counts in any order of the lines, and the summary says what is left out', async () => {
  const lines = ['2026-01-02,5,iPhone', '2026-01-02,7000,Apple Watch', '2026-01-02,9000,Some App']
  const note =
    'note: 1 day has totals of several sources, and each value is taken from one of them: 2026-01-02. Left out: totals of Some App, iPhone. --source says which to take first.\n'
  for (const ordered of [lines, lines.toReversed()]) {
    const files = { 'days.csv': ['date,steps,source', ...ordered, ''].join('\n') }
    const { rows, stderr } = await importing(files)
    expect(rows).toMatchObject([{ steps: 7000, source: 'Apple Watch' }])
    expect(stderr).toContain(note)
    const explained = await importing(files, '--explain')
    expect(explained.rows.filter((row) => row.source === 'iPhone')).toMatchObject([
      { taken: 0, left_out: 5, reason: 'the total of another source counts for this day' },
    ])
    const asked = await importing(files, '--source some')
    expect(asked.rows).toMatchObject([{ steps: 9000, source: 'Some App' }])
    expect((await importing(files, '--source phone')).rows).toMatchObject([{ steps: 5 }])
  }
  const halves = {
    'days.csv': 'date,steps,distance,source\n2026-01-02,5,1,iPhone\n2026-01-02,7000,,Apple Watch\n',
  }
  expect((await importing(halves)).rows).toMatchObject([{ steps: 7000, distance: 1 }])
  const alone = { 'days.csv': 'date,steps,source\n2026-01-02,5,iPhone\n2026-01-03,7,Apple Watch\n' }
  expect((await importing(alone)).stderr).not.toContain('several sources')
})

test('a sample longer than a day counts on none, takes no time of other sources, and is named', async () => {
  const hours = [
    steps(500, '2026-01-02 08:00:00 +0100', '2026-01-02 09:00:00 +0100', 'Watch'),
    steps(600, '2026-01-03 08:00:00 +0100', '2026-01-03 09:00:00 +0100'),
  ]
  const long = steps(9999, '2026-01-01 00:00:00 +0100', '2026-01-15 00:00:00 +0100', 'Watch')
  const now = () => new Date('2026-02-01T12:00:00Z')
  const files = { 'export.xml': apple(long, ...hours) }
  const { rows, stderr } = await importing(files, '', { now })
  expect(rows.map(({ date, steps: count }) => [date, count])).toEqual([
    ['2026-01-02', 500],
    ['2026-01-03', 600],
  ])
  expect(stderr).toContain('2 rows from 1 file, 2 samples. Left out: 1 sample longer than a day.')
  const explained = await importing(files, '--explain', { now })
  expect(explained.rows[0]).toMatchObject({
    date: '2026-01-01',
    field: 'steps',
    source: "Ann's Watch",
    taken: 0,
    left_out: 9999,
    reason: 'a sample longer than a day',
  })
})

test('a sample of a whole day counts, be it of 25 hours when clocks change', async () => {
  const spans = [
    '2025-10-25T22:00:00Z,2025-10-26T23:00:00Z,5000',
    '2025-11-01T23:00:00Z,2025-11-02T23:00:00Z,6000',
    '2025-11-02T23:00:00Z,2025-11-03T23:30:00Z,7000',
  ]
  const files = { 'spans.csv': ['start,end,steps', ...spans, ''].join('\n') }
  const { rows, stderr } = await importing(files, '--tz Europe/Berlin')
  expect(rows.map(({ date, steps: count }) => [date, count])).toEqual([
    ['2025-10-26', 5000],
    ['2025-11-02', 6000],
  ])
  expect(stderr).toContain('Left out: 1 sample longer than a day.')
})

test('an impossible value of a line is left out alone, and --explain names it, also where nothing else is left', async () => {
  const csv = [
    'date,steps,distance (km),duration',
    '2026-01-01,100,1,60',
    '2026-01-02,1e9,1,60',
    '2026-01-03,-5,1,60',
    '2026-01-04,9007199254740993,5,100',
    '2026-01-05,many,2,60',
    '2026-01-06,-7,,',
  ].join('\n')
  const folder = folderOf({ 'days.csv': csv })
  const { rows, stderr } = await imported([folder])
  expect(rows.map(({ id: _, source: __, ...row }) => row)).toEqual([
    { date: '2026-01-01', steps: 100, distance: 1, duration: 60 },
    { date: '2026-01-02', distance: 1, duration: 60 },
    { date: '2026-01-03', distance: 1, duration: 60 },
    { date: '2026-01-04', distance: 5, duration: 100 },
    { date: '2026-01-05', distance: 2, duration: 60 },
  ])
  expect(stderr).toContain('5 rows from 1 file. Left out: 5 impossible values.')
  const explained = await imported([folder], '--explain')
  expect(explained.rows.filter((row) => 'reason' in row && row.reason !== null)).toEqual(
    (
      [
        ['2026-01-02', 1e9],
        ['2026-01-03', -5],
        ['2026-01-04', 9007199254740992],
        ['2026-01-05', null],
        ['2026-01-06', -7],
      ] as const
    ).map(([date, left_out]) => ({
      id: `day-${date}`,
      date,
      field: 'steps',
      source: 'CSV',
      taken: 0,
      left_out,
      reason: 'an impossible value',
    })),
  )
})

test('an impossible value of an activity or a stretch of time is named by --explain too', async () => {
  const folder = folderOf({
    'walk.csv':
      'start,end,steps,distance,type,source\n2026-01-02T08:00:00Z,2026-01-02T08:30:00Z,-1,2,walk,Watch\n',
    'hour.csv': 'start,end,steps,source\n2026-01-02T10:00:00Z,2026-01-02T11:00:00Z,90000,Phone\n',
  })
  const wrong = async (flags: string) =>
    (await imported([folder], `--explain --tz UTC ${flags}`)).rows.filter(
      (row) => 'reason' in row && row.reason === 'an impossible value',
    )
  const watch = { field: 'steps', source: 'Watch', taken: 0, left_out: -1 }
  expect(await wrong('')).toMatchObject([
    { id: 'day-2026-01-02', source: 'Phone', left_out: 90_000 },
    { id: 'day-2026-01-02', ...watch },
  ])
  expect(await wrong('--per activity')).toMatchObject([{ id: 'activity-20260102T0800Z', ...watch }])
  expect((await wrong('--since 2026-01-03')).length).toBe(0)
})

test('a total of a day gives way to what is known of its parts, and --explain says so', async () => {
  const folder = folderOf({
    'days.csv': 'date,steps,source\n2026-01-02,9000,Phone\n',
    'walk.csv': 'start,end,steps,type,source\n2026-01-02T08:00:00Z,2026-01-02T08:30:00Z,3000,walk,Watch\n',
  })
  const { rows } = await imported([folder], '--explain --tz UTC')
  expect(rows.filter((row) => 'field' in row && row.field === 'steps')).toMatchObject([
    { source: 'Watch', taken: 3000, left_out: 0, reason: null },
    {
      source: 'Phone',
      taken: 0,
      left_out: 9000,
      reason: 'a total of the whole day, of which parts are known',
    },
  ])
})
