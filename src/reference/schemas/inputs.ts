/** The JSON Schema of a command's arguments and flags, from the same lines as its help. */
import { operationOf, type Input } from '../../contract/operations.ts'
import type { Argument } from '../../runtime/command.ts'
import type { Flag } from '../../runtime/flag.ts'
import { isOptional } from '../../runtime/flag.ts'
import { allowedOf, type CommandEntry } from '../command-tree.ts'
import { cases, flag, list, text, whole, type JsonSchema } from './json-schema.ts'

/** The name under which a flag or argument stands in an object: `--device-id` is `device_id`. */
export const keyOf = (name: string): string => name.replaceAll('-', '_')

/** An object with a property for each argument and flag of the command. */
export function inputOf(entry: CommandEntry): JsonSchema {
  const args = entry.args.map((argument) => [keyOf(argument.name), ofArgument(argument)] as const)
  const flags = entry.flags.map((each) => [keyOf(each.name), ofFlag(each, entry)] as const)
  const rest = { description: 'Words after --', ...list(text) }
  return {
    type: 'object',
    required: entry.args.filter(({ required }) => required).map(({ name }) => keyOf(name)),
    properties: { ...Object.fromEntries([...args, ...flags]), ...(entry.rest && { rest }) },
    additionalProperties: false,
  }
}

/** Its known values are examples: more may be taken than a shell offers. */
export function ofArgument(argument: Argument): JsonSchema {
  const known = allowedOf(argument)
  const one = { ...text, ...(known && { examples: known }) }
  return { description: argument.about, ...(argument.many ? list(one) : one) }
}

/** A flag by the operation's input of its name, its choices or its placeholder. */
export function ofFlag(each: Flag, { operation }: Pick<CommandEntry, 'operation'>): JsonSchema {
  const inputs: Record<string, Input> = operation ? operationOf(operation).input : {}
  const input = inputs[keyOf(each.name)]
  const schema = each.choices ? { enum: each.choices } : input ? asTyped(input) : byPlaceholder(each)
  const repeated = each.many ? (each.value ? list(schema) : whole) : schema
  return { description: each.about, ...repeated }
}

/** Quantities and days may be typed in other words than the service takes. */
function asTyped({ schema, example, secret }: Input): JsonSchema {
  const plain = schema as JsonSchema
  const typed = plain['type'] === 'integer' ? Number(example) : example
  const more = { ...(example && { examples: [typed] }), ...(secret && { writeOnly: true }) }
  if (plain['format'] === 'date') return { ...text, ...more }
  if (plain['format'] === 'address') return { ...text, pattern: '^0x[0-9a-fA-F]{40}$', ...more }
  if (plain['type'] === 'number') return { ...cases({ 'a number': plain, 'with a unit': text }), ...more }
  return { ...plain, ...more }
}

const placeholders: Record<string, JsonSchema> = {
  n: { type: 'integer', minimum: 0 },
  ms: { type: 'integer', minimum: 0 },
  port: { type: 'integer', minimum: 0, maximum: 65_535 },
  duration: cases({
    seconds: { type: 'number', minimum: 0 },
    'with a unit': { ...text, examples: ['30s', '5m', '1h', '2d'] },
  }),
  'key=value': { ...text, pattern: '=' },
}

function byPlaceholder(each: Flag): JsonSchema {
  if (each.value === undefined) return flag
  if (isOptional(each)) return { type: ['string', 'boolean'] }
  return placeholders[each.value.replaceAll(/^<|>$/g, '')] ?? text
}
