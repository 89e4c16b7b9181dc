/** A JSON value that has named fields. */
import { isDigits, type Json } from './lossless-json.ts'

export type Plain = { [key: string]: Json }

/** A record with named fields: no list, no number, no scalar. */
export const isPlain = (value: Json | undefined): value is Plain => isObject(value) && !isDigits(value)

/** The same of data whose numbers are no Digits. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
