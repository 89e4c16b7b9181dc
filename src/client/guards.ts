/** What no answer and no address may do, whichever transport carries it: wraps every one of them. */
import { TransportFailure, type Transport, type WireRequest, type WireResponse } from '../contract/wire.ts'
import { MoveError } from '../errors.ts'
import { readBody, UnusableBody } from './body.ts'

export const largestHeaders = 32 * 1024
/** A timer of Node's cannot be set for longer. */
const longestTimer = 2 ** 31 - 1

/** A whole answer, or why there is none. `final`: the same again would fail the same way. */
export type Answered = { what: 'answered'; status: number; headers: Map<string, string>; text: string }
type Missing = { why: string; timedOut: boolean; final?: boolean }
export type Reply = Answered | ({ what: 'not-sent' } & Missing) | ({ what: 'lost' } & Missing)

export type Ask = { method: string; url: string; headers: Record<string, string>; body?: Uint8Array }
export type Guarded = (ask: Ask, limits: { timeoutMs: number; signal: AbortSignal }) => Promise<Reply>

/** Sends within a total deadline, never in the clear, never a redirect followed, never more than the caps. `readOnly` refuses every method but GET (--dry-run). */
export function guarded(transport: Transport, { readOnly = false } = {}): Guarded {
  return async (ask, { timeoutMs, signal }) => {
    if (readOnly && ask.method !== 'GET') {
      throw new MoveError(`--dry-run refused to send ${ask.method}.`, {
        code: 'CLI_BUG',
        exit: 1,
        outcome: 'not_sent',
      })
    }
    await refuseInTheClear(new URL(ask.url))
    const limit = limited(timeoutMs, signal)
    const request = { ...ask, signal: limit.signal }
    try {
      return await whole(await transport(request), request)
    } catch (error) {
      return failed(error, limit.timedOut(), timeoutMs)
    } finally {
      limit.done()
    }
  }
}

/**
 * Ends a request with its deadline or a stop. The timer holds the process: while an answer is awaited nothing else may,
 * and it would end without a word. Once done nothing is left, as AbortSignal.any leaves it: a list makes many requests.
 */
function limited(timeoutMs: number, stop: AbortSignal) {
  const ending = new AbortController()
  let timedOut = false
  const over = () => {
    timedOut = true
    ending.abort(new Error('the time is over'))
  }
  const timer = setTimeout(over, Math.min(timeoutMs, longestTimer))
  const stopped = () => ending.abort(stop.reason)
  if (stop.aborted) stopped()
  else stop.addEventListener('abort', stopped, { once: true })
  const done = () => {
    clearTimeout(timer)
    stop.removeEventListener('abort', stopped)
  }
  return { signal: ending.signal, timedOut: () => timedOut, done }
}

async function whole(response: WireResponse, { signal }: WireRequest): Promise<Reply> {
  const size = response.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  if (size > largestHeaders) throw new UnusableBody('the headers of the answer are larger than 32 KB')
  const headers = new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const text = await raced(readBody(response.body, headers.get('content-encoding')), signal)
  return { what: 'answered', status: response.status, headers, text }
}

/** A body that neither ends nor fails when asked to stop must not hold the deadline. */
async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new TransportFailure('sent', signal.reason))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function failed(error: unknown, timedOut: boolean, timeoutMs: number): Reply {
  if (error instanceof UnusableBody) return { what: 'lost', why: error.message, timedOut: false, final: true }
  if (!(error instanceof TransportFailure)) throw error
  const seconds = `${timeoutMs / 1000} s`
  if (error.phase === 'connect') {
    const why = timedOut ? `no connection within ${seconds}` : error.message
    return { what: 'not-sent', why, timedOut, ...(isCertificate(error.cause) && { final: true }) }
  }
  const why = timedOut ? `no whole answer within ${seconds}` : error.message
  return { what: 'lost', why, timedOut, ...(isOverflow(error.cause) && { final: true }) }
}

const codeOf = (cause: unknown) => (cause as NodeJS.ErrnoException | undefined)?.code ?? ''
const isCertificate = (cause: unknown) => /CERT|_TLS_|SSL/.test(codeOf(cause))
const isOverflow = (cause: unknown) => /HEADER_OVERFLOW|HEADERS_OVERFLOW/.test(codeOf(cause))

/** https, or http to this machine alone: a literal loopback address, or `localhost` where it means nothing else. */
async function refuseInTheClear({ protocol, hostname }: URL): Promise<void> {
  if (protocol === 'https:' || isLoopback(hostname)) return
  if (hostname === 'localhost') {
    const { lookup } = await import('node:dns/promises')
    const found = await lookup(hostname, { all: true }).catch(() => [])
    if (found.every(({ address }) => isLoopback(address))) return
  }
  throw new MoveError(
    `Plain http to ${hostname} is refused: it would show the API key to everyone on the way.`,
    {
      code: 'CLI_INSECURE_URL',
      exit: 3,
      outcome: 'not_sent',
      hint: 'Use an https:// base URL.',
    },
  )
}

/** True for 127.0.0.0/8 and ::1, written out. */
export const isLoopback = (host: string): boolean =>
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) || host === '[::1]' || host === '::1'
