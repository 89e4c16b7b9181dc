/** The server of the Model Context Protocol: tools listed and called, consent asked through the client. The door of its SDK. */
import { setMaxListeners } from 'node:events'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import type { Json } from '../contract/lossless-json.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Plain } from '../contract/plain.ts'
import { interrupted } from '../errors.ts'
import type { Agent } from '../runtime/context.ts'
import { version } from '../runtime/version.ts'
import { called, type Called, type Running } from './call.ts'
import { consentThrough } from './consent.ts'
import { heard } from './protocol.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { Tool } from './tools.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

export type Serving = Running & {
  tools: readonly Tool[]
  /** Commands that need no consent. */
  allowed: ReadonlySet<string>
  /** Nobody is to be asked: --no-input. */
  silent: boolean
  /** Is told of a failure that nobody waited for; the calls and the server go on. */
  onStray: (reason: unknown) => void
}

const instructions =
  'Tools of movecli, the command line of a move-to-earn service. What moves value asks the person first. A failure has error.outcome: after unknown never call the same tool again to repeat the write; see journal_ls, and let the person decide.'

/** Calls at once; more are refused, nothing of them sent. */
const mostCalls = 256
/** Milliseconds in which reads are answered once the input has ended. */
const lastAnswersMs = 10_000

const turn = async () => new Promise<void>((resolve) => void setImmediate(resolve))

/** What ends the calls of tools that read, and of those that write. */
type Ends = { reads: AbortSignal; writes: AbortSignal }

/** Serves one client on stdin until it leaves or a stop is asked for; what goes to it are the messages. */
export async function* serve(serving: Serving): AsyncGenerator<Json> {
  const { context } = serving
  const outbox = createOutbox()
  const [reads, writes] = [new AbortController(), new AbortController()]
  // Each call listens, and so do the requests that it makes.
  for (const { signal } of [reads, writes]) setMaxListeners(0, signal)
  const stop = () => {
    for (const each of [writes, reads]) each.abort(context.signal.reason ?? 'SIGHUP')
  }
  const calls = new Set<Promise<unknown>>()
  const server = createServer(serving, { reads: reads.signal, writes: writes.signal }, calls)
  const reading = attend(server, serving, outbox, async () => {
    // The SDK begins a call, and sends its answer, some microtasks later.
    await turn()
    // A client that left consents to nothing more: a write in flight ends on record. What was asked to be read is answered.
    writes.abort(context.signal.reason ?? 'SIGHUP')
    const all = Promise.allSettled(calls)
    await Promise.race([all, context.sleep(lastAnswersMs, reads.signal).catch(() => {})])
    stop()
    await all
    await turn()
    outbox.end()
  })
  // It is awaited once the last message has left.
  reading.catch(() => {})
  if (context.signal.aborted) stop()
  context.signal.addEventListener('abort', stop, { once: true })
  // One call that fails out of turn must not take the others with it, of which one may be a write in flight.
  const deaf = context.hearStray?.(serving.onStray)
  try {
    yield* outbox.messages()
    await reading
  } finally {
    context.signal.removeEventListener('abort', stop)
    stop()
    await Promise.allSettled(calls)
    deaf?.()
  }
  if (context.signal.aborted) throw interrupted(context.signal)
}

/** Reads until stdin ends or a stop is asked for, then calls `leave`. */
async function attend(
  server: Server,
  { context }: Serving,
  outbox: Outbox,
  leave: () => Promise<void>,
): Promise<void> {
  const { stream } = context.stdin
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => outbox.send(message as unknown as Json),
  }
  const stop = () => void stream.destroy()
  try {
    await server.connect(transport)
    if (context.signal.aborted) return
    context.signal.addEventListener('abort', stop, { once: true })
    for await (const each of heard(stream)) {
      if ('message' in each) transport.onmessage?.(each.message)
      else await outbox.send(each.answer)
    }
  } finally {
    context.signal.removeEventListener('abort', stop)
    await leave()
  }
}

function createServer(serving: Serving, ends: Ends, calls: Set<Promise<unknown>>): Server {
  const server = new Server(
    { name: 'movecli', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: noValidator },
  )
  const byName = new Map(serving.tools.map((tool) => [tool.name, tool]))
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: serving.tools.map(toolEntry) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = byName.get(params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no tool of this name.')
    if (calls.size >= mostCalls) throw new McpError(ErrorCode.InternalError, 'Too many calls at once.')
    const gone = tool.annotations.readOnlyHint ? ends.reads : ends.writes
    const call = callOf(server, serving, tool, (params.arguments ?? {}) as Plain, extra, gone)
    calls.add(call)
    return call.finally(() => calls.delete(call))
  })
  return server
}

/** As the SDK types them; our schemas are plain data. */
type Listed = { inputSchema: { type: 'object' }; outputSchema: { type: 'object' } }

const toolEntry = ({ name, title, description, inputSchema, outputSchema, annotations }: Tool) => ({
  name,
  title,
  description,
  annotations: { title, ...annotations },
  ...({ inputSchema, outputSchema } as unknown as Listed),
})

/** The answers to elicitation are judged where they are read. */
const noValidator = {
  getValidator: () => (input: unknown) => ({
    valid: true as const,
    data: input as never,
    errorMessage: undefined,
  }),
}

async function callOf(
  server: Server,
  serving: Serving,
  tool: Tool,
  given: Plain,
  extra: Extra,
  gone: AbortSignal,
): Promise<Called> {
  const own = new AbortController()
  const [cancel, leave] = [() => own.abort('SIGINT'), () => own.abort(gone.reason)]
  extra.signal.addEventListener('abort', cancel, { once: true })
  gone.addEventListener('abort', leave, { once: true })
  const agent: Agent = {
    allows: (operation) => allows(serving, tool, operation),
    confirm: serving.silent ? async () => undefined : consentThrough(server, tool, own.signal),
    progress: progressOf(extra),
  }
  try {
    return await called(tool, given, serving, { signal: own.signal, agent })
  } finally {
    extra.signal.removeEventListener('abort', cancel)
    gone.removeEventListener('abort', leave)
  }
}

/** A write through another tool than its own (`api`) is that command's too, and needs both. */
function allows({ tools, allowed }: Serving, tool: Tool, operation: OperationName | undefined): boolean {
  const own = operation === undefined ? tool : tools.find((each) => each.writes === operation)
  return allowed.has(tool.command) && own !== undefined && allowed.has(own.command)
}

/** Notes as progress, for a client that wants it. */
function progressOf({ _meta, sendNotification }: Extra): Agent['progress'] {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  return (message) => {
    progress += 1
    void sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    }).catch(() => {})
  }
}
