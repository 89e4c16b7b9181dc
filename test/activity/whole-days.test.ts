/** What the row of a day has: sums within a day's bounds, names of sources, and only what was asked for. */
import { expect, test } from 'vitest'
import { counted, fit, fitTime, session } from './fit.ts'
import { apple, importing, kilometers, steps, type Row } from './support.ts'

const now = () => new Date('2026-02-01T12:00:00Z')
const table = (...lines: string[]) => ({ 'a.csv': `${lines.join('\n')}\n` })
const valuesOf = ({ steps: count, distance, duration }: Row) => [count, distance, duration]

test.each([
  [100_000, 200_000],
  [100_001, undefined],
])('samples of 100,000 and %d steps of one day are %s steps', async (more, sum) => {
  const half = (from: string, to: string, count: number) => `2026-01-02T${from}Z,2026-01-02T${to}Z,${count}`
  const files = table(
    'start,end,steps,source',
    `${half('00:00:00', '10:00:00', 100_000)},Watch`,
    `${half('10:00:00', '20:00:00', more)},Phone`,
  )
  const { rows, stderr } = await importing(files, '--tz UTC', { now })
  expect(rows[0]?.steps).toBe(sum)
  expect(stderr.includes('1 day adds up to more than anybody moves in a day')).toBe(sum === undefined)
})

test('a distance of a day that nobody moves is left out alone, and the note and --explain say so', async () => {
  const ride = (from: string, to: string, meters: number) =>
    `2026-01-02T${from}Z,2026-01-02T${to}Z,ride,${meters},3600`
  const files = table(
    'start,end,type,distance (m),duration (s)',
    ride('00:00:00', '10:00:00', 500_000),
    ride('10:00:00', '20:00:00', 500_001),
  )
  const { rows, stderr } = await importing(files, '--tz UTC', { now })
  expect(rows.map(valuesOf)).toEqual([[undefined, undefined, 7200]])
  expect(stderr).toContain('note: 1 day adds up to more than anybody moves in a day')
  expect((await importing(files, '--tz UTC --explain', { now })).rows).toContainEqual(
    expect.objectContaining({
      field: 'distance',
      taken: 0,
      left_out: 1000.001,
      reason: 'more than anybody moves in a day',
    }),
  )
  const rides = await importing(files, '--tz UTC --per activity', { now })
  expect(rides.rows.map(({ distance }) => distance)).toEqual([500, 500.001])
})

test('a row names the sources that were taken alone, in the order of the alphabet', async () => {
  const file = apple(
    steps(500, '2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000', 'Watch'),
    steps(400, '2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000', 'iPhone'),
    kilometers(0.3, '2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000', 'iPhone'),
  )
  const app = 'start,end,steps,source\n2026-01-02T10:00:00Z,2026-01-02T10:10:00Z,450,App\n'
  const { rows } = await importing({ 'a.xml': file, 'b.csv': app }, '', { now })
  expect(rows).toMatchObject([{ steps: 500, distance: 0.3, source: "Ann's Watch + Ann's iPhone" }])
})

test('--explain tells devices of one name apart by their kind', async () => {
  const record = (device: string, count: number) =>
    steps(count, '2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000').replace(
      /sourceName="[^"]*" device="[^"]*"/,
      `sourceName="Ann" device="${device}"`,
    )
  const files = { 'a.xml': apple(record('a Watch', 500), record('an iPhone', 400), record('', 300)) }
  const { rows } = await importing(files, '--explain', { now })
  expect(rows.slice(0, 3)).toMatchObject([
    { source: 'Ann (watch)', taken: 500, left_out: 0 },
    { source: 'Ann (phone)', taken: 0, left_out: 400 },
    { source: 'Ann (other)', taken: 0, left_out: 300 },
  ])
  expect((await importing(files, '', { now })).rows).toMatchObject([{ steps: 500, source: 'Ann' }])
})

