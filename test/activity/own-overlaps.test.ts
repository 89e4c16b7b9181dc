/** Samples of one source at the same time count once, and devices of one name are told apart. */
import { expect, test } from 'vitest'
import { withoutOwnOverlaps } from '../../src/activity/merge/own-overlaps.ts'
import { apple, importing } from './support.ts'

/** A record of steps, from and to times of one day. */
const record = (value: number, from: string, to: string, source = 'iPhone', device = ''): string =>
  ` <Record type="HKQuantityTypeIdentifierStepCount" sourceName="${source}" device="${device}" unit="count" startDate="2026-01-02 ${from} +0100" endDate="2026-01-02 ${to} +0100" value="${value}"/>`

const hardware = (name: string, { pointer = '0x28', software = '17.1' } = {}): string =>
  `&lt;&lt;HKDevice: ${pointer}&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:${name}, software:${software}&gt;`

const overlapped = 'counted by another sample of this source at the same time'
const byAnother = 'counted by another source at the same time'

test('an app that writes its day so far again and again has its last and longest count', async () => {
  const soFar = [
    record(3000, '00:00:00', '10:00:00', 'Mi Fit'),
    record(6000, '00:00:00', '14:00:00', 'Mi Fit'),
    record(10_000, '00:00:00', '23:59:00', 'Mi Fit'),
  ]
  for (const records of [soFar, soFar.toReversed()]) {
    const files = { 'export.xml': apple(...records) }
    expect((await importing(files)).rows).toMatchObject([{ steps: 10_000, duration: 6000 }])
    expect((await importing(files, '--explain')).rows).toMatchObject([
      { field: 'steps', source: 'Mi Fit', taken: 10_000, left_out: 9000, reason: overlapped },
      { field: 'duration', taken: 6000, left_out: 0 },
    ])
  }
})

test('two phones of one name and different hardware count once, and --explain tells them apart', async () => {
  const phones = [
    record(1000, '08:00:00', '08:10:00', 'iPhone', hardware('iPhone12,1')),
    record(900, '08:00:00', '08:10:00', 'iPhone', hardware('iPhone15,1')),
  ]
  const files = { 'export.xml': apple(...phones) }
  expect((await importing(files)).rows).toMatchObject([{ steps: 1000, duration: 600, source: 'iPhone' }])
  expect((await importing(files, '--explain')).rows.slice(0, 2)).toMatchObject([
    { field: 'steps', source: 'iPhone (iPhone12,1)', taken: 1000, left_out: 0, reason: null },
    { field: 'steps', source: 'iPhone (iPhone15,1)', taken: 0, left_out: 900, reason: byAnother },
  ])
})

test('a device is the same after an update and a restart', async () => {
  const records = [
    record(1000, '08:00:00', '08:10:00', 'iPhone', hardware('iPhone12,1')),
    record(500, '08:10:00', '08:20:00', 'iPhone', hardware('iPhone12,1', { pointer: '0x3', software: '18' })),
  ]
  const { rows } = await importing({ 'export.xml': apple(...records) }, '--explain')
  expect(rows).toMatchObject([
    { field: 'steps', source: 'iPhone', taken: 1500, left_out: 0 },
    { field: 'duration' },
  ])
})

test.each([
  ['of one length', ['08:00,08:30,3000', '08:10,08:40,3000'], 4000, 2400],
  ['of which one lies in the other', ['08:00,09:00,3000', '08:10,08:20,900'], 3000, 1800],
  ['with one time, of which the larger counts', ['08:00,08:30,2900', '08:00,08:30,3000'], 3000, 1800],
  ['on both sides of a longer one', ['08:00,08:20,2000', '08:10,08:50,4000', '08:40,09:00,2000'], 6000, 3600],
  ['that share an edge', ['08:00,08:30,3000', '08:30,09:00,3000'], 6000, 3600],
  ['that are copies', ['08:00,08:30,3000', '08:00,08:30,3000'], 3000, 1800],
  [
    'without a length, at an edge, within another and twice',
    ['08:00,08:30,3000', '08:30,08:30,9', '08:10,08:10,7', '09:00,09:00,5', '09:00,09:00,6'],
    3015,
    1800,
  ],
])('lines %s', async (_, lines, steps, duration) => {
  const dated = (line: string) => line.replaceAll(/(\d\d:\d\d),/g, '2026-01-02T$1:00Z,')
  for (const ordered of [lines, lines.toReversed()]) {
    const plain = { 'a.csv': `start,end,steps\n${ordered.map(dated).join('\n')}\n` }
    expect((await importing(plain, '--tz UTC')).rows).toMatchObject([{ steps, duration }])
    const sourced = {
      'a.csv': `start,end,steps,source\n${ordered.map((line) => `${dated(line)},A\n`).join('')}`,
    }
    expect((await importing(sourced, '--tz UTC')).rows).toMatchObject([{ steps, duration }])
  }
})

