/** Files that were made to hurt, or that broke on their way: each ends in a sentence, without a row and within its bounds. */
import { createProblems } from '../../src/activity/source/problems.ts'
import { partly } from '../../src/commands/motion/import-problems.ts'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { checksum, definition, fit, fitTime, session, u32 } from './fit.ts'
import { apple, fixtures, folderOf, gpx, imported, importing, northwards, steps } from './support.ts'
import { withCount, zip } from './zip.ts'

const MB = 1024 * 1024
const walk = gpx([northwards('2026-01-02T10:00:00Z', 600, 1.4)])
const run = readFileSync(join(fixtures, 'run-paused.fit'))
const sound = { name: 'walk.gpx', content: walk }
const lines = (size: number) => Buffer.alloc(size, '\n')
const xml = (body: string, doctype = '') => `<?xml version="1.0"?>${doctype}<gpx creator="x">${body}</gpx>`
const lol = `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'.replaceAll(/./g, (each) => {
  const before = String.fromCodePoint(each.codePointAt(0)! - 1)
  return `<!ENTITY ${each} "${`&${before};`.repeat(10)}">`
})}]>`
const at = (value: number): Buffer => fit(session({ start: value }))
const damaged = (place: number) => {
  const copy = Buffer.from(run)
  copy[place]! ^= 0xff
  return copy
}
const recounted = (change: (bytes: Buffer) => void): Buffer => {
  const copy = Buffer.from(run)
  change(copy)
  copy.writeUInt16LE(checksum(copy.subarray(0, -2)), copy.length - 2)
  return copy
}
const csv = (head: string, ...lines: string[]) => `${[head, ...lines].join('\n')}\n`
const flipped = {
  name: 'walk.csv',
  content: csv('date,steps', '2026-05-01,1000'),
  packed: Buffer.from(csv('date,steps', '2026-05-01,9000')),
  method: 0,
}
const nested = (depth: number): Buffer =>
  depth === 0
    ? Buffer.from(walk)
    : zip([{ name: depth === 1 ? 'a.gpx' : 'a.zip', content: nested(depth - 1) }])

