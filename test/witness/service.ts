/**
 * A second service, written from the service's document alone: it records every request to the byte, and answers, or fails,
 * as a test tells it. It shares no code with movecli, so that both cannot be wrong in the same way.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { readEndpoints, type Endpoint } from '../spec/read.ts'
import { failure, good, operations } from './answers.ts'
import type { Answer, Shape } from './answers.ts'
import { matches, merge } from './rules.ts'
import type { RecordedRequest, Rule } from './rules.ts'

export * from './answers.ts'
export * from './rules.ts'

export type WitnessOptions = {
  key?: string
  address?: string
  /** When the tokens it issues expire; in one hour. */
  expiresAt?: string
  /** The one proof it accepts; without it, any. */
  proof?: string
  /** How lists are wrapped. */
  shape?: Shape
  /** How the session token travels (open: docs/service.md §5.5). */
  tokenHeader?: string
  tokenScheme?: string
}

export type Witness = Awaited<ReturnType<typeof startWitness>>

/** Starts the service on 127.0.0.1 at a port of the system's choice; it never holds a test run open. */
export async function startWitness(options: WitnessOptions = {}) {
  const key = options.key ?? 'witness-key'
  const address = options.address ?? '0x1111111111111111111111111111111111111111'
  const token = 'd2l0.bmVzcw.c2Vzc2lvbg'
  const expiredToken = 'd2l0.bmVzcw.ZXhwaXJlZA'
  const sessions = new Map([[token, address]])
  const requests: RecordedRequest[] = []
  const rules: (Rule & { left: number })[] = []
  const sockets = new Set<Socket>()
  const used = new WeakSet<Socket>()
  const open = new Set<RecordedRequest>()
  const timers = new Set<NodeJS.Timeout>()
  let connections = 0

  const take = (fits: (rule: Rule) => boolean): Rule | undefined => {
    const rule = rules.find((rule) => rule.left > 0 && fits(rule))
    if (rule) rule.left -= 1
    return rule
  }
  const later = (ms: number) =>
    new Promise<void>((resolve) => {
      timers.add(setTimeout(resolve, ms).unref())
    })

  const login = (address: string) => {
    const token = `d2l0.bmVzcw.bG9naW4${sessions.size}`
    sessions.set(token, address)
    return { token, expiresAt: options.expiresAt ?? new Date(Date.now() + 3_600_000).toISOString() }
  }

  function ordinary(request: IncomingMessage, body: string): Answer {
    const [pathname = '', search = ''] = (request.url ?? '').split('?')
    const query = new URLSearchParams(search)
    const method = request.method ?? ''
    const path = pathname.startsWith('/v1/') ? pathname.slice(3) : ''
    const endpoint = endpointOf(method, path)
    if (!endpoint) return { status: 404, body: 'there is nothing here' }

    const shown = request.headers['x-api-key']
    if (!shown) return failure('AUTH_001', 'X-API-Key is missing')
    if (shown !== key) return failure('AUTH_002', 'X-API-Key is not known')
    const scheme = options.tokenScheme ?? 'Bearer'
    const sent = String(request.headers[(options.tokenHeader ?? 'authorization').toLowerCase()] ?? '')
    const user = sessions.get(scheme ? sent.replace(`${scheme} `, '') : sent)
    if (sent.endsWith(expiredToken)) return failure('AUTH_002', 'token expired at 2026-01-02T03:04:05Z')
    if (sent && (!user || !sent.startsWith(scheme)))
      return failure('AUTH_002', 'the session token is not known')
    if (!sent && isOfAUser(endpoint, query)) return failure('AUTH_001', 'the session token is missing')

    const operation = operations[`${method} ${endpoint.path}`]
    if (!operation) return documented(endpoint)
    const house = { shape: options.shape ?? 'items', proof: options.proof, login }
    return operation({ method, path, query, body, address: user ?? address }, house)
  }

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    rule: Rule,
    record: RecordedRequest,
  ) {
    const { body } = record
    await rule.until
    if (rule.delayMs) await later(rule.delayMs)
    open.delete(record)
    if (rule.hang === true) return
    const { socket } = request
    if (rule.destroy === 'before-answer') return void socket.resetAndDestroy()

    const usual = rule.redirect ? { status: 307, body: '' } : ordinary(request, body)
    const bytes = Buffer.from(rule.body ?? usual.body)
    const head = merge(rule.headers, [
      [
        'Content-Type',
        usual.status === 404 && !usual.body.startsWith('{') ? 'text/plain' : 'application/json',
      ],
      ['Date', new Date().toUTCString()],
      ['Content-Length', rule.endless ? null : String(bytes.length)],
      ['Location', rule.redirect ?? null],
    ])
    response.sendDate = false
    response.writeHead(rule.status ?? usual.status, head.flat())
    response.flushHeaders()

    if (rule.destroy === 'mid-body' || rule.hang === 'mid-body')
      response.write(bytes.subarray(0, bytes.length >> 1))
    if (rule.hang) return
    if (rule.destroy) return void later(20).then(() => socket.destroy())
    if (rule.drip || rule.endless) return pour(response, bytes, rule)
    response.end(bytes)
  }

  /** Writes the body a little at a time, until it or the connection ends. */
  function pour(response: ServerResponse, bytes: Uint8Array, { drip = 1, endless }: Rule) {
    const every = Math.max(1, Math.ceil(1 / drip))
    const size = Math.max(1, Math.round(drip * every))
    let sent = 0
    const timer = setInterval(() => {
      if (sent < bytes.length) response.write(bytes.subarray(sent, (sent += size)))
      else if (endless) response.write(' ')
      else response.end()
    }, every).unref()
    timers.add(timer)
    response.once('close', () => clearInterval(timer)).once('finish', () => clearInterval(timer))
  }

  const server = createServer(
    { maxHeaderSize: 256 * 1024, keepAliveTimeout: 60_000 },
    (request, response) => {
      const target = request.url ?? ''
      const record: RecordedRequest = {
        method: request.method ?? '',
        target,
        rawHeaders: request.rawHeaders,
        body: '',
        newConnection: !used.has(request.socket),
        complete: false,
        at: Date.now(),
        beside: [...open].filter((each) => each.method === request.method && each.target === target).length,
      }
      open.add(record)
      used.add(request.socket)
      requests.push(record)
      const rule = take((rule) => rule.destroy !== 'at-connect' && matches(rule, record)) ?? {}
      const chunks: Buffer[] = []
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('close', () => (record.body = Buffer.concat(chunks).toString()))
        .on('error', () => {})
        .on('end', () => {
          record.complete = true
          record.body = Buffer.concat(chunks).toString()
          void respond(request, response, rule, record)
        })
    },
  )
  server.on('clientError', (_, socket) => socket.destroy())
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket.unref())
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (take((rule) => rule.destroy === 'at-connect')) socket.resetAndDestroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0

  return {
    url: `http://127.0.0.1:${port}/v1`,
    key,
    address,
    /** A session of `address`, and one that ended at 2026-01-02T03:04:05Z. */
    token,
    expiredToken,
    requests,
    /** How many connections came, those reset at once included. */
    connections: () => connections,
    answer: (rule: Rule) => void rules.push({ ...rule, left: rule.times ?? 1 }),
    /** Forgets what it was told to answer. */
    forget: () => void rules.splice(0),
    /** Cuts every connection and frees the port; a second call does nothing. */
    close: () =>
      new Promise<void>((resolve) => {
        for (const timer of timers) clearTimeout(timer)
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const endpoints = readEndpoints()

/** The operation of the document with this method and path; one whose path is written out goes before one with a name in it. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  const parts = path.split('/')
  const fits = endpoints.filter((each) => {
    const named = each.path.split('/')
    const same = named.every((part, at) => part === parts[at] || (part.startsWith('{') && parts[at] !== ''))
    return each.method === method && named.length === parts.length && same
  })
  return fits.find((each) => each.path === path) ?? fits[0]
}

/** The answer that the document shows; where it shows none, data of our own. */
function documented({ exchanges }: Endpoint): Answer {
  const shown = exchanges.find(({ response }) => response.status === 200 && response.bodyShown)
  return shown ? { status: 200, body: shown.response.body } : good('{"said":"by the witness"}')
}

/** Not with an address, and not where the document shows a good answer to a request without a token. */
function isOfAUser({ path, exchanges }: Endpoint, query: URLSearchParams): boolean {
  if (path.includes('{address}') || query.has('address')) return false
  const open = exchanges.filter(({ request }) => request.headers.every(([name]) => name !== 'Authorization'))
  return !open.some(({ response }) => response.status === 200)
}
