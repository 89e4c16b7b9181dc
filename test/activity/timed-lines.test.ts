/** Lists whose lines say when something was moved and not how long it took, and dates with a time of day. */
import { expect, test } from 'vitest'
import { folderOf, imported, importing, marchSteps } from './support.ts'

const minute = (at: number): string => new Date(Date.UTC(2026, 2, 10, 7) + at * 60_000).toISOString()
const day = 'day-2026-03-10'

/** A phone counts 4,000 steps in 40 minutes from 07:00. */
const phone = `start,end,steps,source\n${minute(0)},${minute(40)},4000,iPhone\n`

test.each([
  ['one line', [[0, 4000]]],
  ['four lines', [0, 10, 20, 30].map((at) => [at, 1000])],
  ['a line a minute', Array.from({ length: 40 }, (_, at) => [at, 100])],
  ['a line a minute, some of them left out', [0, 1, 2, 5, 6, 7, 20, 21, 39].map((at) => [at, 100])],
])('%s without an end and a phone that counted the same steps give them once', async (_, lines) => {
  const list = `timestamp,steps,source\n${lines.map(([at, steps]) => `${minute(at!)},${steps},Garmin\n`).join('')}`
  const { rows } = await importing({ 'phone.csv': phone, 'watch.csv': list }, '--tz UTC')
  const watch = lines.reduce((sum, [, steps]) => sum + steps!, 0)
  expect(rows).toMatchObject([{ id: day }])
  expect(rows[0]!.steps).toBeGreaterThanOrEqual(watch)
  expect(rows[0]!.steps).toBeLessThanOrEqual(4000)
  const alone = await importing({ 'watch.csv': list }, '--tz UTC')
  expect(alone.rows).toMatchObject([{ id: day, steps: watch }])
})

test('hours and the lines of irregular lists keep what they count, in either order', async () => {
  for (const times of [
    [0, 60, 120, 180, 600],
    [0, 3, 4, 90, 91, 300],
  ]) {
    const lines = times.map((at, nth) => `${minute(at)},${500 + nth}\n`)
    const sum = times.reduce((all, _, nth) => all + 500 + nth, 0)
    for (const ordered of [lines, lines.toReversed()]) {
      const { rows } = await importing({ 'list.csv': `timestamp,steps\n${ordered.join('')}` }, '--tz UTC')
      expect(rows).toMatchObject([{ steps: sum }])
    }
  }
})

test('what cannot be done in the time of a line is left out and named', async () => {
  const alone = await importing(
    { 'a.csv': `start,steps,distance (km)\n${minute(0)},150000,900\n` },
    '--tz UTC',
  )
  expect(alone).toMatchObject({ rows: [], stderr: expect.stringContaining('2 impossible values') as string })
  // Meters taken for kilometers, as nothing says that they are.
  const lines = Array.from({ length: 8 }, (_, at) => `${minute(at)},${70 + at},Charge 6\n`)
  const { code, rows, stderr } = await importing(
    {
      'steps.csv': `timestamp,steps,data source\n${lines.join('')}`,
      'distance.csv': `timestamp,distance,data source\n${lines.join('')}`,
    },
    '--tz UTC',
  )
  expect({ code, rows }).toMatchObject({ code: 10, rows: [{ steps: 588, source: 'Charge 6' }] })
  expect(rows[0]).not.toHaveProperty('distance')
  expect(stderr).toContain('distance.csv has distances without a unit that are too far for kilometers')
})

test.each([
  ['typed in one after the other', ['20:00,3000', '20:01,2500', '20:02,4000'], 9500],
  ['followed by a few at once', ['09:00:00,1800', '09:00:30,20', '18:00,900'], 2720],
])('walks that were written down afterwards, %s, keep their steps', async (_, lines, steps) => {
  const list = ['timestamp,steps', ...lines.map((line) => `2026-03-10 ${line}`), ''].join('\n')
  expect((await importing({ 'a.csv': list }, '--tz UTC')).rows).toMatchObject([{ steps }])
})