test('what was asked for by --type has whole days and steps of all day only where walks are in it', async () => {
  const ride = fit(session({ start: fitTime('2026-01-03T10:00:00Z'), sport: 2, seconds: 600, meters: 4000 }))
  const cycled = kilometers(7, '2026-01-04 10:00:00 +0000', '2026-01-04 10:20:00 +0000')
  const files = {
    'days.csv': 'date,steps\n2026-01-02,5000\n',
    'ride.fit': ride,
    'day.fit': counted([['2026-01-05T10:00:00Z', 900, 600]], { serial: 4 }),
    'a.xml': apple(cycled.replace('WalkingRunning', 'Cycling')),
  }
  const found = async (type: string) =>
    (await importing(files, `--tz UTC --type ${type}`, { now })).rows.map(
      ({ date, steps: count, distance }) => [date.slice(-2), count ?? distance],
    )
  expect(await found('ride')).toEqual([
    ['03', 4],
    ['04', 7],
  ])
  expect(await found('run,swim')).toEqual([])
  const walks = await found('walk')
  expect(walks).toEqual(
    expect.arrayContaining([
      ['02', 5000],
      ['05', 900],
    ]),
  )
  expect(walks.map(([date]) => date)).not.toContain('03')
})

test.each([
  ['2026-01-02 00:00', 1],
  ['2026-01-02T00:00:00Z', 1],
  ['2026-01-02 00:00:00.000', 1],
  ['2026-01-02 00:00:01', 0],
  ['2026-01-02 00:01', 0],
  ['2026-01-02 12:00:00', 0],
])('of a table with a type the date %s is a whole day: %d', async (date, whole) => {
  const files = table('date,type,steps,duration (s)', `${date},walk,900,600`)
  const { rows } = await importing(files, '--tz UTC --per activity', { now })
  expect(rows).toHaveLength(1 - whole)
  expect((await importing(files, '--tz UTC', { now })).rows).toMatchObject([
    { date: '2026-01-02', steps: 900 },
  ])
})

const typed = (...lines: readonly string[]) =>
  table('date,type,steps,distance (km)', ...lines.map((line) => `2026-01-02,${line}`))

test.each([
  ['walks and runs', ['walk,3000,2', 'run,5000,5'], '', { steps: 8000, distance: 7 }],
  ['a ride has no steps', ['walk,3000,2', 'ride,,20'], '', { steps: 3000, distance: 22 }],
  ['walks alone', ['walk,3000,2', 'run,5000,5', 'ride,,20'], '--type walk', { steps: 3000, distance: 2 }],
  ['no rides', ['walk,3000,2', 'run,5000,5', 'ride,,20'], '--type walk,run', { steps: 8000, distance: 7 }],
  ['rides alone', ['walk,3000,2', 'ride,,20'], '--type ride', { distance: 20 }],
  ['a drive', ['walk,3000,2', 'drive,,20'], '', { steps: 3000, distance: 2 }],
  ['two kinds of walks', ['Indoor Walk,2000,1', 'Outdoor Walk,4000,3'], '', { steps: 6000, distance: 4 }],
  [
    'two kinds of runs',
    ['Running,3000,3', 'Trail Running,4000,4'],
    '--type run',
    { steps: 7000, distance: 7 },
  ],
] as const)('lines of a day that name their types are added up: %s', async (_, lines, flags, day) => {
  const { rows, stderr } = await importing(typed(...lines), `--tz UTC ${flags}`, { now })
  expect(rows).toEqual([{ id: 'day-2026-01-02', date: '2026-01-02', ...day, source: 'CSV' }])
  expect(stderr).not.toContain('more than one line')
})

test('of several lines of one day and type the largest counts, and the day is named', async () => {
  const { rows, stderr } = await importing(typed('walk,3000,2', 'run,5000,5', 'walk,2000,1'), '--tz UTC', {
    now,
  })
  expect(rows).toMatchObject([{ steps: 8000, distance: 7 }])
  expect(stderr).toContain('1 day has more than one line of the same source, and the largest one counts')
})

