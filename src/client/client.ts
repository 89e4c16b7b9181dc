/** Sends operations: compose, send, open the envelope, check the form. Writes go through a ledger. */
import type { OperationName } from '../contract/operations.ts'
import { MoveError } from '../errors.ts'
import { bodyBytes, compose, requestKind, type Composed, type Pair } from './compose.ts'
import { parseBody, summarizeReply, openEnvelope, type Opened } from './open-envelope.ts'
import type { HttpResponse, SendLimits } from './guarded-transport.ts'
import { delayedAbort, stopGraceMs } from './delayed-abort.ts'
import { maskFor } from './mask/mask.ts'
import { classify, type RequestKind } from './classify-response.ts'
import type { AttemptResult, Sender, ServiceResponse } from './sender.ts'
import { toServiceResponse, toSettlement } from './service-response.ts'
import {
  unknownOutcomeError,
  isNotSent,
  withRecordHint,
  journaledSender,
  type WithRetryHook,
  type WriteLedger,
} from './write-ledger.ts'
import { retryDelayFromHeaders, withRetries } from './retry.ts'
import { isClean, redactEnvelope, redactReply } from './redact-response.ts'

export type { Sender, ServiceResponse, Trace } from './sender.ts'
export type { WriteLedger } from './write-ledger.ts'

const defaultTimeoutMs = 30_000

/** Reads an operation (GET). Throws MoveError; nothing is changed at the service. */
export async function sendRead(
  name: OperationName,
  input: object,
  sender: Sender,
  params: Pair[] = [],
): Promise<ServiceResponse> {
  return sendReadRequest(compose(name, { ...input }, sender.target, params), sender)
}

/** Reads, or signs in, by a composed request. A path that the contract does not know may answer without `data`. */
export async function sendReadRequest(request: Composed, sender: Sender): Promise<ServiceResponse> {
  const tried = await sendWithRetries(async () => request, sender)
  await sender.heard?.(tried)
  const again = await sender.replacement?.(tried)
  return toServiceResponse(again ? await sendWithRetries(async () => again, sender) : tried, sender)
}

/** Signs in; `make` composes anew for each attempt, so that no message is used twice. */
export async function sendLogin(
  make: () => Promise<object>,
  sender: Sender,
  retries: number,
): Promise<ServiceResponse> {
  const fresh = async () => compose('auth.login', { ...(await make()) }, sender.target)
  const patient = { ...sender, retryPolicy: { ...sender.retryPolicy, retries } }
  const tried = await sendWithRetries(fresh, patient)
  await sender.heard?.(tried)
  return toServiceResponse(tried, sender)
}

/** Sends a write once its intent is on disk, and records what became of it. Throws MoveError with its outcome. */
export async function sendWrite(
  request: Composed,
  ledger: WriteLedger,
  sender: Sender,
): Promise<ServiceResponse> {
  const { method, path, url, body } = request
  const operation = request.operation?.name ?? `${method} ${path}`
  const id = await ledger.sending({
    operation,
    method,
    path,
    url,
    // Lazy: the ledger of rows never reads it.
    get body() {
      return body === undefined ? Buffer.alloc(0) : bodyBytes(body)
    },
  })
  const { next, watched, inFlight } = journaledSender(id, request, ledger, sender)
  const tried = await sendWithRetries(next, watched, { writing: true }).catch(async (error: unknown) => {
    const outcome = inFlight() && !isNotSent(error) ? 'unknown' : 'not_sent'
    await ledger.recordOutcome(id, { outcome })
    if (outcome === 'not_sent' && error instanceof MoveError) throw error.with({ outcome })
    throw outcome === 'unknown' && requestKind(request) === 'write'
      ? withRecordHint(unknownOutcomeError(error, request), id, ledger.reconcile)
      : error
  })
  await ledger.recordOutcome(id, toSettlement(tried, sender))
  await sender.heard?.(tried)
  return toServiceResponse(tried, sender, { id, reconcile: ledger.reconcile })
}

