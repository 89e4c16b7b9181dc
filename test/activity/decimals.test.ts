/** The decimal mark of a CSV: a comma is read where the whole file has it, and never guessed. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

const table = (...lines: string[]) => `sep=;\r\n${lines.join('\r\n')}\r\n`
const numbersOf = async (csv: string) => {
  const { code, rows, stderr } = await importing({ 'days.csv': csv })
  expect(code, stderr).toBe(0)
  expect(stderr).not.toContain('Left out')
  return rows.map(({ steps, distance, duration }) => [steps, distance, duration])
}

test('a decimal comma is read where semicolons or tabs are between the cells', async () => {
  const days = table('Date;Steps;Distance (km)', '2026-01-05;8000;5,2', '2026-01-06;9000;6')
  const expected = [
    [8000, 5.2, undefined],
    [9000, 6, undefined],
  ]
  expect(await numbersOf(days)).toEqual(expected)
  expect(await numbersOf(days.replaceAll(';', '\t'))).toEqual(expected)
  expect(await numbersOf(days.replace('sep=;\r\n', ''))).toEqual(expected)
  expect(await numbersOf(days.replaceAll(',', '.'))).toEqual(expected)
})

test.each([
  ['thousands with points', '1.500;3,25', [1500, 3.25]],
  ['thousands with spaces', '1 500;1 003,25 m', [1500, 1.003]],
  ['no thousands that begin with a zero', '1500;0,750', [1500, 0.75]],
  ['a comma that would make more kilometers than can be', '1500;5,250', [1500, 5.25]],
  ['a point that would make more kilometers than can be', '1500;5.250', [1500, 5.25]],
  ['thousands with commas', '1,500;3.25', [1500, 3.25]],
  ['a unit behind the number', '1500;750,5 m', [1500, 0.751]],
])('%s', async (_, cells, expected) => {
  const header = cells.endsWith(' m') ? 'Date;Steps;Distance' : 'Date;Steps;Distance (km)'
  expect(await numbersOf(table(header, `2026-01-05;${cells}`))).toEqual([[...expected, undefined]])
})

test('numbers with an unclear mark are read once a later line shows which mark is the decimal one', async () => {
  const lines = ['2026-01-05;1.500', '2026-01-06;2.500', '2026-01-07;800,5', '2026-01-08;1.250']
  const days = await numbersOf(table('Date;Distance (m)', ...lines))
  expect(days.map(([, distance]) => distance)).toEqual([1.5, 2.5, 0.801, 1.25])
  const points = lines.map((line) => line.replace(',', '.'))
  const { rows } = await importing({ 'days.csv': table('Date;Distance (m)', ...points) })
  expect(rows.map(({ distance }) => distance)).toEqual([0.002, 0.003, 0.801, 0.001])
})

test.each([
  [
    'a number that means two things',
    ['Date;Steps;Distance (m)', '2026-01-05;8000;1.500', '2026-01-06;9000;2'],
    'has "1.500" in its column "distance (m)", which may have thousands or decimals, and no line tells which. Write its numbers without a mark for thousands.',
  ],
  ['steps that may be thousands', ['Date;Steps', '2026-01-05;9.000'], 'has "9.000" in its column "steps"'],
  [
    'both marks for decimals',
    ['Date;Distance (km);Duration (min)', '2026-01-05;5,2;30', '2026-01-06;6;30.5'],
    'has "30.5" in its column "duration (min)", and other numbers with a decimal comma. Write all its decimals alike.',
  ],
  [
    'both marks in a column',
    ['Date;Distance (km)', '2026-01-05;5.2', '2026-01-06;5,3'],
    'has "5,3" in its column "distance (km)", and other numbers with a decimal point.',
  ],
])('a file with %s is refused with the name of the column', async (_, lines, reason) => {
  const { code, rows, stderr } = await importing({ 'days.csv': table(...lines) })
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toContain(reason)
})

test('lines that wait for a number that tells do so within bounds', async () => {
  const lines = Array.from({ length: 250_000 }, () => '2026-01-05;1.500').join('\r\n')
  const { code, stderr } = await importing({
    'days.csv': table('Date;Distance (m)', lines, '2026-01-06;1,5'),
  })
  expect(code).toBe(2)
  expect(stderr).toContain('has "1.500" in its column')
})

test('between commas a comma in quotes is no decimal mark', async () => {
  const csv = 'date,steps,distance (km)\n2026-01-05,5,"0,750"\n2026-01-06,5,"1234,567"\n'
  const { rows, stderr } = await importing({ 'days.csv': csv })
  expect(rows.map(({ distance }) => distance)).toEqual([undefined, undefined])
  expect(stderr).toContain('Left out: 2 impossible values')
})
