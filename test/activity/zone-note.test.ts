/** Days that hang on the time zone of the computer are said to, since another zone makes other days of them. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apple, fixtures, folderOf, gpx, imported, importing, northwards, steps } from './support.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { movecliProcess } from '../support/process.ts'

const words = "note: Days are by this computer's time zone"
const track = { 'walk.gpx': gpx([northwards('2026-05-01T22:30:00Z', 1800, 1.3)]) }

test.each([
  ['a track in UTC', track],
  [
    'a CSV of stretches without offsets',
    { 'a.csv': 'start,end,steps\n2026-05-01 09:00,2026-05-01 10:00,900\n' },
  ],
])('%s: the zone is named, with the flag that keeps it', async (_, files) => {
  const { stderr } = await importing(files)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(stderr).toContain(`${words}, ${zone}. Keep it the same from import to import: --tz ${zone}.\n`)
  expect(stderr.split(words).length).toBe(2)
  for (const flags of ['--tz Europe/Berlin', '--quiet', '--since 2026-06-01'])
    expect((await importing(files, flags)).stderr, flags).not.toContain(words)
})

/** Half past midnight in Berlin. */
const late = '2026-05-01T22:30:00Z'
const tcx = `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="${late}"><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>2000</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>`

test.each([
  ['GPX', track],
  ['TCX', { 'run.tcx': tcx }],
  ['a CSV of stretches', { 'a.csv': `start,end,steps\n${late},2026-05-01T22:50:00Z,900\n` }],
  ['a CSV of activities', { 'a.csv': `start,type,distance (km),duration\n${late},run,2,600\n` }],
])('%s: UTC that is written as +00:00 belongs to the zone as Z does', async (_, files) => {
  const [[name, content]] = Object.entries(files) as [[string, string]]
  for (const utc of ['Z', '+00:00', '+0000', '-00:00']) {
    const file = { [name]: content.replaceAll(/(?<=\d)Z\b/g, utc) }
    expect((await importing(file, '--tz Europe/Berlin')).rows, utc).toMatchObject([{ date: '2026-05-02' }])
    expect((await importing(file)).stderr, utc).toContain(words)
  }
})

test('nothing is said where every time has an offset, only dates are known, or the setting names a zone', async () => {
  const watch = apple(steps(500, '2026-01-02 10:00:00 +0100', '2026-01-02 10:05:00 +0100', 'Watch'))
  // With the day of the export, a computer in Berlin would find its own zone in it.
  const undated = watch.replace(/<ExportDate[^>]*>/, '')
  for (const files of [{ 'export.xml': undated }, { 'days.csv': 'date,steps\n2026-01-01,100\n' }])
    expect((await importing(files)).stderr).not.toContain(words)
  for (const name of ['walk.fit', 'monitoring-morning.fit', 'tonga.fit'])
    expect((await imported([join(fixtures, name)])).stderr, name).not.toContain(words)
  const home = freshFolder()
  await movecli('config set timezone Europe/Berlin', { home })
  expect((await importing(track, '', { home })).stderr).not.toContain(words)
})

test('a file that is refused at its end says nothing of the zone', async () => {
  const cut = track['walk.gpx'].replace('</trk></gpx>', '')
  const { stderr } = await importing({ 'cut.gpx': cut, 'days.csv': 'date,steps\n2026-01-01,100\n' })
  expect(stderr).toContain('1 file was not read')
  expect(stderr).not.toContain(words)
})

test.each([
  ['Asia/Tokyo', `${words}, Asia/Tokyo. Keep it the same from import to import: --tz Asia/Tokyo.`],
  [':Europe/Berlin', `${words}, Europe/Berlin. Keep it the same from import to import: --tz Europe/Berlin.`],
  ['EST5', `${words}. Keep it the same from import to import: name one with --tz.`],
])('with TZ=%s it is the zone of the process, by a name that --tz takes', async (TZ, note) => {
  const path = join(folderOf(track), 'walk.gpx')
  const child = await movecliProcess(['motion', 'import', path], { home: freshFolder(), env: { TZ } })
  expect((await child.ended).stderr).toContain(`${note}\n`)
})
