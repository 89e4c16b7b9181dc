/** A classification that is not good, as an error that says what happened and what to do. */
import { codeEntry, localCodes, type LocalCode, exits } from '../contract/codes.ts'
import { MoveError, type Fault } from '../errors.ts'
import { isWrite, requestKind, secrecyOf, type Composed } from './compose.ts'
import { requestIdOf } from './request-id.ts'
import type { Opened } from './open-envelope.ts'
import type { HttpResponse, Reply } from './guarded-transport.ts'
import type { Classification } from './classify-response.ts'

export type FailedRequest = {
  /** Takes secrets out of a foreign code or id before it is shortened: half a secret is one too. */
  redact: (text: string) => string
  /** The same of foreign words. */
  redactWords: (words: string) => string
  /** What to do about a code, in the place of its own `fix`. */
  hints?: Readonly<Record<string, string>> | undefined
  request: Composed
  reply: Reply
  opened: Opened | undefined
  classification: Classification
}

/** The error of a request that did not go well. */
export function errorFromResponse(told: FailedRequest): MoveError {
  const { request, reply, opened, classification } = told
  const cause = causeOf(told)
  const path = `${request.method} ${request.path}`
  const details = opened?.details === undefined ? undefined : told.redactWords(opened.details)
  const isUnknown = classification.exit === exits.unknown
  const code = isUnknown ? 'CLI_OUTCOME_UNKNOWN' : cause.code
  const hint = isUnknown
    ? 'Do not repeat it before you know its outcome: movecli journal ls --state unknown'
    : (ownHint(told.hints, cause.code) ??
      waitFor(reply, cause.code) ??
      (codeEntry(cause.code) ?? localCodes[likeStatus(classification, reply)]).fix)
  const message = isUnknown ? `${cause.message} It is unknown whether ${path} was applied.` : cause.message
  return new MoveError(message, {
    code,
    exit: classification.exit,
    request: path,
    ...outcomeOf(request, reply, classification),
    ...(hint && { hint }),
    ...(details && { details }),
    ...retryableOf(told),
    ...answerFacts(reply, told.redact),
  })
}

/** The request itself was refused, whoever asks and whenever. */
const refusals: readonly number[] = [exits.auth, exits.rejected, exits.notFound]

/**
 * A declared safe write may be sent again; where the status is a refusal, the same request
 * would be refused again whatever its body says.
 */
function retryableOf({ request, classification }: FailedRequest): Pick<Fault, 'retryable'> {
  if (requestKind(request) === 'repeatable' && classification.outcome === 'unknown')
    return { retryable: true }
  return refusals.includes(classification.exit) ? { retryable: false } : {}
}

/** A read changes nothing: where its answer was lost there is no outcome to speak of. */
function outcomeOf(request: Composed, reply: Reply, { outcome }: Classification): Pick<Fault, 'outcome'> {
  const changes = isWrite(request)
  if (!changes && reply.what === 'lost') return {}
  return { outcome: !changes && reply.what === 'answered' ? 'rejected' : outcome }
}

const answerFacts = (reply: Reply, redact: FailedRequest['redact']): Partial<Fault> => {
  if (reply.what !== 'answered') return {}
  const id = requestIdOf(reply.headers)
  return { httpStatus: reply.status, ...(id && { requestId: redact(id) }) }
}

function causeOf(told: FailedRequest): { code: string; message: string } {
  const { reply, opened, redactWords, request } = told
  if (reply.what === 'not-sent')
    return { code: reply.tls ? 'CLI_TLS' : 'CLI_CONNECT', message: `${reply.why}. Nothing was sent.` }
  if (reply.what === 'lost') return { code: lostCode(reply), message: `${reply.why}.` }
  if (opened?.envelope.is === 'refused') return refusalCause(told, opened, opened.envelope.code, reply)
  const rules = secrecyOf(request)
  const quiet = rules?.kind === 'login' || rules?.neverEcho
  return { code: 'CLI_UNEXPECTED_RESPONSE', message: unexpected(reply, opened, quiet === true, redactWords) }
}

/** The code of a request that was sent and got no whole answer. */
export const lostCode = (reply: { timedOut: boolean; final?: boolean }): LocalCode =>
  reply.timedOut ? 'CLI_TIMEOUT' : reply.final ? 'CLI_UNEXPECTED_RESPONSE' : 'CLI_UNAVAILABLE'

/** A status that asks to come back is no sign of a wrong base URL, whoever sent it. */
const waitFor = (reply: Reply, code: string): string | undefined => {
  if (code !== 'CLI_UNEXPECTED_RESPONSE' || reply.what !== 'answered') return undefined
  if (reply.status === 429) return localCodes.CLI_RATE_LIMITED.fix
  return [408, 425].includes(reply.status) || reply.status >= 500 ? localCodes.CLI_UNAVAILABLE.fix : undefined
}

const localByExit: Record<number, LocalCode> = {
  [exits.notFound]: 'CLI_NOT_FOUND',
  [exits.limited]: 'CLI_RATE_LIMITED',
  [exits.unavailable]: 'CLI_UNAVAILABLE',
}

/**
 * Whose words a code takes that is in no table: a write whose outcome is unknown has no
 * exit of its cause, so its status decides.
 */
const likeStatus = ({ exit }: Classification, reply: Reply): LocalCode =>
  localByExit[exit] ??
  (exit === exits.unknown && reply.what === 'answered' && reply.status >= 500
    ? 'CLI_UNAVAILABLE'
    : 'CLI_REJECTED')

function refusalCause(
  { classification, redact, redactWords }: FailedRequest,
  opened: Opened,
  code: string | undefined,
  reply: Reply,
) {
  const named = code ?? localByExit[classification.exit] ?? 'CLI_REJECTED'
  const words = capital((codeEntry(named) ?? localCodes[likeStatus(classification, reply)]).when)
  const said = opened.message ? `; service says: "${brief(redactWords(opened.message), 300)}"` : '.'
  return { code: brief(redact(named), 64), message: words + said }
}

/** The type alone: its parameters say nothing to a person, and may hold anything. */
const mediaType = ({ headers }: HttpResponse): string =>
  headers.get('content-type')?.split(';', 1)[0]?.trim() || 'no content type'

/** What may hold a token or identity data is never quoted. */
function unexpected(
  reply: HttpResponse,
  opened: Opened | undefined,
  quiet: boolean,
  redactWords: FailedRequest['redactWords'],
): string {
  const type = brief(redactWords(mediaType(reply)), 80)
  const begins = `"${brief(redactWords(reply.text), 200)}"`
  if (reply.status >= 300 && reply.status < 400) {
    const rest = quiet || reply.text === '' ? '.' : `: ${begins}`
    return `The service redirects the request (HTTP ${reply.status}, ${type}), which movecli does not follow${rest}`
  }
  const why = opened?.why ?? (reply.text === '' ? 'it is empty.' : quiet ? 'it cannot be read.' : begins)
  return `Unexpected response from the service (HTTP ${reply.status}, ${type}): ${why}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** On one line, of so many characters at most. */
export const brief = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** A code of the service may bear the name of what every object has. */
const ownHint = (hints: FailedRequest['hints'], code: string): string | undefined =>
  hints && Object.hasOwn(hints, code) ? hints[code] : undefined