test.each([
  ['start,end,steps', (at: number) => `${minute(at)},${at % 10 === 3 ? '' : minute(at + 1)},100`],
  ['start,duration (s),steps', (at: number) => `${minute(at)},${at % 10 === 3 ? '' : '60'},100`],
])('of a list with %s, lines that lack theirs take nothing from the others', async (header, line) => {
  const lines = Array.from({ length: 120 }, (_, at) => line(at))
  const { rows } = await importing({ 'a.csv': [header, ...lines, ''].join('\n') }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 12_000 }])
})

test.each(['end', 'duration (min)'])(
  'an empty column %s tells no end, and a list of which one line has an end keeps the time of the others',
  async (column) => {
    const hours = [0, 60, 120, 180].map((at) => `${minute(at)},,3000,Garmin\n`)
    const told = `${minute(180)},${column === 'end' ? minute(240) : '60'},3000,Garmin\n`
    const counts = Array.from(
      { length: 24 },
      (_, at) => `${minute(at * 10)},${minute(at * 10 + 10)},500,iPhone\n`,
    )
    for (const lines of [hours, [...hours.slice(0, 3), told]]) {
      const files = {
        'watch.csv': `start,${column},steps,source\n${lines.join('')}`,
        'phone.csv': `start,end,steps,source\n${counts.join('')}`,
      }
      expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 12_000 }])
    }
  },
)

test('times that cannot be are named, and values that no line can have', async () => {
  const list = `timestamp,steps\n1931-03-10T07:00:00Z,1\n9931-03-10T07:00:00Z,1\n${minute(0)},-5\n${minute(9)},7\n`
  const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 7 }])
  expect(stderr).toContain('1 impossible value')
  expect(stderr).toContain('2 impossible times')
})

test('two devices of one list, told apart by its column, count one walk once', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => [
    `${minute(at)},100,Pixel Watch\n`,
    `${minute(at).replace(':00.000Z', ':18.008Z')},98,Phone\n`,
  ])
  const { rows } = await importing(
    { 'steps.csv': `timestamp,steps,data source\n${lines.flat().join('')}` },
    '--tz UTC',
  )
  expect(rows[0]!.steps).toBeGreaterThanOrEqual(5880)
  expect(rows[0]!.steps).toBeLessThanOrEqual(6000)
})

test.each([
  ['date,time,steps', ['2026-03-10,07:15,32', '2026-03-10,07:16,102', '2026-03-10,19:00,50'], 184],
  ['date,steps', ['2026-03-10 07:15:00,1000', '2026-03-10 08:15:00,2000'], 3000],
  ['date,steps', ['2026-03-10 00:00:00,1000', '2026-03-10 01:00:00,2000', '2026-03-10 02:00:00,5'], 3005],
  ['date,hour,steps', ['2026-03-10,07:00,1000', '2026-03-10,23:00,2000'], 3000],
  ['date,steps', ['2026-03-10 7:05,1000', '2026-03-10 8:05,2000'], 3000],
  ['date,hour,steps,duration (min)', ['2026-03-10,7,1000,10', '2026-03-10,8,2000,20'], 3000],
  ['date,hour,steps', ['2026-03-10,7,1000', '2026-03-10,8,2000', '2026-03-10,23,1'], 3001],
  ['timestamp,steps', ['2026-03-10 00:00:00,1000', '2026-03-10 01:00:00,2000'], 3000],
])('of %s every line of a day counts', async (header, lines, steps) => {
  const { rows } = await importing({ 'list.csv': [header, ...lines, ''].join('\n') }, '--tz UTC')
  expect(rows).toMatchObject([{ id: day, steps }])
  expect(rows).toHaveLength(1)
})

test.each([
  ['date,steps', '2026-03-10 12:00:00', '2026-03-11 12:00:00'],
  ['timestamp,steps', '2026-03-10 00:00:00', '2026-03-11 00:00:00'],
  ['timestamp,steps', '2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'],
  ['date,time,steps', '2026-03-10,0:35:10', '2026-03-11,0:20:00'],
])('of %s a line a day is the whole day', async (header, first, second) => {
  const files = { 'days.csv': `${header}\n${first},9000\n${second},5\n` }
  const { rows } = await importing(files, '--tz Europe/Berlin')
  expect(rows).toMatchObject([{ steps: 9000 }, { id: 'day-2026-03-11', steps: 5 }])
})

