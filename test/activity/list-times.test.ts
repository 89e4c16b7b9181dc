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

test.each([5, 15, 20, 55])(
  'what goes on at another pace behind a stop of %i minutes is not of a list that says how long it was in motion',
  async (pause) => {
    const counted = [...minutesOf(10, 17, 130), ...minutesOf(17 + pause, 50 + pause, 90)]
    const list = 'start,type,steps,duration (min)\n2026-03-10 07:10,walk,1820,14\n'
    const { rows } = await importing({ 'a.csv': list, 'phone.csv': phoneOf(counted) }, '--tz UTC')
    const { steps } = rows[0]!
    // Behind a short stop it is the walk's.
    expect(steps).toBe(pause <= 15 ? 910 + 2970 : 1820 + 2970)
  },
)

test.each(['start,type,steps', 'start,end,type,steps', 'start,type,steps,duration (min)'])(
  'a walk whose list does not say how long it took has the time of its steps that a phone counted: %s',
  async (header) => {
    const cells = { start: '2026-03-10 07:00', end: '2026-03-10 07:40', type: 'walk', steps: '1500' }
    const line = header.split(',').map((name) => (cells as Record<string, string>)[name] ?? '30')
    const list = `${header}\n${line.join(',')}\n`
    const files = { 'a.csv': list, 'phone.csv': phoneOf(minutesOf(0, 30, 50)) }
    const { rows } = await importing(files, '--tz UTC')
    expect(rows).toMatchObject([{ steps: 1500, duration: header.includes('duration') ? 1800 : 900 }])
  },
)

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

const listOf = (header: string, ...lines: string[]): string => [header, ...lines, ''].join('\n')

/** A walk of 20 minutes, a pause of 12 and 20 minutes more, in minutes of a phone. */
const paused = [...minutesOf(0, 20, 100), ...minutesOf(32, 52, 100)]

test.each([
  ['start,type,Moving Time,steps', '2026-03-10 07:00,walk,0:40:00,4000', paused, 1],
  ['start,type,duration (min),steps', '2026-03-10 07:00,walk,40,4000', paused, 1],
  ['start,type,Moving Time,Elapsed Time,steps', '2026-03-10 07:00,walk,0:40:00,0:52:00,4000', paused, 1],
  ['start,type,steps,source', '2026-03-10 07:00,walk,4000,iPhone', paused, 1],
  [
    'start,type,steps',
    '2026-03-10 07:00,walk,4400',
    [[0, 600], ...paused.slice(6, 20), [20, 400], ...paused.slice(20)],
    1,
  ],
  [
    'start,end,type,steps',
    '2026-03-10 07:00,2026-03-10 07:40,walk,2000',
    [
      [0, 1000],
      [30, 1000],
    ],
    15,
  ],
  [
    'start,end,type,steps',
    '2026-03-10 07:00,2026-03-10 07:25,walk,2000',
    [
      [0, 1000],
      [15, 1000],
    ],
    15,
  ],
  [
    'start,end,type,steps',
    '2026-03-10 07:00,2026-03-10 07:20,walk,2000',
    [
      [0, 400],
      [5, 500],
      [10, 500],
      [15, 500],
      [20, 100],
    ],
    5,
  ],
  [
    'start,end,type,steps',
    '2026-03-10 07:00,2026-03-10 07:15,walk,1650',
    [
      [-60, 110],
      [0, 1540],
    ],
    60,
  ],
  ['start,type,steps', '2026-03-10 07:10,walk,3000', minutesOf(0, 30, 100), 1],
  ['start,type,steps', '2026-03-10 07:30,walk,3000', minutesOf(0, 30, 100), 1],
  [
    'start,type,steps',
    '2026-03-10 07:00,walk,6000',
    [...minutesOf(0, 10, 100), ...minutesOf(30, 80, 100)],
    1,
  ],
])('%s: %s and a phone that counted the same are one walk', async (header, line, counted, minutes) => {
  const files = { 'list.csv': listOf(header, line), 'phone.csv': phoneOf(counted, minutes) }
  const sum = counted.reduce((all, [, steps]) => all + steps!, 0)
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: sum }])
})

