/** Is a value of the form that a schema of the contract describes? A small reader of the JSON Schema that we use. */
import { isDate, isInstant } from './calendar.ts'
import { isDigits, toNumber } from './lossless-json.ts'

type JsonSchema = {
  type?: string
  enum?: readonly unknown[]
  format?: string
  minimum?: number
  required?: readonly string[]
  properties?: Record<string, JsonSchema>
}

/** One place where a value is not what was promised, as `earnings.mft: a number is documented, a string came`. */
export type Violation = { path: string; expected: string; found: string }

/** Every departure of `value` from `schema`; none for an open schema. */
export function validate(schema: object, value: unknown, path = ''): Violation[] {
  const s = schema as JsonSchema
  const found = kindOf(value)
  const miss = (expected: string): Violation[] => [{ path: path || '(whole)', expected, found }]
  if (s.enum) return s.enum.includes(value) ? [] : miss(`one of ${s.enum.join(', ')}`)
  if (s.type === undefined) return []
  if (s.type !== found && !(s.type === 'integer' && found === 'number')) return miss(s.type)
  if (s.type === 'object') return inside(s, value as Record<string, unknown>, path)
  if (found === 'number' && !numberFits(s, value))
    return miss(s.type === 'integer' ? 'a whole number' : `at least ${s.minimum}`)
  if (typeof value === 'string' && s.format && !formatChecks[s.format]?.(value)) return miss(s.format)
  return []
}

function inside(schema: JsonSchema, value: Record<string, unknown>, path: string): Violation[] {
  const at = (key: string) => (path ? `${path}.${key}` : key)
  const missing = (schema.required ?? [])
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({
      path: at(key),
      expected: schema.properties?.[key]?.type ?? 'a value',
      found: 'nothing',
    }))
  const wrong = Object.entries(schema.properties ?? {})
    .filter(([key]) => Object.hasOwn(value, key))
    .flatMap(([key, inner]) => validate(inner, value[key], at(key)))
  return [...missing, ...wrong]
}

function numberFits(schema: JsonSchema, value: unknown): boolean {
  const text = String(value)
  if (schema.type === 'integer' && !/^-?\d+$/.test(text)) return false
  return schema.minimum === undefined || toNumber(Number(text)) >= schema.minimum
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isDigits(value) || typeof value === 'number') return 'number'
  return typeof value
}

const formatChecks: Record<string, (text: string) => boolean> = {
  date: isDate,
  'date-time': isInstant,
  address: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
}
