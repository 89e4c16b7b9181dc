/** --jq: the real jq, over the digits as they came. */
import { parseJson, type Json } from '../../contract/lossless-json.ts'
import { moveError, usage, type MoveError } from '../../errors.ts'
import type { Filter } from '../jq-output.ts'
import { respelling } from '../respell.ts'
import { loadProgram, type Blocking } from './jq-program.ts'

type JqOptions = { blocking?: Blocking | undefined }

/**
 * The filter of an expression. Throws CLI_USAGE (exit 2) with jq's own words for one that is wrong, before anything is
 * sent; the filter throws the same where the data does not fit it, or where jq cannot bear it.
 */
export async function jq(expression: string, options: JqOptions = {}): Promise<Filter> {
  const program = await loadProgram(options)
  // A blank in front: what begins with a dash is an expression too.
  const query = expression.startsWith('-') ? ` ${expression}` : expression
  const ran = (data: Json | undefined, filter: string) => {
    const { stdout, stderr, failure } = program(data, filter)
    if (failure !== undefined) throw refused(failure, data)
    return { values: linesOf(stdout).map(parseJson), said: linesOf(stderr) }
  }
  // Without an input it is only compiled.
  ran(undefined, query)
  return (data) => {
    const { values, said } = ran(data, query)
    const respell = respelling(data, (numerals) => ran(numerals, '.[]').values)
    return { values: respell ? respell(values, (marked) => ran(marked, query).values) : values, said }
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)

const hint = 'See the manual of jq, and the data with --json.'

/** Without data nothing was sent yet. */
const refused = (why: string, data: unknown): MoveError => {
  const message = `jq: ${why}`
  return data === undefined ? usage(message, hint) : moveError('CLI_USAGE', { message, hint })
}
