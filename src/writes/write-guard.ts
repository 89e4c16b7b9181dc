/**
 * What stands between a write and the wire: earlier unresolved writes, consent, the write
 * lock, and the journal that it is sent with.
 */
import { commandWords } from '../contract/command-words.ts'
import type { Composed } from '../client/compose.ts'
import {
  appliedSince,
  conflictsInFlight,
  isGuarded,
  mayBeRow,
  type PendingWrite,
} from '../journal/writes/conflicts.ts'
import type { Write } from '../journal/writes/fold.ts'
import type { Owner } from '../journal/owner.ts'
import { askConsentToRepeat, askConsentToWrite } from '../runtime/confirm.ts'
import { ownerOf } from '../session/session-owner.ts'
import type { Session } from '../session/session.ts'
import { requestAtWrite } from '../session/session-at-write.ts'
import { snapshotBalance, type BalanceSnapshot } from './balance-snapshot.ts'
import { fencedBy } from './fenced-ledger.ts'
import { ledgerFor } from './session-ledger.ts'
import { lockOutRuns } from './lock-out-runs.ts'
import { permitOnce, type Once } from './permit-once.ts'
import { reconcileLineOf } from './reconcile-line.ts'
import { recordExtras } from './record-extras.ts'
import { conflictingWrites, resolveConflicts } from './resolve-conflicts.ts'
import { stillSending } from './still-sending.ts'
import { waitForWriteLock } from './wait-for-write-lock.ts'
import {
  needsConsent,
  pendingWriteOf,
  type WriteAttempt,
  type WritePermit,
  type WriteTools,
} from './write-attempt.ts'
import { question, requestLine, sendAgainQuestion } from './write-question.ts'

/** A write that nothing stands in the way of yet. */
export type PreparedWrite = {
  /** What a person is asked; undefined if no consent is needed, or if it was given already. */
  question: string | undefined
  /** What the question says of this write: the request, and for a claim the balance before. */
  summary: string
  /**
   * Waits for the write lock, then gives the permit. `asked`: somebody was asked since the write was prepared. `once` is
   * where it must not be sent after all.
   */
  authorize: (asked: boolean, once?: Once) => Promise<WritePermit>
}

/** `owner`: whose the write is, where that is known; `force`: unresolved writes stand in no way. */
type Terms = { force?: boolean; owner?: Owner }

/**
 * The permit for one write, to be released when it is done. Nothing is sent where it throws: CLI_CONSENT (11),
 * CLI_EARLIER_UNKNOWN (9), CLI_BUSY (8), CLI_STATE (3), CLI_TOKEN_EXPIRED and CLI_PROFILE_CHANGED (4), the error of a
 * renewal, CLI_INTERRUPTED and CLI_TERMINATED, or, for a claim, the error of reading its balance.
 */
export async function authorizeWrite(
  tools: WriteTools,
  session: Session,
  request: Composed,
  terms: Terms = {},
): Promise<WritePermit> {
  const prepared = await prepareWrite(tools, session, request, terms)
  const asked =
    prepared.question !== undefined &&
    (await askConsentToWrite(tools, prepared.question, request.operation?.name))
  return prepared.authorize(asked)
}

/**
 * All that comes before consent: earlier writes whose outcome is unknown, and for a claim
 * the balance. Throws as authorizeWrite does.
 */
export async function prepareWrite(
  tools: WriteTools,
  session: Session,
  request: Composed,
  { force = false, owner }: Terms = {},
): Promise<PreparedWrite> {
  const attempt: WriteAttempt = {
    tools,
    session,
    request,
    owner: owner ?? (await ownerOf(session, tools.folders.state)),
    force,
  }
  const pending = pendingWriteOf(attempt)
  let seen = await conflictingWrites(tools, pending)
  const early = await resolveConflicts(attempt, pending, seen)
  if (early.found) seen = await conflictingWrites(tools, pending)
  const before = await snapshotBalance(tools, session, request, force)
  return {
    question: needsConsent(request) && !early.consent ? question(attempt, before, early.over) : undefined,
    summary: [requestLine(attempt), before.words].filter(Boolean).join('\n'),
    authorize: async (asked, once) =>
      permitFor(attempt, pending, { seen, asked: asked || early.consent, before, over: early.over, once }),
  }
}

type BeforeLock = {
  /** The journal as it was when the person was asked. */
  seen: Write[]
  /** Somebody was asked since the command began. */
  asked: boolean
  before: BalanceSnapshot
  /** Ids of the unresolved writes that --force passes over. */
  over: readonly string[]
  once: Once | undefined
}

/** The permit, under the write lock. Asks again where an equal write was applied since the person was asked. */
async function permitFor(
  attempt: WriteAttempt,
  pending: PendingWrite | undefined,
  { seen, asked, once, ...prepared }: BeforeLock,
): Promise<WritePermit> {
  const { tools, session, request, owner, force } = attempt
  let { before, over } = prepared
  if (!pending) {
    const ledger = ledgerFor(tools, session, owner, recordExtras(attempt, pending, before, over))
    return once
      ? permitOnce(attempt, once, { ledger, asked })
      : {
          request: await requestAtWrite(tools, session, request, { waited: asked }),
          ledger,
          release: async () => {},
        }
  }

  const lock = await waitForWriteLock(attempt, pending)
  try {
    const now = await conflictingWrites(tools, pending)
    await once?.refuse(now)
    const [other] = conflictsInFlight(now, pending)
    if (other) throw stillSending(other)
    const late = await resolveConflicts(attempt, pending, now, over)
    over = [...over, ...late.over]
    const applied = late.found ? [] : appliedSince(seen, now, pending)
    const again =
      applied.length > 0 &&
      needsConsent(request) &&
      (await askConsentToRepeat(tools, sendAgainQuestion(attempt, applied)))
    const waited = asked || lock.waited || late.consent || again
    const current = await requestAtWrite(tools, session, request, { waited })
    if (late.found || applied.length > 0) before = await snapshotBalance(tools, session, request, force)
    const ledger = ledgerFor(tools, session, owner, recordExtras(attempt, pending, before, over))
    const fenced = {
      ...fencedBy(ledger, lock, commandWords(pending.operation)),
      ...(isGuarded(pending.operation) && { reconcile: reconcileLineOf(pending.operation, session) }),
    }
    if (!mayBeRow(pending.operation))
      return { request: current, ledger: fenced, release: async () => lock.release() }
    const planning = await lockOutRuns(attempt, pending, over)
    return {
      request: current,
      // Once it is on record as being sent, a run that decides finds it there.
      ledger: {
        ...fenced,
        sending: async (intent) => {
          try {
            return await fencedBy(fenced, planning, 'journal').sending(intent)
          } finally {
            await planning.release()
          }
        },
      },
      release: async () => {
        await planning.release()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
