/** Columns that CSV files have for what we look for, with the unit that a name may tell. */

export type Columns = {
  date?: string
  start?: string
  end?: string
  type?: string
  source?: string
  steps?: string
  distance?: { name: string; meters: number }
  duration?: { name: string; seconds: number }
}

const texts = {
  date: /^(date|day|calendar ?date)$/,
  start: /^(start|begin|starttime|startdate|timestamp|(start|begin)[ _](time|date))$/,
  end: /^(end|stop|endtime|enddate|(end|stop)[ _](time|date))$/,
  type: /^(type|sport|activity|activity[ _]?type)$/,
  source: /^(source|device|device[ _]name|app)$/,
  steps: /^(steps|step[ _]?count|total[ _]?steps)$/,
} as const

const distanceIn =
  /^(?:total[ _])?distance[ _]?[([]?(m|meters|metres|km|kilometers|kilometres|mi|miles)?[)\]]?$/
const durationIn =
  /^(?:(?:moving|active|elapsed)[ _]time|duration|move minutes count)[ _]?[([]?(s|sec|seconds|min|minutes|h|hours)?[)\]]?$/

const metersPerUnit: Record<string, number> = { m: 1, k: 1000, mi: 1609.344 }
const secondsPerUnit: Record<string, number> = { s: 1, m: 60, h: 3600 }

/** Kilometers and seconds where a name does not say. */
export function columnsOf(names: Iterable<string>): Columns {
  const found: Columns = {}
  for (const name of names) {
    for (const [column, pattern] of Object.entries(texts))
      if (pattern.test(name)) found[column as keyof typeof texts] ??= name
    const far = distanceIn.exec(name)
    if (far) found.distance ??= { name, meters: unitOf(metersPerUnit, far[1] ?? 'km') }
    const long = durationIn.exec(name)
    if (long)
      found.duration ??= {
        name,
        seconds: name.startsWith('move minutes') ? 60 : unitOf(secondsPerUnit, long[1] ?? 's'),
      }
  }
  return found
}

const unitOf = (units: Record<string, number>, word: string): number =>
  (word.startsWith('mi') && units['mi']) || units[word.slice(0, 1)]!
