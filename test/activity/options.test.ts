/** What flags and settings ask of an import: days, zone, device, kinds of activity, sources, and what its end says. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apple, folderOf, imported, importing, steps } from './support.ts'
import { freshFolder, movecli } from '../support/movecli.ts'

const days = { 'days.csv': 'date,steps\n2026-01-30,1\n2026-01-31,2\n2026-02-01,3\n2026-02-02,4\n' }
const later = () => new Date('2026-03-01T12:00:00Z')
/** Noon in UTC is the next day in Kiritimati. */
const noon = () => new Date('2026-01-31T12:00:00Z')

async function homeWith(...settings: string[]): Promise<string> {
  const home = freshFolder()
  for (const setting of settings) expect((await movecli(`config set ${setting}`, { home })).code).toBe(0)
  return home
}

test.each([
  ['UTC', [], '', ['31']],
  ['the settings', ['timezone Pacific/Kiritimati'], '', ['01']],
  ['--tz', [], '--tz Pacific/Kiritimati', ['01']],
  ['--tz before the settings', ['timezone Pacific/Kiritimati'], '--tz UTC', ['31']],
])('today is a day of the zone of %s', async (_, settings, flags, wanted) => {
  const home = await homeWith(...settings)
  const at = { home, now: noon }
  const { rows } = await importing(days, `--since today --until today ${flags}`, at)
  expect(rows.map(({ date }) => date.slice(-2))).toEqual(wanted)
  const ago = await importing(days, `--since 24h --until 1d ${flags}`, at)
  expect(ago.rows.map(({ date }) => Number(date.slice(-2)) % 31)).toEqual(
    wanted.map((day) => (Number(day) + 30) % 31),
  )
})

test('TZ that names no zone is refused, and a zone of flag or settings takes its place', async () => {
  const files = folderOf(days)
  const env = { TZ: 'America/Nowhere' }
  const run = async (flags: string, home = freshFolder()) =>
    imported([files], flags, { env, home, now: noon })
  expect(await run('')).toMatchObject({ code: 3, rows: [] })
  expect((await run('--tz Asia/Tokyo', await homeWith())).code).toBe(0)
  expect((await run('', await homeWith('timezone Asia/Tokyo'))).code).toBe(0)
})

test.each([
  [[], '', undefined],
  [['deviceId of-all'], '', 'of-all'],
  [['deviceId of-all'], '--device-id of-flag', 'of-flag'],
  [['deviceId of-all', 'deviceId of-ops -p ops'], '-p ops', 'of-ops'],
])('with %j and "%s" rows have the device %s', async (settings, flags, device) => {
  const { rows } = await importing(days, flags, { home: await homeWith(...settings), now: later })
  expect(rows).toHaveLength(4)
  expect(rows.map((row) => (row as { device_id?: string }).device_id)).toEqual(Array(4).fill(device))
})

test('--explain shows where numbers came from, without a device', async () => {
  const { rows } = await importing(days, '--explain', { home: await homeWith('deviceId d'), now: noon })
  expect(rows.some((row) => 'device_id' in row)).toBe(false)
})

const kinds = {
  'list.csv':
    'start,end,type,steps\n2026-01-02T09:00:00Z,2026-01-02T09:30:00Z,run,4000\n2026-01-02T11:00:00Z,2026-01-02T11:30:00Z,walk,3000\n2026-01-02T13:00:00Z,2026-01-02T13:30:00Z,hike,2000\n',
}

test.each([
  ['walk', [3000]],
  ['run,hike', [4000, 2000]],
  [' HIKE , Walk,', [3000, 2000]],
])('--type %j takes all that it names', async (types, wanted) => {
  const folder = folderOf(kinds)
  const { rows, code } = await imported([folder, `--type=${types}`], '--per activity --tz UTC')
  expect({ code, steps: rows.map((row) => row.steps) }).toEqual({ code: 0, steps: wanted })
})

test.each(['--type=', '--type=,', '--type= ', '--source=', '--source=,'])(
  '%j is a list without a name, which would take all: exit 2',
  async (flag) => {
    const { code, stderr } = await imported([folderOf(kinds), flag])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('names none') as string })
  },
)

test('a file without a name is exit 2', async () => {
  const { code, stderr } = await imported([''])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('The name of a file is empty') as string,
  })
})

test('a day that is none is told in every form that a day has', async () => {
  const { code, stderr } = await imported([folderOf(kinds), '--since=7'])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('yesterday or 7d') as string,
  })
})

test('--type with one name that is none is exit 2, wherever it stands', async () => {
  for (const types of ['walk,jump', 'jump,walk']) {
    const { code, stderr } = await importing(kinds, `--type ${types}`)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('"jump" is not a type') })
  }
})