test('meters of a device that counts no steps are those of a walk whose list has both', async () => {
  const meters = paused.map(([at]) => `${minute(at!)},${minute(at! + 1)},0.072,pedometer`)
  const files = {
    'a.csv': listOf('start,type,steps,distance (km)', '2026-03-10 07:00,hike,4000,2.88'),
    'meters.csv': listOf('start,end,distance (km),source', ...meters),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 4000, distance: 2.88 }])
})

const trackOf = (from: number, minutes: number, speed: number): string => {
  const points = Array.from({ length: minutes * 12 + 1 }, (_, at) => {
    const latitude = (52.5 + (at * 5 * speed) / 111_268).toFixed(7)
    return `<trkpt lat="${latitude}" lon="13.4"><time>${minute(from + at / 12)}</time></trkpt>`
  })
  return `<gpx version="1.1" creator="T"><trk><type>running</type><trkseg>${points.join('')}</trkseg></trk></gpx>`
}

test.each(['07:01', '07:04', '07:12', '06:48', '07:40'])(
  'a run that a diary has as of %s, its track and what a phone counted are one',
  async (start) => {
    const files = {
      'diary.csv': listOf('start,type,steps,distance (km)', `2026-03-10 ${start},run,4500,4.5`),
      'track.gpx': trackOf(0, 30, 2.5),
      'phone.csv': phoneOf(minutesOf(0, 30, 150)),
    }
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 4500, distance: 4.5 }])
    expect((await importing(files, '--tz UTC --per activity')).rows).toMatchObject([{ steps: 4500 }])
  },
)

test('of three recordings of one run the one without an end is not cut by the others', async () => {
  const files = {
    'one.csv': listOf(
      'start,end,type,distance (km),source',
      '2026-03-10 07:06,2026-03-10 07:10,run,0.56,Strava',
    ),
    'two.csv': listOf('start,type,distance (km),source', '2026-03-10 07:06,run,0.6,Garmin'),
    'track.gpx': trackOf(7 + 1 / 6, 4, 2.33),
  }
  expect((await importing(files, '--tz UTC --per activity')).rows).toMatchObject([{ distance: 0.559 }])
})

test('a watch that was started late has a part of the walk, and a phone by the hour no more of it', async () => {
  const watch = listOf('start,end,type,steps,source', '2026-03-10 07:16,2026-03-10 07:25,walk,900,Garmin')
  const list = listOf('start,type,steps', '2026-03-10 07:00,walk,2500')
  const { rows } = await importing({ 'a.csv': list, 'watch.csv': watch }, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ steps: 2500 }])
  const all = { 'a.csv': list, 'watch.csv': watch, 'phone.csv': phoneOf([[0, 2500]], 60) }
  expect((await importing(all, '--tz UTC')).rows).toMatchObject([{ steps: 2500 }])
})

test.each(['07:00', '07:02', '07:10'])(
  'a walk in two lists without lengths, in the other as of %s, is one, also beside a phone',
  async (start) => {
    const files = {
      'a.csv': listOf('start,type,steps', '2026-03-10 07:00,walk,900'),
      'b.csv': listOf('start,type,steps', `2026-03-10 ${start},walk,905`),
    }
    const { rows } = await importing(files, '--tz UTC --per activity')
    expect(rows).toHaveLength(1)
    const beside = { ...files, 'phone.csv': phoneOf(minutesOf(10, 19, 100)) }
    expect((await importing(beside, '--tz UTC')).rows).toMatchObject([{ steps: rows[0]!.steps! }])
  },
)

test('there and back are two walks, in two lists, and with recordings', async () => {
  const lines = ['2026-03-10 07:00,walk,900', '2026-03-10 07:12,walk,900']
  const recorded = ['07:00,2026-03-10 07:09', '07:12,2026-03-10 07:21'].map(
    (each) => `2026-03-10 ${each},walk,905,Garmin`,
  )
  const files = {
    'a.csv': listOf('start,type,steps', ...lines),
    'b.csv': listOf('start,type,steps', ...lines),
  }
  for (const beside of [{}, { 'watch.csv': listOf('start,end,type,steps,source', ...recorded) }]) {
    const { rows } = await importing({ ...files, ...beside }, '--tz UTC --per activity')
    expect(rows).toHaveLength(2)
  }
})