/** Files and what is said of each. */
const refused: [what: string, file: string | Uint8Array, reason: RegExp][] = [
  ['an empty file', '', /is empty/],
  ['zeros', Buffer.alloc(5000), /no format that movecli reads/],
  ['noise', Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919) % 256)), /no format|not text/],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /no format that movecli reads/],
  ['prose', 'Dear diary,\ntoday I walked.\n', /is not FIT, GPX/],
  ['JSON', '{"steps": 5000}', /is JSON/],
  [
    'HTML',
    '<!doctype html><html><body>Sign in</body></html>',
    /not GPX, TCX or Apple Health|not well-formed/,
  ],
  [
    'text in UTF-8 that is none',
    Buffer.concat([Buffer.from('date,steps\n2026-01-02,'), Buffer.from([0xff, 0xc3])]),
    /is not text in UTF-8/,
  ],

  ['FIT cut off in its header', run.subarray(0, 13), /not FIT|cut off|no format/],
  ['FIT cut off in the middle', run.subarray(0, 4000), /is cut off/],
  ['FIT without its checksum', run.subarray(0, -2), /is cut off/],
  ['FIT with a changed byte', damaged(3000), /checksum is wrong/],
  ['FIT with a changed length', damaged(4), /cut off|behind its end|checksum/],
  ['FIT that says it has 4 GB', recounted((bytes) => bytes.writeUInt32LE(0xffff_fff0, 4)), /is cut off/],
  ['FIT with bytes behind its end', Buffer.concat([run, Buffer.from('garbage garbage')]), /behind its end/],
  ['FIT with a second file that is damaged', Buffer.concat([run, damaged(3000)]), /checksum is wrong/],
  ['FIT with a message that nothing defines', fit([5, 1, 2, 3]), /without its definition/],
  [
    'FIT with a definition longer than the file',
    fit(definition(0, 18, [[253, 4, 0x86]], { count: 255 })),
    /definition longer/,
  ],
  [
    'FIT with a message longer than the file',
    fit([...definition(0, 18, [[253, 255, 13]]), 0, 1, 2]),
    /message longer/,
  ],
  [
    'FIT with a field of no length',
    fit([
      ...definition(0, 18, [
        [253, 4, 0x86],
        [7, 0, 0x86],
      ]),
      0,
      ...u32(1),
    ]),
    /do not fit/,
  ],
  [
    'FIT with a base type that there is not',
    fit([...definition(0, 18, [[253, 4, 0x5f]]), 0, ...u32(1)]),
    /do not fit/,
  ],
  [
    'FIT with two megabytes of messages without times',
    fit([
      ...definition(0, 20, [[3, 1, 2]]),
      ...Array.from({ length: 2 * MB }, (_, n) => (n % 2 === 0 ? 0 : 1)),
    ]),
    /without activity or steps/,
  ],
  [
    'FIT with a million sessions that say a sport alone',
    fit([...definition(0, 18, [[5, 1, 0]]), ...Array<number>(2 * MB).fill(0)]),
    /too many activities/,
  ],
  [
    'FIT with more than 200,000 readings of a watch',
    fit([
      ...definition(0, 55, [
        [253, 4, 0x86],
        [3, 4, 0x86],
        [5, 1, 0],
      ]),
      ...Array.from({ length: 200_001 }, (_, n) => [
        0,
        ...u32(fitTime('2026-01-02T10:00:00Z') + n),
        ...u32(n),
        6,
      ]).flat(),
    ]),
    /too many readings/,
  ],
  ['FIT of settings', readFileSync(join(fixtures, 'settings.fit')), /without activity or steps/],
  [
    'FIT of a watch that counts in 16 bits alone',
    fit([
      ...definition(0, 55, [
        [253, 4, 0x86],
        [9, 2, 0x84],
        [5, 1, 0],
      ]),
      0,
      ...u32(fitTime('2026-01-02T10:00:00Z')),
      184,
      11,
      6,
    ]),
    /counts in 16 bits alone \(cycles_16, distance_16\), which movecli does not read/,
  ],
  ['FIT of nothing', fit([]), /without activity or steps/],
  [
    'FIT with nothing but packed times before any time',
    fit([...definition(0, 20, [[0, 4, 0x85]]), 0x80, 1, 2, 3, 4]),
    /without activity/,
  ],

  ['XML cut off in a tag', walk.slice(0, walk.indexOf('<time>') + 3), /is cut off|not well-formed/],
  ['XML cut off before its end', walk.slice(0, -6), /is cut off|not well-formed/],
  ['XML with entities within entities', xml('<trk><name>&h;</name></trk>', lol), /entity of its own/],
  [
    'XML with an entity in an attribute',
    `${lol.replace('gpx', 'HealthData')}<HealthData locale="&h;"/>`,
    /entity of its own/,
  ],
  [
    'XML with an entity that is a file',
    xml('<trk><name>&x;</name></trk>', '<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    /entity of its own/,
  ],
  ['XML nested a thousand times', xml(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`), /nested too deeply/],
  [
    'XML with a text of five megabytes',
    xml(`<trk><name>${'x'.repeat(5 * MB)}</name></trk>`),
    /too long|does not end/,
  ],
  ['XML with an attribute of five megabytes', xml(`<trk a="${'x'.repeat(5 * MB)}"/>`), /does not end/],
  ['XML with a comment of five megabytes', xml(`<!--${'x'.repeat(5 * MB)}-->`), /does not end/],
  ['XML with a name of five megabytes', xml(`<${'x'.repeat(5 * MB)}/>`), /does not end/],
  [
    'XML with tags that close in the wrong order',
    xml('<trk><trkseg></trk></trkseg>'),
    /not well-formed|cut off/,
  ],
  ['XML in an encoding that nobody has', '<?xml version="1.0" encoding="x-user-defined"?><gpx/>', /encoding/],
  ['XML without a root', '<?xml version="1.0"?>\n', /cut off|not XML|not well-formed/],
  ['GPX without times', walk.replaceAll(/<time>[^<]*<\/time>/g, ''), /no activity with times/],
  [
    'GPX with times that are none',
    walk.replaceAll(/<time>[^<]*<\/time>/g, '<time>NaN</time>'),
    /no activity with times/,
  ],
  ['GPX in a place that is none', walk.replaceAll(/lat="[^"]*"/g, 'lat="NaN"'), /without a latitude/],
  [
    'GPX whose times go backwards',
    gpx([northwards('2026-01-02T10:00:00Z', 600, 1.4).toReversed()]),
    /has track points whose times go backwards\. Export it with its points in the order of their times\./,
  ],
  [
    'GPX of a single moment',
    walk.replaceAll(/<time>[^<]*<\/time>/g, '<time>2026-01-02T10:00:00Z</time>'),
    /has tracks of a single moment/,
  ],
  [
    'Apple Health cut off',
    apple(steps(1, '2026-01-02 10:00:00 +0100', '2026-01-02 10:01:00 +0100')).slice(0, -5),
    /is cut off|not well-formed/,
  ],

  ['a zip without its directory', zip([sound]).subarray(0, 200), /zip/],
  ['a zip with noise in it', zip([{ ...sound, packed: Buffer.alloc(500, 0xaa) }]), /damaged zip/],
  ['a zip whose file is longer than it says', zip([{ ...sound, size: 20 }]), /damaged zip/],
  ['a zip whose file is shorter than it says', zip([{ ...sound, size: 9_000_000 }]), /damaged zip/],
  [
    'a zip with a flipped bit in it',
    zip([flipped]),
    /walk\.csv is damaged: its checksum in the zip is wrong/,
  ],
  ['a zip whose directory has a wrong checksum', zip([{ ...sound, crc: 1 }]), /is damaged: its checksum/],
  [
    'a zip with a name that leads outside',
    zip([{ name: '../../escaped.gpx', content: walk }]),
    /leads outside/,
  ],
  ['a zip with an absolute name', zip([{ name: '/tmp/escaped.gpx', content: walk }]), /leads outside/],
  ['a zip with a name of a drive', zip([{ name: 'C:\\escaped.gpx', content: walk }]), /leads outside/],
  ['a zip that is encrypted', zip([{ ...sound, flags: 1 }]), /encrypted/],
  ['a zip with a method that nobody has', zip([{ ...sound, method: 99 }]), /unpack the zip first/],
  ['a zip with strong encryption', zip([{ ...sound, flags: 0x41 }]), /is encrypted/],
  [
    'a zip that says fewer files than it holds',
    withCount(zip([sound, sound]), 1),
    /more files than its end says/,
  ],
  [
    'a bomb that says what it is',
    zip([{ name: 'a.gpx', content: lines(64 * MB) }]),
    /far more than a real export/,
  ],
  [
    'a bomb that says it is small',
    zip([{ name: 'a.gpx', content: 'x', packed: deflateRawSync(lines(64 * MB)) }]),
    /damaged zip|far more/,
  ],
  ['a bomb in a gzip', gzipSync(lines(64 * MB)), /far more than a real export/],
  ['a zip within a zip, five times', nested(6), /packed too many times/],
  [
    'a gzip within a gzip, five times',
    [1, 2, 3, 4, 5].reduce((inner) => gzipSync(inner), Buffer.from(walk)),
    /packed too many times/,
  ],
  ['a gzip cut off', gzipSync(walk).subarray(0, -20), /damaged gzip/],

  [
    'CSV with a quote that does not close',
    csv('date,steps', '2026-01-02,"5000', '2026-01-03,1'),
    /is not CSV: it has quotes that do not end/,
  ],
  [
    'CSV with two thousand columns',
    csv(Array.from({ length: 2000 }, (_, n) => `c${n}`).join(','), '1'),
    /too many columns|is not FIT/,
  ],
  [
    'CSV with a line of three megabytes',
    csv('date,steps', `2026-01-02,${'1'.repeat(3 * MB)}`),
    /has a line longer than 1 MB/,
  ],
  [
    'CSV with a line of three million empty cells',
    csv('date,steps', `2026-01-02,5000${','.repeat(3 * MB)}`),
    /do not end/,
  ],
  ['CSV without a column that is known', csv('a,b', '1,2'), /columns such as date and steps/],
  [
    'CSV with dates that are in June or in July',
    csv('date,steps', '2026-06-06,1', '06/07/2026,5000'),
    /file has the date 06\/07\/2026: its day or its month may come first\. Write dates year first, such as 2026-01-31\./,
  ],
  [
    'CSV with dates whose month comes first',
    csv('start,end,steps', '06/13/2026 10:00,06/13/2026 11:00,5000'),
    /has the date 06\/13\/2026: /,
  ],
  [
    'CSV with dates whose day comes first',
    csv('date;steps', '13.06.2026;5000'),
    /has the date 13\.06\.2026: /,
  ],
  [
    'CSV with an end whose day comes first',
    csv('start,end,steps', '2026-06-13 10:00,13/06/26 11:00,5000'),
    /has the date 13\/06\/26: /,
  ],
  [
    'CSV with dates in words',
    csv('date,steps', '"Jan 2, 2026",5000', 'total,5000'),
    /has no date that movecli reads, but "Jan 2, 2026"\. Write dates year first, such as 2026-01-31\./,
  ],
  [
    'CSV with offsets of no place on earth',
    csv(
      'start,end,steps',
      ...['+32:00', '-32:00', '+14:15', '+15:59', '+01:75'].map(
        (offset, day) => `2026-01-0${day + 1}T10:00:00${offset},2026-01-0${day + 1}T11:00:00${offset},1000`,
      ),
    ),
    /has no time that movecli reads\. Write times such as 2026-01-31 18:05\./,
  ],
  [
    'CSV with times of day in words',
    csv('start,steps', '2026-01-02 8h05,3000', '2026-01-02 18.05,4000'),
    /has no time that movecli reads/,
  ],
  [
    'CSV with times of day beside a duration that cannot be read',
    csv(
      'date,time,type,steps,duration (min)',
      '2026-01-02,8.05,walk,3000,30',
      '2026-01-02,18.05,walk,4000,40',
    ),
    /has no time that movecli reads/,
  ],
  [
    'CSV with times without dates',
    csv('start,end,steps', '9:00,9:30,500'),
    /has no date that movecli reads, but "9:00"/,
  ],
  [
    'CSV with two columns of steps',
    csv('date,steps,Steps', '2026-01-02,1,2'),
    /has two columns called "steps"/,
  ],
  ['CSV with two dates', csv('date,date,steps', '2026-01-02,2026-01-03,1'), /has two columns called "date"/],
  [
    'CSV with two units',
    csv('date,distance,unit,unit', '2026-01-02,5,km,mi'),
    /has two columns called "unit"/,
  ],
  ['CSV with a header alone', csv('date,steps'), /has no line below its first one/],
  [
    'UTF-16 without its mark',
    Buffer.from('date,steps\n2026-01-02,3\n', 'utf16le'),
    /is text in UTF-16 without the mark/,
  ],
  ['CSV of blanks', Buffer.from('  \n \n'), /is empty/],
  [
    "a day of Google's without its date",
    csv('Start time,End time,Move Minutes count,Step count', '10:00:00.000Z,10:15:00.000Z,3,400'),
    /lost the date/,
  ],
]

test.each(refused)('%s', async (_, content, reason) => {
  const { code, rows, stderr } = await importing({ file: content })
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toMatch(reason)
})

/** Sound files with values that nobody moved: no row comes of them. */
const unmoved: [what: string, file: string | Uint8Array][] = [
  ['FIT of 1989', at(0x1000_0000 - 1)],
  ['FIT of 1998', at(0x1000_0000)],
  ['FIT of 2106', at(fitTime('2106-01-01T00:00:00Z'))],
  ['Apple Health of 1970', apple(steps(500, '1970-01-01 00:00:00 +0000', '1970-01-01 00:10:00 +0000'))],
  ['Apple Health of 2106', apple(steps(500, '2106-01-01 00:00:00 +0000', '2106-01-01 00:10:00 +0000'))],
  [
    'Apple Health with an end before its start',
    apple(steps(500, '2026-01-02 10:10:00 +0000', '2026-01-02 10:00:00 +0000')),
  ],
  [
    'Apple Health with a billion steps',
    apple(steps(1e9, '2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000')),
  ],
  [
    'Apple Health with NaN steps',
    apple(steps(Number.NaN, '2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000')),
  ],
  [
    'Apple Health with fewer than no steps',
    apple(steps(-5, '2026-01-02 10:00:00 +0000', '2026-01-02 10:10:00 +0000')),
  ],
  [
    'Apple Health on the 31st of February',
    apple(steps(500, '2026-02-31 10:00:00 +0000', '2026-02-31 10:10:00 +0000')),
  ],
  [
    'Apple Health with offsets of no place on earth',
    apple(
      steps(500, '2026-01-02 10:00:00 +1430', '2026-01-02 10:10:00 +1430'),
      steps(500, '2026-01-03 10:00:00 +0960', '2026-01-03 10:10:00 +0960'),
    ),
  ],
  [
    'CSV with NaN, infinity and a billion',
    csv('date,steps', '2026-01-02,NaN', '2026-01-03,Infinity', '2026-01-04,1e9', '2026-01-05,-1'),
  ],
  [
    'CSV on days that there are not',
    csv('date,steps', '2026-02-30,500', '1970-01-01,500', '2106-01-01,500', '0000-00-00,1'),
  ],
]

test.each(['+14:00', '+13:45', '-12:00'])('the offset %s is that of a place on earth', async (offset) => {
  const file = csv('start,end,steps', `2026-01-02T10:00:00${offset},2026-01-02T11:00:00${offset},1000`)
  const health = apple(
    steps(
      500,
      `2026-01-02 10:00:00 ${offset.replace(':', '')}`,
      `2026-01-02 10:10:00 ${offset.replace(':', '')}`,
    ),
  )
  for (const content of [file, health])
    expect((await importing({ file: content })).rows).toMatchObject([{ date: '2026-01-02' }])
})

test.each(unmoved)('%s gives no row', async (_, content) => {
  const { code, rows, stderr } = await importing({ file: content })
  expect({ code, rows }).toEqual({ code: 0, rows: [] })
  expect(stderr).toContain('Left out:')
})

test('a day of more steps than anybody makes has none, and says why', async () => {
  const lines = Array.from(
    { length: 3 },
    (_, nth) => `2026-01-02T10:0${nth}:00Z,2026-01-02T10:0${nth}:00Z,199000`,
  )
  const files = { 'a.csv': `start,end,steps\n${lines.join('\n')}\n` }
  expect((await importing(files, '--tz UTC')).rows).toEqual([])
  const { rows } = await importing(files, '--tz UTC --explain')
  expect(rows).toMatchObject([{ taken: 0, left_out: 597_000, reason: 'more than anybody moves in a day' }])
  const short = { 'a.csv': 'start,end,steps\n2026-01-02T10:00:00Z,2026-01-02T10:00:59Z,199000\n' }
  expect((await importing(short, '--tz UTC')).rows).toEqual([])
})

test('time that was worked out from more steps than anybody makes does not count either', async () => {
  const time = (nth: number) => new Date(Date.UTC(2026, 0, 2) + nth * 300_000).toISOString()
  const lines = Array.from({ length: 288 }, (_, nth) => `${time(nth)},${time(nth + 1)},700`)
  const walked = '2026-01-03T10:00:00Z,2026-01-03T10:10:00Z,1000'
  const files = { 'a.csv': `start,end,steps\n${[...lines, walked].join('\n')}\n` }
  const { rows, stderr } = await importing(files, '--tz UTC')
  expect(rows).toMatchObject([{ date: '2026-01-03', steps: 1000, duration: 600 }])
  expect(stderr).toContain(
    'note: 1 day adds up to more than anybody moves in a day, and that is left out: 2026-01-02. --explain says what.',
  )
  const { rows: origins } = await importing(files, '--tz UTC --explain --until 2026-01-02')
  expect(origins).toMatchObject([
    { field: 'steps', taken: 0, left_out: 201_600, reason: 'more than anybody moves in a day' },
    { field: 'duration', taken: 0, left_out: 86_400, reason: 'estimated from steps that are left out' },
  ])
})

test('a FIT file that is cut off at any kilobyte gives no row, and says so', async () => {
  const whole = readFileSync(join(fixtures, 'triathlon.fit'))
  const lengths = Array.from({ length: Math.floor(whole.length / 1024) }, (_, n) => (n + 1) * 1024)
  const files = Object.fromEntries(lengths.map((length) => [`${length}.fit`, whole.subarray(0, length)]))
  const { code, rows, stderr } = await importing({ ...files, 'walk.gpx': walk })
  expect({ code, rows: rows.length }).toEqual({ code: 10, rows: 1 })
  expect(stderr.match(/\.fit is cut off/g)?.length).toBe(lengths.length)
})

test('a file that fails on its way leaves nothing of what it held before', async () => {
  const half = apple(steps(500, '2026-01-02 10:00:00 +0100', '2026-01-02 10:10:00 +0100')).slice(0, -20)
  const { code, rows, stderr } = await importing({
    'export.xml': half,
    'days.csv': csv('date,steps', '2026-01-03,7'),
  })
  expect(code).toBe(10)
  expect(rows).toMatchObject([{ date: '2026-01-03', steps: 7 }])
  expect(stderr).toContain('export.xml is cut off')
})

test('a file of a zip whose checksum is wrong at its end leaves nothing, and the files beside it stay', async () => {
  const packed = zip([flipped, { name: 'day.csv', content: csv('date,steps', '2026-05-02,7') }])
  const { code, rows, stderr } = await importing({ 'all.zip': packed })
  expect({ code, rows }).toMatchObject({ code: 10, rows: [{ date: '2026-05-02', steps: 7 }] })
  expect(rows).toHaveLength(1)
  expect(stderr).toContain('all.zip/walk.csv is damaged: its checksum in the zip is wrong')
})

test('what a zip or a folder holds beside motion is passed over, and what is broken in it is named', async () => {
  const files = {
    'photo.jpg': Buffer.from('ffd8ffe000', 'hex'),
    'notes.txt': 'hello',
    'walk.gpx': walk,
    'broken.fit': run.subarray(0, 900),
  }
  const packed = zip(Object.entries(files).map(([name, content]) => ({ name: `export/${name}`, content })))
  for (const path of [folderOf(files), join(folderOf({ 'all.zip': packed }), 'all.zip')]) {
    const { code, rows, stderr } = await imported([path])
    expect({ code, rows: rows.length }).toEqual({ code: 10, rows: 1 })
    expect(stderr).toMatch(/broken\.fit is cut off/)
    expect(stderr).not.toMatch(/photo|notes/)
  }
})

test('a link in a zip is named and not followed', async () => {
  const packed = zip([
    { name: 'passwd.fit', content: '/etc/passwd', link: true },
    { name: 'walk.gpx', content: walk },
  ])
  const { code, rows, stderr } = await importing({ 'all.zip': packed })
  expect({ code, rows: rows.length }).toEqual({ code: 10, rows: 1 })
  expect(stderr).toMatch(/passwd\.fit is a link; unpack the zip first/)
})

test('a file of a folder or zip that only an activity is called, and that is none, is named', async () => {
  const marked = Buffer.from(run)
  marked.write('.FUT', 8, 'latin1')
  const files = {
    'walk.gpx': walk,
    'marked.FIT': marked,
    'noise.gpx': Buffer.from([0, 1, 2]),
    'page.tcx': '<html><body>Sign in</body></html>',
    'nothing.fit.gz': gzipSync(''),
    'line.fit': 'not found',
    'two.fit': Buffer.from([14, 16]),
    'line.gpx.gz': gzipSync('not found\n'),
    'notes.txt': 'not found',
  }
  const packed = zip(Object.entries(files).map(([name, content]) => ({ name, content })))
  for (const path of [folderOf(files), join(folderOf({ 'all.zip': packed }), 'all.zip')]) {
    const { code, rows, stderr } = await imported([path])
    expect({ code, rows: rows.length }).toEqual({ code: 10, rows: 1 })
    expect(stderr).toMatch(/marked\.FIT is of no format that movecli reads/)
    expect(stderr).toMatch(/noise\.gpx is of no format that movecli reads/)
    expect(stderr).toMatch(/page\.tcx is XML, but not GPX, TCX or Apple Health/)
    expect(stderr).toMatch(/nothing\.fit\.gz is empty/)
    for (const name of ['line.fit', 'two.fit', 'line.gpx.gz'])
      expect(stderr).toContain(`${name} has no line below its first one`)
    expect(stderr).not.toContain('notes.txt')
  }
})

test('a file that names more sources than anybody has is refused', async () => {
  const lines = Array.from(
    { length: 401 },
    (_, nth) => `2026-01-02T10:00:00Z,2026-01-02T10:05:00Z,100,source ${nth}`,
  )
  const table = (count: number) => `start,end,steps,source\n${lines.slice(0, count).join('\n')}\n`
  expect((await importing({ 'most.csv': table(400) }, '--tz UTC')).rows).toMatchObject([{ steps: 100 }])
  const { code, rows, stderr } = await importing({ 'more.csv': table(401) }, '--tz UTC')
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toContain('more.csv names too many sources')
})

test('a named pipe that nobody writes to is refused at once', async () => {
  const folder = folderOf({ 'walk.gpx': walk })
  const pipe = join(folder, 'pipe.gpx')
  execFileSync('mkfifo', [pipe])
  const { code, rows, stderr } = await imported([pipe])
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toContain('is a named pipe')
})

test('a socket is refused with its reason', async () => {
  const path = join(folderOf({}), 'walks.csv')
  const server = createServer().listen(path)
  await once(server, 'listening')
  const { code, rows, stderr } = await imported([path])
  server.close()
  expect({ code, rows }).toEqual({ code: 2, rows: [] })
  expect(stderr).toContain('walks.csv cannot be opened (ENXIO)')
})

test.each(['\u000b', '\u0000', '\uffff', '&#11;', '&#x1;'])(
  'a character that XML forbids (%j) in a note costs nothing of an Apple Health export',
  async (character) => {
    const record = (name: string) =>
      `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="${name}" unit="count" startDate="2026-01-05 09:00:00 +0100" endDate="2026-01-05 09:10:00 +0100" value="1000"/>`
    const note = `<Record type="HKCategoryTypeIdentifierHeadache"><MetadataEntry key="note" value="a${character}b"/></Record>`
    const padding = ' '.repeat(10_000)
    const health = (...all: string[]) => ({ 'export.xml': apple(padding, ...all) })
    expect((await importing(health(note, record('iPhone')))).rows).toMatchObject([{ steps: 1000 }])
    expect((await importing(health(record(`A${character}B`)))).rows).toMatchObject([{ steps: 1000 }])
    const unclosed = health(record('iPhone <b'))
    expect((await importing(unclosed)).stderr).toMatch(/not well-formed|cut off/)
  },
)

test('links in a folder, names that are no text, and what is no file are named and not followed', async () => {
  const folder = folderOf({ 'walk.gpx': walk })
  symlinkSync(folder, join(folder, 'again'))
  symlinkSync(join(fixtures, 'walk.fit'), join(folder, 'other.fit'))
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/M`), Buffer.from([0xe4]), Buffer.from('rz.gpx')]), walk)
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const { code, rows, stderr } = await imported([folder])
  expect({ code, rows: rows.length }).toEqual({ code: 10, rows: 1 })
  const named = stderr.split('\n').filter((line) => line.includes(folder))
  expect(named.map((line) => line.slice(line.indexOf(folder) + folder.length + 1))).toEqual([
    'M\ufffdrz.gpx has a name that is not UTF-8; rename it',
    'again is a link; name the file that it leads to',
    'other.fit is a link; name the file that it leads to',
    'pipe is no file',
  ])
})