test('--source is a list: the first that counted comes first, whatever the kind of its device', async () => {
  const [from, to] = ['2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000']
  const files = { 'export.xml': apple(steps(500, from, to, 'Watch'), steps(600, from, to)) }
  const counted = async (flags: string) => (await importing(files, flags, { now: later })).rows[0]?.steps
  expect(await counted('')).toBe(500)
  expect(await counted('--source iphone,watch')).toBe(600)
  expect(await counted('--source watch,iphone')).toBe(500)
  expect(await counted('--source IPHONE')).toBe(600)
  const { code, stderr } = await importing(files, '--source watch,nothing', { now: later })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('No source is called "nothing".'),
  })
  expect(stderr).toMatch(/Sources in these files: .*Watch/)
})

/** Files that hold nothing, and so many. */
const broken = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`no-${n + 10}.txt`, 'nothing']))

test('where no file was read it is exit 2 with nothing on stdout: the only one with its reason, several with their number', async () => {
  const one = await importing(broken(1))
  expect({ code: one.code, rows: one.rows }).toEqual({ code: 2, rows: [] })
  expect(one.stderr).toMatch(/^error: .*no-10\.txt /)
  const three = await importing(broken(3))
  expect({ code: three.code, rows: three.rows }).toEqual({ code: 2, rows: [] })
  expect(three.stderr).toContain('None of 3 files could be read.')
  for (const name of ['no-10', 'no-11', 'no-12']) expect(three.stderr).toContain(`${name}.txt `)
})

test.each([
  [20, '', 20, undefined],
  [21, '', 20, 'and 1 more: --explain names each'],
  [21, '--explain', 21, undefined],
])('of %i files that were not read, with "%s" %i are named', async (count, flags, named, rest) => {
  const { code, rows, stderr } = await importing({ ...days, ...broken(count) }, flags, { now: later })
  expect({ code, some: rows.length > 0 }).toEqual({ code: 10, some: true })
  expect(stderr).toContain(`error: ${count} files were not read.`)
  expect(stderr.match(/no-\d+\.txt /g)).toHaveLength(named)
  if (rest === undefined) expect(stderr).not.toContain('more: --explain')
  else expect(stderr).toContain(rest)
})

test('a line that was not read is exit 10 beside the rows that were', async () => {
  const files = { 'days.csv': `${days['days.csv']}2026-02-03,1,2,3,4\n` }
  const { code, rows, stderr } = await importing(files, '', { now: later })
  expect({ code, rows: rows.length }).toEqual({ code: 10, rows: 4 })
  expect(stderr).toContain('error: 1 line was not read.')
})

test('what looks like a secret in place of a file is not repeated, wherever it stands', async () => {
  const secret = `0x${'8d'.repeat(32)}`
  const path = join(folderOf(days), 'days.csv')
  writeFileSync(path, days['days.csv'])
  for (const paths of [[secret], [path, secret]]) {
    const { code, rows, stderr } = await imported(paths)
    expect({ code, rows }).toEqual({ code: 2, rows: [] })
    expect(stderr).not.toContain('8d8d8d')
  }
})

test.each([
  [1, '1 day has more than one line of the same source, and the largest one counts: 2026-01-10.'],
  [
    10,
    `10 days have more than one line of the same source, and the largest one counts: ${Array.from({ length: 10 }, (_, n) => `2026-01-${n + 10}`).join(', ')}.`,
  ],
  [
    12,
    `12 days have more than one line of the same source, and the largest one counts: ${Array.from({ length: 10 }, (_, n) => `2026-01-${n + 10}`).join(', ')} and 2 more.`,
  ],
])('%i days with two lines are named in the summary, ten at most', async (count, said) => {
  const lines = Array.from({ length: count }, (_, n) => [`2026-01-${n + 10},5`, `2026-01-${n + 10},6`]).flat()
  const { code, rows, stderr } = await importing({ 'days.csv': ['date,steps', ...lines, ''].join('\n') })
  expect({ code, steps: rows.map((row) => row.steps) }).toEqual({ code: 0, steps: Array(count).fill(6) })
  expect(stderr).toContain(`note: ${said}\n`)
})

test('the summary counts the rows that are asked for, not those that were read', async () => {
  const { stderr } = await importing(days, '--since 2026-02-01', { now: later })
  expect(stderr).toMatch(/^note: 2 rows from 1 file/)
  const none = await importing(days, '--since 2026-02-20', { now: later })
  expect({ code: none.code, rows: none.rows }).toEqual({ code: 0, rows: [] })
  expect(none.stderr).toMatch(/^note: 0 rows from 1 file/)
})
