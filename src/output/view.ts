/** What a command hands to output: data, and how a person would like to see it. */
import type { Digits, Json } from '../contract/lossless-json.ts'

export type Cell = string | number | boolean | Digits | null | undefined

/**
 * One record for a terminal: what each value is called, and how people read it (units,
 * rounding). Formats for machines never use it.
 */
export type View = [name: string, value: Cell][]

/** The title of a field of ours, in records as in lists: `expires_at` is Expires at. */
export const titleOf = (field: string): string => {
  const words = field.replaceAll('_', ' ').replace(/\b(?:api|kyc|url)\b/g, (word) => word.toUpperCase())
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** A column of a list: the field it shows (`earnings.mft`) and, for people, its title and words. */
export type Column = {
  field: string
  title: string
  show?: (value: Json) => string
  right?: boolean
  /** Not documented (docs/service.md §2): left out where the first page lacks it; that page's other fields follow it. */
  guess?: boolean
  /** Comes last: in CSV and TSV always, in a table only where the first page has it. */
  rare?: boolean
  /** Never in a table, so that the header of CSV is the same whether the list is empty or not. */
  hidden?: boolean
  /** Nested data that no cell can hold: in JSON, and in CSV and TSV only where --fields names it. */
  deep?: boolean
  /** One cell of CSV and TSV whatever lies in it: the header does not hang on the first row. */
  whole?: boolean
  /** Of what may come in later rows, where that is known: a table makes room for it at once. */
  width?: number
}

/** Records as they come; `undefined` is a pause: what came so far goes out. */
export type Rows = AsyncIterable<Json | undefined>

export type Result = Kinds & {
  /** Where the result stands but not everything went well (10). */
  exit?: number
  /** The command goes on after its result was printed, and ends with this. */
  until?: Promise<unknown>
  /** The format where none is asked for. */
  defaultFormat?: Format
  /** How a person learns what was done where the result of a write could not be written. */
  recourse?: string
  /** A command that may write sent nothing. */
  sentNothing?: true
  /** Called last, with the exit code; returns what the command ends with where files of results could not be written. */
  report?: (exit: number) => Promise<Error | undefined>
}

type Kinds =
  /** One record, one line a value: those of the view, which is made only for a terminal; without it, its fields. */
  | { kind: 'one'; data: Json; view?: () => View }
  /**
   * Many records, written as they come. `empty` is said on stderr where there are none. `whole`: what JSON makes of all
   * of them, where that is not an array. `endless`: they may come for ever, so JSON too is one record a line.
   */
  | {
      kind: 'rows'
      rows: Rows
      columns: Column[]
      empty: string | (() => string)
      whole?: (rows: Json[]) => Json
      endless?: true
    }
  /**
   * Words that are the result themselves (a script, a value, a request not sent); `data` is the same for machines.
   * `prose`: words for a terminal alone, where a pipe is written the data.
   */
  | { kind: 'text'; text: string; data: Json; prose?: true }
  /** A protocol's messages, one of JSON a line, whatever format is asked for. */
  | { kind: 'messages'; messages: AsyncIterable<Json> }
  /** Nothing to say. */
  | { kind: 'none' }

export const one = (data: Json, view?: () => View): Result => ({ kind: 'one', data, ...(view && { view }) })

/**
 * A record of our own: people read its fields by their titles, and lists as their values. `shown`: what they read in the
 * place of a field's value.
 */
export const titled = (
  facts: { readonly [field: string]: Exclude<Cell, undefined> | readonly string[] },
  shown: { readonly [field: string]: Cell } = {},
): Result => one(facts as Json, () => titlesOf({ ...facts, ...shown }))

/** The fields of a record of our own by their titles. */
export const titlesOf = (facts: { readonly [field: string]: Cell | readonly string[] }): View =>
  Object.entries(facts).map(([field, value]) => [titleOf(field), cellOf(value)])

const cellOf = (value: Cell | readonly string[]): Cell =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : isList(value) ? value.join(', ') : value

const isList = (value: Cell | readonly string[]): value is readonly string[] => Array.isArray(value)

export const rows = (items: Rows, columns: Column[], empty: string | (() => string)): Result => ({
  kind: 'rows',
  rows: items,
  columns,
  empty,
})
/** Items that are all there, as a stream of rows. */
export async function* streamed<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

export const text = (words: string, data: Json): Result => ({ kind: 'text', text: words, data })
export const prose = (words: string, data: Json): Result => ({ kind: 'text', text: words, data, prose: true })

export const formats = ['table', 'json', 'ndjson', 'csv', 'tsv'] as const
export type Format = (typeof formats)[number]
/** JSON as a whole or a line for each row: errors are JSON too. */
export const isJsonFormat = (format: unknown): boolean => format === 'json' || format === 'ndjson'
