/** The end of a request: its data, what its record keeps, or why it failed. */
import type { Settlement } from '../contract/outcome.ts'
import { validate } from '../contract/validate.ts'
import { interrupted, MoveError } from '../errors.ts'
import { isWrite, requestKind } from './compose.ts'
import { errorFromResponse, lostCode } from './error-from-response.ts'
import { pauseFromHeaders } from './rate-headers.ts'
import { requestIdOf } from './request-id.ts'
import type { AttemptResult, Sender, ServiceResponse } from './sender.ts'
import { withRecordHint } from './write-ledger.ts'

/** The record of a write, and the way to settle it. */
type OnRecord = { id: string; reconcile: string | undefined }

export function toServiceResponse(tried: AttemptResult, sender: Sender, record?: OnRecord): ServiceResponse {
  const { request, mask, reply, opened, classification } = tried
  const {
    retryPolicy: { signal },
    redact = (text) => text,
  } = sender
  if (signal.aborted && !classification.ok) throw stoppedError(tried, signal, record)
  if (!classification.ok || reply.what !== 'answered')
    throw withRecordHint(
      errorFromResponse({
        ...tried,
        redact: (text) => redact(mask.text(text)),
        redactWords: (words) => redact(mask.words(words)),
        hints: sender.hints,
      }).with(askedBy(tried, sender)),
      record?.id,
      record?.reconcile,
    )
  const headers = mask.headers(reply.headers)
  const requestId = requestIdOf(headers)
  return {
    data: mask.data(opened?.data ?? null),
    status: reply.status,
    headers,
    violations: request.operation ? validate(request.operation.result, opened?.data) : [],
    ...(requestId && { requestId }),
  }
}

function askedBy({ reply }: AttemptResult, { retryPolicy: { now } }: Sender): { askedMs?: number } {
  if (reply.what !== 'answered') return {}
  const askedMs = pauseFromHeaders(reply.status, reply.headers, now())
  return askedMs === undefined ? {} : { askedMs }
}

/** What is kept of an outcome. The service's words hold no secret when they are written down. */
export function toSettlement(
  { mask, reply, opened, classification, givenUp }: AttemptResult,
  { redact = (text) => text }: Sender,
): Settlement {
  const safely = (text: string) => redact(mask.text(text)).slice(0, 200)
  const id = reply.what === 'answered' ? requestIdOf(reply.headers) : undefined
  const refused = opened?.envelope.is === 'refused' ? opened.envelope.code : undefined
  const lost = givenUp ? interrupted(givenUp).fault.code : reply.what === 'lost' ? lostCode(reply) : undefined
  const code = lost ?? refused
  return {
    outcome: classification.outcome,
    ...(reply.what === 'answered' && { status: reply.status }),
    ...(code && { code: safely(code) }),
    ...(id && { requestId: safely(id) }),
  }
}

/** Stopped while it was under way: 130 or 143 wins, and the last line names a write whose outcome is unknown. */
function stoppedError(tried: AttemptResult, signal: AbortSignal, record: OnRecord | undefined): MoveError {
  const stop = interrupted(signal)
  const { outcome } = tried.classification
  if (!isWrite(tried.request)) return stop
  if (outcome !== 'unknown') return stop.with({ outcome })
  const request = `${tried.request.method} ${tried.request.path}`
  const words = `${stop.message} The outcome of ${request} is unknown: it was sent and no answer came.`
  const stopped = new MoveError(words, { ...stop.fault, outcome, request })
  return requestKind(tried.request) === 'write'
    ? withRecordHint(stopped, record?.id, record?.reconcile)
    : stopped.with({ retryable: true })
}