test('a day whose midnight is written in UTC is that of the zone', async () => {
  for (const header of ['start,steps', 'date,steps']) {
    const days = `${header}\n2026-03-09T23:00:00Z,9000\n2026-03-10T23:00:00Z,5\n`
    const { rows } = await importing({ 'days.csv': days, 'phone.csv': phone }, '--tz Europe/Berlin')
    expect(rows, header).toMatchObject([
      { id: day, steps: 4000 },
      { id: 'day-2026-03-11', steps: 5 },
    ])
  }
})

test('a date and a time are the start of an activity where the line has a duration', async () => {
  const list = `date,time,type,steps,duration (s)\n2026-03-10,8:00,walk,7000,3600\n2026-03-10,18:00,run,4000,2400\n`
  const { rows } = await importing({ 'a.csv': list }, '--tz UTC --per activity')
  expect(rows).toMatchObject([
    { id: 'activity-20260310T0800Z', steps: 7000, duration: 3600 },
    { id: 'activity-20260310T1800Z', steps: 4000, duration: 2400 },
  ])
})

test('lists of sleep are no motion: passed over in a folder, named alone; a summary of days with sleep in it is read', async () => {
  const nights = 'start,end,duration\n2026-03-09 23:10:00,2026-03-10 06:40:00,7:30:00\n'
  const steps = 'date,steps,sleep (h)\n2026-03-10,6000,7.5\n'
  const apnea = 'Start;End;Sleep Quality;Steps\n2026-03-09 23:10:00;2026-03-10 06:40:00;80%;8500\n'
  const hollow = 'date,steps\n2026-03-11,700\n'
  expect((await importing({ 'sleepy-hollow.csv': hollow })).rows).toMatchObject([{ steps: 700 }])
  const folder = folderOf({ 'sleep/sleep.csv': nights, 'days.csv': steps, 'nights.csv': apnea })
  const { code, rows } = await imported([folder], '--tz UTC')
  expect({ code, rows }).toMatchObject({ code: 0, rows: [{ id: day, steps: 6000 }] })
  expect(rows).toHaveLength(1)
  const alone = await importing({ 'sleep.csv': nights })
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('is a list of sleep') as string })
})

test('what a Mac keeps beside a file in a folder is passed over', async () => {
  const folder = folderOf({
    'days.csv': 'date,steps\n2026-03-10,6000\n',
    '._walk.fit': Buffer.from('0005160700020000', 'hex'),
    '__MACOSX/._walk.gpx': Buffer.from('0005160700020000', 'hex'),
  })
  expect(await imported([folder], '--tz UTC')).toMatchObject({ code: 0, rows: [{ steps: 6000 }] })
})

test.each([
  ['start,steps', ['2026-03-10 8:05 AM,3000', '2026-03-10 6:05 pm,4000']],
  ['date,time,steps', ['2026-03-10,8:05 a.m.,3000', '2026-03-10,6:05:00 PM,4000']],
  ['date,hour,steps', ['2026-03-10,8 AM,3000', '2026-03-10,6 PM,4000']],
  ['date,time,steps', ['2026-03-10,8:05 Uhr,3000', '2026-03-10,18:05 Uhr,4000']],
  ['date,start,end,steps', ['2026-03-10,8:05 AM,8:35 AM,3000', '2026-03-10,12:05 PM,12:45 PM,4000']],
  [
    'date,time,type,steps,duration (min)',
    ['2026-03-10,8:05 AM,walk,3000,30', '2026-03-10,6:05 PM,walk,4000,40'],
  ],
])('times of day in two halves are read: %s', async (header, lines) => {
  const list = { 'a.csv': [header, ...lines, ''].join('\n') }
  const { code, rows } = await importing(list, '--tz UTC')
  expect({ code, rows }).toMatchObject({ code: 0, rows: [{ id: day, steps: 7000 }] })
})

