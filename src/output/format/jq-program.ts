/** One run of the real jq and what it ended with. The door of jq-wasm, which is loaded only where an expression was given. */
import { writeJson, type Json } from '../../contract/lossless-json.ts'
import { misconfigured } from '../../errors.ts'
import { jqBinary } from './jq-binary.ts'

/** Runs work that cannot be asked to stop: Ctrl-C must end it all the same. */
export type Blocking = <T>(work: () => T) => T

/** `failure`: why it made no result, in jq's words where it had any. */
export type Run = { stdout: string; stderr: string; failure?: string }

/** Runs a filter over data, or compiles it where there is none. Never throws, however jq ends. */
export type JqProgram = (data: Json | undefined, filter: string) => Run

/** Loads jq. Throws CLI_CONFIG (exit 3) where Node has no WebAssembly, or the memory that it reserves is not to be had. */
export async function loadProgram({
  blocking = (work) => work(),
}: { blocking?: Blocking | undefined } = {}): Promise<JqProgram> {
  if (!('WebAssembly' in globalThis)) throw noWebAssembly()
  const { loadJq } = await import('jq-wasm')
  const binary = jqBinary()
  const speak = silence()
  const program = await loadJq(binary)
    .catch((error: unknown) => {
      throw /out of memory|cannot allocate/i.test(String(error)) ? noMemory() : error
    })
    .finally(speak)
  let died: Run | undefined
  return (data, filter) => {
    // What a trap left of its memory answers wrongly, or never.
    if (died) return died
    const speakAgain = silence()
    try {
      const input = data === undefined ? '' : withoutHalfPairs(writeJson(data))
      const run = blocking(() => program.raw(input, filter, ['-c']))
      return run.exitCode === 0 ? run : { ...run, failure: said(run.stderr) }
    } catch {
      // Out of memory, a stack overflow, a trap: each kills the WebAssembly.
      died = {
        stdout: '',
        stderr: '',
        failure: 'the filter needs more memory than jq has, or nests too deep',
      }
      return died
    } finally {
      speakAgain()
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

/** V8 reserves gigabytes of addresses for each WebAssembly, of which it uses few. */
const noMemory = () =>
  misconfigured(
    'There is not enough memory to start jq. Nothing was sent.',
    'Raise the limit on virtual memory (ulimit -v), or leave out --jq and pipe the JSON into a jq of your own.',
  )

/** As under --jitless. */
const noWebAssembly = () =>
  misconfigured(
    'jq needs WebAssembly, which is off in this Node. Nothing was sent.',
    'Run Node without --jitless (see NODE_OPTIONS), or leave out --jq and pipe the JSON into a jq of your own.',
  )

let silences = 0
let original = console.error

/**
 * Emscripten writes of its own end to the console, which no option of the library turns off: silent until the function
 * that this returns is called. Several may be under way at one time.
 */
function silence(): () => void {
  if (silences === 0) original = console.error
  silences += 1
  console.error = () => {}
  return () => {
    silences -= 1
    if (silences === 0) console.error = original
  }
}

/** jq takes no half of a surrogate pair: it becomes the replacement character. */
const withoutHalfPairs = (json: string): string =>
  json.replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '$1\\ufffd')
