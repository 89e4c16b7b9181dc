/** Activities of lists that say when they began and not how long they took, alone and beside what others counted. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

const minute = (at: number): string => new Date(Date.UTC(2026, 2, 10, 7) + at * 60_000).toISOString()

/** What a phone counts, as [minute after 07:00, steps] in samples of so many minutes. */
const phoneOf = (counted: readonly (readonly number[])[], minutes = 1): string =>
  [
    'start,end,steps,source',
    ...counted.map(([at, steps]) => `${minute(at!)},${minute(at! + minutes)},${steps},iPhone`),
    '',
  ].join('\n')

/** A phone counts 4,000 steps in 40 minutes from 07:00. */
const phone = phoneOf([[0, 4000]], 40)

const minutesOf = (from: number, until: number, steps: number): number[][] =>
  Array.from({ length: until - from }, (_, at) => [from + at, steps])

test.each([
  ['date,start,type,steps', '2026-03-10,08:00,walk,2000', '2026-03-10T08:20:00Z'],
  ['date,time,activity,distance (km),steps', '2026-03-10,8:00 AM,Walk,1.50,2000', '2026-03-10T08:20:00Z'],
  ['start,type,distance (km)', '2026-03-10 08:00,run,3.3', '2026-03-10T08:25:00Z'],
  ['start,type,distance (km)', '2026-03-10 08:00,ride,6', '2026-03-10T08:25:00Z'],
  ['start,type,steps', '2026-03-10 08:00,walk,2000\n2026-03-10 08:15,walk,500', '2026-03-10T08:15:00Z'],
  ['start,type,steps', '2026-03-10 08:00,walk,2000\n2026-03-10 08:03,walk,500', '2026-03-10T08:00:00Z'],
  ['start,end,type,steps', '2026-03-10 08:00,2026-03-10 08:00,walk,2000', '2026-03-10T08:20:00Z'],
  [
    'start,end,type,steps,duration (min)',
    '2026-03-10 08:00,2026-03-10 08:00,walk,2000,25',
    '2026-03-10T08:25:00Z',
  ],
])(
  'an activity that does not say how long it took goes on at the usual pace: %s, %s',
  async (header, lines, end) => {
    const { intervals } = await importing({ 'a.csv': `${header}\n${lines}\n` }, '--tz UTC --per activity')
    expect(intervals[0]).toBe(`2026-03-10T08:00:00Z/${end}`)
  },
)

test('activities typed in one after the other count each, and none takes what a later one counts', async () => {
  const typed =
    'start,type,steps\n2026-03-10 20:00,walk,4000\n2026-03-10 20:03,walk,3000\n2026-03-10 20:06,walk,2000\n'
  expect((await importing({ 'a.csv': typed }, '--tz UTC')).rows).toMatchObject([{ steps: 9000 }])
  const files = {
    'run.csv': 'start,type,steps\n2026-03-10 08:00,run,5000\n',
    'walk.csv': 'start,end,type,steps,source\n2026-03-10 08:35,2026-03-10 08:55,walk,2000,Garmin\n',
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 7000 }])
  const copy = 'start,end,type,steps,source\n2026-03-10 08:00:40,2026-03-10 08:30,run,5010,iPhone\n'
  const { rows, intervals } = await importing({ ...files, 'copy.csv': copy }, '--tz UTC --per activity')
  expect(rows.map(({ steps }) => steps)).toEqual([5000, 2000])
  expect(intervals[0]).toBe('2026-03-10T08:00:00Z/2026-03-10T08:30:00Z')
})

test('a ride that does not say how long it took is no longer for what a phone counts on foot', async () => {
  const files = {
    'rides.csv': 'start,type,distance (km)\n2026-03-10 07:00,ride,7.2\n',
    'walk.csv': `start,end,distance (km),steps,source\n${minute(10)},${minute(52)},1.5,2000,iPhone\n`,
  }
  const { intervals } = await importing(files, '--tz UTC --per activity')
  expect(intervals).toEqual(['2026-03-10T07:00:00Z/2026-03-10T07:30:00Z'])
})

test.each([60, 80, 90])(
  'a slow walk that does not say how long it took counts once: %i steps a minute',
  async (pace) => {
    const counted = Array.from({ length: 30 }, (_, at) => `${minute(at)},${minute(at + 1)},${pace},iPhone`)
    const later = `${minute(50)},${minute(60)},500,iPhone`
    const files = {
      'walks.csv': `start,type,steps\n2026-03-10 07:00,walk,${30 * pace}\n`,
      'phone.csv': ['start,end,steps,source', ...counted, later, ''].join('\n'),
    }
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 30 * pace + 500 }])
  },
)

test.each([
  ['07:12,walk,1000', [300, 700]],
  ['07:07,walk,2400', [640, 1200, 560]],
  ['07:21,run,2600', [0, 1170, 1430]],
])(
  '%s of a list without lengths and the quarters of an hour of a phone count once',
  async (line, quarters) => {
    const counted = quarters.map((steps, at) => `${minute(at * 15)},${minute(at * 15 + 15)},${steps},iPhone`)
    const files = {
      'walks.csv': `start,type,steps\n2026-03-10 ${line}\n`,
      'phone.csv': ['start,end,steps,source', ...counted, ''].join('\n'),
    }
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: Number(line.split(',')[2]) }])
  },
)

