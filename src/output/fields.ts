/** Nested data as dotted fields (`earnings.mft`), and the choice among them that `--fields` makes. */
import { isDigits, writeJson, type Json } from '../contract/lossless-json.ts'
import { isPlain, type Plain } from '../contract/plain.ts'
import { usage } from '../errors.ts'

/**
 * The leaves of a record by dotted name, in their order; anything but a record is the one field `value`. Lists and empty
 * records are leaves. Where a key with a dot meets a nested field of the same name, the later is `a.b#2`.
 */
export function flatten(record: Json): Map<string, Json> {
  const leaves = new Map<string, Json>()
  if (!isPlain(record)) return leaves.set('value', record)
  const visit = (inner: Plain, path: string[]): void => {
    for (const [key, value] of Object.entries(inner)) {
      const here = [...path, key]
      if (isPlain(value) && Object.keys(value).length > 0) visit(value, here)
      else leaves.set(freeName(here.join('.'), leaves), value)
    }
  }
  visit(record, [])
  return leaves
}

function freeName(name: string, taken: Map<string, Json>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name}#${count}`
  return free
}

/** A leaf as text for a cell: digits as they came, nothing for null, lists as compact JSON. */
export const cellText = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : writeJson(value)
}

/** A JSON number: right-aligned in tables, exempt from the formula guard. */
export const isNumber = (value: Json | undefined): boolean => isDigits(value) || typeof value === 'number'

/** The keys that lead to a dotted field; a key that holds dots itself is found too. */
function keysTo(record: Json | undefined, field: string): string[] | undefined {
  if (!isPlain(record)) return undefined
  if (Object.hasOwn(record, field)) return [field]
  for (let dot = field.indexOf('.'); dot >= 0; dot = field.indexOf('.', dot + 1)) {
    const head = field.slice(0, dot)
    const rest = Object.hasOwn(record, head) ? keysTo(record[head], field.slice(dot + 1)) : undefined
    if (rest) return [head, ...rest]
  }
  return undefined
}

const valueAtKeys = (record: Json, keys: string[]): Json =>
  keys.reduce((inner, key) => (inner as Plain)[key] as Json, record)

/** The value of a dotted field, nothing where there is none. */
export function valueAt(record: Json, field: string): Json | undefined {
  const keys = keysTo(record, field)
  return keys && valueAtKeys(record, keys)
}

/** The names in `a,b.c`. Throws CLI_USAGE where there is none. */
export function fieldNames(list: string): string[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) throw usage('--fields names no field.', 'For example --fields date,earnings.mft.')
  return names
}

export type Picker = {
  /** The record with only the chosen fields, nested as they were. */
  pick(record: Json): Json
  /** The chosen fields that no record had; none where there was no record. */
  missing(): string[]
}

/** Chooses fields (`a,b.c`) from records, one after the other. */
export function picker(fields: string[]): Picker {
  const unseen = new Set(fields)
  let any = false
  return {
    pick(record) {
      any = true
      const chosen = bare()
      const whole = new Set<Json>()
      for (const field of fields) {
        const keys = keysTo(record, field)
        if (!keys) continue
        unseen.delete(field)
        put(chosen, keys, valueAtKeys(record, keys), whole)
      }
      return chosen
    },
    missing: () => (any ? [...unseen] : []),
  }
}

/** Without a prototype, so that a field called `__proto__` is a field. */
export const bare = (): Plain => Object.create(null) as Plain

function put(into: Plain, keys: string[], value: Json, whole: Set<Json>): void {
  const [key = '', ...rest] = keys
  if (rest.length === 0) {
    into[key] = value
    whole.add(value)
    return
  }
  const inner = into[key] ?? bare()
  if (!isPlain(inner) || whole.has(inner)) return
  into[key] = inner
  put(inner, rest, value, whole)
}
