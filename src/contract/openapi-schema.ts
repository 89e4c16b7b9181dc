/**
 * Schemas of the contract as the OpenAPI document shows them: what the service's document
 * says, without what movecli alone checks.
 */
import { validate } from './validate.ts'
import type { Input } from './operations.ts'

type OpenApiSchema = Record<string, unknown>

/** A record whose fields are open (docs/service.md §2); that it is an object is documented (§1). */
export const openRecord = {
  type: 'object',
  description: 'Not shown',
  additionalProperties: true,
  'x-open': 'its fields',
} as const

/** A record of the answer. A secret in it is marked as a password: `writeOnly` would mean that it never comes. */
export function recordSchema(schema: object): OpenApiSchema {
  const { writeOnly, properties, ...rest } = schema as OpenApiSchema
  return {
    ...rest,
    ...(writeOnly === true && { format: 'password' }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, object>).map(([name, inner]) => [
          name,
          { ...recordSchema(inner), ...notes[name] },
        ]),
      ),
    }),
  }
}

const notes: Record<string, OpenApiSchema> = {
  kyc_status: { examples: ['verified'], 'x-open': 'its other values' },
}

/** A value of a request: its documented type; the closer check that movecli makes is a note. */
export function inputSchema(name: string, { schema, about, example }: Input): OpenApiSchema {
  const { type, format, minimum, ...rest } = schema as OpenApiSchema
  const checks = [
    type === 'integer' && 'a whole number',
    typeof minimum === 'number' && `at least ${minimum}`,
    format === 'address' && '0x and 40 hex digits, with its checksum where the case is mixed',
  ].filter((check) => check !== false)
  const shown = type === 'integer' ? 'number' : (type ?? 'string')
  return {
    type: shown,
    ...(format === 'date' && { format }),
    ...rest,
    description: serviceWords[name] ?? about,
    ...exampleOf(schema, example),
    ...(checks.length > 0 && { 'x-movecli': checks.join(', ') }),
  }
}

/** Where the words of the command line say more than the service takes. */
const serviceWords: Record<string, string> = {
  date: 'Day, YYYY-MM-DD; today without it',
  distance: 'Kilometers',
  duration: 'Seconds',
  message: 'The signed text, with a time in it',
}

/** Examples of the command line that the service would take too. */
function exampleOf(schema: object, example: string | undefined): OpenApiSchema {
  if (example === undefined) return {}
  const value = /^\d+$/.test(example) ? Number(example) : example
  return validate(schema, value).length === 0 ? { examples: [value] } : {}
}
