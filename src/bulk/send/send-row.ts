/** One row from its intent to its outcome, and what that says to the rows behind it. */
import { sendWrite, type Sender, type WriteLedger } from '../../client/client.ts'
import type { Settlement } from '../../contract/outcome.ts'
import { compose } from '../../client/compose.ts'
import type { Grace } from '../../client/delayed-abort.ts'
import { openEnvelope } from '../../client/open-envelope.ts'
import { brief } from '../../client/error-from-response.ts'
import type { Reply } from '../../client/guarded-transport.ts'
import { pauseFromHeaders } from '../../client/rate-headers.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { exits, serviceCodes, type ServiceCode } from '../../contract/codes.ts'
import { hasExit, MoveError } from '../../errors.ts'
import type { RowEnd, RunJournal } from '../../journal/runs/run-journal.ts'
import { proofHider, withoutProof } from './hide-proof.ts'
import type { Task } from './prefetch.ts'
import type { Backoff } from './backoff.ts'
import { limited, unavailable } from './probe.ts'
import type { RunSession } from './run-session.ts'

/**
 * `message`: the service's own words for a refusal. `untaken`: the session had ended, so the
 * row goes with the next run of the command.
 */
export type RowResult = {
  status: 'applied' | 'rejected' | 'unknown'
  code?: string
  message?: string
  data?: Json
  untaken?: true
}

export type SendContext = {
  /** Sends a row once. Its grace is what a stop leaves to the rows in flight. */
  sender: Sender & { grace: Grace }
  session: RunSession
  run: RunJournal
  backoff: Backoff
  onResult: (task: Task, how: RowResult) => void
  /** The service did not take the row: it is queued again. */
  requeue: (task: Task) => void
  /** No further row may leave. */
  fail: (error: unknown) => void
  now: () => Date
  /** Milliseconds that pauses are measured by, whatever is done to the clock. */
  ticks: () => number
}

/** Sends a planned row. What stops the run goes to `fail`. */
export async function sendRow(flight: SendContext, task: Task): Promise<void> {
  const { backoff, run, sender, fail } = flight
  const round = backoff.round()
  const renewals = flight.session.renewals()
  const hide = proofHider(task.row.body.proof)
  const redactWhole = sender.redact ?? ((text: string) => text)
  const redact = (text: string) => hide(redactWhole(text))
  let reply: Reply | undefined
  let end: RowEnd | undefined
  const ledger: WriteLedger = {
    sending: async () => {
      await run.sending(task.row)
      return ''
    },
    recordOutcome: async (_, settlement) => {
      end = rowEndOf(settlement)
      await run.recordOutcome(task.row, end)
    },
  }
  const own: Sender = {
    ...sender,
    redact,
    redactWhole,
    send: async (ask, limits) => (reply = await sender.send(ask, limits)),
  }
  let data: Json | undefined
  let error: unknown
  try {
    const request = compose('motion.submit', task.row.body, sender.target)
    data = withoutProof((await sendWrite(request, ledger, own)).data, task.row.body.proof, hide)
  } catch (thrown) {
    error = thrown
  }
  if (end) settleRow(flight, task, { round, renewals, reply, end, data, error, redact })
  else fail(error)
}

type RowReply = {
  round: number
  /** How often the session had been renewed as it left. */
  renewals: number
  reply: Reply | undefined
  end: RowEnd
  data: Json | undefined
  error: unknown
  redact: (text: string) => string
}

function settleRow(flight: SendContext, task: Task, answer: RowReply): void {
  const { round, renewals, reply, end, data, error, redact } = answer
  const { backoff, onResult, requeue, fail } = flight
  const tick = flight.ticks()
  const asked =
    reply?.what === 'answered' ? pauseFromHeaders(reply.status, reply.headers, flight.now()) : undefined
  const code = end.code ?? (error instanceof MoveError ? error.fault.code : undefined)
  if (end.outcome === 'applied') {
    backoff.applied(round)
    onResult(task, { status: 'applied', ...(data !== undefined && data !== null && { data }) })
    if (asked !== undefined && backoff.pauseFor(tick, asked)) fail(limited(asked))
    return
  }
  // A row that a session's end met is not sent again by itself: the rows behind it go with a new session.
  const untaken =
    end.outcome === 'not_taken' && hasExit(error, 'auth') && flight.session.ended(renewals, reply)
  if (end.outcome === 'rejected' || untaken) {
    const message = serviceMessage(reply, redact)
    return onResult(task, {
      status: 'rejected',
      ...(code && { code }),
      ...(message && { message }),
      ...(untaken && { untaken }),
    })
  }
  if (end.outcome === 'unknown') onResult(task, { status: 'unknown', ...(code && { code }) })
  else requeue(task)
  const stop = stopOf(answer, flight.sender.grace.signal)
  if (stop) return fail(stop)
  const kind = end.outcome === 'not_taken' && reply?.what === 'answered' ? 'limit' : 'service'
  if (backoff.onTrouble(tick, round, asked)) fail(kind === 'limit' ? limited(asked ?? 0) : unavailable(error))
}

/** The service's words on one line of at most 300 characters. */
function serviceMessage(reply: Reply | undefined, redact: (text: string) => string): string | undefined {
  if (reply?.what !== 'answered') return undefined
  const { message } = openEnvelope(reply.text, 'write')
  return message ? brief(redact(message), 300) : undefined
}

/** What the run keeps of an outcome: a row that the service did not take may go again. */
function rowEndOf({ outcome, status, code, requestId }: Settlement): RowEnd {
  const refusedUnread = outcome === 'rejected' && (status === 429 || status === 401 || isOfCaller(code))
  return {
    outcome: outcome === 'not_sent' || refusedUnread ? 'not_taken' : outcome,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
  }
}

/**
 * The codes of docs/service.md §7 that speak of who asks and how often, and not of the
 * row. Any other code speaks of the row.
 */
const callerExits: readonly number[] = [exits.auth, exits.limited]
const isOfCaller = (code = ''): boolean =>
  Object.hasOwn(serviceCodes, code) && callerExits.includes(serviceCodes[code as ServiceCode].exit)

/** Credentials, a certificate, the base URL or a fault of movecli itself: the next row would fare no better. */
function stopOf({ error, reply }: RowReply, given: AbortSignal): unknown {
  const fault = faultOf(error)
  if (fault !== undefined) return given.aborted ? undefined : fault
  const hopeless =
    hasExit(error, 'bug', 'usage', 'config', 'auth') || (reply?.what === 'not-sent' && reply.final)
  return hopeless ? error : undefined
}

/** What failed here, neither an answer nor its connection: see unknownOutcomeError. */
const faultOf = (error: unknown): unknown =>
  !(error instanceof MoveError) ? error : error.fault.code === 'CLI_OUTCOME_UNKNOWN' ? error.cause : undefined
