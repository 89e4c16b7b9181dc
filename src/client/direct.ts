/** The way for one request, on a fresh connection, and for one after the other, on a kept one: node:http(s). */
import { Agent, request as plain, type ClientRequest, type IncomingMessage } from 'node:http'
import { TransportFailure, type Transport, type WireRequest, type WireResponse } from '../contract/wire.ts'
import { largestHeaders } from './guards.ts'

/** Carries each request on a connection of its own. */
export const direct: Transport = async (request) => carry(request, () => false)

/** Carries one request after the other on one connection, which holds no process while it waits for the next. */
export function kept(): Transport {
  const agents = new Map<unknown, Agent>()
  const one = { keepAlive: true, maxSockets: 1, scheduling: 'fifo' } as const
  return async (request) =>
    carry(request, (Kind) => {
      const agent = agents.get(Kind) ?? new Kind(one)
      agents.set(Kind, agent)
      return agent
    })
}

type Ways = { Agent: typeof Agent; request: typeof plain }

async function carry(
  request: WireRequest,
  agentOf: (kind: Ways['Agent']) => Agent | false,
): Promise<WireResponse> {
  const url = new URL(request.url)
  const ways: Ways = url.protocol === 'https:' ? await import('./secure.ts') : { Agent, request: plain }
  return new Promise((resolve, reject) => {
    let connected = false
    const fail = (error: unknown) => reject(new TransportFailure(connected ? 'sent' : 'connect', error))
    if (request.signal.aborted) return fail(request.signal.reason)
    const sending = ways.request(url, {
      method: request.method,
      agent: agentOf(ways.Agent),
      maxHeaderSize: largestHeaders,
    })
    // Set one by one: what stands in the options is written to stderr under NODE_DEBUG=http.
    for (const [name, value] of Object.entries(request.headers)) sending.setHeader(name, value)
    if (request.body) sending.setHeader('Content-Length', request.body.length)
    const stop = () => sending.destroy(asError(request.signal.reason))
    request.signal.addEventListener('abort', stop, { once: true })
    sending.on('close', () => request.signal.removeEventListener('abort', stop))
    onConnected(sending, url.protocol, () => (connected = true))
    sending.on('error', fail)
    sending.on('response', (answer) => resolve(received(answer, request)))
    // Nobody asked for another protocol: it is an answer without a body.
    sending.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ ...received(answer, request), body: nothing() })
    })
    sending.on('close', () => fail(new Error('the connection was closed without an answer')))
    sending.end(request.body)
  })
}

function onConnected(sending: ClientRequest, protocol: string, connected: () => void): void {
  sending.on('socket', (socket) => {
    if (sending.reusedSocket) connected()
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', connected)
  })
}

const received = (answer: IncomingMessage, request: WireRequest): WireResponse => ({
  status: answer.statusCode ?? 0,
  headers: pairs(answer.rawHeaders),
  body: chunks(answer, request),
})

async function* chunks(answer: IncomingMessage, { signal }: WireRequest): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of answer) yield chunk as Uint8Array
  } catch (error) {
    throw new TransportFailure('sent', signal.aborted ? signal.reason : error)
  }
}

async function* nothing(): AsyncIterable<Uint8Array> {}

function pairs(raw: string[]): [string, string][] {
  const found: [string, string][] = []
  for (let i = 0; i + 1 < raw.length; i += 2) found.push([raw[i]!.toLowerCase(), raw[i + 1]!])
  return found
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
