/** Files as devices and services write them, by hand, and what `motion import` makes of them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'

export const fixtures = join(import.meta.dirname, '../fixtures/activity')

export type Files = Record<string, string | Uint8Array>

/** Writes files into a fresh folder, which is returned. */
export function folderOf(files: Files): string {
  const folder = freshFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

export type Row = {
  id: string
  date: string
  source: string
  steps?: number
  distance?: number
  duration?: number
}
/** `intervals`: when each row was, where it says so. */
type Imported = { code: number; rows: Row[]; intervals: (string | undefined)[]; stderr: string }

/** Runs `motion import` over paths with flags; the rows are those of NDJSON, without their intervals. */
export async function imported(
  paths: readonly string[],
  flags = '',
  setting: Setting = {},
): Promise<Imported> {
  const words = ['motion', 'import', ...paths, ...flags.split(' ').filter(Boolean)]
  const { code, stdout, stderr } = await movecli(words, setting)
  const rows = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row & { interval?: string })
  return {
    code,
    rows: rows.map(({ interval: _, ...row }) => row),
    intervals: rows.map(({ interval }) => interval),
    stderr,
  }
}

/** What motion import makes of files that are written first. */
export const importing = async (files: Files, flags = '', setting: Setting = {}): Promise<Imported> => {
  const folder = folderOf(files)
  return imported(
    Object.keys(files).map((name) => join(folder, name)),
    flags,
    setting,
  )
}

/** What all rows of files add up to, per day and per activity. */
export async function sums(files: Files) {
  const found: { distance: number; duration: number; steps: number }[] = []
  for (const per of ['day', 'activity']) {
    const { rows } = await importing(files, `--tz UTC --per ${per}`)
    const sum = (field: 'distance' | 'duration' | 'steps') =>
      rows.reduce((all, row) => all + (row[field] ?? 0), 0)
    found.push({ distance: sum('distance'), duration: sum('duration'), steps: sum('steps') })
  }
  return found
}

type Point = [lat: number, lon: number, time: string]

const trkpt = ([lat, lon, time]: Point) => `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time></trkpt>`

/** A GPX file of one track in pieces. */
export const gpx = (segments: Point[][], { type = 'walking', creator = 'hand' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="${creator}" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>A walk</name>${
    type && `<type>${type}</type>`
  }${segments.map((points) => `<trkseg>${points.map(trkpt).join('')}</trkseg>`).join('')}</trk></gpx>`

/** Points of someone who goes north, one each ten seconds, in meters per second. */
export const northwards = (start: string, seconds: number, speed: number, from = 48): Point[] =>
  Array.from({ length: Math.floor(seconds / 10) + 1 }, (_, at) => [
    from + (at * 10 * speed) / 111_200,
    11.5,
    new Date(Date.parse(start) + at * 10_000).toISOString(),
  ])

const appleDtd = `<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 11 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
]>`

/** An Apple Health export of such records, made in winter. */
export const apple = (...records: string[]): string => appleOf('2026-02-01 10:00:00 +0100', ...records)

/** An Apple Health export made at that time. */
export const appleOf = (exported: string, ...records: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${appleDtd}\n<HealthData locale="de_DE">\n <ExportDate value="${exported}"/>\n${records.join('\n')}\n</HealthData>\n`

const device = (kind: 'Watch' | 'iPhone') =>
  `&lt;&lt;HKDevice: 0x283c0&gt;, name:Apple ${kind}, manufacturer:Apple Inc., model:${kind}&gt;`

/** A record of steps; times as Apple writes them. */
export const steps = (
  value: number,
  start: string,
  end: string,
  kind: 'Watch' | 'iPhone' = 'iPhone',
): string =>
  ` <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Ann&apos;s ${kind}" device="${device(kind)}" unit="count" creationDate="${end}" startDate="${start}" endDate="${end}" value="${value}"/>`

export const kilometers = (
  value: number,
  start: string,
  end: string,
  kind: 'Watch' | 'iPhone' = 'iPhone',
): string =>
  ` <Record type="HKQuantityTypeIdentifierDistanceWalkingRunning" sourceName="Ann&apos;s ${kind}" device="${device(kind)}" unit="km" creationDate="${end}" startDate="${start}" endDate="${end}" value="${value}"/>`

/** Days and steps of a list whose lines begin with a day of March 2026. */
export const marchSteps = async (lines: readonly string[], tz = 'UTC', column = 'timestamp,total steps') => {
  const list = [column, ...lines.map((line) => `2026-03-${line}`), ''].join('\n')
  const { rows } = await importing({ 'a.csv': list }, `--tz ${tz}`)
  return rows.map(({ date, steps }) => `${date.slice(8)} ${String(steps)}`)
}
