/** The days of a history, whose fields the service does not document: where they may keep what is drawn, each day once. */
import { decimalText, parseDecimal, plainDecimal, plus } from '../../contract/decimal.ts'
import { digits, isDigits, toNumber, type Digits, type Json } from '../../contract/lossless-json.ts'
import { isPlain } from '../../contract/plain.ts'
import { isDate } from '../../contract/calendar.ts'
import { valueAt } from '../../output/fields.ts'

const places = {
  date: ['date', 'day'],
  steps: ['steps'],
  earned: ['earnings.mft', 'mft', 'earnings'],
  multipliers: ['earnings.multipliers', 'multipliers'],
}

export type HistoryDay = {
  date: string
  steps: Digits | undefined
  earned: Digits | undefined
  multipliers: Readonly<Record<string, Digits>>
}

/**
 * The days in the order of the calendar, several rows of one day added up. `drawn`: the rows of them; `left`: how many rows
 * have nothing to draw.
 */
export function daysOf(rows: readonly Json[]): { days: HistoryDay[]; drawn: Json[]; left: number } {
  const found = rows.flatMap((row) => dayOf(row).map((day) => ({ row, day })))
  const drawn = found.map(({ row }) => row)
  return { days: perDay(found.map(({ day }) => day)), drawn, left: rows.length - drawn.length }
}

function dayOf(row: Json): HistoryDay[] {
  const first = <T extends Json>(names: string[], fits: (value: Json | undefined) => value is T) =>
    names.map((name) => valueAt(row, name)).find(fits)
  const text = first(places.date, isText)
  const [steps, earned] = [amountAt(row, places.steps), amountAt(row, places.earned)]
  if (text === undefined || (steps === undefined && earned === undefined)) return []
  const date = /^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text
  if (!isDate(date)) return []
  const multipliers = Object.entries(first(places.multipliers, isPlain) ?? {}).flatMap(([name, value]) => {
    const factor = amountOf(value)
    return factor === undefined ? [] : [[name, factor] as const]
  })
  return [{ date, steps, earned, multipliers: Object.fromEntries(multipliers) }]
}

/** The first amount in one of these places: a number, or a text that is a decimal one. */
export function amountAt(row: Json, names: readonly string[]): Digits | undefined {
  for (const name of names) {
    const amount = amountOf(valueAt(row, name))
    if (amount !== undefined) return amount
  }
  return undefined
}

const amountOf = (value: Json | undefined): Digits | undefined => {
  if (isDigits(value)) return value
  const isDecimal = typeof value === 'string' && /^-?(0|[1-9]\d{0,99})(\.\d{1,100})?$/.test(value)
  return isDecimal ? digits(value) : undefined
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

function perDay(all: readonly HistoryDay[]): HistoryDay[] {
  const found = new Map<string, HistoryDay[]>()
  for (const day of all) found.set(day.date, [...(found.get(day.date) ?? []), day])
  const days = [...found].map(([date, same]) => ({
    date,
    steps: total(same.flatMap(({ steps = [] }) => steps)),
    earned: total(same.flatMap(({ earned = [] }) => earned)),
    multipliers: Object.assign(
      {},
      ...same.map(({ multipliers }) => multipliers),
    ) as HistoryDay['multipliers'],
  }))
  return days.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
}

/**
 * The sum of two that may be missing: exact but for numerals whose exponents are large, which are added as doubles; nothing
 * where no number holds it.
 */
function sum(a: Digits | undefined, b: Digits | undefined): Digits | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const [x, y] = [a, b].map((each) => plainDecimal(each, 100) ?? parseDecimal(each.toString()))
  if (x && y) return digits(decimalText(plus(x, y)))
  const about = toNumber(a) + toNumber(b)
  return Number.isFinite(about) ? digits(about) : undefined
}

/** The sum of all, nothing where there is none or no number holds it. */
export function total(values: readonly Digits[]): Digits | undefined {
  const [first, ...others] = values
  return others.reduce<Digits | undefined>((all, value) => all && sum(all, value), first)
}