test.each([
  ['date,time,am/pm,steps', ['2026-03-10,8:05,AM,3000', '2026-03-10,8:05,PM,4000']],
  ['date,AMPM,time,steps', ['2026-03-10,a.m.,8:05:10,3000', '2026-03-10,p.m.,8:05:10,4000']],
  ['date,half,hour,steps', ['2026-03-10,am,8,3000', '2026-03-10,pm,8,4000']],
  ['timestamp,period,steps', ['2026-03-10 8:05,AM,3000', '2026-03-10 8:05,PM,4000']],
  ['date,time,am/pm,steps', ['2026-03-09,,,500', '2026-03-10,8:05,AM,3000', '2026-03-10,8:05,PM,4000']],
  [
    'date,start am/pm,start,end am/pm,end,steps',
    ['2026-03-10,AM,8:05,,,3000', '2026-03-10,PM,8:05,PM,8:25,4000'],
  ],
  [
    'date,start,am/pm,end,am/pm,steps',
    ['2026-03-10,8:05,AM,,,3000', '2026-03-10,11:45,AM,12:10,PM,2000', '2026-03-10,8:05,PM,8:25,PM,2000'],
  ],
])('AM and PM in a column of their own are read: %s', async (header, lines) => {
  const { code, rows } = await importing({ 'a.csv': [header, ...lines, ''].join('\n') }, '--tz UTC')
  expect({ code, row: rows.at(-1) }).toMatchObject({ code: 0, row: { id: day, steps: 7000 } })
})

test.each([
  ['date,start,end,am/pm,steps', '2026-03-10,8:05,8:35,PM,3000'],
  ['date,start,am/pm,end,steps', '2026-03-10,8:05,PM,8:35,3000'],
  ['date,steps,am/pm,time', '2026-03-10,3000,PM,'],
  ['date,am/pm,time,meridiem,steps', '2026-03-10,PM,8:05,PM,3000'],
])('AM and PM whose time is not clear refuse the file: %s', async (header, line) => {
  const { code, stderr } = await importing({ 'a.csv': `${header}\n${line}\n` }, '--tz UTC')
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('of which time') as string,
  })
})

test.each([
  ['date,time,am/pm,steps', ['2026-03-10,8:05,AM,3000', '2026-03-10,8:05,,4000', '2026-03-10,13:05,PM,500']],
  ['date,hour,am/pm,steps', ['2026-03-10,8,AM,3000', '2026-03-10,8,,4000', '2026-03-10,13,PM,500']],
  ['date,hour,steps', ['2026-03-10,8,3000', '2026-03-10,8th,4000', '2026-03-10,25,500']],
])('a time in no half of the day is left out: %s', async (header, lines) => {
  const { rows, stderr } = await importing({ 'a.csv': [header, ...lines, ''].join('\n') }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 3000 }])
  expect(stderr).toContain('Left out: 2 impossible times')
})

test.each([
  ['12:05 AM', '00:05'],
  ['12:05 PM', '12:05'],
  ['1:05 PM', '13:05'],
])('%s is %s', async (time, known) => {
  const { intervals } = await importing(
    { 'a.csv': `date,start,end,type,steps\n2026-03-10,${time},23:00,walk,2000\n` },
    '--tz UTC --per activity',
  )
  expect(intervals).toEqual([`2026-03-10T${known}:00Z/2026-03-10T23:00:00Z`])
})

test('a line whose time cannot be read is counted as left out, the others stay', async () => {
  const list = 'start,end,steps\n2026-03-10 08.05,,900\n2026-03-10T18:00:00Z,2026-03-10T18:10:00Z,100\n'
  const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 100 }])
  expect(stderr).toContain('Left out: 1 impossible time')
  // The day of the week is no time.
  const weekday = 'date,steps\n2026-03-10 Tue,900\n'
  expect((await importing({ 'a.csv': weekday }, '--tz UTC')).rows).toMatchObject([{ steps: 900 }])
})

test('an end before the start of its line is on the next day', async () => {
  const list =
    'date,start,end,type,steps,distance (km)\n2026-03-10,23:30,00:30,walk,6000,4.5\n2026-02-28,22:00,1:00,run,9000,7\n'
  const { rows, intervals } = await importing({ 'a.csv': list }, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ steps: 9000 }, { date: '2026-03-10', steps: 6000, distance: 4.5 }])
  expect(intervals).toEqual([
    '2026-02-28T22:00:00Z/2026-03-01T01:00:00Z',
    '2026-03-10T23:30:00Z/2026-03-11T00:30:00Z',
  ])
})

