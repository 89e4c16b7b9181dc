/** Words to write JSON Schema with, as plain data (draft 2020-12). */

export type JsonSchema = { readonly [key: string]: unknown }
type Properties = { readonly [name: string]: JsonSchema }

export const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Any JSON: the service's document does not show it. */
export const open: JsonSchema = {}
export const text: JsonSchema = { type: 'string' }
export const flag: JsonSchema = { type: 'boolean' }
export const whole: JsonSchema = { type: 'integer' }
export const decimal: JsonSchema = { type: 'number' }
export const instant: JsonSchema = { type: 'string', format: 'date-time' }

export const words = (...allowed: readonly unknown[]): JsonSchema => ({ enum: allowed })
export const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' && !('enum' in schema)
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

/** An object with exactly these fields; those of `optional` may be missing. */
export const record = (required: Properties, optional: Properties = {}): JsonSchema => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})

/** An object of any names, its values alike. */
export const map = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })

export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** One of several forms, each with the case that it is for. */
export const cases = (forms: { readonly [when: string]: JsonSchema }): JsonSchema => ({
  anyOf: Object.entries(forms).map(([title, schema]) => ({ title, ...schema })),
})
