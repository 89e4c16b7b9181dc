/** A write on record: every attempt of it, and the name it bears in an error where its outcome is not known. */
import type { Intent, Settlement } from '../contract/outcome.ts'
import { messageOf, moveError, MoveError, hasExit, isStop } from '../errors.ts'
import type { Composed } from './compose.ts'
import type { Send } from './guarded-transport.ts'

/** Where writes are recorded. Each call returns once its line is on disk. */
export type WriteLedger = {
  /** The intent, and that it is being sent; returns the record's id. */
  sending(intent: Intent): Promise<string>
  /** The service did not take it: it waits for another attempt. */
  waiting?(id: string): Promise<void>
  /** That attempt begins. */
  resending?(id: string): Promise<void>
  recordOutcome(id: string, settlement: Settlement): Promise<void>
  /** What to type to settle an unresolved write of it, where a command can. */
  reconcile?: string
}

/** A sender that tells when it will try again. */
export type WithRetryHook<S> = S & { onRetry?: () => Promise<void> }

/** A sender that puts every attempt on record: while the next attempt is waited for, none is unresolved. */
export function journaledSender<S extends { send: Send }>(
  id: string,
  request: Composed,
  ledger: WriteLedger,
  sender: S,
) {
  let [attempts, inFlight] = [0, false]
  const send: Send = async (ask, limits) => {
    inFlight = true
    const reply = await sender.send(ask, limits)
    // An answer is an outcome once it is read: what fails until then leaves it unknown.
    inFlight = reply.what !== 'not-sent'
    return reply
  }
  const next = async () => {
    if (attempts++ > 0) await ledger.resending?.(id)
    return request
  }
  const onRetry = async () => {
    inFlight = false
    await ledger.waiting?.(id)
  }
  const watched: WithRetryHook<S> = { ...sender, send, onRetry }
  return { next, watched, inFlight: () => inFlight }
}

/** Does the error itself say that nothing was sent? */
export const isNotSent = (error: unknown): boolean =>
  error instanceof MoveError && error.fault.outcome === 'not_sent'

/** What failed on its way, by a fault that is neither answer nor connection: it may have left. */
export function unknownOutcomeError(error: unknown, { method, path }: Composed): MoveError {
  const why = messageOf(error)
  return moveError('CLI_OUTCOME_UNKNOWN', {
    message: `The request failed while it was being sent (${why}). It is unknown whether ${method} ${path} was applied.`,
    outcome: 'unknown',
    request: `${method} ${path}`,
    cause: error,
  })
}

/** A failure that leaves an unresolved write names its record and the way on; any other stays as it is. */
export function withRecordHint(
  error: MoveError,
  id: string | undefined,
  reconcile: string | undefined,
): MoveError {
  const { fault } = error
  const isUnknown = fault.outcome === 'unknown' && (hasExit(error, 'unknown') || isStop(error))
  if (!isUnknown || id === undefined) return error
  const write = `${fault.request ?? 'it'} (record ${id})`
  const ways = [reconcile, `movecli journal show ${id}`].filter(Boolean).join(', or ')
  return new MoveError(error.message, {
    ...fault,
    hint: `Do not repeat ${write} before you know its outcome: ${ways}`,
  })
}