test.each([
  ['23:00,11:00', 1],
  ['23:00,11:01', 0],
  ['10:00,09:59', 0],
])('an end more than twelve hours on is an error: %s', async (times, count) => {
  const list = `date,start,end,type,steps\n2026-03-10,${times},walk,2000\n2026-03-11,12:00,12:30,walk,1000\n`
  const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC --per activity')
  expect(rows.length).toBe(1 + count)
  expect(stderr.includes('1 impossible time')).toBe(count === 0)
})

test.each([
  [
    'date,time,type,steps,duration (min)',
    '2026-03-10,00:00,walk,3000,30',
    '2026-03-10,12:00 AM,walk,3000,30',
  ],
  ['date,time,type,steps', '2026-03-10,12:00 AM,walk,3000', '2026-03-10,12:00 AM,walk,3000'],
])('midnight in a column of times is a time: %s', async (header, ...lines) => {
  for (const line of lines) {
    const { rows, stderr } = await importing({ 'a.csv': `${header}\n${line}\n` }, '--tz UTC --per activity')
    expect(rows).toMatchObject([{ id: 'activity-20260310T0000Z', steps: 3000 }])
    expect(stderr).not.toContain('impossible')
  }
})

test.each(['Z', '+01:00', ' UTC'])('a time without seconds says its zone: %s', async (zone) => {
  const list = `start,end,type,steps\n2026-03-10T08:00${zone},2026-03-10T08:20${zone},walk,2000\n`
  const { intervals } = await importing({ 'a.csv': list }, '--tz UTC --per activity')
  const hour = zone === '+01:00' ? '07' : '08'
  expect(intervals).toEqual([`2026-03-10T${hour}:00:00Z/2026-03-10T${hour}:20:00Z`])
})

test.each([
  ['date,hour,minute,steps', ['10,8,0,1000', '10,8,30,3000', '10,9,5,500']],
  ['date,hour,minute,am/pm,steps', ['10,8,0,AM,1000', '10,8,0,PM,3500']],
  ['date,hour,steps', ['10,8-9,1000', '10,9-10,3500']],
  ['date,start hour,end hour,steps', ['10,8,9,1000', '10,20,24,3500']],
  ['date,hour,total steps', ['10,8,1000', '10,24,4500']],
  ['date,time,steps', ['10 00:00:00,08:00,1000', '10 00:00:00,09:00,3500']],
  ['date,hour,steps', ['10T00:00:00.000Z,8,1000', '10T00:00:00.000Z,9,3500']],
  ['date,start,end,steps', ['10 00:00,08:00,08:10,1000', '10 00:00,09:00,09:40,3500']],
])('the hours of a day are told by %s', async (header, lines) => {
  expect(await marchSteps(lines, 'UTC', header)).toEqual(['10 4500'])
})

test('a list of days whose start is midnight has whole days, with a duration too', async () => {
  for (const start of ['2026-03-10T00:00:00Z', '2026-03-10 00:00'])
    for (const [header, value] of [
      ['start,steps,duration (s)', '5000,2400'],
      ['start,steps,duration (s)', '5000,'],
    ])
      for (const tz of ['America/New_York', 'Asia/Tokyo']) {
        const list = `${header}\n${start},${value}\n${start.replace('10', '11')},6000,3000\n`
        const { rows } = await importing({ 'a.csv': list }, `--tz ${tz}`)
        expect(rows).toMatchObject([
          { id: day, steps: 5000 },
          { date: '2026-03-11', steps: 6000, duration: 3000 },
        ])
      }
})

test.each(['2026-03-10 00:00', '2026-03-10 12:00 AM'])(
  'an activity of a list with times begins at midnight: %s',
  async (midnight) => {
    const list = `date,type,steps,duration (s)\n${midnight},run,4000,2400\n2026-03-10 18:05,walk,3000,1800\n`
    for (const text of [list, list.replaceAll(',', ';')]) {
      const { rows, intervals } = await importing({ 'a.csv': text }, '--tz UTC --per activity')
      expect(rows).toMatchObject([{ steps: 4000 }, { steps: 3000 }])
      expect(intervals[0]).toBe('2026-03-10T00:00:00Z/2026-03-10T00:40:00Z')
      expect((await importing({ 'a.csv': text }, '--tz UTC')).rows).toMatchObject([{ steps: 7000 }])
    }
    const days = `date,type,steps,duration (s)\n${midnight},run,4000,2400\n2026-03-11 00:00,walk,3000,1800\n`
    const { rows, stderr } = await importing({ 'a.csv': days }, '--tz UTC --per activity')
    expect(rows).toEqual([])
    expect(stderr).toContain(
      '2 days have a total, which is no activity: 2026-03-10, 2026-03-11. --per day counts them.',
    )
  },
)