test.each([
  [['Other,2000,1', 'Walking,4000,3'], 4000],
  [['Walking,5000,3', 'Stairs,800,1'], 5000],
  [['Dance,2000,1', 'Tennis,4000,3'], 4000],
  [['walk,3000,2', 'run,5000,5', 'all,9000,8'], 9000],
])(
  'a type that movecli does not know may be a sum: the largest counts, and the day is named: %s',
  async (lines, steps) => {
    const { rows, stderr } = await importing(typed(...lines), '--tz UTC', { now })
    expect(rows).toMatchObject([{ steps }])
    expect(stderr).toContain('1 day has more than one line of the same source, and the largest one counts')
  },
)

test('lists of two apps that call a walk by two words are one', async () => {
  const [one, other] = ['walk,3000,2', 'Walking,3100,2.1'].map((line) => Object.values(typed(line))[0]!)
  const { rows } = await importing({ 'a.csv': one!, 'b.csv': other! }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ steps: 3100, distance: 2.1 }])
})

test('two copies of a list with types are one', async () => {
  const list = Object.values(typed('walk,3000,2', 'run,5000,5'))[0]!
  const { rows, stderr } = await importing({ 'a.csv': list, 'b.csv': list }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ steps: 8000, distance: 7 }])
  expect(stderr).not.toContain('more than one line')
})

test.each([
  ['steps', '9,000', 9000],
  ['steps', '9.000', undefined],
  ['steps', '12,345,678', undefined],
  ['steps', '1,234.0', 1234],
  ['distance (m)', '5,123', undefined],
  ['distance (m)', '15,123.5', 15.124],
  ['distance (m)', '5123.', 5.123],
  ['duration (s)', '1,800', undefined],
  ['duration (s)', '1800.4', 1800],
  ['duration', '0:30:00.6', 1801],
  ['duration', '12:00:00', 43_200],
  ['duration', '30:00', undefined],
])('between commas %s of %s are %s', async (column, text, expected) => {
  const { rows } = await importing(table(`date,${column}`, `2026-01-02,"${text}"`), '', { now })
  expect(rows.flatMap(valuesOf).filter((value) => value !== undefined)).toEqual(
    expected === undefined ? [] : [expected],
  )
})

test('clocks that are wrong by more than one can explain make two walks of what they count alone', async () => {
  const line = (source: string, minute: number) => {
    const at = (each: number) => new Date(Date.UTC(2026, 0, 2, 9, each)).toISOString()
    return `${at(minute)},${at(minute + 1)},100,${source}`
  }
  const of = (source: string, late: number) => Array.from({ length: 60 }, (_, at) => line(source, at + late))
  const sums = []
  for (const late of [1, 2, 3]) {
    const files = table('start,end,steps,source', ...of('watch', 0), ...of('iPhone', late))
    sums.push((await importing(files, '--tz UTC', { now })).rows[0]!.steps)
  }
  expect(sums).toEqual([6000, 6000, 6300])
})

test.each([
  [10_900, 10],
  [11_200, 11.2],
])(
  'of a ride that a watch counted as 10,000 meters and a table as %d there are %d kilometers',
  async (meters, sum) => {
    const reads: [string, number, number][] = [
      ['2026-01-02T17:00:00Z', 0, 0],
      ['2026-01-02T17:30:00Z', 0, 10_000],
    ]
    const files = {
      'day.fit': counted(reads, { type: 2, serial: 4 }),
      'a.csv': `start,end,distance (m)\n2026-01-02T17:00:00Z,2026-01-02T17:30:00Z,${meters}\n`,
    }
    const { rows } = await importing(files, '--tz UTC', { now })
    expect(rows.map(({ distance }) => distance)).toEqual([sum])
  },
)
