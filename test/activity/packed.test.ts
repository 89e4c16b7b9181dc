/** Exports in zips, gzips, folders and pipes: however deep they are packed, what is in them is the same. */
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { session, fit } from './fit.ts'
import { folderOf, gpx, imported, importing, northwards } from './support.ts'
import { zip } from './zip.ts'

const now = () => new Date('2026-02-01T12:00:00Z')
const walk = gpx([northwards('2026-01-02T10:00:00Z', 600, 1.4)])
const days = 'date,steps\n2026-01-05,700\n'
/** On standard input in pieces, small ones first. */
const piped = (bytes: Uint8Array) => {
  const ends = [3, 5, 100, ...Array.from({ length: 10 }, (_, at) => (at + 1) * 1000), bytes.length]
  return { now, stdin: Readable.from(ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))) }
}

test.each<[string, Uint8Array]>([
  ['a file', Buffer.from(walk)],
  ['a FIT file', fit(session({ meters: 840 }))],
  ['a gzip', gzipSync(walk)],
  ['a gzip of a gzip', gzipSync(gzipSync(walk))],
  ['a zip', zip([{ name: 'a.gpx', content: walk }])],
  ['a zip of some kilobytes', zip([{ name: 'a.gpx', content: walk, method: 0 }])],
  ['a zip with a zip in it', zip([{ name: 'b.zip', content: zip([{ name: 'a.gpx', content: walk }]) }])],
  ['a gzip in a zip', zip([{ name: 'a.gpx.gz', content: gzipSync(walk) }])],
  ['a zip in a gzip', gzipSync(zip([{ name: 'a.gpx', content: walk }]))],
  [
    'a zip of folders',
    zip([
      { name: 'a/', content: '' },
      { name: 'a/b/c.gpx', content: walk },
    ]),
  ],
])('%s on standard input, and under a name that says nothing', async (_, bytes) => {
  const expected = { code: 0, rows: [{ date: '2026-01-02', distance: 0.84, duration: 600 }] }
  expect(await imported(['-'], '--tz UTC', piped(bytes))).toMatchObject(expected)
  expect(await importing({ 'export.bin': bytes }, '--tz UTC', { now })).toMatchObject(expected)
})

test.each([
  [3, true],
  [4, false],
])('zips within each other are read to the third: of %d, %s', async (depth, isRead) => {
  let packed = zip([{ name: 'a.gpx', content: walk }])
  for (let each = 1; each < depth; each++) packed = zip([{ name: 'inner.zip', content: packed }])
  const { rows, code, stderr } = await importing({ 'all.zip': packed, 'days.csv': days }, '--tz UTC', { now })
  expect({ code, dates: rows.map(({ date }) => date) }).toEqual({
    code: isRead ? 0 : 10,
    dates: isRead ? ['2026-01-02', '2026-01-05'] : ['2026-01-05'],
  })
  expect(stderr.includes('is packed too many times over')).toBe(!isRead)
})

test.each([
  [16, true],
  [17, false],
])('folders within each other are read to the sixteenth: of %d, %s', async (depth, isRead) => {
  const inner = Array.from({ length: depth }, () => 'd').join('/')
  const folder = folderOf({ [`${inner}/walk.gpx`]: walk, 'days.csv': days })
  const { rows, code } = await imported([folder], '--tz UTC', { now })
  expect({ code, dates: rows.map(({ date }) => date) }).toEqual({
    code: isRead ? 0 : 10,
    dates: isRead ? ['2026-01-02', '2026-01-05'] : ['2026-01-05'],
  })
})

test('every path that is named is read, and one that fails leaves the exit code 10', async () => {
  const folder = folderOf({ 'walk.gpx': walk, 'days.csv': days, 'broken.fit': fit([]).subarray(0, 13) })
  const paths = ['walk.gpx', 'missing.gpx', 'days.csv', 'broken.fit'].map((name) => join(folder, name))
  const { code, rows, stderr } = await imported(paths, '--tz UTC', { now })
  expect({ code, dates: rows.map(({ date }) => date) }).toEqual({
    code: 10,
    dates: ['2026-01-02', '2026-01-05'],
  })
  expect(stderr).toContain('2 rows from 2 files')
  expect(stderr).toContain('2 files were not read.')
  expect(stderr).toContain('missing.gpx does not exist')
})

test.each([
  ['is empty', ''],
  ['is JSON, which movecli does not import', '{"steps": 5}'],
  ['is JSON, which movecli does not import', '\u{feff} [1]'],
])('standard input that %s is named with 2', async (reason, text) => {
  const { code, rows, stderr } = await imported(['-'], '', { now, stdin: text })
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toContain(`standard input ${reason}.`)
})

test('a file without motion is named where a person gave it, and passed over in a folder and a zip', async () => {
  const settings = fit([])
  const plan = walk.replaceAll(/<time>[^<]*<\/time>/g, '')
  const files = { 'a.fit': settings, 'b.gpx': plan, 'days.csv': days }
  const named = await importing(files, '', { now })
  expect(named.code).toBe(10)
  expect(named.stderr).toContain('2 files were not read.')
  const packed = zip(Object.entries(files).map(([name, content]) => ({ name, content })))
  for (const path of [folderOf(files), join(folderOf({ 'all.zip': packed }), 'all.zip')]) {
    const { code, rows, stderr } = await imported([path], '', { now })
    expect({ code, rows: rows.length }).toEqual({ code: 0, rows: 1 })
    expect(stderr).toBe('note: 1 row from 1 file.\n')
  }
})
