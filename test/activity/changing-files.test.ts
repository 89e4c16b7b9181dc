/** Files that change while they are read: what came of them is of no moment, and does not count. */
import { appendFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf, gpx, imported, northwards, type Files } from './support.ts'
import { zip } from './zip.ts'

const minutes = Array.from({ length: 200_000 }, (_, at) => {
  const [start, end] = [at, at + 1].map((minute) => new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString())
  return `${start},${end},10,phone\n`
})
const samples = `start,end,steps,source\n${minutes.join('')}`
const walk = gpx([northwards('2026-01-02T10:00:00Z', 600, 1.4)])
const packed = zip([{ name: 'samples.csv', content: samples }])

/** Imports files while the first one is changed every few milliseconds. */
async function importedWhile(change: (path: string) => void, files: Files) {
  const folder = folderOf(files)
  const paths = Object.keys(files).map((name) => join(folder, name))
  const changing = setInterval(() => change(paths[0]!), 5)
  try {
    return await imported(paths, '--tz UTC')
  } finally {
    clearInterval(changing)
  }
}

test.each<[string, (path: string) => void]>([
  ['cut off', (path) => truncateSync(path, minutes[0]!.length * 100)],
  ['written over', (path) => writeFileSync(path, samples.replaceAll(',10,', ',90,'))],
  ['appended to', (path) => appendFileSync(path, minutes[0]!)],
])('a CSV that is %s while it is read is named, and the others count', async (_, change) => {
  const { code, rows, stderr } = await importedWhile(change, { 'samples.csv': samples, 'walk.gpx': walk })
  expect([code, rows.map(({ date }) => date)]).toEqual([10, ['2026-01-02']])
  expect(stderr).toMatch(/samples\.csv changed while it was read; import it again/)
})

test('alone it is exit 2, and so is a zip', async () => {
  const touched = (path: string): void => utimesSync(path, new Date(), new Date())
  for (const files of [{ 'samples.csv': samples }, { 'samples.zip': packed }] as Files[]) {
    const { code, rows, stderr } = await importedWhile(touched, files)
    expect([code, rows]).toEqual([2, []])
    expect(stderr).toMatch(/samples\.(?:csv|zip) changed while it was read; import it again/)
  }
})
