/** What a tool takes: the command's arguments and flags that are fit for an agent, each with the words it becomes. */
import { isDigits, writeJson, type Json } from '../contract/lossless-json.ts'
import { decimalOf } from '../contract/motion-units.ts'
import { isPlain } from '../contract/plain.ts'
import { usage, type MoveError } from '../errors.ts'
import type { CommandEntry } from '../reference/command-tree.ts'
import { keyOf, ofArgument, ofFlag } from '../reference/schemas/inputs.ts'
import { list, type JsonSchema } from '../reference/schemas/json-schema.ts'
import { globalFlags } from '../runtime/global-flags.ts'
import type { Argument } from '../runtime/command.ts'
import { isLocalPath, type Flag } from '../runtime/flag.ts'

/** Words of a command line, and what is read from its stdin. */
export type LineWords = { flags?: string[]; args?: string[]; stdin?: string }

export type Property = {
  key: string
  /** The flag that it stands for. */
  flag?: string
  schema: JsonSchema
  required: boolean
  /** Throws CLI_USAGE for a value of another kind. */
  words: (value: Json) => LineWords
}

/** Of the global flags what belongs to one call; the others are said once, when the server starts. */
const ofEachCall = (entry: CommandEntry): Flag[] =>
  globalFlags.filter(({ name }) => name === 'max-wait' || (entry.writes && name === 'dry-run'))

/** Arguments first, in their order. */
export const propertiesOf = (entry: CommandEntry): Property[] => [
  ...entry.args.map(argumentProperty),
  ...[...entry.flags, ...ofEachCall(entry)].filter(isFit).map((flag) => flagProperty(flag, entry)),
]

/** A flag that names a file or a program of this machine, or another profile, is none of an agent's. */
const isFit = (flag: Flag): boolean =>
  flag.agent === undefined ? !isLocalPath(flag) && !isOurs(flag.complete) : flag.agent !== false

const isOurs = (complete: Flag['complete']) => ['file', 'keystore', 'profile'].includes(complete ?? '')

function argumentProperty(argument: Argument): Property {
  const key = keyOf(argument.name)
  return {
    key,
    schema: ofArgument(argument),
    required: argument.required === true,
    words: (value) => ({ args: argument.many ? texts(value, key) : [text(value, key)] }),
  }
}

function flagProperty(flag: Flag, entry: CommandEntry): Property {
  const { agent } = flag
  if (agent === 'body' || agent === 'rows') return stdinProperty(flag, agent)
  const key = keyOf(flag.name)
  const choices = Array.isArray(agent) ? { choices: agent as readonly string[] } : {}
  const put = (value: string): string => `--${flag.name}=${value}`
  const schema = ofFlag({ ...flag, ...choices }, entry)
  return {
    key,
    flag: flag.name,
    schema,
    required: false,
    words: (value) => {
      if (flag.value === undefined) return { flags: isOn(value, key) ? [`--${flag.name}`] : [] }
      if (flag.many) return { flags: texts(value, key).map(put) }
      const given = text(value, key, schema)
      if (choices.choices && !choices.choices.includes(given)) throw wrong(key, choices.choices.join(' or '))
      return { flags: [put(given)] }
    },
  }
}

const object: JsonSchema = { type: 'object' }

/** The content itself in the place of a file's name. */
function stdinProperty(flag: Flag, kind: 'body' | 'rows'): Property {
  const rows = kind === 'rows'
  const about = rows
    ? 'Rows to submit, each an object of steps, distance, duration, proof, device_id, id'
    : 'The body as an object; numbers keep their digits'
  const of = (value: Json): string => {
    if (!rows && isPlain(value)) return writeJson(value)
    if (rows && Array.isArray(value) && value.every(isPlain))
      return value.map((row) => `${writeJson(row)}\n`).join('')
    throw wrong(kind, rows ? 'a list of objects' : 'an object')
  }
  return {
    key: kind,
    flag: flag.name,
    schema: { description: about, ...(rows ? list(object) : object) },
    required: false,
    words: (value) => ({ flags: [`--${flag.name}=-`], stdin: of(value) }),
  }
}

function text(value: Json, key: string, schema: JsonSchema = {}): string {
  const words = isDigits(value) || typeof value === 'number' ? numeral(String(value), schema) : value
  // No argument of a program holds it.
  if (typeof words === 'string' && !words.includes('\0')) return words
  throw wrong(key, 'a text or a number')
}

/** A JSON number as it is typed: without an exponent (`1e2`), a whole one without a fraction (`5.0`). */
function numeral(digits: string, { type }: JsonSchema): string {
  const plain = decimalOf(digits)
  return type === 'integer' ? plain.replace(/\.0+$/, '') : plain
}

function texts(value: Json, key: string): string[] {
  if (!Array.isArray(value)) throw wrong(key, 'a list of texts')
  return value.map((each) => text(each, key))
}

function isOn(value: Json, key: string): boolean {
  if (typeof value === 'boolean') return value
  throw wrong(key, 'true or false')
}

const wrong = (key: string, kind: string): MoveError =>
  usage(`${key} must be ${kind}.`, 'See the input schema of the tool.')
