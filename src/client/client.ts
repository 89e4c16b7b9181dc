/** Sends operations: compose, send, open the envelope, check the form. Writes go through a ledger. */
import type { Json } from '../contract/digits.ts'
import { departures, type Departure } from '../contract/form.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import { interrupted, MoveError } from '../errors.ts'
import { bodyBytes, compose, type Composed, type Pair, type Target } from './compose.ts'
import { bodyOf, heardOf, openEnvelope, type Opened } from './envelope.ts'
import { failureOf, lostCode, requestIdOf } from './failure.ts'
import type { Answered, Guarded, Reply } from './guards.ts'
import { maskOf } from './mask.ts'
import { later, type Stopping } from './later.ts'
import { judge, type Kind, type Verdict } from './outcome.ts'
import {
  broken,
  isNotSent,
  named,
  onRecord,
  type Settlement,
  type Watched,
  type WriteLedger,
} from './record.ts'
import { askedWait, retrying, type Patience } from './retry.ts'
import { issuedIn, washedEnvelope, washedReply } from './wash.ts'

export type { Settlement, WriteLedger } from './record.ts'

export type Trace =
  | { on: 'request'; request: Composed }
  | { on: 'reply'; request: Composed; reply: Reply; ms: number }

export type Answer = {
  data: Json
  status: number
  headers: Map<string, string>
  /** Where the record is not as documented (docs/service.md §2). */
  departures: Departure[]
  requestId?: string
}

export type Sender = {
  target: Target
  send: Guarded
  /** Milliseconds for one request; the operation's own where the user says nothing. */
  timeoutMs?: number
  patience: Patience
  /** What a stop leaves to a write in flight: ten seconds for its answer. */
  stopping: Stopping
  /** Gives up a write in flight in its place. */
  givenUp?: AbortSignal
  trace?: (event: Trace) => void
  /** Takes secrets out of what the service says: before it is shortened, traced, recorded or handed on. */
  redact?: (text: string) => string
  /** Registers what a login hands out, before anything of its answer is shown. */
  secret?: (value: string) => void
  /** What to do about a code of the service, where the caller knows better than its table. */
  hints?: Readonly<Record<string, string>>
}

type Tried = {
  request: Composed
  reply: Reply
  opened: Opened | undefined
  verdict: Verdict
  /** Given up in flight, for a stop was asked for. */
  givenUp?: AbortSignal
}

const usualTimeoutMs = 30_000
/** A polite stop waits this long for the answer to a write in flight. */
const graceMs = 10_000

/** Reads an operation (GET). Throws MoveError; nothing is changed at the service. */
export async function read(
  name: OperationName,
  input: object,
  sender: Sender,
  params: Pair[] = [],
): Promise<Answer> {
  return readRaw(compose(name, { ...input }, sender.target, params), sender)
}

/** Reads by a composed request. A path that the contract does not know may answer without `data`. */
export async function readRaw(
  request: Composed,
  sender: Sender,
  kind: 'read' | 'login' = 'read',
): Promise<Answer> {
  return answerOf(await attempts(async () => request, kind, sender), kind, sender)
}

/** Signs in; `make` composes anew for each attempt, so that no message is used twice. */
export async function login(make: () => Promise<object>, sender: Sender, retries: number): Promise<Answer> {
  const fresh = async () => compose('auth.login', { ...(await make()) }, sender.target)
  const patient = { ...sender, patience: { ...sender.patience, retries } }
  return answerOf(await attempts(fresh, 'login', patient), 'login', sender)
}

/** Sends a write once its intent is on disk, and records what became of it. Throws MoveError with its outcome. */
export async function sendWrite(
  request: Composed,
  kind: 'write' | 'repeatable',
  ledger: WriteLedger,
  sender: Sender,
): Promise<Answer> {
  const { method, path, url, body } = request
  const operation = request.operation ?? `${method} ${path}`
  const id = await ledger.sending({
    operation,
    method,
    path,
    url,
    // Made only where the ledger looks at it.
    get body() {
      return body === undefined ? Buffer.alloc(0) : bodyBytes(body)
    },
  })
  const { next, watched, under } = onRecord(id, request, ledger, sender)
  const tried = await attempts(next, kind, watched).catch(async (error: unknown) => {
    const outcome = under() && !isNotSent(error) ? 'unknown' : 'not_sent'
    await ledger.settled(id, { outcome })
    if (outcome === 'not_sent' && error instanceof MoveError) throw error.with({ outcome })
    throw outcome === 'unknown' && kind === 'write' ? named(broken(error, request), id) : error
  })
  await ledger.settled(id, settlementOf(tried, sender))
  return answerOf(tried, kind, sender, id)
}

