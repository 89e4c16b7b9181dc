/** Hands an answer to the wire, whole or spoilt by a fault. */
import { TransportFailure, type WireResponse } from '../contract/wire.ts'
import { envelope, fail, isFailureCode, replyOf, type Headers, type HttpReply } from './answer.ts'
import type { Drawn, Effect } from './faults.ts'

export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>

/** What a broken connection looks like from the other side; `fault` tells the socket how to break it. */
export class Broken extends Error {
  readonly code = 'ECONNRESET'
  readonly fault: 'drop' | 'reset'
  constructor(fault: 'drop' | 'reset') {
    super(fault === 'reset' ? 'read ECONNRESET' : 'socket hang up')
    this.fault = fault
  }
}

/** True for faults that strike before the request is applied. */
export const strikesBefore = (effect: Effect | undefined): boolean =>
  effect?.kind === 'drop-before' || effect?.kind === 'reset' || effect?.kind === 'answer'

/** The answer that a fault gives in place of the operation's. */
export function faultReply(effect: Effect): HttpReply | undefined {
  if (effect.kind !== 'answer') return undefined
  const { status, retryAfter = status === '429' || status === 'RATE_001' ? '1' : undefined } = effect
  const headers: Headers = retryAfter === undefined ? [] : [['retry-after', retryAfter]]
  const said = ['This fault was asked for.', `fault: ${status}`] as const
  if (isFailureCode(status)) return replyOf(fail(status, ...said), headers)
  if (status === '429') return replyOf(fail('RATE_001', ...said), headers)
  const code = `HTTP_${status}`
  if (status.startsWith('3')) headers.push(['location', '/sandbox/elsewhere'])
  return envelope(
    Number(status),
    { success: false, error: { code, message: said[0], details: said[1] } },
    headers,
  )
}

/** The answer on the wire, late, broken or missing where a fault says so. Throws TransportFailure. */
export async function deliver(
  reply: HttpReply,
  always: Headers,
  { latency, effect }: Drawn,
  { signal, sleep }: { signal: AbortSignal; sleep: Sleep },
): Promise<WireResponse> {
  if (latency > 0) await sleep(latency, signal).catch(() => undefined)
  if (effect?.kind === 'hang-after-apply') await aborted(signal)
  if (signal.aborted) throw new TransportFailure('sent', signal.reason)
  if (effect?.kind === 'reset') throw new TransportFailure('sent', new Broken('reset'))
  if (effect?.kind === 'drop-before' || effect?.kind === 'drop-after-apply')
    throw new TransportFailure('sent', new Broken('drop'))
  const { status, headers, body } = effect?.kind === 'not-json' ? notJson : reply
  const bytes = new TextEncoder().encode(body)
  return {
    status,
    headers: [...always, ...headers, ['content-length', String(bytes.byteLength)]],
    body: effect?.kind === 'truncate' ? half(bytes) : oneChunk(bytes),
  }
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes
}

async function* half(bytes: Uint8Array) {
  yield bytes.slice(0, Math.floor(bytes.byteLength / 2))
  throw new TransportFailure('sent', new Broken('drop'))
}

const notJson: HttpReply = {
  status: 200,
  headers: [['content-type', 'text/html']],
  body: '<html><body><h1>Welcome to this network</h1></body></html>\n',
}

const aborted = async (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