test('an activity that does not say how long it took and a phone beside it count once', async () => {
  const files = {
    'walks.csv': 'date,time,activity,distance (km),steps\n2026-03-10,7:10 AM,Walk,1.50,2000\n',
    'phone.csv': phone,
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 4000 }])
})

const walk = 'start,type,steps\n2026-03-10 07:10,walk,1820\n'

test.each([5, 10, 16, 20, 55])('a pause of %i minutes within such a walk is one', async (pause) => {
  const counted = [...minutesOf(10, 17, 130), ...minutesOf(17 + pause, 24 + pause, 130)]
  const { rows } = await importing({ 'a.csv': walk, 'phone.csv': phoneOf(counted) }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 1820 }])
})

test('behind such a walk, and without the phone from its start, the phone counts', async () => {
  for (const counted of [
    [...minutesOf(10, 24, 130), ...minutesOf(34, 40, 100)],
    [...minutesOf(0, 2, 50), ...minutesOf(50, 55, 100)],
  ]) {
    const { rows } = await importing({ 'a.csv': walk, 'phone.csv': phoneOf(counted) }, '--tz UTC')
    expect(rows).toMatchObject([{ steps: 2420 }])
  }
})

test.each([
  [
    'a pause that no sample shows',
    '07:07,walk,1800',
    [
      [0, 640],
      [15, 400],
      [30, 760],
    ],
  ],
  [
    'other steps in its last sample',
    '07:07,walk,1800',
    [
      [0, 640],
      [15, 1000],
      [30, 660],
    ],
  ],
  [
    'a clock that is a minute behind',
    '07:15,walk,1800',
    [
      [0, 80],
      [15, 1200],
      [30, 520],
    ],
  ],
])('quarters of an hour of a phone with %s count once', async (_, line, quarters) => {
  const files = {
    'walks.csv': `start,type,steps\n2026-03-10 ${line}\n`,
    'phone.csv': phoneOf(quarters, 15),
  }
  const sum = quarters.reduce((all, [, steps]) => all + steps!, 0)
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: sum }])
})

test('what a phone counted is of one such walk, not of two', async () => {
  const files = {
    'walks.csv': 'start,type,steps\n2026-03-10 07:00,walk,1000\n2026-03-10 07:12,walk,1500\n',
    'phone.csv': phoneOf([...minutesOf(0, 10, 100), ...minutesOf(12, 27, 100), ...minutesOf(27, 37, 110)]),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 3600 }])
  const left = { ...files, 'phone.csv': phoneOf(minutesOf(12, 27, 100)) }
  expect((await importing(left, '--tz UTC')).rows).toMatchObject([{ steps: 2500 }])
})

test.each([
  [
    'a run by its distance, of which not all samples can be on foot',
    '07:02,run,2.6',
    [390, 650, 650, 650, 260],
  ],
  ['a walk by its distance', '07:01,walk,1.2', [320, 400, 400, 80]],
])('%s counts once beside samples of both', async (_, line, meters) => {
  const counted = meters.map(
    (each, at) => `${minute(at * 5)},${minute(at * 5 + 5)},${each},${each / 1000},iPhone`,
  )
  const files = {
    'a.csv': `start,type,distance (km)\n2026-03-10 ${line}\n`,
    'phone.csv': ['start,end,steps,distance (km),source', ...counted, ''].join('\n'),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ distance: Number(line.split(',')[2]) }])
})

const watchOf = (start: string, end: string, steps: number): string =>
  `start,end,duration (s),type,steps,source\n2026-03-10 ${start},2026-03-10 ${end},300,walk,${steps},Garmin\n`

test.each([
  ['07:32', watchOf('07:33:20', '07:38:20', 250)],
  ['07:20', watchOf('07:32', '07:37', 250)],
  ['07:36', watchOf('07:32', '07:37', 252)],
])('a walk typed in as of %s is one with a recording that began near then', async (start, recorded) => {
  const files = { 'a.csv': `start,type,steps\n2026-03-10 ${start},walk,250\n`, 'watch.csv': recorded }
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows).toHaveLength(1)
})

test('a walk typed in before a recording of another one counts too', async () => {
  const files = {
    'a.csv': 'start,type,steps\n2026-03-10 07:20,walk,250\n',
    'watch.csv': watchOf('07:32', '07:37', 400),
  }
  expect((await importing(files, '--tz UTC --per activity')).rows).toMatchObject([
    { steps: 250 },
    { steps: 400 },
  ])
})

test.each([0, 10, 20, 30])(
  'its steps and the meters of a track with a pause of %i minutes are one row',
  async (pause) => {
    const piece = (from: number): string => {
      const points = Array.from({ length: 91 }, (_, at) => {
        const latitude = 52.5 + (at + (from > 0 ? 91 : 0)) * 0.0000674
        return `<trkpt lat="${latitude.toFixed(7)}" lon="13.4"><time>${minute(from + at / 12)}</time></trkpt>`
      })
      return `<trkseg>${points.join('')}</trkseg>`
    }
    const track = `<gpx version="1.1" creator="T"><trk><type>walking</type>${piece(0)}${piece(7.5 + pause)}</trk></gpx>`
    const files = { 'a.csv': 'start,type,steps\n2026-03-10 07:00,walk,1950\n', 'track.gpx': track }
    const { rows } = await importing(files, '--tz UTC --per activity')
    expect(rows).toMatchObject([{ steps: 1950, distance: 1.35, duration: 900 }])
  },
)
