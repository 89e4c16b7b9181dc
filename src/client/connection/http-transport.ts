/** HTTP/1.1 over node:http, a connection per request: what comes on it can only be the answer to that request. */
import type { IncomingMessage, request as Request } from 'node:http'
import type { Socket } from 'node:net'
import { TransportFailure, type Transport, type WireRequest, type WireResponse } from '../../contract/wire.ts'
import { bodyQueue } from './body-queue.ts'
import { asError, dial, type Dialing } from './dial.ts'
import { largestHeaders } from '../guarded-transport.ts'

export type ConnectOptions = Omit<Dialing, 'signal' | 'listenMs'> & {
  /** Milliseconds that a service on this machine is listened to before a write. 50: small beside the time a person takes. */
  listenBeforeWriteMs?: number
}

/** A transport to the service, through `proxy` where one stands between. It holds nothing between requests. */
export const createTransport =
  ({ listenBeforeWriteMs = 50, ...way }: ConnectOptions = {}): Transport =>
  async (request) => {
    const url = new URL(request.url)
    const { request: begin } = await import('node:http')
    const listenMs = request.method === 'GET' ? undefined : listenBeforeWriteMs
    const open = async () => dial(url, { ...way, signal: request.signal, listenMs })
    const socket = await (request.unsent ? request.unsent(open) : open())
    if (request.signal.aborted) {
      socket.destroy()
      throw new TransportFailure('connect', request.signal.reason)
    }
    return sendOver(begin, socket, url, request)
  }

/** Sends over a connected socket. From here on the service may have the request. */
async function sendOver(
  begin: typeof Request,
  socket: Socket,
  url: URL,
  request: WireRequest,
): Promise<WireResponse> {
  const { method, headers, body, signal } = request
  const stop = () => socket.destroy(asError(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', stop))
  return new Promise((resolve, reject) => {
    let answered = false
    /** More than one answer came to a write. */
    let spoiled = false
    const answer = (response: WireResponse): void => {
      answered = true
      resolve(response)
    }
    // Each connection closes in the end: the trace of an error that nobody hears would cost more than the answer.
    const fail = (error?: Error): void => {
      socket.destroy()
      if (answered) return
      const why = error ?? new Error('the connection was closed without an answer')
      reject(new TransportFailure('sent', signal.aborted ? signal.reason : why))
    }
    const sending = begin({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      setHost: false,
      maxHeaderSize: largestHeaders,
    })
    // Set one by one: what stands in the options is written to stderr under NODE_DEBUG=http.
    sending.setHeader('Host', url.host)
    for (const [name, value] of Object.entries(headers)) sending.setHeader(name, value)
    if (body) sending.setHeader('Content-Length', body.length)
    sending.on('error', fail)
    sending.on('response', (message) =>
      answer(
        received(
          message,
          chunks(message, request, socket, () => spoiled),
        ),
      ),
    )
    // Behind Node's own: it ends a connection in the very turn in which it hears more than a whole answer.
    if (method !== 'GET')
      sending.on('socket', () => socket.on('data', () => (spoiled ||= answered && socket.destroyed)))
    // Nobody asked for another protocol: it is an answer without a body.
    sending.on('upgrade', (message) => {
      socket.destroy()
      answer(received(message, emptyBody()))
    })
    sending.on('close', () => fail())
    sending.end(body)
  })
}

const received = (answer: IncomingMessage, body: WireResponse['body']): WireResponse => ({
  status: answer.statusCode ?? 0,
  headers: headerPairs(answer.rawHeaders),
  body,
})

/** From the events of the answer: an iterator of its stream would load what no other part of a read needs. */
function chunks(
  answer: IncomingMessage,
  { signal }: WireRequest,
  socket: Socket,
  isSpoiled: () => boolean,
): AsyncIterable<Uint8Array> {
  const { push, end, body } = bodyQueue({
    pause: () => answer.pause(),
    resume: () => answer.resume(),
    leave: () => socket.destroy(),
  })
  const over = (error?: Error) => {
    end(error && new TransportFailure('sent', signal.aborted ? signal.reason : error))
    socket.destroy()
  }
  answer.on('data', push)
  answer.on('end', () => over(isSpoiled() ? secondAnswer() : undefined))
  answer.on('error', over)
  answer.on('close', () => {
    if (!answer.readableEnded) over(new Error('the connection was closed before the answer was whole'))
  })
  return body
}

const secondAnswer = () => Object.assign(new Error('more than one answer came'), { code: 'UNASKED_ANSWER' })

async function* emptyBody(): AsyncIterable<Uint8Array> {}

function headerPairs(raw: string[]): [string, string][] {
  const found: [string, string][] = []
  for (let i = 0; i + 1 < raw.length; i += 2) found.push([raw[i]!.toLowerCase(), raw[i + 1]!])
  return found
}
