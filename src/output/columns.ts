/** Which fields become columns, and in which order. */
import type { Json } from '../contract/lossless-json.ts'
import { isPlain } from '../contract/plain.ts'
import type { Column } from './view.ts'

/** The columns that a list declares, and the fields that the user chose, which win. */
export type ColumnRequest = {
  columns: Column[]
  fields?: string[] | undefined
  /** CSV and TSV: rows alone. */
  noHeader?: boolean | undefined
}

/**
 * The columns of CSV and TSV for a first page of flattened records. Chosen fields stand in their order, present or
 * not; else the declared columns, a guess only where the page has it, then the page's other fields.
 */
export function headerOf(page: Map<string, Json>[], { columns, fields }: ColumnRequest): string[] {
  const present = presentIn(page)
  if (fields) return unique(fields.flatMap((field) => leavesOf(field, present)))
  const deep = new Set(
    columns.filter((column) => column.deep).flatMap(({ field }) => leavesOf(field, present)),
  )
  const declared = columns.filter(
    (column) => !column.deep && (!column.guess || leavesIn(column.field, present).length > 0),
  )
  const leaves = (rare: boolean) =>
    declared
      .filter((column) => (column.rare ?? false) === rare)
      .flatMap(({ field, whole }) => (whole ? [field] : leavesOf(field, present)))
  const last = leaves(true)
  const inWholes = declared.flatMap(({ field, whole }) => (whole ? leavesIn(field, present) : []))
  const placed = new Set([...last, ...inWholes, ...deep])
  const others = [...present].filter((name) => !placed.has(name))
  return unique([...leaves(false), ...others, ...last])
}

/** Fields that have no column and are not missed: data that no cell can hold. */
export const unshown = ({ columns, fields }: ColumnRequest): string[] =>
  fields ? [] : columns.filter(({ deep }) => deep).map(({ field }) => field)

/**
 * The columns of a terminal's table. A list of declared columns shows these alone; one that declares none, or guesses,
 * shows the page's other fields after them.
 */
export function titlesOf(page: Map<string, Json>[], { columns, fields }: ColumnRequest): Column[] {
  const present = presentIn(page)
  const known = new Map(columns.map((column) => [column.field, column]))
  const column = (field: string): Column => known.get(field) ?? { field, title: field }
  if (fields) {
    const names = fields.flatMap((field) => (known.has(field) ? [field] : leavesOf(field, present)))
    return unique(names).map(column)
  }
  const shown = columns
    .filter((each) => !each.hidden)
    .filter((each) => !optional(each) || leavesIn(each.field, present).length > 0)
  const [usual, last] = [shown.filter(({ rare }) => !rare), shown.filter(({ rare }) => rare)]
  if (!showsOthers({ columns })) return shown
  const covered = new Set(
    [...shown, ...columns.filter(({ hidden }) => hidden)].flatMap(({ field }) => leavesIn(field, present)),
  )
  return [...usual, ...[...present].filter((name) => !covered.has(name)).map(column), ...last]
}

const optional = ({ guess, rare }: Column) => guess || rare

/** Does a table show fields besides the declared ones? */
export const showsOthers = ({ columns, fields }: ColumnRequest): boolean =>
  fields !== undefined || columns.length === 0 || columns.some(optional)

/** The fields that stand for all that lies in them: no other field of the header is a part of them. */
export const wholesOf = (names: string[]): string[] =>
  names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)))

/** Looks at the leaves of records below a header, and tells of each field that has no place under it, once. */
export function latecomers(
  names: string[],
  late: (field: string) => void,
): (leaves: Map<string, Json>) => void {
  const known = new Set(names)
  const wholes = wholesOf(names)
  return (leaves) => {
    for (const [name, value] of leaves) {
      if (known.has(name) || isNothing(value)) continue
      known.add(name)
      if (!wholes.some((whole) => name.startsWith(`${whole}.`))) late(name)
    }
  }
}

const isNothing = (value: Json): boolean =>
  value === null || (isPlain(value) && Object.keys(value).length === 0)

const presentIn = (page: Map<string, Json>[]): Set<string> =>
  new Set(page.flatMap((leaves) => [...leaves.keys()]))

/** The leaves that are the field or lie in it, where it is a record. */
const leavesIn = (field: string, present: Set<string>): string[] =>
  present.has(field) ? [field] : [...present].filter((name) => name.startsWith(`${field}.`))

/** The leaves of a field, or the field itself where there is nothing of it: its column stays. */
const leavesOf = (field: string, present: Set<string>): string[] => {
  const inside = leavesIn(field, present)
  return inside.length > 0 ? inside : [field]
}

const unique = (names: string[]): string[] => [...new Set(names)]
