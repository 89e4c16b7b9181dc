/** Holds what a command printed with --json against its published schema, by a validator that is not ours. */
import type { ValidateFunction } from 'ajv'
import { parse } from './parse.ts'
import { nouns } from './nouns.ts'
import { entriesOf } from '../../src/reference/command-tree.ts'
import { errorEnvelope, outputOf } from '../../src/reference/schemas/outputs.ts'

type Ran = { code: number; stdout: string; stderr: string }

const compiled = new Map<string, ValidateFunction>()

async function validatorOf(name: string, schema: object): Promise<ValidateFunction> {
  const known = compiled.get(name)
  if (known) return known
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ])
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
  formats.default(ajv)
  ajv.addFormat('address', /^0x[0-9a-fA-F]{40}$/)
  const fresh = ajv.compile(schema)
  compiled.set(name, fresh)
  return fresh
}

/** The words that make another result of the same command. */
const reshaped = /^--(fields|jq|watch)(=|$)/

/** Throws where stdout, or on failure the last line of stderr, is not as the schema says. */
export async function holdToSchema(words: readonly string[], { code, stdout, stderr }: Ran): Promise<void> {
  if (!words.includes('--json') || words.some((word) => reshaped.test(word))) return
  const parsed = attempt(() => parse(words, nouns))
  if (code !== 0 && stderr.trim() !== '') await holdError(words, stderr)
  if (!parsed || stdout === '' || (parsed.kind === 'run' && parsed.given.passthrough.length > 0)) return
  const path = parsed.kind === 'run' ? parsed.path : []
  const entry = entriesOf(nouns).find((each) => each.path.join(' ') === path.join(' '))
  const schema = entry && outputOf(entry)
  if (!schema) throw new Error(`movecli ${path.join(' ')} has no schema of its output`)
  const data = attempt(() => JSON.parse(stdout) as unknown)
  const validate = await validatorOf(path.join(' '), schema)
  // What a reader cut short is no JSON.
  if (data !== undefined && !validate(data)) throw broken(words, validate, stdout)
}

async function holdError(words: readonly string[], stderr: string): Promise<void> {
  const last = attempt(() => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as unknown)
  if (last === undefined) return
  const validate = await validatorOf('\0error', errorEnvelope)
  if (!validate(last)) throw broken(words, validate, stderr)
}

const broken = (words: readonly string[], { errors }: ValidateFunction, text: string) =>
  new Error(
    `movecli ${words.join(' ')} is not as its schema says: ${JSON.stringify(errors)}\n${text.slice(0, 2000)}`,
  )

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
