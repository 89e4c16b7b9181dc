/** A history as a picture: steps, earnings and multipliers of each day, with their totals, and all rows as a table. */
import { toNumber, type Digits, type Json } from '../../contract/lossless-json.ts'
import { cellText, flatten, valueAt } from '../../output/fields.ts'
import type { Mark, Panel, Picture, Series } from '../../output/picture/picture.ts'
import type { Column } from '../../output/view.ts'
import { active, dayColumns, km, mft, factorText } from './day-columns.ts'
import { amountAt, daysOf, total, type HistoryDay } from './days.ts'

const mostMultipliers = 8
const mostColumns = 24

/** The picture, undefined where no row has a day with steps or earnings; `left`: rows that have none. */
export function historyPicture(
  rows: readonly Json[],
  subtitle: string,
): { picture: Picture | undefined; left: number } {
  const { days, drawn, left } = daysOf(rows)
  if (days.length === 0) return { picture: undefined, left }
  const panels: Panel[] = [
    ...barsOf(
      'Steps',
      days.map(({ steps }) => mark(steps, String)),
    ),
    ...barsOf(
      'Earned (MFT)',
      days.map(({ earned }) => mark(earned, mft)),
    ),
    ...multipliersOf(days),
  ]
  const picture = {
    title: 'Motion per day',
    subtitle,
    days: days.map(({ date }) => date),
    panels,
    totals: totalsOf(drawn, days.length),
    table: tableOf(rows),
  }
  return { picture, left }
}

/** A number that no drawing can hold is left to the table. */
function mark(value: Digits | undefined, words: (value: Digits) => string): Mark {
  if (value === undefined) return { value: undefined, words: '–' }
  const number = toNumber(value)
  return { value: Number.isFinite(number) ? number : undefined, words: words(value) }
}

const barsOf = (name: string, marks: Mark[]): Panel[] =>
  marks.some(({ value }) => value !== undefined)
    ? [{ title: name, kind: 'bars', series: [{ name, marks }] }]
    : []

function multipliersOf(days: readonly HistoryDay[]): Panel[] {
  const names = [...new Set(days.flatMap(({ multipliers }) => Object.keys(multipliers)))]
  const series = names
    .slice(0, mostMultipliers)
    .map((name): Series => ({ name, marks: days.map((day) => mark(day.multipliers[name], factorText)) }))
    .filter(({ marks }) => marks.some(({ value }) => value !== undefined))
  return series.length > 0 ? [{ title: 'Multipliers', kind: 'lines', series }] : []
}

/** What is added up, and in which unit people read it. */
const added = [
  { name: 'Steps', places: ['steps'], show: String },
  { name: 'Distance', places: ['distance'], show: km },
  { name: 'Active', places: ['duration'], show: active },
  { name: 'Earned', places: ['earnings.mft', 'mft', 'earnings'], show: mft },
] as const

function totalsOf(rows: readonly Json[], days: number): Picture['totals'] {
  const totals = added.flatMap(({ name, places, show }) => {
    const values = rows.flatMap((row) => amountAt(row, places) ?? [])
    const all = total(values)
    return all === undefined ? [] : [[name, show(all)] as const]
  })
  return [['Days', String(days)], ...totals]
}

/** Every row as it came: the columns of the terminal's table that it has, then its other fields. */
function tableOf(rows: readonly Json[]): Picture['table'] {
  const known = dayColumns.filter(({ field }) => rows.some((row) => valueAt(row, field) !== undefined))
  const names = new Set(rows.flatMap((row) => [...flatten(row).keys()]))
  const others = [...names]
    .filter((name) => !known.some(({ field }) => name === field || name.startsWith(`${field}.`)))
    .map((field): Column => ({ field, title: field }))
  const columns = [...known, ...others].slice(0, mostColumns)
  const cell = (row: Json, { field, show = cellText }: Column) => {
    const value = flatten(row).get(field) ?? valueAt(row, field)
    return value === undefined || value === null ? '–' : show(value)
  }
  return {
    columns: columns.map(({ title, right = false }) => ({ title, right })),
    rows: rows.map((row) => columns.map((column) => cell(row, column))),
  }
}
