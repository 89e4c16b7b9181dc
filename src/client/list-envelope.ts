/** Where the rows of a list are, whatever the service wraps them in, and what it says about how many there are. */
import { isDigits, toNumber, type Json } from '../contract/lossless-json.ts'
import { isPlain } from '../contract/plain.ts'

/** Levels below `data` that are searched. */
const mostLevels = 2
const firstNames = ['items', 'data', 'results']

/**
 * The keys that lead to the list: the first array, breadth first, at most two levels down; of several on one level
 * items, data, results come first, then those that hold records, then empty ones, then as they came. Undefined where there
 * is none.
 */
export const pathToList = (data: Json): string[] | undefined => pathsToLists(data).at(0)

/** The paths to the list, and to those that might be it as well: arrays of its level, unless it is named as one. */
export function pathsToLists(data: Json): string[][] {
  if (Array.isArray(data)) return [[]]
  let level: { path: string[]; value: Json }[] = [{ path: [], value: data }]
  for (let depth = 1; depth <= mostLevels; depth++) {
    level = level.flatMap(({ path, value }) =>
      isPlain(value)
        ? Object.entries(value).map(([key, inner]) => ({ path: [...path, key], value: inner }))
        : [],
    )
    const arrays = level.flatMap(({ path, value }) => (Array.isArray(value) ? [{ path, value }] : []))
    const named = firstNames.flatMap((name) => arrays.filter(({ path }) => path.at(-1) === name))
    const records = arrays.filter(({ value }) => value.some(isPlain))
    const empty = arrays.filter(({ value }) => value.length === 0)
    const found = [named.slice(0, 1), records, empty, arrays].find((some) => some.length > 0)
    if (found) return found.map(({ path }) => path)
  }
  return []
}

/** The rows at the end of a path; none where a page has no array there. */
export const rowsAt = (data: Json, path: readonly string[]): Json[] => listAt(data, path) ?? []

/** The list at the end of a path, where null is an empty one, as Go writes it; undefined where there is none. */
export function listAt(data: Json, path: readonly string[]): Json[] | undefined {
  const found = path.reduce<Json | undefined>((inner, key) => below(inner, key), data)
  if (found === null) return []
  return Array.isArray(found) ? found : undefined
}

/** What a page says: rows in all, pages in all, rows a page, and whether another page follows. */
export type PageTotals = { rows?: number; pages?: number; size?: number; more?: boolean }

const spellings = {
  rows: ['total', 'totalcount', 'totalitems', 'totalrecords', 'totalresults'],
  pages: ['totalpages', 'pages', 'pagecount', 'lastpage'],
  size: ['limit', 'perpage', 'pagesize'],
} as const

/** Rows in all, or rows on this page: services use the word for both. */
const ambiguous = 'count'
/** A truth value, or the next page itself, which is null at the end. */
const following = ['hasmore', 'hasnext', 'hasnextpage', 'next', 'nextpage', 'nextcursor', 'nextpagetoken']

/** Totals beside the list, in what wraps it, or in a record beside it (`meta`, `pagination`), where they are given. */
export function totalsOf(data: Json, path: readonly string[]): PageTotals {
  const wraps = path.map((_, at) => path.slice(0, at).reduce<Json | undefined>(below, data)).filter(isPlain)
  const beside = wraps.flatMap((wrap) => Object.values(wrap).filter(isPlain))
  const entries = [...wraps.toReversed(), ...beside].flatMap((place) => Object.entries(place))
  const named = (names: readonly string[]) =>
    entries.filter(([key]) => names.includes(normalizedKey(key))).map(([, value]) => value)
  const found = (names: readonly string[]) => named(names).map(countFrom).find(isGiven)
  const totals: PageTotals = {}
  for (const name of ['rows', 'pages', 'size'] as const) {
    const value = found(spellings[name])
    if (value !== undefined) totals[name] = value
  }
  const counted = found([ambiguous])
  if (totals.rows === undefined && counted !== undefined && counted > rowsAt(data, path).length)
    totals.rows = counted
  const more = named(following)
  if (more.length > 0) totals.more = more.some(leadsOn)
  return totals
}

const leadsOn = (value: Json): boolean => value !== null && value !== false && value !== ''

const below = (value: Json | undefined, key: string): Json | undefined =>
  isPlain(value) && Object.hasOwn(value, key) ? value[key] : undefined
const normalizedKey = (key: string) => key.toLowerCase().replaceAll(/[-_]/g, '')
const isGiven = (value: number | undefined): value is number => value !== undefined

const countFrom = (value: Json): number | undefined =>
  isDigits(value) && /^\d{1,15}$/.test(value.toString()) ? toNumber(value) : undefined
