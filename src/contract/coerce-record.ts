/** A record as a view may read it: every documented field is there, and one that is missing or of another type is undefined. */
import { isObject } from './plain.ts'
import { validate } from './validate.ts'

type RecordSchema = { type?: string; properties?: Record<string, RecordSchema> }

/** The documented part of `data`; what departs from the schema becomes undefined, which views show as `–`. */
export function coerceRecord(schema: object, data: unknown): unknown {
  const { type, properties } = schema as RecordSchema
  if (type !== 'object' || !properties) return validate(schema, data).length === 0 ? data : undefined
  const source = isObject(data) ? data : {}
  return Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => [key, coerceRecord(inner, source[key])]),
  )
}
