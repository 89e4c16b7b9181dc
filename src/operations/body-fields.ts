/**
 * The object that fields `a`, `a[sub]` and `a[]` build, as `gh api` reads them; a dot is
 * part of a name. No error repeats a value.
 */
import type { Json } from '../contract/lossless-json.ts'
import { usage, type MoveError } from '../errors.ts'
import { isPlain, type Plain } from '../contract/plain.ts'
import { bare } from '../output/fields.ts'

/** A step into the body: a name, or `null` for the next place of a list. */
type FieldStep = string | null

export type Field = { key: string; steps: FieldStep[]; value: string | undefined }

/** What was typed for -f and -F: the steps to a field and its text. Throws CLI_USAGE. */
export function fieldOf(typed: string, flag: string): Field {
  const at = typed.indexOf('=')
  const key = at < 0 ? typed : typed.slice(0, at)
  const steps = stepsOf(key)
  if (!steps || (at < 0 && steps.at(-1) !== null))
    throw usage(`${flag} must be key=value.`, `For example ${flag} level=2, a[b]=1 or list[]=x.`)
  return { key, steps, value: at < 0 ? undefined : typed.slice(at + 1) }
}

/** Puts a value where its steps lead; without one, an empty list. Throws CLI_USAGE where something else stands there. */
export function put(body: Plain, { key, steps: [first, ...rest] }: Field, value: Json | undefined): void {
  if (!placeValue(body, String(first), rest, value)) throw fieldTaken(key)
}

function placeValue(
  into: Plain,
  name: string,
  [next, ...rest]: FieldStep[],
  value: Json | undefined,
): boolean {
  const there = Object.hasOwn(into, name) ? into[name] : undefined
  if (next === undefined) {
    if (there !== undefined || value === undefined) return false
    into[name] = value
    return true
  }
  if (next === null) return append(into, name, there ?? [], rest, value)
  const inner = there === undefined ? bare() : there
  if (!isPlain(inner)) return false
  into[name] = inner
  return placeValue(inner, next, rest, value)
}

/** The last record of a list is filled until one of its fields would be written twice; then the next begins. */
function append(into: Plain, name: string, list: Json, [next, ...rest]: FieldStep[], value?: Json): boolean {
  if (!Array.isArray(list) || next === null) return false
  into[name] = list
  if (next === undefined) {
    if (value !== undefined) list.push(value)
    return true
  }
  const last = list.at(-1)
  if (isPlain(last) && (!Object.hasOwn(last, next) || Array.isArray(last[next])))
    return placeValue(last, next, rest, value)
  const record = bare()
  list.push(record)
  return placeValue(record, next, rest, value)
}

/** A name, then `[name]` or `[]`, as often as wanted. */
function stepsOf(key: string): FieldStep[] | undefined {
  if (!/^[^[\]]+(?:\[[^[\]]*\])*$/.test(key)) return undefined
  return [...key.matchAll(/\[([^[\]]*)\]|[^[\]]+/g)].map(([part, inner]) =>
    inner === undefined ? part : inner === '' ? null : inner,
  )
}

const fieldTaken = (key: string): MoveError =>
  usage(
    `${fieldLabel(key)} is given twice, or as two kinds of thing.`,
    'Give each field once; name[] adds to a list.',
  )

/** A field by its name where that is an ordinary one: what was typed may be a value. */
export const fieldLabel = (key: string): string =>
  /^[\w.[\]-]{1,60}$/.test(key) ? `The field ${key}` : 'A field'
