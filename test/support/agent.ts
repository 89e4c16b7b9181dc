/** An agent's client, as the protocol's own SDK makes it, with a movecli of its own behind it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import { afterEach } from 'vitest'
import { bin } from './built.ts'
import { freshFolder } from './movecli.ts'

export type Setting = {
  home?: string
  env?: Record<string, string>
  /** What the person answers; without it the client cannot ask. */
  answer?: (question: string) => ElicitResult | Promise<ElicitResult>
}

export type Answer = {
  isError: boolean
  text: string
  said: { exit_code: number; result?: unknown; error?: { [field: string]: unknown } }
}

const open: Client[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (client) => client.close()))
})

/** Starts `movecli mcp words` and says hello. */
export async function agent(words: readonly string[], setting: Setting = {}) {
  const { home = freshFolder(), env = {}, answer } = setting
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...words],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC', ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: { form: {} } } : {} },
  )
  const asked: string[] = []
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, async ({ params: { message } }) => {
      asked.push(message)
      return answer(message)
    })
  open.push(client)
  await client.connect(transport)
  const call = async (
    name: string,
    given: Record<string, unknown> = {},
    options: Parameters<Client['callTool']>[2] = {},
  ): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: given }, undefined, options)
    const [first] = result.content as { text: string }[]
    return {
      isError: result.isError === true,
      text: first?.text ?? '',
      said: result.structuredContent as Answer['said'],
    }
  }
  return { client, transport, home, call, asked, stderr: () => stderr }
}

export const yes: ElicitResult = { action: 'accept', content: { confirm: true } }

/** movecli mcp whose lines are written and read by hand. */
export function raw(words: readonly string[] = ['-n', 'sandbox'], home = freshFolder()) {
  const child = spawn(process.execPath, [bin, 'mcp', ...words], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  })
  child.stdin.on('error', () => {})
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close').then(([code]) => code as number)
  return {
    child,
    home,
    ended,
    stderr: () => stderr,
    say: (line: string | Buffer) => child.stdin.write(line),
    next: async () => {
      const line = (await lines.next()).value as string
      return { line, ...(JSON.parse(line) as { id?: unknown; result?: unknown; error?: unknown }) }
    },
    rest: async () => {
      const all: string[] = []
      for (let each = await lines.next(); !each.done; each = await lines.next()) all.push(each.value)
      return all
    },
  }
}
