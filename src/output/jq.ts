/** --jq: the real jq. The door of jq-wasm, which is loaded only where an expression was given. */
import { isDigits, parseJson, writeJson, type Json } from '../contract/digits.ts'
import { MoveError, usage } from '../errors.ts'
import type { Filter } from './filtered.ts'

/** Runs work that cannot be asked to stop: Ctrl-C must end it all the same. */
export type Blocking = <T>(work: () => T) => T

type Options = { blocking?: Blocking | undefined }

/**
 * The filter of an expression. Throws CLI_USAGE (exit 2) with jq's own words for one that is wrong, before anything is
 * sent; the filter throws the same where the data does not fit it.
 */
export async function jq(expression: string, { blocking = (work) => work() }: Options = {}): Promise<Filter> {
  const { loadJq } = await import('jq-wasm/inline')
  const program = await loadJq()
  // A blank in front: what begins with a dash is an expression too.
  const query = expression.startsWith('-') ? ` ${expression}` : expression
  // Without an input it is only compiled.
  const compiled = program.raw('', query, ['-c'])
  if (compiled.exitCode !== 0) throw usage(wordsOf(compiled.stderr), hint)
  return (data) => {
    const input = whole(writeJson(data))
    const { stdout, stderr, exitCode } = blocking(() => program.raw(input, query, ['-c']))
    if (exitCode !== 0) throw new MoveError(wordsOf(stderr), { hint, code: 'CLI_USAGE', exit: 2 })
    const spelled = spellings(data)
    const values = stdout.split('\n').filter(Boolean).map(parseJson)
    return {
      values: spelled.size === 0 ? values : values.map((value) => respelled(value, spelled)),
      said: stderr.split('\n').filter(Boolean),
    }
  }
}

const hint = 'See the manual of jq, and the data itself with --json.'

/** `jq: error: syntax error, …` and where. */
const wordsOf = (stderr: string): string => {
  const [first = ''] = stderr.split('\n').filter(Boolean)
  const said = first
    .replace(/^jq: (parse )?error( \(at .*?\))?: /, '')
    .replace(' at <top-level>', '')
    .replace(/:$/, '')
  return `jq: ${said || 'the expression ended with a failure'}`
}

/** jq takes no half of a surrogate pair: it becomes the replacement character. */
const whole = (json: string): string =>
  json.replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '$1\\ufffd')

/** jq keeps digits but writes exponents its own way (`1e5` as `1E+5`): its spelling and the service's, where they differ. */
function spellings(data: Json): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (value: Json): void => {
    if (isDigits(value)) {
      const text = value.toString()
      const spelled = scientific(text)
      if (spelled !== undefined && spelled !== text) found.set(spelled, text)
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(data)
  return found
}

/** The numeral as jq writes it, where that is with an exponent. */
function scientific(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (fraction.length < 6 && power === '0') return undefined
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '')
  const exponent = Number(power) - fraction.length
  const adjusted = exponent + digits.length - 1
  if (exponent <= 0 && adjusted >= -6) return undefined
  const [first, rest] = [digits.slice(0, 1), digits.slice(1)]
  return `${sign}${first}${rest && `.${rest}`}E${adjusted < 0 ? '' : '+'}${adjusted}`
}

function respelled(value: Json, spelled: Map<string, string>): Json {
  if (isDigits(value)) {
    const text = spelled.get(value.toString())
    return text === undefined ? value : parseJson(text)
  }
  if (Array.isArray(value)) return value.map((inner) => respelled(inner, spelled))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, respelled(inner, spelled)]))
}
