/** Limits of every request, whichever transport carries it: https, a deadline, size caps, no redirects. */
import { TransportFailure, type Transport, type WireRequest, type WireResponse } from '../contract/wire.ts'
import { isLoopback } from '../contract/loopback.ts'
import { misconfigured, moveError, type MoveError } from '../errors.ts'
import type { Unsent } from './delayed-abort.ts'
import { readBody, UnusableBody, type BodyText } from './read-body.ts'
import { largeHeaders, notAnswered, notConnected, type NoReply } from './causes.ts'

export const largestHeaders = 32 * 1024
/** A timer of Node's cannot be set for longer. */
const longestTimer = 2 ** 31 - 1

/** A whole answer, or why there is none. */
export type HttpResponse = { what: 'answered'; status: number; headers: Map<string, string> } & BodyText
export type Reply = HttpResponse | ({ what: 'not-sent' } & NoReply) | ({ what: 'lost' } & NoReply)

export type HttpRequest = { method: string; url: string; headers: Record<string, string>; body?: Uint8Array }
export type SendLimits = { timeoutMs: number; signal: AbortSignal; unsent?: Unsent }
export type Send = (ask: HttpRequest, limits: SendLimits) => Promise<Reply>

/** Sends within a total deadline and the caps, never in the clear; follows no redirect. `readOnly`: GET alone (--dry-run). */
export function withGuards(transport: Transport, { readOnly = false } = {}): Send {
  return async (ask, { timeoutMs, signal, unsent }) => {
    if (readOnly && ask.method !== 'GET') {
      throw moveError('CLI_BUG', { message: `--dry-run refused to send ${ask.method}.`, outcome: 'not_sent' })
    }
    requireSecure(new URL(ask.url))
    requireFitHeaders(ask.headers)
    const limit = deadline(timeoutMs, signal)
    const request: WireRequest = {
      ...ask,
      signal: limit.request.signal,
      ...(unsent && { unsent: async (work) => unsent(limit.request, work) }),
    }
    let begun = false
    try {
      const response = await transport(request)
      begun = true
      return await readResponse(response, request)
    } catch (error) {
      const failed = {
        host: new URL(ask.url).host,
        begun,
        timeoutMs: limit.timedOut() ? timeoutMs : undefined,
      }
      return replyFromFailure(error, failed)
    } finally {
      limit.done()
    }
  }
}

/** Made once: the trace of an error costs more than the rest of a deadline. */
const requestDone = new Error('the request is done')

/**
 * Ends a request with its deadline or a stop. The timer holds the process: while an answer is awaited nothing else may,
 * and it would end without a word. Once done nothing is left, neither listeners nor, by the last abort, an open socket.
 */
function deadline(timeoutMs: number, stop: AbortSignal) {
  const request = new AbortController()
  let timedOut = false
  const over = () => {
    timedOut = true
    request.abort(new Error('the time is over'))
  }
  const timer = setTimeout(over, Math.min(timeoutMs, longestTimer))
  const stopped = () => request.abort(stop.reason)
  if (stop.aborted) stopped()
  else stop.addEventListener('abort', stopped, { once: true })
  const done = () => {
    clearTimeout(timer)
    stop.removeEventListener('abort', stopped)
    request.abort(requestDone)
  }
  return { request, timedOut: () => timedOut, done }
}

async function readResponse(response: WireResponse, { signal }: WireRequest): Promise<Reply> {
  const size = response.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  if (size > largestHeaders) throw new UnusableBody(largeHeaders)
  const pairs = response.headers.map(([name, value]) => [name.toLowerCase(), asSent(value)] as const)
  const headers = new Map(pairs)
  const waits = pairs.filter(([name]) => name === 'retry-after')
  if (waits.length > 1) headers.set('retry-after', waits.map(([, value]) => value).join(', '))
  const body = await untilAborted(readBody(response.body, headers.get('content-encoding')), signal)
  return { what: 'answered', status: response.status, headers, ...body }
}

const utf8 = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** A header, whose bytes Node gives as a character each: those that are UTF-8 as the text that a service has written. */
const asSent = (value: string): string =>
  value.replace(utf8, (bytes) => Buffer.from(bytes, 'latin1').toString())

/** A body that neither ends nor fails when asked to stop must not hold the deadline. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new TransportFailure('sent', signal.reason))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** `begun` once the headers of an answer came; `timeoutMs` where the deadline has passed. */
type Failed = { host: string; begun: boolean; timeoutMs: number | undefined }

function replyFromFailure(error: unknown, { host, begun, timeoutMs }: Failed): Reply {
  if (error instanceof UnusableBody) return { what: 'lost', why: error.message, timedOut: false, final: true }
  if (!(error instanceof TransportFailure)) throw error
  return error.phase === 'connect'
    ? { what: 'not-sent', ...notConnected(error, host, timeoutMs) }
    : { what: 'lost', ...notAnswered(error, { begun, timeoutMs }) }
}

/** https, or http to this machine alone. That `localhost` means nothing else is seen when it is resolved (dial.ts). */
function requireSecure({ protocol, hostname }: URL): void {
  if (protocol !== 'https:' && !isLoopback(hostname)) throw insecureUrl(hostname)
}

export const insecureUrl = (host: string): MoveError =>
  moveError('CLI_INSECURE_URL', {
    message: `Plain http to ${host} is refused: anyone on the network could read the API key.`,
  })

/** Visible ASCII, blanks and tabs: what every server reads alike (RFC 9110, section 5.5). */
const fitValue = /^[\t\x20-\x7e]*$/
const fitName = /^[!#$%&'*+.^_`|~\w-]+$/

/** Node would refuse such a header once a socket is open. The value may be a secret: it is not shown. */
function requireFitHeaders(headers: HttpRequest['headers']): void {
  const bad = Object.entries(headers).find(([name, value]) => !fitName.test(name) || !fitValue.test(value))
  if (!bad) return
  throw misconfigured(
    `The header ${JSON.stringify(bad[0])} has characters that no HTTP header can carry. Nothing was sent.`,
    'Copy the API key or session token again, without line breaks or special characters.',
  )
}