test('a name with a line break is named on one line', async () => {
  const folder = folderOf({ 'walk.gpx': walk, 'a\nb.fit': 'no', 'c.fit': 'no' })
  const { stderr } = await imported([folder])
  expect(stderr).toContain(`${folder}/a\\nb.fit has no line`)
})

test('nothing is written outside the state folder, and nothing stays there', async () => {
  const home = freshFolder()
  const inner = zip([{ name: 'walk.gpx', content: walk }])
  const folder = folderOf({
    'all.zip': zip([
      { name: 'part1.zip', content: inner },
      { name: 'deep/../../x.gpx', content: walk },
    ]),
    'two.zip': zip([{ name: 'part1.zip', content: inner }]),
  })
  const { code, rows } = await imported([folder], '', { home })
  expect({ code, rows: rows.length }).toEqual({ code: 10, rows: 1 })
  expect(readdirSync(folder).toSorted()).toEqual(['all.zip', 'two.zip'])
  expect(existsSync(join(folder, '../x.gpx'))).toBe(false)
  expect(
    readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => /gpx|spool/.test(name)),
  ).toEqual([])
})

test('of many broken files twenty are named, and all of them with --explain, -v or in JSON', async () => {
  const broken = Array.from({ length: 30 }, (_, n) => [`${n}.fit`, run.subarray(0, 900)] as const)
  const folder = folderOf({ ...Object.fromEntries(broken), 'walk.gpx': walk })
  const told = async (flags: string) => {
    const { code, stderr } = await movecli(['motion', 'import', folder, ...flags.split(' ').filter(Boolean)])
    expect(code).toBe(10)
    expect(stderr).toContain('30 files were not read')
    return { named: stderr.match(/\.fit is cut off/g)?.length, stderr }
  }
  const short = await told('')
  expect(short.named).toBe(20)
  expect(short.stderr).toContain('and 10 more: --explain names each')
  for (const flags of ['--explain', '-v', '--json', '--explain --format ndjson']) {
    const { named, stderr } = await told(flags)
    expect(named).toBe(30)
    expect(stderr).not.toMatch(/and \d+ more/)
  }
  const none = await movecli(['motion', 'import', '-v', ...broken.map(([name]) => join(folder, name))])
  expect(none.code).toBe(2)
  expect(none.stderr.match(/\.fit is cut off/g)).toHaveLength(30)
})

