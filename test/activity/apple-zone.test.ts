/** Apple Health writes every time in the offset of the day of the export: two exports must have the same days for all that. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appleOf, folderOf, importing, kilometers, steps, type Row } from './support.ts'
import { freshFolder } from '../support/movecli.ts'
import { movecliProcess } from '../support/process.ts'

const berlin = '--tz Europe/Berlin'
/** Steps at half past eleven in the evening, which an export of the summer writes as half past twelve. */
const inWinter = appleOf(
  '2026-03-28 23:50:00 +0100',
  steps(500, '2026-03-28 23:30:00 +0100', '2026-03-28 23:40:00 +0100'),
  kilometers(0.4, '2026-03-28 23:30:00 +0100', '2026-03-28 23:40:00 +0100'),
)
const inSummer = appleOf(
  '2026-04-01 10:00:00 +0200',
  steps(500, '2026-03-29 00:30:00 +0200', '2026-03-29 00:40:00 +0200'),
  kilometers(0.4, '2026-03-29 00:30:00 +0200', '2026-03-29 00:40:00 +0200'),
  steps(3000, '2026-03-29 12:00:00 +0200', '2026-03-29 12:30:00 +0200'),
)
const stepsOf = (rows: Row[]) => rows.map(({ date, steps: count }) => [date, count])

test('exports made before and after the clocks change have the same days in the zone they were made in', async () => {
  const before = await importing({ 'export.xml': inWinter }, berlin)
  const after = await importing({ 'export.xml': inSummer }, berlin)
  expect(stepsOf(before.rows)).toEqual([['2026-03-28', 500]])
  expect(stepsOf(after.rows)).toEqual([
    ['2026-03-28', 500],
    ['2026-03-29', 3000],
  ])
  expect(after.rows[0]).toEqual(before.rows[0])
  const both = await importing({ 'a.xml': inWinter, 'b.xml': inSummer }, berlin)
  expect(both.rows).toEqual(after.rows)
})

test('a workout belongs to that zone too', async () => {
  const workout =
    ' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="20" durationUnit="min" sourceName="Ann" startDate="2026-03-29 00:30:00 +0200" endDate="2026-03-29 00:50:00 +0200"/>'
  const file = { 'export.xml': appleOf('2026-04-01 10:00:00 +0200', workout) }
  for (const flags of [berlin, `${berlin} --per activity`])
    expect((await importing(file, flags)).rows).toMatchObject([{ date: '2026-03-28', duration: 1200 }])
})

test.each([
  ['made in another zone', inSummer],
  ['without a date of its own', inSummer.replace(/<ExportDate[^>]*>/, '')],
  ['with a date that is none', inSummer.replace(/(?<=<ExportDate value=")[^"]*/, 'yesterday')],
])('an export %s keeps the offsets that are written', async (_, file) => {
  const { rows, stderr } = await importing({ 'export.xml': file }, '--tz America/New_York')
  expect(stepsOf(rows)).toEqual([['2026-03-29', 3500]])
  expect(stderr).not.toContain('Left out')
})

test('a time in another offset than that of the export keeps its own', async () => {
  const away = steps(700, '2026-03-20 00:30:00 +0900', '2026-03-20 00:40:00 +0900')
  const { rows } = await importing({ 'export.xml': appleOf('2026-04-01 10:00:00 +0200', away) }, berlin)
  expect(stepsOf(rows)).toEqual([['2026-03-20', 700]])
})

test.each([
  ['Europe/Berlin', ['2026-03-28', '2026-03-29'], true],
  ['America/New_York', ['2026-03-29'], false],
])('on a computer in %s the note names its zone where the days hang on it', async (TZ, days, isNamed) => {
  const path = join(folderOf({ 'export.xml': inSummer }), 'export.xml')
  const child = await movecliProcess(['motion', 'import', path], { home: freshFolder(), env: { TZ } })
  const { stdout, stderr } = await child.ended
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  expect(rows.map(({ date }) => date)).toEqual(days)
  expect(stderr.includes(`Days are by this computer's time zone, ${TZ}.`)).toBe(isNamed)
})

test('where the computer has no time zone the note asks for one', async () => {
  const path = join(
    folderOf({ 'days.csv': 'start,end,steps\n2026-01-02 10:00,2026-01-02 11:00,1000\n' }),
    'days.csv',
  )
  const child = await movecliProcess(['motion', 'import', path], { home: freshFolder(), env: { TZ: '' } })
  const { stderr } = await child.ended
  expect(stderr).toContain(
    "Days are by this computer's time zone. Keep it the same from import to import: name one with --tz.",
  )
})
