/** --jq: the real jq. The door of jq-wasm, which is loaded only where an expression was given. */
import { parseJson, writeJson, type Json } from '../../contract/lossless-json.ts'
import { moveError, usage } from '../../errors.ts'
import type { Filter } from '../jq-output.ts'
import { respelling } from '../respell.ts'

/** Runs work that cannot be asked to stop: Ctrl-C must end it all the same. */
export type Blocking = <T>(work: () => T) => T

type JqOptions = { blocking?: Blocking | undefined }

/**
 * The filter of an expression. Throws CLI_USAGE (exit 2) with jq's own words for one that is wrong, before anything is
 * sent; the filter throws the same where the data does not fit it.
 */
export async function jq(
  expression: string,
  { blocking = (work) => work() }: JqOptions = {},
): Promise<Filter> {
  const { loadJq } = await import('jq-wasm')
  const program = await loadJq()
  // A blank in front: what begins with a dash is an expression too.
  const query = expression.startsWith('-') ? ` ${expression}` : expression
  // Without an input it is only compiled.
  const compiled = program.raw('', query, ['-c'])
  if (compiled.exitCode !== 0) throw usage(jqMessage(compiled.stderr), jqHint)
  const ran = (data: Json, filter: string) => {
    const input = withoutHalfPairs(writeJson(data))
    const { stdout, stderr, exitCode } = blocking(() => program.raw(input, filter, ['-c']))
    if (exitCode !== 0) throw moveError('CLI_USAGE', { message: jqMessage(stderr), hint: jqHint })
    return { values: linesOf(stdout).map(parseJson), said: linesOf(stderr) }
  }
  return (data) => {
    const { values, said } = ran(data, query)
    const respell = respelling(data, (numerals) => ran(numerals, '.[]').values)
    return { values: respell ? respell(values, (marked) => ran(marked, query).values) : values, said }
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)

const jqHint = 'See the manual of jq, and the data with --json.'

/** `jq: error: syntax error, …` and where. */
const jqMessage = (stderr: string): string => {
  const [first = ''] = stderr.split('\n').filter(Boolean)
  const said = first
    .replace(/^jq: (parse )?error( \(at .*?\))?: /, '')
    .replace(' at <top-level>', '')
    .replace(/:$/, '')
  return `jq: ${said || 'the expression ended with a failure'}`
}

/** jq takes no half of a surrogate pair: it becomes the replacement character. */
const withoutHalfPairs = (json: string): string =>
  json.replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '$1\\ufffd')