test('beyond ten thousand broken files and lines the others are counted', () => {
  const problems = createProblems()
  for (let n = 0; n < 10_040; n++) problems.file({ name: `${n}.fit`, reason: 'is broken' })
  for (let n = 0; n < 10; n++) problems.line({ name: 'days.csv', reason: `is cut on line ${n}` })
  const { message, fault } = partly(problems.all(), true)
  const lines = fault.details?.split('\n') ?? []
  expect(message).toBe('10040 files and 10 lines were not read.')
  expect(lines).toHaveLength(10_001)
  expect([lines[0], lines.at(-1)]).toEqual(['0.fit is broken', 'and 50 more'])
})

test('a list whose activities name more sources than anybody has is refused, and the files beside it stay', async () => {
  const lines = Array.from({ length: 500 }, (_, n) => `2026-05-01T06:00:00Z,600,walk,1000,device ${n}`)
  const many = csv('start,duration,type,steps,source', ...lines)
  const good = csv('start,duration,type,steps', '2026-05-02T06:00:00Z,600,walk,1000')
  const { code, rows, stderr } = await importing({ 'a.csv': many, 'b.csv': good }, '--tz UTC')
  expect({ code, rows }).toMatchObject({ code: 10, rows: [{ date: '2026-05-02', steps: 1000 }] })
  expect(stderr).toContain('names too many sources')
})
