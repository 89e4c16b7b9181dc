/** What an answer means for a read, a write, a login: the rules of exit codes, outcomes and repetition as data. */
import { serviceCodes, exits, type ExitName } from '../contract/codes.ts'
import type { Outcome } from '../errors.ts'

/** `repeatable`: a write that may be sent again without harm. `login` is no write: it ends like a read. */
export type RequestKind = 'read' | 'write' | 'repeatable' | 'login'

/** What was heard after a request. */
export type ReplySummary =
  /** Failed before the request was handed to a connected socket. */
  | { what: 'not-sent'; why: string; timedOut: boolean; final?: boolean }
  /** Sent, and no whole answer came: reset, timeout, too large. */
  | { what: 'lost'; why: string; timedOut: boolean; final?: boolean }
  | { what: 'answered'; status: number; envelope: Envelope }

/** `good`: success true and, where asked for, data. `refused`: success false. `none`: not the envelope (docs/service.md §1). */
export type Envelope = { is: 'good' } | { is: 'refused'; code?: string } | { is: 'none' }

export type Classification = {
  ok: boolean
  outcome: Outcome
  exit: number
  /** May be sent again without harm. */
  retryable: boolean
}

const statusExits: [test: (status: number) => boolean, exit: ExitName][] = [
  [(status) => status === 401, 'auth'],
  [(status) => status === 404, 'notFound'],
  [(status) => status === 429, 'limited'],
  [(status) => status >= 400 && status < 500, 'rejected'],
  [(status) => status >= 500, 'unavailable'],
]

/** Statuses below 500 that say nothing certain about a write. */
const uncertainStatuses = [408, 409, 425]

type Rule = { when: (heard: ReplySummary) => boolean; outcome: Outcome }

/** First match decides what became of a write that did not go well. */
const writeRules: Rule[] = [
  { when: (h) => h.what === 'not-sent', outcome: 'not_sent' },
  { when: (h) => h.what === 'answered' && h.status === 429, outcome: 'rejected' },
  { when: (h) => isPlainRefusal(h), outcome: 'rejected' },
]

/** What is made of what was heard; `good` alone is success. */
export function classify(kind: RequestKind, heard: ReplySummary): Classification {
  if (isGood(heard)) return { ok: true, outcome: 'applied', exit: 0, retryable: false }
  const outcome = writeRules.find((rule) => rule.when(heard))?.outcome ?? 'unknown'
  const isUnknown = outcome === 'unknown' && kind === 'write'
  return {
    ok: false,
    outcome,
    exit: isUnknown ? exits.unknown : exitOf(heard, kind),
    retryable: isRetryable(kind, heard),
  }
}

const isGood = (heard: ReplySummary): boolean =>
  heard.what === 'answered' && heard.status >= 200 && heard.status < 300 && heard.envelope.is === 'good'

const isPlainRefusal = (heard: ReplySummary): boolean =>
  heard.what === 'answered' &&
  (heard.status < 300 || heard.status >= 400) &&
  heard.status < 500 &&
  !uncertainStatuses.includes(heard.status) &&
  ![undefined, 'CHAIN_001'].includes(envelopeCode(heard))

function exitOf(heard: ReplySummary, kind: RequestKind): number {
  if (heard.what !== 'answered') return exits.unavailable
  if (kind === 'repeatable' && !isPlainRefusal(heard) && heard.status !== 429) return exits.unavailable
  const code = envelopeCode(heard)
  if (code !== undefined && Object.hasOwn(serviceCodes, code))
    return serviceCodes[code as keyof typeof serviceCodes].exit
  const byStatus = statusExits.find(([test]) => test(heard.status))
  if (byStatus) return exits[byStatus[1]]
  return heard.envelope.is === 'refused' ? exits.rejected : exits.unavailable
}

function isRetryable(kind: RequestKind, heard: ReplySummary): boolean {
  if (heard.what === 'not-sent') return !heard.final
  if (heard.what === 'answered' && isRateLimit(heard)) return kind !== 'write' || isNotTaken(heard)
  if (kind === 'write' || kind === 'repeatable') return false
  return heard.what === 'lost' ? !heard.final : heard.status >= 500 || envelopeCode(heard) === 'CHAIN_001'
}

const envelopeCode = (heard: ReplySummary) =>
  heard.what === 'answered' && heard.envelope.is === 'refused' ? heard.envelope.code : undefined

const isRateLimit = (heard: ReplySummary) =>
  heard.what === 'answered' && (heard.status === 429 || envelopeCode(heard) === 'RATE_001')

/** For a write: the limit says for certain that the request was not taken. */
const isNotTaken = (heard: ReplySummary) =>
  heard.what === 'answered' && (heard.status === 429 || isPlainRefusal(heard))