async function sendWithRetries(
  make: () => Promise<Composed>,
  sender: WithRetryHook<Sender>,
  { writing = false } = {},
): Promise<AttemptResult> {
  const stop = sender.retryPolicy.signal
  let inFlight = 0
  const own =
    writing && !sender.grace
      ? delayedAbort(stop, stopGraceMs, { ...sender.stopping, inFlight: () => inFlight })
      : undefined
  const grace = writing ? (own ?? sender.grace) : undefined
  /** What the service said of a write that it did not take: it was sent, though no further attempt was. */
  let refused: AttemptResult | undefined
  const end = await withRetries(async () => {
    const request = await make().catch(refusedBefore)
    if (!request) return { value: refused!, retry: false }
    inFlight = 1
    const value = await sendOnce(request, sender, grace ?? { signal: stop })
    inFlight = 0
    const { reply, classification } = value
    if (writing && reply.what === 'answered') refused = value
    const asked =
      reply.what === 'answered' ? retryDelayFromHeaders(reply.headers, sender.retryPolicy.now()) : undefined
    const again = classification.retryable && (await sender.onRetry?.().catch(() => false)) !== false
    return { value, retry: again, askedMs: asked }
  }, sender.retryPolicy).finally(() => own?.end())
  return end.reply.what === 'not-sent' ? (refused ?? end) : end

  /** A write that cannot be put on record is not sent again, and what became of it before stays true. */
  function refusedBefore(error: unknown): undefined {
    if (!refused) throw error
  }
}

async function sendOnce(
  request: Composed,
  sender: Sender,
  { signal, unsent }: Pick<SendLimits, 'signal' | 'unsent'>,
): Promise<AttemptResult> {
  const { operation, method, url, headers, body } = request
  const kind = requestKind(request)
  const mask = await maskFor(request)
  const login = kind === 'login' ? await import('./issued.ts') : undefined
  const timeoutMs = sender.timeoutMs ?? operationTimeout(operation) ?? defaultTimeoutMs
  sender.trace?.({ on: 'request', request })
  const began = sender.retryPolicy.now().getTime()
  const came = await sender.send(
    { method, url, headers, ...(body !== undefined && { body: bodyBytes(body) }) },
    { timeoutMs, signal, ...(unsent && { unsent }) },
  )
  // What a raw GET answers with is not documented: as after a write, its envelope may come without data.
  const form = kind === 'read' && operation === undefined ? 'write' : kind
  const record = operation?.result.type === 'object'
  const said =
    came.what === 'answered' ? readable(came, kind, openEnvelope(came.text, form, { record })) : undefined
  if (login && came.what === 'answered')
    for (const value of login.issuedIn(came, parseBody(came.text))) sender.secret?.(value)
  const { redact = (text: string) => text, redactWhole } = sender
  const clean = came.what === 'answered' && isClean(came, redactWhole ?? redact)
  const reply = clean ? came : redactReply(came, redact)
  // The data of a login is handed to who keeps the token in it, and to nobody else.
  const opened =
    said && !clean && reply.what === 'answered' && !(login && said.envelope.is === 'good')
      ? redactEnvelope(said, reply.text, redact)
      : said
  sender.trace?.({ on: 'reply', request, reply, mask, ms: sender.retryPolicy.now().getTime() - began })
  const givenUp = reply.what === 'lost' && !reply.timedOut && signal.aborted
  return {
    request,
    mask,
    sentAt: began,
    reply,
    opened,
    classification: classify(kind, summarizeReply(reply, opened)),
    ...(givenUp && { givenUp: signal }),
  }
}

/** A read hands on no character that the service did not send; what became of a write is known without each of them. */
const readable = ({ garbled }: HttpResponse, kind: RequestKind, opened: Opened): Opened =>
  garbled && kind === 'read' && opened.envelope.is === 'good'
    ? { envelope: { is: 'none' }, why: 'its text is not UTF-8.' }
    : opened

const operationTimeout = (operation: Composed['operation']) =>
  operation?.timeout === undefined ? undefined : operation.timeout * 1000