test('midnight in the date is no time of a line that has none in its own column', async () => {
  const list =
    'date,time,type,steps,duration (s)\n2026-03-10 00:00:00,,run,4000,2400\n2026-03-10 00:00:00,18:05,walk,3000,1800\n'
  const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ id: 'activity-20260310T1805Z', steps: 3000 }])
  expect(stderr).toContain('1 day has a total, which is no activity')
})

test('a total that does not count beside what is finer is named', async () => {
  const files = {
    'days.csv': 'date,steps\n2026-03-10,9000\n2026-03-11,8000\n',
    'walks.csv': 'start,end,type,steps\n2026-03-10 08:00,2026-03-10 08:30,walk,3000\n',
  }
  const { rows, stderr } = await importing(files, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 3000 }, { steps: 8000 }])
  expect(stderr).toContain('1 day has a total beside activities or samples, and those count: 2026-03-10.')
})

test('a day of a journey is none', async () => {
  const list = 'date,type,distance (km)\n2026-03-10,Drive,90\n2026-03-11,Walk,5\n'
  const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ date: '2026-03-11', distance: 5 }])
  expect(stderr).toContain('1 journey by')
})

test('an end that is a time of day alone is on the day of its start', async () => {
  const list =
    'start,end,type,steps\n2026-03-10 08:00,09:00,walk,3000\n2026-03-10 23:30:00,0:30,walk,2000\n2026-03-12T08:00:00Z,09:00,walk,1000\n'
  const { intervals, stderr } = await importing({ 'a.csv': list }, '--tz UTC --per activity')
  expect(intervals).toEqual([
    '2026-03-10T08:00:00Z/2026-03-10T09:00:00Z',
    '2026-03-10T23:30:00Z/2026-03-11T00:30:00Z',
  ])
  expect(stderr).toContain('1 impossible time')
})

test.each([
  ['Date,Type,Distance (km),Duration,Average Pace', '31:03', 1863],
  ['Date,Type,Distance (km),Duration,Average Pace', '5:03', 303],
  ['Date,Type,Distance (km),Duration,Average Pace', '1:02:03', 3723],
  ['Date,Type,Distance (km),Duration,Average Pace', '1:05', undefined],
  ['Date,Type,Distance (km),Duration,Feeling', '31:03', undefined],
])('a duration of two parts is minutes and seconds beside a pace: %s, %s', async (header, text, duration) => {
  const list = `${header}\n2026-03-10 08:00:00,Running,1,${text},6:12\n`
  const [row] = (await importing({ 'a.csv': list }, '--tz UTC')).rows
  expect(row).toMatchObject({ distance: 1 })
  expect(row!.duration).toBe(duration)
})

test.each([
  ['date,steps,distance', '2026-03-10,9000,100', 100],
  ['date,steps,distance (km)', '2026-03-10,1000,700', 700],
  ['date,type,distance', '2026-03-10 08:00,ride,180', 180],
])(
  'of a distance without a unit more than 100 km are taken of a ride alone: %s, %s',
  async (header, line, distance) => {
    const { rows, stderr } = await importing({ 'a.csv': `${header}\n${line}\n` }, '--tz UTC')
    expect(rows[0]?.distance).toBe(distance)
    expect(stderr).not.toContain('impossible')
  },
)

