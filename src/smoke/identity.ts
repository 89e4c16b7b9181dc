/** Which rows of two answers are the same one. A service may sign URLs anew, or count energy, between two requests. */
import { isDigits, writeJson, type Json } from '../contract/lossless-json.ts'
import { isPlain, type Plain } from '../contract/plain.ts'

/** Names under which records bear their identity, the surest first. */
const idNames =
  /^(_?id|[a-z]*_?(?:nft|token|item|asset|record)_?id|uuid|guid|mint(?:_?address)?|serial|hash)$/i

/** The text by which a row is known. */
export type Identity = (row: Json) => string

/**
 * The identity of rows, learned from the same page asked for twice: a field that is named as an id and differs from row to
 * row; else every plain field that stayed as it was; else the whole row. Fields of records inside a row count as its own.
 */
export function identityOf(once: readonly Json[], again: readonly Json[]): Identity {
  const rows = once.filter(isPlain).map((row) => fieldsOf(row))
  if (rows.length < once.length || rows.length === 0) return (row) => writeJson(row)
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => row[name] !== undefined))
  const id = idAmong(names, rows)
  if (id !== undefined) return (row) => (isPlain(row) ? (fieldsOf(row)[id] ?? 'null') : writeJson(row))
  const others = again.filter(isPlain).map((row) => fieldsOf(row))
  const steady = names.filter(
    (name) =>
      others.length === rows.length &&
      rows.every((row, at) => row[name] === others[at]?.[name]) &&
      !isPlace(rows.map((row) => row[name] ?? '')),
  )
  if (steady.length === 0) return (row) => writeJson(row)
  return (row) => {
    const fields = isPlain(row) ? fieldsOf(row) : undefined
    return fields ? `[${steady.map((name) => fields[name] ?? 'null').join()}]` : writeJson(row)
  }
}

/** The field that is named as an id and differs from row to row. */
const idAmong = (names: readonly string[], rows: readonly Record<string, string>[]): string | undefined =>
  names
    .filter((name) => idNames.test(name.split('.').at(-1) ?? ''))
    .toSorted((a, b) => a.length - b.length)
    .find((name) => new Set(rows.map((row) => row[name] ?? '')).size === rows.length)

/** Does each row have an id that no other one has? */
export function haveIds(rows: readonly Json[]): boolean {
  const fields = rows.map((row) => (isPlain(row) ? fieldsOf(row) : {}))
  return rows.length > 0 && idAmong(Object.keys(fields[0] ?? {}), fields) !== undefined
}

/** Levels of records inside a row that are looked at. */
const mostLevels = 3

/** The plain fields of a row and of the records inside it, by their path, each as JSON. */
function fieldsOf(row: Plain, path = '', level = 1): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [key, value] of Object.entries(row)) {
    if (isScalar(value)) fields[path + key] = writeJson(value)
    else if (isPlain(value) && level < mostLevels)
      Object.assign(fields, fieldsOf(value, `${path}${key}.`, level + 1))
  }
  return fields
}

const isScalar = (value: Json): boolean => value !== null && (typeof value !== 'object' || isDigits(value))

/** A count from page to page: 0, 1, 2 … or 1, 2, 3 … says where a row stands, and not which one it is. */
const isPlace = (values: readonly string[]): boolean =>
  values.length > 1 && [0, 1].some((from) => values.every((value, at) => value === String(at + from)))

/** How often each row is there. */
export function rowCounts(rows: readonly Json[], nameOf: Identity): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of rows.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Rows that `these` has more of than `those`. */
export function surplus(these: readonly Json[], those: readonly Json[], nameOf: Identity): number {
  const there = rowCounts(those, nameOf)
  let more = 0
  for (const [name, count] of rowCounts(these, nameOf)) more += Math.max(0, count - (there.get(name) ?? 0))
  return more
}

/** `3 are lost, 0 are other or repeated ones` of `these` in `those`; nothing where they are the same. */
export function difference(
  these: readonly Json[],
  those: readonly Json[],
  nameOf: Identity,
): string | undefined {
  const [lost, more] = [surplus(these, those, nameOf), surplus(those, these, nameOf)]
  return lost > 0 || more > 0 ? `${lost} are lost, ${more} are other or repeated ones` : undefined
}
