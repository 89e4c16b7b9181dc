/** A file that fails at its end leaves nothing behind: not a value, not a note, and what others hold stays. */
import { expect, test } from 'vitest'
import { counted } from './fit.ts'
import { apple, gpx, imported, folderOf, importing, northwards, steps, type Files } from './support.ts'
import { join } from 'node:path'

const now = () => new Date('2026-02-01T12:00:00Z')
const walk = gpx([northwards('2026-01-04T10:00:00Z', 1000, 1.4)])
const record = (day: number, count: number) =>
  steps(count, `2026-01-0${day} 10:00:00 +0000`, `2026-01-0${day} 10:30:00 +0000`)
const cut = (text: string) => text.slice(0, -5)
/** A table whose last date is refused, and with it all of it. */
const refused = (column: string, line: string) => `date,${column}\n${line}\n06/07/2026,1\n`
const read = (day: number) =>
  counted([
    [`2026-01-0${day}T08:00:00Z`, 0],
    [`2026-01-0${day}T08:30:00Z`, 1500],
  ])

const failing: [string, Files][] = [
  ['samples', { '2.xml': cut(apple(record(4, 2000))) }],
  [
    'a sample that is longer than a day',
    { '2.xml': cut(apple(record(4, 1).replaceAll('2026-01-04 10:30', '2026-01-09 10:30'))) },
  ],
  ['an activity', { '2.gpx': cut(walk) }],
  ['days', { '2.csv': refused('steps', '2026-01-04,4000') }],
  ['impossible values', { '2.csv': refused('steps', '2026-01-04,-1') }],
  ['impossible times', { '2.csv': refused('steps', '1980-01-04,1') }],
  ['a distance without a unit', { '2.csv': refused('distance', '2026-01-04,4') }],
  ['samples of a table', { '2.csv': refused('steps', '2026-01-04T10:00:00Z,1').replace('date', 'start') }],
  ['readings of a watch', { '2.fit': Buffer.concat([read(4), Buffer.from('no FIT file here')]) }],
]

test.each(failing)('a file with %s that fails at its end leaves the others as they are', async (_, file) => {
  const others: Files = {
    '1.xml': apple(record(2, 1000)),
    '1.csv': 'date,steps,distance (km)\n2026-01-06,600,-1\n',
    '1.gpx': walk.replaceAll('2026-01-04', '2026-01-07'),
    '1.fit': read(3),
    '3.xml': apple(record(5, 1100)),
  }
  const ordered = (files: Files) =>
    Object.keys(files)
      .toSorted()
      .map((name) => join(folder, name))
  const folder = folderOf({ ...others, ...file })
  for (const flags of ['', '--explain']) {
    const all = await imported(ordered({ ...others, ...file }), `--tz UTC ${flags}`, { now })
    const alone = await imported(ordered(others), `--tz UTC ${flags}`, { now })
    expect({ code: all.code, rows: all.rows }).toEqual({ code: 10, rows: alone.rows })
    expect(all.stderr.split('error: ')[0]).toBe(alone.stderr)
    expect(all.stderr).toContain('1 file was not read')
  }
})

test('a file that fails after very many samples leaves room for those of the next', async () => {
  const time = (second: number) => new Date(Date.UTC(2026, 0, 2) + second * 1000).toISOString()
  const lines = (from: number, count: number) =>
    Array.from(
      { length: count },
      (_, at) => `${time((from + at) * 2)},${time((from + at) * 2 + 2)},1\n`,
    ).join('')
  const header = 'start,end,steps\n'
  const { rows } = await importing(
    {
      '1.csv': header + lines(0, 100),
      '2.csv': `${header}${lines(100, 17_000)}${time(0)},"`,
      '3.csv': header + lines(100, 100),
    },
    '--tz UTC',
    { now },
  )
  expect(rows).toMatchObject([{ steps: 200 }])
})
