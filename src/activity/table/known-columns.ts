/** Columns that CSV files have for what we look for, with the unit that a name may tell. */
import { measures, type Measure } from '../sample.ts'
import { factorOf } from './units.ts'
import { in24Hours } from './times-of-day.ts'

/** `units`: the column that has the unit of each line. `elapsed`: time with the pauses in it. */
export type Columns = {
  date?: string
  start?: string
  end?: string
  type?: string
  source?: string
  unit?: string
  elapsed?: NumberColumn
  /** Times of two parts are minutes and seconds, as those of a pace are. */
  hasPace?: boolean
  units: Partial<Record<Measure, string>>
} & Partial<Record<Measure, NumberColumn>>

/** A column of numbers; `unit` as its name has it. */
export type NumberColumn = { name: string; unit?: string }

const textColumns = {
  date: /^(date|day|calendar ?date|date[ _/]?time)$/,
  start: /^(start|begin|starttime|startdate|timestamp|(start|begin)[ _](time|date|hour))$/,
  end: /^(end|stop|endtime|enddate|(end|stop)[ _](time|date|hour))$/,
  type: /^(type|sport|activity|activity[ _]?type)$/,
  source: /^(source|data[ _]source|device|device[ _]name|app)$/,
  unit: /^units?$/,
} as const

const beginnings: Record<Measure, RegExp> = {
  steps: /^(?:steps|step[ _]?count|total[ _]?steps)/,
  distance: /^(?:total[ _]|walking ?(?:\+|and) ?running )?distance/,
  duration: /^(?:(?:moving|active|elapsed)[ _]time|sport ?time|duration|move (?=minutes count$))/,
}
const inBrackets = /^[ _]?[([]\s*(.*?)\s*[)\]]$/
const afterwards = /^(?:[ _/]?(?:in[ _])?)?([a-z]+)$/

export function columnsOf(names: Iterable<string>): Columns {
  const found: Columns = { units: {} }
  for (const name of names) {
    if (/\bpace\b/.test(name)) found.hasPace = true
    for (const [column, pattern] of Object.entries(textColumns))
      if (pattern.test(name)) found[column as keyof typeof textColumns] ??= name
    for (const measure of measures) {
      const rest = restOf(name, measure)
      if (rest === undefined) continue
      if (/^[ _]units?$/.test(rest)) found.units[measure] ??= name
      const column = columnIn(name, rest, measure)
      if (column && isBetter(column, found[measure])) found[measure] = column
      if (column && isElapsed(column)) found.elapsed ??= column
    }
  }
  return found
}

/** Elapsed time has the pauses in it; and the same number may be there in a unit, and without. */
function isBetter(column: NumberColumn, known: NumberColumn | undefined): boolean {
  if (known === undefined) return true
  if (isElapsed(column) !== isElapsed(known)) return isElapsed(known)
  return known.unit === undefined && column.unit !== undefined
}

const isElapsed = ({ name }: NumberColumn): boolean => name.startsWith('elapsed')

/**
 * The columns of an activity that starts at a date with a time of day: a column `Time` is how long it lasted, unless it
 * says that time of day again. A time in motion goes before it; Garmin writes 0:00:00 where it has none.
 */
export function activityColumns(
  columns: Columns,
  date: string,
  cell: (name: string) => string | undefined,
): Columns {
  const { duration } = columns
  const isMoving = duration && !isElapsed(duration) && /[1-9]/.test(cell(duration.name) ?? '')
  const time = in24Hours(cell('time') ?? '')
  return isMoving || !/[1-9]/.test(time) || date.includes(time)
    ? columns
    : { ...columns, duration: { name: 'time' } }
}

/** Names of the columns that are read. */
export const namesIn = ({
  units,
  steps,
  distance,
  duration,
  elapsed,
  hasPace: _,
  ...texts
}: Columns): string[] => [
  ...[steps, distance, duration, elapsed].flatMap((column) => column?.name ?? []),
  ...Object.values(units),
  ...Object.values(texts),
]

function restOf(name: string, measure: Measure): string | undefined {
  const beginning = beginnings[measure].exec(name)?.[0]
  return beginning === undefined
    ? undefined
    : name.slice(beginning.length).replace(/(?<=^minutes) count$/, '')
}

/** Units that are not read. */
const unitsNotRead = /^([cdhn]m|mm|nmi|inch(es)?|days?|[nu]s)$/

/** What is in brackets is a unit, known or not; a word without them only where it means one. */
function columnIn(name: string, rest: string, measure: Measure): NumberColumn | undefined {
  if (rest === '') return { name }
  const unit = inBrackets.exec(rest)?.[1]
  if (unit !== undefined) return { name, unit }
  const word = afterwards.exec(rest)?.[1]
  return word !== undefined && (factorOf(measure, word) !== undefined || unitsNotRead.test(word))
    ? { name, unit: word }
    : undefined
}
