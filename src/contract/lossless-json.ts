/** Numbers as the digits they were written with: the one door of lossless-json. */
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json'

/** A number that keeps its digits: `1.10` stays `1.10`. `toString()` gives them back. */
export type Digits = LosslessNumber
export type Json = null | boolean | string | Digits | number | Json[] | { [key: string]: Json }

export const isDigits = (value: unknown): value is Digits => isLosslessNumber(value)

/** Digits of a number or of a numeral such as `1.10`. Throws unless the text is a JSON number. */
export const digits = (value: number | string): Digits => new LosslessNumber(String(value))

/** JSON text to data; every number becomes Digits. Throws SyntaxError. */
export const parseJson = (text: string): Json => parse(text) as Json

/**
 * JSON text to data where objects may give a name twice: `repeated` is called where the values differ, and the value is null.
 */
export const parseRepeated = (text: string, repeated: () => void): Json =>
  parse(text, undefined, {
    onDuplicateKey: () => {
      repeated()
      return null
    },
  }) as Json

/** Data to JSON text; Digits come out as they came in. `indent` in spaces, none for one line. */
export const writeJson = (value: unknown, indent?: number): string =>
  stringify(value, undefined, indent) ?? 'null'

/** A JavaScript number, for charts and checks only: never for printing or sending. */
export const toNumber = (value: Digits | number): number => Number(value.toString())