test.each([
  ['date,steps,distance', '2026-03-10,1000,700\n2026-03-11,90,60'],
  ['date,type,distance', '2026-03-10 08:00,walk,90\n2026-03-11 08:00,walk,180'],
  ['date,type,distance', '2026-03-10 08:00,kiting,90\n2026-03-11 08:00,kiting,180'],
  ['date,type,distance', '2026-03-10,ride,900\n2026-03-11,ride,5200'],
  ['date,type,distance,duration', '2026-03-10 08:00,walk,90,00:02:00\n2026-03-11 08:00,walk,60,00:50:00'],
  ['date,distance,duration (s)', '2026-03-10,90,120'],
  ['start,end,distance', '2026-03-10 08:00,2026-03-10 08:01,75\n2026-03-10 08:01,2026-03-10 08:02,0.5'],
  ['start,end,type,distance', '2026-03-10 08:00,2026-03-10 08:01,walk,75'],
  ['timestamp,distance', '2026-03-10 08:00:00,1.4\n2026-03-10 08:00:01,1.4\n2026-03-10 08:00:02,1.4'],
  ['start,end,type,distance', '2026-03-10 08:00,2026-03-10 08:30,swim,50'],
  ['start,end,type,distance', '2026-03-10 08:00,2026-03-10 09:00,walk,40'],
  ['start,type,distance', '2026-03-10 08:00,swim,50'],
  ['start,type,steps,distance', '2026-03-10 08:00,walk,110,78'],
  ['timestamp,total steps,total distance', '2026-03-10 07:00,60,45\n2026-03-10 22:00,9000,8000'],
])('distances without a unit are refused where one is too high for kilometers: %s', async (header, lines) => {
  const { code, rows, stderr } = await importing({ 'a.csv': `${header}\n${lines}\n` }, '--tz UTC')
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toContain('has distances without a unit that are too far for kilometers')
})

test.each([
  ['day,timestamp,steps', '2026-03-10,2026-03-10T04:00:00.000+01:00,4500', '--tz Europe/Berlin'],
  ['timestamp,steps', '2026-03-10 12:00,4500\n2026-03-11 12:00,5000', '--tz UTC'],
])('a time that is the same on each day is none: %s', async (header, lines, tz) => {
  const files = { 'days.csv': `${header}\n${lines}\n` }
  const { rows, stderr } = await importing(files, tz)
  expect(rows[0]).toMatchObject({ id: day, steps: 4500 })
  expect(rows[0]).not.toHaveProperty('duration')
  expect(stderr).not.toContain('sample')
  const both = await importing({ ...files, 'phone.csv': phone }, tz)
  expect(both.rows[0]).toMatchObject({ steps: 4000 })
  expect(both.stderr).toContain('has a total beside activities or samples')
})

test('a minute of a list of minutes with many steps is a minute', async () => {
  const minutes = Array.from({ length: 4 }, (_, at) => `${minute(at)},120`)
  const files = {
    'minutes.csv': ['timestamp,steps', ...minutes, `${minute(30)},120`, `${minute(31)},120`, ''].join('\n'),
    'walks.csv': `start,end,steps\n${minute(0)},${minute(4)},480\n${minute(30)},${minute(32)},240\n`,
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 720 }])
})

test('a line of several days is on none of them, and an end on the next day ends its day', async () => {
  const week =
    'start,end,steps\n2026-03-01,2026-03-07,21000\n2026-03-10,2026-03-10,4000\n2026-03-11,2026-03-12,5000\n'
  const { rows, stderr } = await importing({ 'a.csv': week }, '--tz UTC')
  expect(rows).toMatchObject([{ id: day, steps: 4000 }, { steps: 5000 }])
  expect(stderr).toContain('Left out: 1 sample longer than a day')
})

test('two equal lines of one day that name an activity are named', async () => {
  const list = 'date,activity,distance (km),duration (min)\n2026-03-10,Walk,1.5,20\n2026-03-10,Walk,1.5,20\n'
  const { rows, stderr } = await importing({ 'a.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ distance: 1.5 }])
  expect(stderr).toContain('1 day has more than one line of the same source, and the largest one counts')
})

test('a list without a number that can be read is refused', async () => {
  const list = 'start,duration,value\n2026-03-10T08:00:00Z,[60],[100]\n2026-03-10T08:01:00Z,[60],[100]\n'
  const { code, stderr } = await importing({ 'a.csv': list }, '--tz UTC')
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no number that') as string,
  })
})

test.each(['Walking + Running Distance (km)', 'walking and running distance (km)', 'Total Distance (km)'])(
  '%s is a distance',
  async (name) => {
    const list = `Date/Time,Step Count (count),${name}\n2026-03-10 00:00:00,4000,3.1\n`
    expect((await importing({ 'a.csv': list }, '--tz UTC')).rows).toMatchObject([
      { steps: 4000, distance: 3.1 },
    ])
  },
)
