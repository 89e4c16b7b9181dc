/** One run of the real jq and what it ended with. The door of jq-wasm, which is loaded only where an expression was given. */
import { writeJson, type Json } from '../../contract/lossless-json.ts'

/** Runs work that cannot be asked to stop: Ctrl-C must end it all the same. */
export type Blocking = <T>(work: () => T) => T

/** `failure`: why it made no result, in jq's words where it had any. */
export type Run = { stdout: string; stderr: string; failure?: string }

/** Runs a filter over data, or compiles it where there is none. Never throws, however jq ends. */
export type JqProgram = (data: Json | undefined, filter: string) => Run

/** Loads jq. */
export async function loadProgram({
  blocking = (work) => work(),
}: { blocking?: Blocking | undefined } = {}): Promise<JqProgram> {
  const { loadJq } = await import('jq-wasm')
  const program = await loadJq()
  let died: Run | undefined
  return (data, filter) => {
    // What a trap left of its memory answers wrongly, or never.
    if (died) return died
    try {
      const input = data === undefined ? '' : withoutHalfPairs(writeJson(data))
      const run = blocking(() => silently(() => program.raw(input, filter, ['-c'])))
      return run.exitCode === 0 ? run : { ...run, failure: said(run.stderr) }
    } catch {
      // Out of memory, a stack overflow, a trap: each kills the WebAssembly.
      died = {
        stdout: '',
        stderr: '',
        failure: 'the filter needs more memory than jq has, or nests too deep',
      }
      return died
    }
  }
}

/** `syntax error, …` and where. */
function said(stderr: string): string {
  const [first = ''] = stderr.split('\n').filter(Boolean)
  const words = first
    .replace(/^jq: (parse )?error( \(at .*?\))?: /, '')
    .replace(' at <top-level>', '')
    .replace(/:$/, '')
  return words || 'the expression ended with a failure'
}

/** Emscripten writes of its own end to the console, which no option of the library turns off. */
function silently<T>(work: () => T): T {
  const { error } = console
  console.error = () => {}
  try {
    return work()
  } finally {
    console.error = error
  }
}

/** jq takes no half of a surrogate pair: it becomes the replacement character. */
const withoutHalfPairs = (json: string): string =>
  json.replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '$1\\ufffd')
