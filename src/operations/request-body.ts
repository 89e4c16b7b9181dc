/** The body of a request whose fields are open (docs/service.md §4): from -f, -F and --input, as `gh api` takes them. */
import { isTooDeep } from '../client/read-body.ts'
import { digits, parseJson, type Json } from '../contract/lossless-json.ts'
import { MoveError, usage } from '../errors.ts'
import { isPlain, type Plain } from '../contract/plain.ts'
import { bare } from '../output/fields.ts'
import { fieldOf, fieldLabel, put, type Field } from './body-fields.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { BodyValues } from './body-flags.ts'
import { readText, type InputTools } from '../runtime/input-files.ts'
import { looksLikeData } from '../runtime/not-a-path.ts'

/** Bytes of a body or of a file in one. */
const mostBytes = 16 * 1024 * 1024

/** The JSON object that was given; nothing where none was. Throws CLI_USAGE, without a value in its words. */
export async function objectGiven(
  given: ParsedArgs<BodyValues>,
  tools: InputTools,
): Promise<Plain | undefined> {
  const body = await bodyGiven(given, tools)
  if (body === undefined || isPlain(body)) return body
  throw usage('The body must be a JSON object.', 'For example {"level":2}.')
}

/** The JSON that was given, of any kind. Fields keep the order of the line, those of -f first. */
export async function bodyGiven(given: ParsedArgs<BodyValues>, tools: InputTools): Promise<Json | undefined> {
  const input = given.flags.input
  const texts = fieldsOf(given, 'rawField', '-f')
  const typed = fieldsOf(given, 'field', '-F')
  if (input !== undefined && texts.length + typed.length > 0)
    throw usage('--input and fields cannot be used together.', 'Use either --input or -f/-F.')
  if (input !== undefined) {
    if (looksLikeData(input)) throw noFileOf(input, tools)
    return jsonFrom(await readText(input, tools, { what: 'the body as JSON', most: mostBytes }))
  }
  if (texts.length + typed.length === 0) return undefined
  if (typed.filter(({ value }) => value === '@-').length > 1)
    throw usage('Only one field can be read from stdin.', 'Give @- once; name a file for the others.')
  const body = bare()
  for (const field of texts) put(body, field, field.value)
  for (const field of typed) put(body, field, await typedValue(field, tools))
  return body
}

/** The words in the place of a file's name may be the data that belong into it. */
function noFileOf(input: string, { context }: InputTools): MoveError {
  context.secrets.add(input)
  return usage(
    'No file has the name given with --input. It is not shown, because it may be the data themselves.',
    jsonHint,
  )
}

const jsonHint = 'Give a file with one JSON value, or - for stdin.'

const fieldsOf = ({ flags }: ParsedArgs<BodyValues>, name: 'rawField' | 'field', flag: string): Field[] =>
  (flags[name] ?? []).map((text) => fieldOf(text, flag))

const literals: Record<string, Json> = { true: true, false: false, null: null }
const numeral = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** A number with its digits, true, false, null, the text of a file, or the text itself. */
async function typedValue(field: Field, tools: InputTools): Promise<Json | undefined> {
  const { value } = field
  if (value === undefined) return undefined
  if (Object.hasOwn(literals, value)) return literals[value]
  if (numeral.test(value)) return digits(value)
  return value.startsWith('@') ? fileText(value.slice(1), field, tools) : value
}

/** What stands after @ may be meant as text: it is not repeated when it is no file. */
async function fileText(path: string, { key }: Field, tools: InputTools): Promise<string> {
  return readText(path, tools, { what: `the text of ${key}`, most: mostBytes }).catch((error: unknown) => {
    if (!(error instanceof MoveError) || path === '-') throw error
    const why = error.message.startsWith(path) ? error.message.slice(path.length) : ' cannot be read.'
    throw usage(
      `${fieldLabel(key)} names a file that${why}`,
      '-F reads @name from a file; -f takes the text unchanged.',
    )
  })
}

/** JSON, its numbers with their digits. Throws CLI_USAGE with the place of the fault, never its words. */
function jsonFrom(text: string): Json {
  if (text.trim() === '') throw usage('The body from --input is empty.', jsonHint)
  if (isTooDeep(text)) throw usage('The body from --input is nested too deep.', 'At most 200 levels.')
  try {
    return parseJson(text)
  } catch (error) {
    const { message } = error as Error
    if (message.startsWith('Duplicate key'))
      throw usage('The body from --input names a field twice.', jsonHint)
    const [, at] = /at position (\d+)/.exec(message) ?? []
    const where = at === undefined ? '' : ` (character ${Number(at) + 1})`
    throw usage(`The body from --input is not JSON${where}.`, jsonHint)
  }
}
