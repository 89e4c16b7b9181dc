/** When two recordings are one activity, and which of them is taken. */
import { expect, test } from 'vitest'
import { definition, fit, fitTime, session, u32 } from './fit.ts'
import { appleOf, gpx, importing, northwards, steps, type Files } from './support.ts'

const now = () => new Date('2026-02-01T12:00:00Z')
const perActivity = '--tz UTC --per activity'

type Line = [start: string, end: string, type: string, meters: number, source?: string]
const list = (...lines: Line[]): Files => ({
  'list.csv': [
    'start,end,type,distance (m),source',
    ...lines.map(
      ([start, end, type, meters, source = 'app']) =>
        `2026-01-02T${start}Z,2026-01-02T${end}Z,${type},${meters},${source}`,
    ),
    '',
  ].join('\n'),
})
const distances = async (files: Files, flags = '') =>
  (await importing(files, `${perActivity} ${flags}`, { now })).rows.map(({ distance }) => distance)

test.each<[string, Line, number]>([
  ['starts a minute later, on another ground', ['10:01:00', '12:00:00', 'ride', 2000], 1],
  ['starts more than a minute later, on another ground', ['10:01:01', '12:00:00', 'ride', 2000], 2],
  ['starts a minute before, on another ground', ['09:59:00', '10:10:00', 'ride', 2000], 1],
  ['starts more than a minute before, on another ground', ['09:58:59', '10:10:00', 'ride', 2000], 2],
  ['shares half of its time', ['10:30:00', '11:30:00', 'walk', 4000], 2],
  ['shares more than half of its time', ['10:14:59', '11:14:59', 'walk', 4000], 1],
  ['shares most of its time, and goes on for long', ['10:15:00', '11:20:00', 'walk', 4300], 2],
  ['shares most of its time, and began long before', ['09:40:00', '10:45:00', 'walk', 4300], 2],
  ['began long before, and goes on for minutes', ['09:40:00', '11:06:00', 'walk', 5700], 1],
  ['begins long after it, and goes on for minutes', ['10:20:00', '11:06:00', 'walk', 3000], 2],
  ['is as long and about as far, by a wrong clock', ['10:29:00', '11:29:00', 'walk', 3750], 1],
  ['is as far, and not as long', ['10:29:00', '11:34:00', 'walk', 4000], 2],
  ['shares more than half of the shorter time', ['10:40:00', '11:02:30', 'run', 2000], 1],
  ['shares more than half of its time on another ground', ['10:10:00', '10:50:00', 'swim', 2000], 2],
  ['shares most of its time and has a sport that is not known', ['10:10:00', '10:50:00', 'golf', 2000], 1],
  ['begins where it ends', ['11:00:00', '12:00:00', 'walk', 2000], 2],
])(
  'beside a walk of an hour a recording that %s makes as many activities as is said',
  async (_, other, count) => {
    const walk: Line = ['10:00:00', '11:00:00', 'walk', 4000, 'other app']
    expect(await distances(list(walk, other))).toHaveLength(count)
    expect(await distances(list(other, walk))).toHaveLength(count)
  },
)

test('activities that follow each other within a second keep all of their distance', async () => {
  const files = list(
    ['10:00:00', '10:30:00.900', 'walk', 2000],
    ['10:30:00', '11:00:00', 'run', 5000],
    ['11:00:02', '11:30:00', 'walk', 1000],
  )
  expect(await distances(files)).toEqual([2, 5, 1])
})

const start = fitTime('2026-01-02T10:00:00Z')
const lap = (meters: number) =>
  `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2026-01-02T10:00:10Z"><TotalTimeSeconds>640</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>`
const unfinished = fit([
  ...definition(0, 0, [[0, 1, 0]]),
  0,
  4,
  ...definition(1, 20, [
    [253, 4, 0x86],
    [5, 4, 0x86],
  ]),
  ...Array.from({ length: 71 }, (_, at) => [1, ...u32(start + at * 10), ...u32(at * 1800)]).flat(),
])

/** One run as files of each kind have it, each with a distance of its own, and the worse the longer. */
const recordings: Record<string, [file: Files, kilometers: number]> = {
  FIT: [{ 'a.fit': fit(session({ start, sport: 1, seconds: 600, meters: 1100, cycles: 0 })) }, 1.1],
  TCX: [{ 'a.tcx': lap(1200) }, 1.2],
  'Apple Health': [
    {
      'a.xml': appleOf(
        '2026-02-01 10:00:00 +0000',
        '<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" totalDistance="1.3" sourceName="a" startDate="2026-01-02 10:00:20 +0000" endDate="2026-01-02 10:10:40 +0000"></Workout>',
      ),
    },
    1.3,
  ],
  'FIT without sums': [{ 'b.fit': unfinished }, 1.26],
  GPX: [{ 'a.gpx': gpx([northwards('2026-01-02T10:00:05Z', 800, 2)], { type: 'running' }) }, 1.6],
  'a list': [list(['10:00:15', '10:15:00', 'run', 1700]), 1.7],
}