test('a list that is given twice changes no row', async () => {
  const counted = minutesOf(0, 100, 97).filter(([at]) => at! % 17 > 2)
  const list = listOf('start,type,distance (km)', '2026-03-10 07:00,run,9.7', '2026-03-10 07:50,run,3.28')
  const lines = counted.map(([at, steps]) => `${minute(at!)},${minute(at! + 1)},${steps},0.15,iPhone`)
  const files = { 'a.csv': list, 'phone.csv': listOf('start,end,steps,distance (km),source', ...lines) }
  for (const per of ['day', 'activity']) {
    const once = await importing(files, `--tz UTC --per ${per}`)
    const twice = await importing({ ...files, 'again.csv': list }, `--tz UTC --per ${per}`)
    expect(twice.rows).toEqual(once.rows)
    expect(twice.intervals).toEqual(once.intervals)
  }
})

test.each([
  ['date,start,steps', '2026-03-10,07:00,6000', [...minutesOf(0, 30, 100), ...minutesOf(50, 80, 100)]],
  ['date,start,steps', '2026-03-10,07:00,6000', [...minutesOf(0, 10, 100), ...minutesOf(30, 80, 100)]],
  ['date,start,steps', '2026-03-10,07:04,3000', minutesOf(0, 30, 100)],
])('%s: %s of a list without types is what a phone counted', async (header, line, counted) => {
  const files = {
    'a.csv': listOf(header, line, '2026-03-11,07:00,500', '2026-03-11,18:00,500'),
    'phone.csv': phoneOf(counted),
  }
  const { rows, stderr } = await importing(files, '--tz UTC')
  const sum = counted.reduce((all, [, steps]) => all + steps!, 0)
  expect(rows).toMatchObject([{ steps: sum }, { steps: 1000 }])
  expect(stderr).toContain(`${counted.length + 3} samples`)
  const twice = await importing({ ...files, 'again.csv': files['a.csv'] }, '--tz UTC')
  expect(twice.rows).toEqual(rows)
})

test('two lines of a diary, and a list stamped late beside a watch that counts less, count once', async () => {
  const diary = {
    'a.csv': listOf('date,start,steps', '2026-03-10,07:00,240', '2026-03-10,07:49,400'),
    'phone.csv': phoneOf(
      [
        [0, 240],
        [45, 80],
        [50, 320],
      ],
      5,
    ),
  }
  expect((await importing(diary, '--tz UTC')).rows).toMatchObject([{ steps: 640 }])
  for (const header of ['start,type,steps', 'start,place,steps']) {
    const late = {
      'a.csv': listOf(header, '2026-03-10 07:02,walk,500'),
      'phone.csv': phoneOf(minutesOf(0, 4, 115)),
    }
    const { rows } = await importing(late, '--tz UTC')
    expect(rows[0]!.steps).toBeLessThanOrEqual(500)
  }
})

test('meters of a list without types are those of a track with a pause', async () => {
  const files = {
    'a.csv': listOf(
      'date,start,distance (km)',
      '2026-03-10,07:00,9',
      '2026-03-11,07:00,1',
      '2026-03-11,18:00,1',
    ),
    'one.gpx': trackOf(0, 30, 2.5).replace(
      '</trk></gpx>',
      trackOf(50, 30, 2.5).replace(/^.*<trkseg>/, '<trkseg>'),
    ),
  }
  const { rows } = await importing(files, '--tz UTC')
  expect(rows).toMatchObject([{ distance: 9.001 }, { distance: 2 }])
})