test('what is left of a sample after midnight belongs to the day on which the sample began', async () => {
  const lines =
    '2026-01-02T22:00:00Z,2026-01-03T00:00:00Z,1200\n2026-01-02T23:30:00Z,2026-01-03T00:30:00Z,600\n'
  const { rows } = await importing({ 'a.csv': `start,end,steps\n${lines}` }, '--tz UTC')
  expect(rows).toMatchObject([{ date: '2026-01-02', steps: 1500 }])
})

test('activities of one app that overlap in part count no more than they lasted, by day and by activity', async () => {
  const lines =
    '2026-01-02T09:00:00Z,2026-01-02T09:30:00Z,walk,3000,1800,A\n2026-01-02T09:20:00Z,2026-01-02T09:50:00Z,walk,3000,1800,A\n'
  const files = { 'a.csv': `start,end,type,steps,duration (s),source\n${lines}` }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 5000, duration: 3000 }])
  expect((await importing(files, '--tz UTC --per activity')).rows).toMatchObject([
    { steps: 3000, duration: 1800 },
    { steps: 2000, duration: 1200 },
  ])
})

test('of recordings by two apps that share a part, as a run in a ride of the same hour, each minute counts for one', async () => {
  const lines = [
    '2026-01-02T09:00:00Z,2026-01-02T10:00:00Z,run,10,A',
    '2026-01-02T09:31:00Z,2026-01-02T10:31:00Z,run,10,B',
    '2026-01-02T10:02:00Z,2026-01-02T11:02:00Z,run,10,C',
  ]
  const files = { 'a.csv': `start,end,type,distance (km),source\n${lines.join('\n')}\n` }
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows.map(({ distance }) => distance)).toEqual([10, 5.167, 5.167])
  const origins = (await importing(files, '--tz UTC --per activity --explain')).rows
  expect(origins).toContainEqual(
    expect.objectContaining({
      taken: 5.167,
      left_out: 4.833,
      reason: 'counted by another activity at the same time',
    }),
  )
})

test('time in motion is never longer than its stretch of time', async () => {
  const lines = [
    '2026-01-02T09:00:00Z,2026-01-02T09:10:00Z,walk,90000',
    '2026-01-03T09:00:00Z,2026-01-03T09:10:00Z,walk,620',
  ]
  const walks = {
    'a.csv': `start,end,type,steps,duration (s)\n${lines.join('\n').replaceAll('walk,', 'walk,900,')}\n`,
  }
  const stretches = {
    'a.csv': `start,end,steps,duration (s)\n${lines.join('\n').replaceAll('walk,', '900,')}\n`,
  }
  const walked = await importing(walks, '--tz UTC')
  expect(walked.rows).toMatchObject([{ steps: 900 }, { steps: 900, duration: 600 }])
  expect(walked.rows[0]).not.toHaveProperty('duration')
  expect(walked.stderr).toContain('Left out: 1 impossible value.')
  expect((await importing(stretches, '--tz UTC')).rows).toMatchObject([
    { steps: 900, duration: 540 },
    { steps: 900, duration: 600 },
  ])
})

test('samples that do not overlap are handed on as they are', () => {
  const samples = Array.from({ length: 1000 }, (_, at) => ({
    start: at * 3,
    length: 1 + (at % 3),
    value: 0.1 + at,
    offset: 60,
  }))
  expect([...withoutOwnOverlaps(samples)]).toEqual(samples)
})

test('ten thousand samples within each other are one', () => {
  const samples = Array.from({ length: 10_000 }, (_, at) => ({
    start: at,
    length: 40_000 - 2 * at,
    value: 1,
    offset: undefined,
  }))
  expect([...withoutOwnOverlaps(samples)].filter(({ outdone }) => !outdone)).toEqual([samples[0]])
})
