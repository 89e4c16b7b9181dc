/** The socket: the same sandbox over HTTP, on this machine unless told otherwise. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isLoopback } from '../contract/loopback.ts'
import { TransportFailure, type Transport, type WireResponse } from '../contract/wire.ts'
import { acquire } from '../disk/lock.ts'
import { fail, replyOf, type Failure } from './answer.ts'
import { bodyCap, resetPath, sandboxHeader, sandboxPort } from './constants.ts'
import { Broken } from './respond.ts'
import { diskStore, hasData, lockOf } from './store/disk-store.ts'
import { runningServer } from './embedded.ts'
import { createSandbox, type SandboxOptions } from './sandbox.ts'
import { keepSeed, seedOf, usualSeed } from './seed.ts'
import { memoryStore } from './store/memory-store.ts'

export type ListenOptions = Omit<SandboxOptions, 'store' | 'baseUrl' | 'hosts'> & {
  /** 0 picks one. */
  port?: number
  host?: string
  /** Further names that the Host header may have. */
  allowHosts?: readonly string[]
  /** Where the data live; without one they live as long as the server. */
  folder?: string
  /** Longest wait for the folder's lock, in milliseconds. */
  wait?: number
  signal?: AbortSignal
}
/** The folder holds data that another seed made. */
export class OtherSeed extends Error {
  readonly seed: string
  constructor(folder: string, seed: string) {
    super(`The data in ${folder} was made with the seed ${JSON.stringify(seed)}.`)
    this.seed = seed
  }
}

export type RunningSandbox = { url: string; close(): Promise<void>; closed: Promise<void> }

/** How long answers in flight may take once it ends, in milliseconds. */
const closeWaitMs = 500

/**
 * Serves a sandbox; `url` is its base URL. Ends with `close()` or the signal. Throws an Error of code EADDRINUSE for
 * a taken port, DiskError `busy` where another sandbox owns the folder.
 */
export async function startSandbox(options: ListenOptions = {}): Promise<RunningSandbox> {
  const {
    port = sandboxPort,
    host = '127.0.0.1',
    allowHosts = [],
    folder,
    wait = 10_000,
    signal,
    ...rest
  } = options
  const sandbox = later<Transport>()
  const server = createServer(
    (request, response) => void serve(request, response, sandbox.promise, [host, ...allowHosts]),
  )
  server.keepAliveTimeout = 65_000
  const url = await listen(server, port, host)
  const lock =
    folder &&
    (await ownLock(folder, url, wait, signal).catch(async (error: unknown) => {
      await stop(server)
      throw error
    }))
  const seed = await seedFor(folder, rest.seed).catch(async (error: unknown) => {
    await stop(server)
    if (lock) await lock.release()
    throw error
  })
  const store = folder ? diskStore(folder, { owned: true }) : memoryStore()
  sandbox.resolve(createSandbox({ ...rest, seed, store, baseUrl: url, hosts: allowHosts.map(hostName) }))

  const closed = later<void>()
  let closing: Promise<void> | undefined
  const close = async () => {
    await stop(server)
    await store.close()
    if (lock) await lock.release()
    closed.resolve()
  }
  const closeOnce = async () => (closing ??= close())
  if (signal?.aborted) await closeOnce()
  signal?.addEventListener('abort', () => void closeOnce(), { once: true })
  return { url, close: closeOnce, closed: closed.promise }
}

function later<T>() {
  let resolve: (value: T) => void = nobody
  const promise = new Promise<T>((give) => (resolve = give))
  return { promise, resolve: (value: T) => resolve(value) }
}
const nobody = () => {}

/** The data of a folder stays with its seed. */
async function seedFor(folder: string | undefined, wanted: string | undefined): Promise<string> {
  if (!folder) return wanted ?? usualSeed
  const kept = await seedOf(folder)
  if (wanted === undefined || wanted === kept) return kept
  if (await hasData(folder)) throw new OtherSeed(folder, kept)
  await keepSeed(folder, wanted)
  return wanted
}

async function ownLock(folder: string, url: string, wait: number, signal: AbortSignal | undefined) {
  const other = await runningServer(folder)
  return acquire(lockOf(folder), { wait: other ? 0 : wait, note: url, ...(signal && { signal }) })
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const anywhere = host === '0.0.0.0' || host === '::'
  return `http://${anywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${bound}/v1`
}

async function stop(server: Server): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), closeWaitMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(late)
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  ready: Promise<Transport>,
  names: readonly string[],
): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client went away'))
  })
  response.on('error', () => {})
  try {
    const body = await readRequestBody(request)
    const refused = strangerProblem(request, names)
    const target = request.url?.startsWith('/') ? request.url : '/'
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
    const answer = refused
      ? ready.then(() => plainReply(refused))
      : (await ready)({
          method: request.method ?? 'GET',
          url: `http://sandbox${target}`,
          headers: Object.fromEntries(headers),
          body,
          signal: gone.signal,
        })
    await send(await answer, response)
  } catch (error) {
    const reset =
      error instanceof TransportFailure && error.cause instanceof Broken && error.cause.fault === 'reset'
    if (reset) request.socket.resetAndDestroy()
    else if (error instanceof TransportFailure || response.headersSent) request.socket.destroy()
    else await send(plainReply(fail('SANDBOX_BROKEN', 'The sandbox failed.', String(error))), response)
  }
}

/** Keeps one byte more than is allowed, so that the sandbox sees that it is too much, and reads on for the client's sake. */
async function readRequestBody(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const drop = () => reject(new TransportFailure('sent', new Broken('drop')))
    request.on('data', (part: Buffer) => {
      if (size <= bodyCap) parts.push(part)
      size += part.byteLength
      if (size > 64 * bodyCap) drop()
    })
    request.on('end', () => resolve(Buffer.concat(parts)))
    request.on('error', drop)
    request.on('close', () => {
      if (!request.readableEnded) drop()
    })
  })
}

/** A page in a browser can reach loopback under a name of its own; the Host header tells (DNS rebinding). */
function strangerProblem(request: IncomingMessage, names: readonly string[]): Failure | undefined {
  const host = hostName(request.headers.host ?? '')
  if (!isLoopback(host) && !names.some((name) => hostName(name) === host))
    return fail(
      'FORBIDDEN_HOST',
      'The Host header must name this machine or a host given with --allow-host.',
      'movecli sandbox start --allow-host',
    )
  if (request.url?.startsWith(resetPath) && !isLoopback(request.socket.remoteAddress ?? ''))
    return fail('FORBIDDEN_HOST', 'Only this machine may reset the sandbox.', 'movecli sandbox reset')
  return undefined
}

/** A host without its port. */
const hostName = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

const plainReply = (failure: Failure): WireResponse => {
  const { status, headers, body } = replyOf(failure, [[sandboxHeader, '1']])
  return { status, headers, body: bytes(body) }
}

async function* bytes(text: string) {
  yield Buffer.from(text)
}

async function send(answer: WireResponse, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, answer.headers.flat())
  for await (const part of answer.body) await new Promise((resolve) => response.write(part, resolve))
  response.end()
}
