/** An agent that talks to a server in this process: one call after the other, each once the one before it was answered. */
import { PassThrough } from 'node:stream'
import { runCommandLine } from '../../src/cli/run.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { reply } from '../support/world.ts'
import { contextFor, freshFolder, type Setting } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'

type Said = {
  exit_code: number
  result?: unknown
  error?: { [field: string]: unknown }
}
export type Told = {
  texts: string[]
  isError: boolean
  said: Said
  refused?: { code: number; message: string }
}
export type Call = [name: string, given?: object]

type Message = {
  id?: number | string
  method?: string
  params?: { message: string; progressToken?: number; progress?: number }
  result?: { content: { text: string }[]; structuredContent: Said; isError?: boolean }
  error?: { code: number; message: string }
}

type Talk = Setting & {
  /** What the person answers; without it the client cannot ask. An Error is one of the client's; at nothing it leaves. */
  answer?: (question: string) => object | Error | undefined
  /** Is handed what says a message, and what leaves. */
  hands?: (say: (message: object) => void, leave: () => void) => void
}

/** What came of calls to `movecli mcp words`, and what was asked of the person. */
export async function talk(
  words: readonly string[],
  calls: readonly Call[],
  { answer, hands, ...setting }: Talk = {},
) {
  const stdin = new PassThrough()
  const { context, stderr } = contextFor({ home: freshFolder(), ...clock(), ...setting, stdin })
  const say = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  hands?.(say, () => void stdin.end())
  const told: Told[] = []
  const asked: string[] = []
  const progress: { call: number | undefined; nth: number | undefined; words: string }[] = []
  const goOn = () => {
    const next = calls[told.length]
    if (!next) return void stdin.end()
    const [name, given = {}] = next
    const id = told.length + 1
    say({ id, method: 'tools/call', params: { name, arguments: given, _meta: { progressToken: id } } })
  }
  const hear = ({ id, method, params, result, error }: Message) => {
    if (method === 'elicitation/create') {
      asked.push(params!.message)
      const answered = answer!(params!.message)
      if (!answered) return void stdin.end()
      say({
        id,
        ...(answered instanceof Error ? { error: { code: 1, message: 'no' } } : { result: answered }),
      })
      return
    }
    if (method === 'notifications/progress') {
      const { progressToken: call, progress: nth, message: words } = params!
      return void progress.push({ call, nth, words })
    }
    if (id === 0) say({ method: 'notifications/initialized' })
    else if (typeof id === 'number')
      told.push({
        texts: (result?.content ?? []).map(({ text }) => text),
        isError: result?.isError === true,
        said: result?.structuredContent ?? { exit_code: -1 },
        ...(error && { refused: error }),
      })
    else return
    goOn()
  }
  const parts: string[] = []
  const write = async (text: string) => {
    parts.push(text)
    for (const line of text.split('\n').filter(Boolean)) hear(JSON.parse(line) as Message)
  }
  const capabilities = answer ? { elicitation: { form: {} } } : {}
  const clientInfo = { name: 'test', version: '1' }
  say({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities, clientInfo } })
  const code = await runCommandLine(['mcp', ...words], {
    ...context,
    stdout: { ...context.stdout, write },
  })
  return { code, told, asked, progress, stdout: parts.join(''), stderr: stderr(), home: context.home }
}

export const url = 'https://api.example/v1'
export const testnet = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: url,
  MOVECLI_API_KEY: 'k-93hf7ah2kdm1',
  MOVECLI_TOKEN: 't-8s7dk2mfh4s0',
}

type Answer = { status?: number; body?: object; headers?: [string, string][] } | Error

/** A service that answers as the test says, well where it says nothing, and what was asked of it. */
export function service(
  answer: (line: string, nth: number, body: string) => Answer | undefined = () => ({}),
) {
  const lines: string[] = []
  const transport: Transport = async ({ method, url: asked, body }) => {
    const { host, pathname } = new URL(asked)
    const line = `${method} ${pathname.replace('/v1', '')}`
    lines.push(host === 'api.example' ? line : `${line} at ${host}`)
    const given = answer(
      line,
      lines.filter((each) => each === line).length,
      Buffer.from(body ?? []).toString(),
    )
    if (given instanceof Error) throw given
    const { status = 200, body: said = { success: true, data: {} }, headers = [] } = given ?? {}
    return reply(status, said, [['content-type', 'application/json'], ...headers])
  }
  return { transport, lines, writes: () => lines.filter((line) => !line.startsWith('GET')) }
}

export const failing = (status: number, code: string, headers: [string, string][] = []): Answer => ({
  status,
  body: { success: false, error: { code, message: 'no', details: 'none' } },
  headers,
})