test('lines that were written down when each walk was over are those walks, and none takes another one', async () => {
  const counted = [...minutesOf(0, 15, 100), ...minutesOf(60, 69, 100), ...minutesOf(114, 124, 100)]
  const stamps = ['07:15,walk,1500', '08:09,walk,900', '09:04,walk,1000'].map((each) => `2026-03-10 ${each}`)
  const files = { 'a.csv': listOf('start,type,steps', ...stamps), 'phone.csv': phoneOf(counted) }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 3400 }])
  const { rows, intervals } = await importing(files, '--tz UTC --per activity')
  expect(rows.map(({ steps }) => steps)).toEqual([1500, 900, 1000])
  // As it was, and as the list alone says: it may have been sent as of then.
  expect(intervals[0]).toBe('2026-03-10T07:00:00Z/2026-03-10T07:30:00Z')
})

test('a walk that another list has when it was over, and one of which one list has the recording', async () => {
  const files = {
    'a.csv': listOf('start,type,steps,source', '2026-03-10 07:00,walk,4000,AppA'),
    'b.csv': listOf('start,type,steps,source', '2026-03-10 07:51,walk,4000,AppB'),
    'phone.csv': phoneOf(paused),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 4000 }])
  const recorded = {
    'a.csv': listOf('start,type,steps', '2026-03-10 06:55,run,4500'),
    'b.csv': listOf('start,type,steps', '2026-03-10 06:59,run,4500'),
    'track.gpx': trackOf(0, 30, 2.5),
  }
  const { rows } = await importing(recorded, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ id: 'activity-20260310T0655Z', steps: 4500, distance: 4.5 }])
})

test('two walks as long, minutes later in another list, are two', async () => {
  const files = {
    'a.csv': listOf('start,type,steps', '2026-03-10 07:00,walk,900', '2026-03-10 07:12,walk,905'),
    'b.csv': listOf('start,type,steps', '2026-03-10 07:07,walk,900', '2026-03-10 07:19,walk,905'),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 1805 }])
})

test('a line stamped late and the recording of its walk keep the time of the line', async () => {
  const files = {
    'a.csv': listOf('start,type,steps', '2026-03-10 07:12,walk,900'),
    'watch.csv': listOf('start,end,type,steps,source', '2026-03-10 07:00,2026-03-10 07:09,walk,900,Garmin'),
  }
  const { intervals } = await importing(files, '--tz UTC --per activity')
  expect(intervals).toEqual(['2026-03-10T07:00:00Z/2026-03-10T07:21:00Z'])
})

test('a list is as the device with the shortest samples counted, in whatever order files come', async () => {
  const run = {
    'watch.csv': listOf('start,end,steps,source', `${minute(-60)},${minute(0)},1000,Garmin`),
    'phone.csv': listOf(
      'start,end,steps,distance (km),source',
      `${minute(-30)},${minute(-15)},1000,1,iPhone`,
    ),
    'run.csv': listOf('start,type,steps,distance (km)', '2026-03-10 06:40,run,1000,1'),
  }
  expect((await importing(run, '--tz UTC')).rows).toMatchObject([{ steps: 1000, distance: 1 }])
  const phone = Array.from({ length: 5 }, (_, at) => [at * 5 - 5, at === 0 ? 400 : at === 4 ? 600 : 500])
  const watch = listOf('start,end,steps,source', `${minute(0)},${minute(60)},3100,Garmin`)
  const list = listOf('start,end,type,steps', '2026-03-10 06:56,2026-03-10 07:21,walk,2500')
  for (const files of [
    { 'a.csv': phoneOf(phone, 5), 'b.csv': watch, 'c.csv': list },
    { 'a.csv': watch, 'b.csv': phoneOf(phone, 5), 'c.csv': list },
  ])
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 3500 }])
})

test.each([
  ['07:10,walk,1000', '07:12,walk,900', [...minutesOf(0, 10, 100), ...minutesOf(12, 21, 100)]],
  ['07:10,walk,1000', '07:14,walk,300', [...minutesOf(0, 10, 100), ...minutesOf(11, 14, 100)]],
])(
  'two lines minutes apart of which one was written down late, %s and %s, are two',
  async (first, second, counted) => {
    const files = {
      'a.csv': listOf('start,type,steps', `2026-03-10 ${first}`, `2026-03-10 ${second}`),
      'phone.csv': phoneOf(counted),
    }
    const each = [first, second].map((line) => Number(line.split(',')[2]))
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: each[0]! + each[1]! }])
    const { rows } = await importing(files, '--tz UTC --per activity')
    expect(rows.map(({ steps }) => steps).toSorted()).toEqual(each.toSorted())
  },
)