async function attempts(make: () => Promise<Composed>, kind: Kind, sender: Watched<Sender>): Promise<Tried> {
  const stop = sender.patience.signal
  const writing = kind === 'write' || kind === 'repeatable'
  const { signal, end } =
    writing && !sender.givenUp
      ? later(stop, graceMs, sender.stopping)
      : { signal: (writing && sender.givenUp) || stop, end: () => {} }
  let last: Tried | undefined
  return retrying(async () => {
    const request = await make().catch(refusedBefore)
    if (!request) return { value: last!, again: false }
    const value = (last = await attempt(request, kind, sender, signal))
    const { reply, verdict } = value
    const asked = reply.what === 'answered' ? askedWait(reply.headers, sender.patience.now()) : undefined
    const again = verdict.again && (await sender.onAgain?.().catch(() => false)) !== false
    return { value, again, asked }
  }, sender.patience).finally(end)

  /** A write that cannot be put on record is not sent again, and what became of it before stays true. */
  function refusedBefore(error: unknown): undefined {
    if (!writing || !last) throw error
  }
}

async function attempt(request: Composed, kind: Kind, sender: Sender, signal: AbortSignal): Promise<Tried> {
  const { method, url, headers, body } = request
  const timeoutMs = sender.timeoutMs ?? operationTimeout(request) ?? usualTimeoutMs
  sender.trace?.({ on: 'request', request })
  const began = sender.patience.now().getTime()
  const came = await sender.send(
    { method, url, headers, ...(body !== undefined && { body: bodyBytes(body) }) },
    { timeoutMs, signal },
  )
  const form = kind === 'read' && request.operation === undefined ? 'write' : kind
  const record = request.operation !== undefined && operationOf(request.operation).result.type === 'object'
  const said =
    came.what === 'answered' ? readable(came, kind, openEnvelope(came.text, form, { record })) : undefined
  const isLogin = kind === 'login'
  if (isLogin && came.what === 'answered')
    for (const value of issuedIn(came, bodyOf(came.text))) sender.secret?.(value)
  const { redact = (text: string) => text } = sender
  const reply = washedReply(came, redact)
  // The data of a login is handed to who keeps the token in it, and to nobody else.
  const opened =
    said && reply.what === 'answered' && !(isLogin && said.envelope.is === 'good')
      ? washedEnvelope(said, reply.text, redact)
      : said
  sender.trace?.({ on: 'reply', request, reply, ms: sender.patience.now().getTime() - began })
  const givenUp = reply.what === 'lost' && !reply.timedOut && signal.aborted
  return {
    request,
    reply,
    opened,
    verdict: judge(kind, heardOf(reply, opened)),
    ...(givenUp && { givenUp: signal }),
  }
}

/** A read hands on no character that the service did not send; what became of a write is known without each of them. */
const readable = ({ garbled }: Answered, kind: Kind, opened: Opened): Opened =>
  garbled && kind === 'read' && opened.envelope.is === 'good'
    ? { envelope: { is: 'none' }, why: 'its text is not UTF-8.' }
    : opened

const operationTimeout = ({ operation }: Composed) => {
  const seconds = operation && operationOf(operation).timeout
  return seconds === undefined ? undefined : seconds * 1000
}

function answerOf(tried: Tried, kind: Kind, sender: Sender, id?: string): Answer {
  const { request, reply, opened, verdict } = tried
  const {
    patience: { signal },
    redact = (text) => text,
  } = sender
  if (signal.aborted && !verdict.good) throw stopped(tried, kind, signal, id)
  const mask = maskOf(request)
  const safely = (text: string) => redact(mask.text(text))
  if (!verdict.good || reply.what !== 'answered')
    throw named(failureOf({ ...tried, kind, redact: safely, hints: sender.hints }), id)
  const requestId = requestIdOf(reply.headers)
  return {
    data: mask.data(opened?.data ?? null),
    status: reply.status,
    headers: reply.headers,
    departures: request.operation ? departures(operationOf(request.operation).result, opened?.data) : [],
    ...(requestId && { requestId }),
  }
}

/** What is kept of an outcome. The service's words hold no secret when they are written down. */
function settlementOf(
  { request, reply, opened, verdict, givenUp }: Tried,
  { redact = (text) => text }: Sender,
): Settlement {
  const safely = (text: string) => redact(maskOf(request).text(text)).slice(0, 200)
  const id = reply.what === 'answered' ? requestIdOf(reply.headers) : undefined
  const refused = opened?.envelope.is === 'refused' ? opened.envelope.code : undefined
  const lost = givenUp ? interrupted(givenUp).fault.code : reply.what === 'lost' ? lostCode(reply) : undefined
  const code = lost ?? refused
  return {
    outcome: verdict.outcome,
    ...(reply.what === 'answered' && { status: reply.status }),
    ...(code && { code: safely(code) }),
    ...(id && { requestId: safely(id) }),
  }
}

/** Stopped while it was under way: 130 or 143 wins, and the last line names a write in doubt. */
function stopped(tried: Tried, kind: Kind, signal: AbortSignal, id?: string): MoveError {
  const stop = interrupted(signal)
  const { outcome } = tried.verdict
  if (kind === 'read' || kind === 'login') return stop
  if (outcome !== 'unknown') return stop.with({ outcome })
  const request = `${tried.request.method} ${tried.request.path}`
  const words = `${stop.message} The outcome of ${request} is unknown: it was sent and no answer came.`
  const doubt = new MoveError(words, { ...stop.fault, outcome, request })
  return kind === 'write' ? named(doubt, id) : doubt.with({ retryable: true })
}
