/** Where what somebody can have moved ends: the last value that counts, and the first that does not. */
import { expect, test } from 'vitest'
import { bomb, createUnpacked, isBomb } from '../../src/activity/source/unpacked.ts'
import { limits } from '../../src/activity/limits.ts'
import { counted, fit, fitTime, session } from './fit.ts'
import { importing, type Row } from './support.ts'

const now = () => new Date('2026-02-01T12:00:00Z')
const table = (...lines: string[]) => ({ 'a.csv': `${lines.join('\n')}\n` })
const valuesOf = ({ steps, distance, duration }: Row) => ({ steps, distance, duration })

test('a day has 200,000 steps and 1,000 kilometers at most', async () => {
  const { rows, stderr } = await importing(
    table(
      'date,steps,distance (m)',
      '2026-01-02,200000,1000000',
      '2026-01-03,200001,1000001',
      '2026-01-04,100001,150000',
    ),
    '',
    { now },
  )
  expect(rows.map(({ date, steps, distance }) => [date, steps, distance])).toEqual([
    ['2026-01-02', 200_000, 1000],
    ['2026-01-04', 100_001, 150],
  ])
  expect(stderr).toContain('Left out: 2 impossible values.')
})

test.each([
  ['a stretch of time', ''],
  ['an activity', 'type,'],
])('ten steps a second, for the time of %s and a minute, are the most', async (_, column) => {
  const [sport] = column.split(',').map((word) => word && 'run,')
  const line = (day: number, length: string, steps: number) =>
    `2026-01-0${day}T10:00:00Z,2026-01-0${day}T10:${length}Z,${sport}${steps}`
  const lines = [line(2, '10:00', 6600), line(3, '10:00', 6601), line(4, '00:30', 900), line(5, '00:30', 901)]
  const { rows, stderr } = await importing(table(`start,end,${column}steps`, ...lines), '--tz UTC', { now })
  expect(rows.map(({ date, steps }) => [date, steps])).toEqual([
    ['2026-01-02', 6600],
    ['2026-01-04', 900],
  ])
  expect(stderr).toContain('Left out: 2 impossible values.')
})

test('a distance that nothing moved by a person goes in its time is left out', async () => {
  const lines = [
    '2026-01-02T10:00:00Z,2026-01-02T10:10:00Z,29000',
    '2026-01-03T10:00:00Z,2026-01-03T10:10:00Z,31000',
  ]
  const { rows } = await importing(table('start,end,distance (m)', ...lines), '--tz UTC', { now })
  expect(rows.map(({ date, distance }) => [date, distance])).toEqual([['2026-01-02', 29]])
})

test('time in motion may be a minute longer than its stretch, and is cut to it; what is shorter has a whole minute', async () => {
  const line = (day: number, end: string, seconds: number) =>
    `2026-01-0${day}T10:00:00Z,2026-01-0${day}T10:${end}Z,50,${seconds}`
  const lines = [line(2, '10:00', 660), line(3, '10:00', 661), line(4, '00:20', 60), line(5, '00:20', 80)]
  for (const [column, cells] of [
    ['', lines],
    ['type,', lines.map((each) => each.replace(',50,', ',walk,50,'))],
  ] as const) {
    const { rows } = await importing(table(`start,end,${column}steps,duration (s)`, ...cells), '--tz UTC', {
      now,
    })
    const estimated = column === '' ? 30 : undefined
    expect(rows.map(({ date, duration }) => [date, duration])).toEqual([
      ['2026-01-02', 600],
      ['2026-01-03', estimated],
      ['2026-01-04', 60],
      ['2026-01-05', 60],
    ])
  }
})

test('times are from the year 2000 until tomorrow', async () => {
  const days = table(
    'date,steps',
    '1999-12-31,1',
    '2000-01-01,2',
    '2026-02-01,3',
    '2026-02-02,4',
    '2026-02-03,5',
  )
  const { rows, stderr } = await importing(days, '--tz UTC', { now })
  expect(rows.map(({ date }) => date)).toEqual(['2000-01-01', '2026-02-01', '2026-02-02'])
  expect(stderr).toContain('Left out: 2 impossible times.')
  const spans = (type: string) =>
    table(
      `start,end,${type && 'type,'}steps`,
      `2026-02-02T11:00:00Z,2026-02-02T12:00:00Z,${type}6`,
      `2026-02-02T11:00:01Z,2026-02-02T12:00:01Z,${type}7`,
    )
  for (const type of ['', 'walk,']) {
    const found = await importing(spans(type), '--tz UTC', { now })
    expect(found.rows).toMatchObject([{ steps: 6 }])
    expect(found.stderr).toContain('Left out: 1 impossible time.')
  }
})

test('an activity that ends before it starts is none', async () => {
  const line = '2026-01-02T10:00:00Z,2026-01-02T09:59:59Z,walk,500'
  const { rows, stderr } = await importing(table('start,end,type,steps', line), '--tz UTC', { now })
  expect(rows).toEqual([])
  expect(stderr).toContain('Left out: 1 impossible time.')
})

test("a watch's counter with an impossible time or count leaves that reading out, and --explain names the count", async () => {
  const readings = [
    ['1999-06-01T10:00:00Z', 400],
    ['2026-01-05T08:00:00Z', 1000],
    ['2026-01-05T09:00:00Z', 200_001],
    ['2026-01-05T10:00:00Z', 3000],
  ] as const
  const files = { 'day.fit': counted(readings, { serial: 7 }) }
  const { rows, stderr } = await importing(files, '--tz UTC', { now })
  expect(rows.map(({ date, steps }) => [date, steps])).toEqual([['2026-01-05', 3000]])
  expect(stderr).toContain('Left out: 1 impossible time, 1 impossible value.')
  const explained = await importing(files, '--tz UTC --explain', { now })
  expect(explained.rows).toContainEqual(
    expect.objectContaining({
      date: '2026-01-05',
      field: 'steps',
      taken: 0,
      left_out: 200_001,
      reason: 'an impossible value',
    }),
  )
})

test('an impossible value of a FIT session leaves the others of it', async () => {
  const start = fitTime('2026-01-02T10:00:00Z')
  const run = fit(session({ start, sport: 1, seconds: 600, meters: 2000, cycles: 3301 }))
  const { rows } = await importing({ 'run.fit': run }, '--tz UTC --per activity', { now })
  expect(rows.map(valuesOf)).toEqual([{ steps: undefined, distance: 2, duration: 600 }])
})

test.each([
  ['a file of 32 MB, however small it was packed', limits.ratioFrom, 1, false],
  ['more than 32 MB, 300 times as large as it was packed', 300 * 200_000, 200_000, false],
  ['more than 32 MB, more than 300 times as large', 300 * 200_000 + 1, 200_000, true],
])('%s', (_, unpacked, packed, expected) => {
  expect(isBomb(unpacked, packed)).toBe(expected)
})

test('what all files of an import unpack to is bounded together', () => {
  const GB = 1024 * 1024 * 1024
  const unpacked = createUnpacked()
  for (let each = 0; each < 32; each++) unpacked.add(GB, GB, GB)
  expect(() => unpacked.add(1, 1, 1)).toThrow(bomb().message)
})