const places = ['FIT', 'TCX', 'FIT without sums', 'GPX', 'a list']
test.each([
  ...places.slice(1).map((worse, at) => [places[at]!, worse]),
  ['FIT', 'Apple Health'],
  ['Apple Health', 'FIT without sums'],
  ['Apple Health', 'GPX'],
])('of %s and %s with one run the former is taken', async (better, worse) => {
  const [[file, kilometers], [other]] = [recordings[better]!, recordings[worse]!]
  expect(await distances({ ...file, ...other })).toEqual([kilometers])
  expect(await distances({ ...other, ...file })).toEqual([kilometers])
})

test.each([
  [11, 'walk'],
  [25, 'ride'],
] as const)(
  'a short recording of sport %d in a long %s of a worse file leaves it the rest of what it says',
  async (sport, type) => {
    const short = fit(session({ start: start + 600, sport, seconds: 1200, meters: 1100, cycles: 0 }))
    const files = { 'a.fit': short, ...list(['10:00:00', '11:00:00', type, 6000]) }
    expect(await distances(files)).toEqual([1.225, 1.1, 3.675])
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ distance: 6 }])
  },
)

test('of two equal files the longer recording is taken', async () => {
  const [short, long]: Line[] = [
    ['10:00:00', '10:20:00', 'walk', 1500, 'a'],
    ['10:00:10', '10:30:00', 'walk', 2000, 'b'],
  ]
  expect(await distances(list(short!, long!))).toEqual([2])
})

test('of a copy --explain says what it had, and of a value that only it knew that it is its', async () => {
  const files = {
    ...list(['10:00:00', '10:10:00', 'run', 1600]),
    'steps.csv':
      'start,end,type,steps,source\n2026-01-02T10:00:00Z,2026-01-02T10:10:00Z,run,1700,pedometer\n',
    ...recordings['TCX']![0],
  }
  const { rows } = await importing(files, `${perActivity} --explain`, { now })
  const copied = 'the same activity in another file'
  expect(rows).toHaveLength(4)
  expect(rows).toEqual(
    expect.arrayContaining(
      [
        { field: 'distance', source: 'TCX', taken: 1.2, left_out: 0, reason: null },
        { field: 'duration', source: 'TCX', taken: 640, left_out: 0, reason: null },
        { field: 'distance', source: 'app', taken: 0, left_out: 1.6, reason: copied },
        { field: 'steps', source: 'pedometer', taken: 1700, left_out: 0, reason: null },
      ].map((origin) => expect.objectContaining(origin)),
    ),
  )
})

test.each([
  [14, 1000],
  [16, 1040],
])(
  'a watch that is silent for %d minutes, and a phone that counts meanwhile, have %d steps',
  async (silent, sum) => {
    const at = (minute: number) => `2026-01-02 10:${String(minute).padStart(2, '0')}:00 +0000`
    const file = appleOf(
      '2026-02-01 10:00:00 +0000',
      steps(500, at(0), at(5), 'Watch'),
      steps(40, at(9), at(14), 'iPhone'),
      steps(500, at(5 + silent), at(10 + silent), 'Watch'),
    )
    expect((await importing({ 'a.xml': file }, '', { now })).rows).toMatchObject([{ steps: sum }])
  },
)

test('steps by a stride come after those that were counted, also by an app', async () => {
  const files = {
    'walk.gpx': gpx([northwards('2026-01-02T10:00:00Z', 1000, 1.4)]),
    'app.csv': 'start,end,steps,source\n2026-01-02T10:00:00Z,2026-01-02T10:16:40Z,1900,Some App\n',
  }
  const { rows } = await importing(files, '--tz UTC --stride 0.7m', { now })
  expect(rows).toMatchObject([{ steps: 1900, distance: 1.4 }])
})

test('notes name the days that were asked for alone', async () => {
  const day = (nth: number, count: number, source: string) => `2026-01-0${nth},${count},${source}`
  const lines = [2, 3].flatMap((nth) => [
    day(nth, 10, 'iPhone'),
    day(nth, 20, 'iPhone'),
    day(nth, 30, 'Garmin'),
  ])
  const files = { 'a.csv': `date,steps,source\n${lines.join('\n')}\n` }
  const { stderr } = await importing(files, '--since 2026-01-03', { now })
  expect(stderr).toContain(
    '1 day has more than one line of the same source, and the largest one counts: 2026-01-03.',
  )
  expect(stderr).toContain(
    '1 day has totals of several sources, and each value is taken from one of them: 2026-01-03.',
  )
  expect(stderr).not.toContain('2026-01-02')
  const { stderr: earlier } = await importing(files, '--until 2026-01-02', { now })
  expect(earlier).not.toContain('2026-01-03')
  expect((await importing(files, '--per activity', { now })).stderr).not.toContain('more than one line')
})
