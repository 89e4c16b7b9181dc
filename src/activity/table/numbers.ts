/** Numbers as tables write them. */
import type { Measure } from '../sample.ts'
import { toNumber } from '../values.ts'

export type DecimalMark = '.' | ','

/** Reads the digits of a cell; NaN unless it is a number, and one alone. */
export type ReadNumber = (measure: Measure, digits: string) => number

/** A first group without a zero at its start, as thousands have. */
const grouped: Record<DecimalMark, RegExp> = {
  '.': /^([+-]?[1-9]\d{0,2})((?:[ ,\u{a0}\u{202f}]\d{3})+)(?!\d)/u,
  ',': /^([+-]?[1-9]\d{0,2})((?:[ .\u{a0}\u{202f}]\d{3})+)(?!\d)/u,
}

/** A number with that decimal mark, with or without marks for thousands. */
export function numberWith(mark: DecimalMark, digits: string): number {
  const plain = digits.replace(
    grouped[mark],
    (_, first: string, rest: string) => first + rest.replaceAll(/\D/g, ''),
  )
  if (mark === '.') return toNumber(plain)
  return plain.includes('.') ? Number.NaN : toNumber(plain.replace(',', '.'))
}

/** `9.000` steps are nine to one writer and nine thousand to another, and so are `9,000` kilometers. */
const unclear: Record<Measure, RegExp> = {
  steps: /^\d{1,3}\.\d{3}$/,
  distance: /^\d{1,3},\d{3}$/,
  duration: /^\d{1,3},\d{3}$/,
}

/** Numbers of a file that has commas between its cells, and so a decimal point. */
export const numberBetweenCommas: ReadNumber = (measure, digits) =>
  unclear[measure].test(digits) ? Number.NaN : numberWith('.', digits)

/** Steps have no decimals: with three of them they may be thousands. */
const unclearSteps: Record<DecimalMark, RegExp> = { '.': /^\d{1,3}\.\d{3}$/, ',': /^\d{1,3},\d{3}$/ }

/** Numbers of a file that has told its decimal mark. */
export const numberWithMark =
  (mark: DecimalMark): ReadNumber =>
  (measure, digits) =>
    measure === 'steps' && unclearSteps[mark].test(digits) ? Number.NaN : numberWith(mark, digits)
