/** The numbers of a line in steps, meters and seconds. A unit that is not clear is never guessed. */
import { measures, type Collector, type Measure } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import type { NumberColumn, Columns } from './known-columns.ts'
import type { ReadNumber } from './numbers.ts'
import { factorOf, unitNames, defaultUnits } from './units.ts'

type Cell = (name: string | undefined) => string | undefined

/** NaN unless it is a number. Throws Unreadable for a unit that is not known, is missing, or is one of two. */
export function amountsIn(
  columns: Columns,
  cell: Cell,
  into: Pick<Collector, 'assume'>,
  read: ReadNumber,
): Partial<Record<Measure, number>> {
  const found: Partial<Record<Measure, number>> = {}
  const units = unitsOfLine(columns, cell)
  for (const measure of measures) {
    const column = columns[measure]
    const text = cell(column?.name)
    if (column && text !== undefined)
      found[measure] = amountOf(measure, withHours(text, columns), column, units[measure], into, read)
  }
  return found
}

/** Milliseconds from the start to the end of what a line tells, pauses too; 0 unless it says so. */
export function lengthIn(
  columns: Columns,
  cell: Cell,
  { duration = 0 }: Partial<Record<Measure, number>>,
  read: ReadNumber,
): number {
  const { elapsed } = columns
  const words = cell(elapsed?.name)
  const whole =
    elapsed && words !== undefined
      ? amountOf(
          'duration',
          withHours(words, columns),
          elapsed,
          unitsOfLine(columns, cell).duration,
          noAssumption,
          read,
        )
      : 0
  return Math.max(0, ...[duration, whole].filter(Number.isFinite)) * 1000
}

const noAssumption = { assume: () => undefined }

/** What the columns of units say: nothing where there are none, empty where one is empty. */
function unitsOfLine(columns: Columns, cell: Cell): Partial<Record<Measure, string>> {
  const own = Object.fromEntries(
    Object.entries(columns.units).map(([measure, name]) => [measure, cell(name) ?? '']),
  )
  if (columns.unit === undefined) return own
  const word = cell(columns.unit) ?? ''
  const there = (['distance', 'duration', 'steps'] as const).filter((measure) => columns[measure])
  const measure = there.find((each) => factorOf(each, word) !== undefined) ?? there[0]
  return measure === undefined || (measure === 'steps' && word === '') ? own : { [measure]: word, ...own }
}

function amountOf(
  measure: Measure,
  text: string,
  { unit }: NumberColumn,
  ofLine: string | undefined,
  into: Pick<Collector, 'assume'>,
  read: ReadNumber,
): number {
  const seconds = measure === 'duration' ? clock(text) : undefined
  if (seconds !== undefined) return seconds
  const [, digits = text, own] = /^(.*[\d.])\s*([a-z]+)$/i.exec(text) ?? []
  const number = read(measure, digits.trim())
  if (Number.isNaN(number)) return number
  const words = [unit, ofLine, own].filter((word) => word !== undefined && word !== '')
  if (words.length === 0 && ofLine === '')
    throw new Unreadable(
      `has ${measure} without a unit on some lines. Fill its column of units on every line`,
    )
  if (words.length === 0) {
    if (measure === 'steps') return number
    into.assume(measure)
    return number * defaultUnits[measure].factor
  }
  return number * factorIn(measure, words as string[])
}

function factorIn(measure: Measure, words: readonly string[]): number {
  const factors = words.map((word) => {
    const factor = factorOf(measure, word)
    if (factor !== undefined) return factor
    throw new Unreadable(
      `has ${measure} in "${word.slice(0, 20)}", a unit that movecli does not know. Units of ${measure}: ${unitNames[measure]}`,
    )
  })
  if (new Set(factors).size > 1)
    throw new Unreadable(
      `has ${measure} in two units at once: ${[...new Set(words)].join(' and ')}. Keep one of them`,
    )
  return factors[0]!
}

/** `31:03` beside a pace is `0:31:03`. */
const withHours = (text: string, { hasPace = false }: Columns): string =>
  hasPace ? text.replace(/^\d?\d:[0-5]\d$/, '0:$&').replace(/^0:(?=\d:)/, '0:0') : text

/** Seconds of `1:02:03` and `1:02:03.5`. */
const clock = (text: string): number | undefined => {
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d\d):(\d\d(?:\.\d{1,9})?)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
