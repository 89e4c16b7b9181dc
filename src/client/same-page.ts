/** Is a page the one that came before it? Services that ignore the page number give the same rows for ever. */
import { isDigits, writeJson, type Json } from '../contract/lossless-json.ts'

/** Fields that tell one row from another, beside those whose name ends with `id`; other fields may change by the second. */
const identifying = new Set(['uuid', 'guid', 'hash', 'txhash', 'key', 'slug', 'date', 'day'])

/** Answers whether a page has the rows of the page before it, in any order; 32 bytes are remembered. */
export function pageComparer(): (rows: Json[]) => Promise<boolean> {
  let before: string | undefined
  return async (rows) => {
    if (rows.length === 0) return false
    const now = await digestRows(rowNames(rows) ?? rows.map((row) => writeJson(row)))
    const same = now === before
    before = now
    return same
  }
}

/** What the rows are known by; undefined where one has no such field, or two would be the same. */
function rowNames(rows: Json[]): string[] | undefined {
  const names = rows.map((row) => Object.entries(row ?? {}).filter(isIdentity))
  const texts = names.map((name) => writeJson(name))
  return names.every(({ length }) => length > 0) && new Set(texts).size === rows.length ? texts : undefined
}

const isIdentity = ([name, value]: [string, Json]): boolean =>
  (/(^|[-_])id$|ID$|Id$/.test(name) || identifying.has(name.toLowerCase().replaceAll(/[-_]/g, ''))) &&
  (typeof value === 'string' || isDigits(value))

async function digestRows(names: string[]): Promise<string> {
  const { createHash } = await import('node:crypto')
  return createHash('sha256').update(names.toSorted().join('\n')).digest('base64')
}