test.each([917, 3000, 400])(
  'of one list a line of the next minute, %i steps, is another walk',
  async (steps) => {
    const lines = ['2026-03-10 07:22,walk,960', `2026-03-10 07:23,walk,${steps}`]
    const { rows } = await importing({ 'a.csv': listOf('start,type,steps', ...lines) }, '--tz UTC')
    expect(rows).toMatchObject([{ steps: 960 + steps }])
  },
)

test('two lists of two walks, of which one was typed in afterwards, are the two walks', async () => {
  const files = {
    'a.csv': listOf('start,type,steps', '2026-03-10 07:12,walk,960', '2026-03-10 07:14,walk,945'),
    'b.csv': listOf('start,type,steps', '2026-03-10 07:02,walk,960', '2026-03-10 07:03,walk,917'),
  }
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows).toHaveLength(2)
})

test('kilometers of a diary are where a watch counted them, and its steps where nobody did', async () => {
  const meters = [
    [-5, 0.1152],
    [0, 0.1152],
    [25, 0.1728],
    [30, 0.288],
  ]
  const counted = meters.map(([at, km]) => `${minute(at!)},${minute(at! + 5)},${km},Garmin`)
  const files = {
    'a.csv': listOf('start,steps,distance (km)', '2026-03-10 06:58,350,0.24', '2026-03-10 07:27,650,0.47'),
    'watch.csv': listOf('start,end,distance (km),source', ...counted),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 1000, distance: 0.691 }])
})

test.each([
  ['start,type,steps', '10:00:00Z,walk,3520'],
  ['start,end,type,steps', '10:00:00Z,2026-03-01T10:32:00Z,walk,3520'],
])('a walk of a list on which one device was changed for another counts once: %s', async (header, line) => {
  const minutes = (source: string, from: number, to: number): string =>
    Array.from({ length: to - from }, (_, at) => {
      const time = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`
      return `${time(from + at)},${time(from + at + 1)},110,${source}\n`
    }).join('')
  for (const change of [4, 8, 16, 28]) {
    const devices = `start,end,steps,source\n${minutes('Garmin', 0, change)}${minutes('iPhone', change, 32)}`
    const { rows } = await importing(
      { 'devices.csv': devices, 'list.csv': `${header}\n2026-03-01T${line}\n` },
      '--tz UTC',
    )
    expect(rows).toMatchObject([{ steps: 3520 }])
  }
})

test.each(['16', ''])(
  'a list without an end has that of a line of its minute that says one: %s minutes',
  async (length) => {
    const minutes = Array.from({ length: 19 }, (_, at) => {
      const time = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, 59 + at + minute)).toISOString()
      return `${time(0)},${time(1)},120,iPhone\n`
    })
    const files = {
      'phone.csv': `start,end,steps,source\n${minutes.join('')}`,
      'a.csv': 'start,end,type,steps\n2026-03-01T10:45:00Z,2026-03-01T11:01:00Z,walk,1920\n',
      'b.csv': `start,type,steps,duration_min\n2026-03-01T10:45:00Z,walk,1920,${length}\n`,
    }
    const { rows } = await importing(files, '--tz UTC')
    // The walk until 11:01, and 17 minutes of the phone.
    expect(rows[0]!.steps).toBe(1920 + 17 * 120)
  },
)

test('a line without a type and an end has the time of a source that has such lines itself on another day', async () => {
  const app = phoneOf([...minutesOf(0, 20, 50), ...minutesOf(70, 90, 50)]).replaceAll('iPhone', 'app')
  const lines = ['10T07:00:00Z,2000,a diary', '14T11:00:00Z,500,app', '14T12:00:00Z,500,app']
  const diary = ['start,steps,source', ...lines.map((line) => `2026-03-${line}`), ''].join('\n')
  const { rows } = await importing({ 'app.csv': app, 'diary.csv': diary }, '--tz UTC')
  expect(rows.map(({ steps }) => steps)).toEqual([2000, 1000])
})
