/** Runs a command for a tool's call: the same body, journal and promises, its output kept as the result of the tool. */
import { Readable, Writable } from 'node:stream'
import type { HeldProfile } from '../config/types.ts'
import { parseJson, writeJson, type Json } from '../contract/lossless-json.ts'
import type { Plain } from '../contract/plain.ts'
import { moveError, MoveError } from '../errors.ts'
import { errorJson } from '../output/error.ts'
import type { Secrets } from '../output/redact.ts'
import { escapeJson } from '../output/sanitize.ts'
import type { Agent, Context } from '../runtime/context.ts'
import type { Sink } from '../runtime/sink.ts'
import type { Tools } from '../runtime/services.ts'
import { inToolWords } from './tool-words.ts'
import { lineOf, type Tool } from './tools.ts'

/** What a client is told of a call. */
export type Called = {
  content: { type: 'text'; text: string }[]
  structuredContent: { [key: string]: unknown }
  isError?: true
}

/** How calls are run: the server's own context, and the flags that it was started with. */
export type Running = {
  context: Context
  run: NonNullable<Tools['run']>
  /** What a call must not show, known before it begins. */
  secrets: () => Promise<Secrets>
  /** Of the line that started the server: `['--profile=ops']`. */
  bounds: readonly string[]
  /** The profile that the server acts for; undefined while there is none. */
  profile: () => Promise<HeldProfile | undefined>
}

/** Never throws for what the command ends with. */
export async function called(
  tool: Tool,
  given: Plain,
  { context, run, secrets, bounds, profile }: Running,
  { signal, agent }: { signal: AbortSignal; agent: Agent },
): Promise<Called> {
  const [stdout, stderr] = [kept(), kept()]
  try {
    const { argv, stdin } = lineOf(tool, given)
    const own: Context = {
      ...context,
      stdin: { isTTY: false, stream: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]) },
      stdout: stdout.sink,
      stderr: stderr.sink,
      signal,
      secrets: await secrets(),
      agent: { ...agent, held: await profile() },
    }
    const code = await run([...bounds, '--json', ...argv], own)
    return resultOf(tool, code, stdout.text(), stderr.text())
  } catch (error) {
    if (!(error instanceof MoveError)) throw error
    return resultOf(tool, error.fault.exit, '', errorJson(error))
  }
}

/** A failure is the last line of stderr; what stood on stdout before it is a result all the same. */
function resultOf(tool: Tool, code: number, stdout: string, stderr: string): Called {
  const last = code === 0 ? undefined : stderr.trimEnd().split('\n').at(-1)
  const error = last ? inItsWords(tool, parseJson(last) as ErrorEnvelope) : {}
  const failure = last && escapeJson(writeJson(error))
  const result = stdout.trim() === '' ? {} : { result: parseJson(stdout) }
  const texts = [failure, stdout.trimEnd()].filter((each): each is string => Boolean(each))
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    structuredContent: { exit_code: code, ...result, ...error },
    ...(code !== 0 && { isError: true as const }),
  }
}

type ErrorEnvelope = { success: Json; error: { [field: string]: Json } }

/** The service's words and ours about files stay as they are. */
function inItsWords(tool: Tool, { success, error }: ErrorEnvelope): ErrorEnvelope {
  const said = (text: Json | undefined): Json =>
    typeof text === 'string' ? inToolWords(text, tool) : (text ?? null)
  return { success, error: { ...error, message: said(error['message']), hint: said(error['hint']) } }
}

/** Characters of a result. */
const most = 8 * 1024 * 1024

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })

/** A sink that keeps what is written. */
function kept(): { sink: Sink; text: () => string } {
  const parts: string[] = []
  let size = 0
  const write = async (text: string): Promise<void> => {
    size += text.length
    parts.push(text)
    if (size <= most) return
    // A part of a result is no JSON.
    parts.length = 0
    throw moveError('CLI_OUTPUT', {
      message: 'The result is too long for a tool.',
      hint: 'Ask for less of it, with limit or max_items.',
    })
  }
  return { sink: { isTTY: false, columns: 80, write, stream: nowhere }, text: () => parts.join('') }
}
