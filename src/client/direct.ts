/** The way for one request: node:http(s), a fresh connection, nothing kept. */
import { request as plain, type ClientRequest, type IncomingMessage } from 'node:http'
import { TransportFailure, type Transport, type WireRequest, type WireResponse } from '../contract/wire.ts'
import { largestHeaders } from './guards.ts'

/** Carries each request on a connection of its own. */
export const direct: Transport = async (request) => {
  const url = new URL(request.url)
  const open = url.protocol === 'https:' ? (await import('./secure.ts')).request : plain
  return new Promise((resolve, reject) => {
    let connected = false
    const fail = (error: unknown) => reject(new TransportFailure(connected ? 'sent' : 'connect', error))
    if (request.signal.aborted) return fail(request.signal.reason)
    const sending = open(url, { method: request.method, agent: false, maxHeaderSize: largestHeaders })
    // Set one by one: what stands in the options is written to stderr under NODE_DEBUG=http.
    for (const [name, value] of Object.entries(request.headers)) sending.setHeader(name, value)
    if (request.body) sending.setHeader('Content-Length', request.body.length)
    const stop = () => sending.destroy(asError(request.signal.reason))
    request.signal.addEventListener('abort', stop, { once: true })
    sending.on('close', () => request.signal.removeEventListener('abort', stop))
    onConnected(sending, url.protocol, () => (connected = true))
    sending.on('error', fail)
    sending.on('response', (answer) => resolve(received(answer, request)))
    sending.end(request.body)
  })
}

function onConnected(sending: ClientRequest, protocol: string, connected: () => void): void {
  sending.on('socket', (socket) =>
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', connected),
  )
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

function pairs(raw: string[]): [string, string][] {
  const found: [string, string][] = []
  for (let i = 0; i + 1 < raw.length; i += 2) found.push([raw[i]!.toLowerCase(), raw[i + 1]!])
  return found
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
