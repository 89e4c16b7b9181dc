/** Which rows of two answers are the same one. A service may sign URLs anew, or count energy, between two requests. */
import { isDigits, writeJson, type Json } from '../contract/lossless-json.ts'
import { isPlain } from '../contract/plain.ts'

/** Names under which records bear their identity, the surest first. */
const idNames =
  /^(_?id|[a-z]*_?(?:nft|token|item|asset|record)_?id|uuid|guid|mint(?:_?address)?|serial|hash)$/i

/** The text by which a row is known. */
export type Identity = (row: Json) => string

/**
 * The identity of rows, learned from the same page asked for twice: a field that is named as an id and differs from row to
 * row; else every plain field that stayed as it was; else the whole row.
 */
export function identityOf(once: readonly Json[], again: readonly Json[]): Identity {
  const rows = once.filter(isPlain)
  if (rows.length < once.length || rows.length === 0) return (row) => writeJson(row)
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => isScalar(row[name])))
  const id = names
    .filter((name) => idNames.test(name))
    .toSorted((a, b) => a.length - b.length)
    .find((name) => new Set(rows.map((row) => writeJson(row[name]))).size === rows.length)
  if (id !== undefined) return (row) => (isPlain(row) ? writeJson(row[id] ?? null) : writeJson(row))
  const others = again.filter(isPlain)
  const steady = names.filter(
    (name) =>
      others.length === rows.length &&
      rows.every((row, at) => writeJson(row[name]) === writeJson(others[at]?.[name])) &&
      !isPlace(rows.map((row) => writeJson(row[name]))),
  )
  if (steady.length === 0) return (row) => writeJson(row)
  return (row) => (isPlain(row) ? writeJson(steady.map((name) => row[name] ?? null)) : writeJson(row))
}

const isScalar = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && (typeof value !== 'object' || isDigits(value))

/** A count from page to page: 0, 1, 2 … or 1, 2, 3 … says where a row stands, and not which one it is. */
const isPlace = (values: readonly string[]): boolean =>
  values.length > 1 && [0, 1].some((from) => values.every((value, at) => value === String(at + from)))
