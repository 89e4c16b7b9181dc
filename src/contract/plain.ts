/** A JSON value that has named fields. */
import { isDigits, type Json } from './lossless-json.ts'

export type Plain = { [key: string]: Json }

/** A record with named fields: no list, no number, no scalar. */
export const isPlain = (value: Json | undefined): value is Plain => isObject(value) && !isDigits(value)

/** An object with named fields, of data whose numbers are not Digits: no list, no scalar. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
