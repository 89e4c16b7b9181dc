/** The commands as tools: one for each that an agent may use, with schemas and hints that follow from its line. */
import type { Json } from '../contract/lossless-json.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import type { Plain } from '../contract/plain.ts'
import { usage } from '../errors.ts'
import type { CommandEntry } from '../reference/command-tree.ts'
import { errorEnvelope, outputOf } from '../reference/schemas/outputs.ts'
import { open, whole, type JsonSchema } from '../reference/schemas/json-schema.ts'
import { propertiesOf, type Property } from './properties.ts'
import { aboutTool } from './tool-words.ts'

export type Tool = {
  /** `motion_daily`. */
  name: string
  /** `motion daily`. */
  command: string
  path: readonly string[]
  title: string
  /** The operation that it writes with; none for `api`, which has any. */
  writes?: OperationName
  description: string
  properties: readonly Property[]
  /** All flags of the command, by name. */
  flags: readonly string[]
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: Annotations
}

type Annotations = Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>

/** A tool for each command that is offered; those that write are left out where the server only reads. */
export const toolsOf = (entries: readonly CommandEntry[], { readOnly }: { readOnly: boolean }): Tool[] =>
  entries.filter(({ agent, writes }) => agent && !(readOnly && writes)).map(toolOf)

function toolOf(entry: CommandEntry): Tool {
  const properties = propertiesOf(entry)
  const command = entry.path.join(' ')
  const flags = entry.flags.map(({ name }) => name)
  const about = (text: string) => aboutTool(text, { command, flags, properties })
  return {
    name: entry.path.join('_'),
    command,
    path: entry.path,
    title: entry.summary,
    ...(entry.writes && entry.operation && { writes: entry.operation }),
    description: [`${entry.summary}.`, about(entry.about ?? '')].filter(Boolean).join(' '),
    properties,
    flags,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties.map(({ key, schema }) => [key, described(schema, about)])),
      required: properties.filter(({ required }) => required).map(({ key }) => key),
      additionalProperties: false,
    },
    outputSchema: resultSchema(outputOf(entry) ?? open),
    annotations: annotationsOf(entry),
  }
}

/** Of what it says only that which an agent can do. */
const described = (schema: JsonSchema, about: (text: string) => string): JsonSchema =>
  typeof schema['description'] === 'string'
    ? { ...schema, description: about(schema['description']) }
    : schema

/** A command that writes to no single operation may do anything. */
function annotationsOf({ writes, operation }: CommandEntry): Annotations {
  const of = operation && operationOf(operation)
  return {
    readOnlyHint: !writes,
    destructiveHint: writes && (!of || of.confirm === true),
    idempotentHint: !writes || of?.idempotent === true,
    openWorldHint: true,
  }
}

/** Those that ask a person before they write. */
export const consentNeeded = (tools: readonly Tool[]): Tool[] =>
  tools.filter(({ annotations }) => annotations.destructiveHint)

/** `result` is what --json prints; a failure has `error` as --json writes it to stderr. */
function resultSchema(result: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['exit_code'],
    properties: { exit_code: whole, result, ...(errorEnvelope['properties'] as object) },
    additionalProperties: false,
  }
}

/** The command line of a call. Throws CLI_USAGE for what the tool does not take. */
export function lineOf(tool: Tool, given: Plain): { argv: string[]; stdin: string } {
  const known = new Map(tool.properties.map((property) => [property.key, property]))
  const odd = Object.keys(given).find((key) => !known.has(key))
  if (odd !== undefined)
    throw usage(
      `${tool.name} does not take ${/^\w{1,40}$/.test(odd) ? odd : 'such an input'}.`,
      `It takes ${[...known.keys()].join(', ') || 'nothing'}.`,
    )
  const lacking = tool.properties.find(({ key, required }) => required && !isGiven(given, key))
  if (lacking) throw usage(`${lacking.key} is required.`, 'See the input schema of the tool.')
  const words = tool.properties
    .filter(({ key }) => isGiven(given, key))
    .map(({ key, words }) => words(given[key] as Json))
  const args = words.flatMap(({ args = [] }) => args)
  const flags = words.flatMap(({ flags = [] }) => flags)
  // What follows -- is never taken for a flag.
  return {
    argv: [...tool.path, ...flags, ...(args.length > 0 ? ['--', ...args] : [])],
    stdin: words.map(({ stdin = '' }) => stdin).join(''),
  }
}

/** Clients send null for what they leave out. */
const isGiven = (given: Plain, key: string): boolean => Object.hasOwn(given, key) && given[key] !== null
