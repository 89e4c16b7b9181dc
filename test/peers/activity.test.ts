/**
 * Other programs' numbers for the same files: Garmin's own SDK (installed into a folder of its own, for its license does not
 * let it be shipped) and GeographicLib. And the memory of a large export.
 */
import { execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import geodesic from 'geographiclib-geodesic'
import { expect, test } from 'vitest'
import { npmFolder } from '../../scripts/judges/npm-folder.mjs'
import { gpx, imported, importing, northwards } from '../activity/support.ts'
import { bin } from '../support/built.ts'
import { freshFolder } from '../support/movecli.ts'
import { chance } from '../support/random.ts'

const fixtures = join(import.meta.dirname, '../fixtures/activity')

type Session = {
  sport: string
  totalDistance: number
  totalTimerTime: number
  totalCycles?: number
  totalStrides?: number
}
type Sdk = {
  Decoder: new (stream: unknown) => { read(): { messages: { sessionMesgs?: Session[] }; errors: unknown[] } }
  Stream: { fromBuffer(bytes: Uint8Array): unknown }
}

/** Garmin's SDK. Fails where the registry does not have it. */
async function garmin(): Promise<Sdk> {
  const folder = join(import.meta.dirname, '../../.tmp/garmin')
  const { load } = await npmFolder(folder, { '@garmin/fitsdk': '21.217.0' })
  return (await import(pathToFileURL(load.resolve('@garmin/fitsdk')).href)) as Sdk
}

test("the FIT files are what Garmin's encoder writes, and its decoder finds the numbers that movecli imports", async () => {
  const sdk = await garmin()
  const { garminFiles } = (await import(pathToFileURL(join(fixtures, 'garmin.mjs')).href)) as {
    garminFiles: (sdk: Sdk) => Record<string, Uint8Array>
  }
  let compared = 0
  for (const [name, bytes] of Object.entries(garminFiles(sdk))) {
    expect(Buffer.compare(readFileSync(join(fixtures, name)), bytes), name).toBe(0)
    const { messages, errors } = new sdk.Decoder(sdk.Stream.fromBuffer(Buffer.from(bytes))).read()
    expect(errors, name).toEqual([])
    const sessions = messages.sessionMesgs ?? []
    if (sessions.length === 0) continue
    const { rows } = await imported([join(fixtures, name)], '--per activity')
    expect(rows.length, name).toBe(sessions.length)
    for (const [
      at,
      { sport, totalDistance, totalTimerTime, totalCycles, totalStrides },
    ] of sessions.entries()) {
      const onFoot = ['running', 'walking', 'hiking'].includes(sport)
      expect(rows[at]!.steps, name).toBe(onFoot ? (totalStrides ?? totalCycles)! * 2 : undefined)
      expect(Math.abs(rows[at]!.distance! * 1000 - totalDistance)).toBeLessThanOrEqual(totalDistance * 0.005)
      expect(Math.abs(rows[at]!.duration! - totalTimerTime)).toBeLessThanOrEqual(1)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(9)
})

test.each([
  ['at the equator', 0.001, 36.8],
  ['in Berlin', 52.5, 13.4],
  ['in Tromsø', 69.6, 18.9],
  ['in Ushuaia', -54.8, -68.3],
  ['over the date line', -16.8, 179.999],
  ['near the pole', 88.5, 20],
])('the distance of a track %s is that of GeographicLib', async (_, lat, lon) => {
  const { random, again } = chance()
  const points = northwards('2026-01-02T10:00:00Z', 3600, 0)
  let [atLat, atLon] = [lat, lon]
  for (const point of points) {
    ;[point[0], point[1]] = [atLat, atLon]
    atLat += (random() - 0.4) * 0.0003
    atLon += ((random() - 0.4) * 0.0003) / Math.max(0.02, Math.cos((atLat * Math.PI) / 180))
    if (atLon > 180) atLon -= 360
    if (atLon < -180) atLon += 360
  }
  const meters = points
    .slice(1)
    .reduce(
      (sum, [a, b], at) => sum + geodesic.Geodesic.WGS84.Inverse(points[at]![0], points[at]![1], a, b).s12!,
      0,
    )
  const { rows } = await importing({ 'track.gpx': gpx([points]) }, '--per activity')
  expect(meters, again).toBeGreaterThan(2000)
  expect(Math.abs(rows[0]!.distance! * 1000 - meters) / meters, again).toBeLessThan(0.005)
})

/** An Apple Health export of about so many bytes: a watch and a phone, minute by minute. */
async function writeExport(path: string, size: number): Promise<void> {
  const out = createWriteStream(path, { highWaterMark: 1 << 20 })
  const time = (seconds: number) =>
    new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', ' +0000')
  const record = (type: string, device: string, unit: string, from: number, value: number) =>
    `<Record type="HKQuantityTypeIdentifier${type}" sourceName="Ann’s ${device}" device="&lt;&lt;HKDevice: 0x28&gt;, name:${device}, model:${device}&gt;" unit="${unit}" startDate="${time(from)}" endDate="${time(from + 60)}" value="${value}"/>\n`
  let at = Date.UTC(2012, 0, 1) / 1000
  out.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="de_DE">\n')
  for (let written = 0; written < size;) {
    let text = ''
    for (let minute = 0; minute < 500; minute++, at += 60)
      text +=
        record('HeartRate', 'Watch', 'count/min', at, 80) +
        record('StepCount', 'Watch', 'count', at, 90) +
        record('StepCount', 'iPhone', 'count', at + 20, 95)
    written += Buffer.byteLength(text)
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end('</HealthData>\n')
  await once(out, 'finish')
}

test('an export of 300 MB is read in less than 300 MB', { timeout: 600_000 }, async () => {
  const home = freshFolder()
  const path = join(home, 'export.xml')
  await writeExport(path, 300 * 1024 * 1024)
  const report = join(home, 'peak.cjs')
  writeFileSync(
    report,
    "process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)))",
  )
  const peak = join(home, 'peak')
  const stdout = execFileSync(process.execPath, ['-r', report, bin, 'motion', 'import', path], {
    env: { PATH: process.env['PATH'], HOME: home, PEAK: peak, TZ: 'UTC' },
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(stdout.toString().trim().split('\n').length).toBeGreaterThan(100)
  expect(Number(readFileSync(peak, 'utf8')) / 1024).toBeLessThan(300)
})
