/** What stands between a write and the wire: earlier unresolved writes, consent, its turn, and the journal that it is sent with. */
import type { WriteLedger } from '../client/client.ts'
import type { Composed } from '../client/compose.ts'
import { appliedSince, conflictsInFlight, isGuarded, type PendingWrite } from '../journal/writes/conflicts.ts'
import type { Write } from '../journal/writes/fold.ts'
import type { Owner } from '../journal/owner.ts'
import { acquireWriteLock } from '../journal/writes/write-lock.ts'
import { confirmedAgain, confirmedWrite } from '../runtime/confirm.ts'
import { shownWhile } from '../runtime/progress-line.ts'
import { longestWaitMs } from '../session/rate-limit.ts'
import { ownerOf } from '../session/session-owner.ts'
import type { Session } from '../session/session.ts'
import { snapshotBalance, type BalanceSnapshot } from './balance-snapshot.ts'
import { fencedBy } from './fenced-ledger.ts'
import { ledgerFor } from './journal-hook.ts'
import { lockOutRuns } from './lock-out-runs.ts'
import { commandWords, reconcileLine } from './reconcile-line.ts'
import { recordExtras } from './record-extras.ts'
import { conflictingWrites, resolveConflicts } from './resolve-conflicts.ts'
import { stillSending } from './still-sending.ts'
import { needsConsent, pendingWriteOf, type WriteAttempt, type WriteTools } from './write-attempt.ts'
import { question, requestLine, sendAgainQuestion } from './write-question.ts'

export type WritePermit = { ledger: WriteLedger; release: () => Promise<void> }

/** A write that nothing stands in the way of yet. */
export type PreparedWrite = {
  owner: Owner
  /** What a person is asked; nothing where no consent is needed, or where it was given already. */
  question: string | undefined
  /** What the question says of this write: the request, and for a claim the balance before. */
  summary: string
  /** Waits its turn for the permit. `refuse` looks at the journal once more and throws where the write must not be sent after all. */
  authorize: (refuse?: (writes: readonly Write[]) => void) => Promise<WritePermit>
}

/**
 * The permit for one write, to be released when it is done. Nothing is sent where it throws: CLI_CONSENT (11),
 * CLI_EARLIER_UNKNOWN (9), CLI_BUSY (8), CLI_STATE (3), or for a claim what its balance's read ended with.
 */
export async function authorizeWrite(
  tools: WriteTools,
  session: Session,
  request: Composed,
  { force = false } = {},
): Promise<WritePermit> {
  const prepared = await prepareWrite(tools, session, request, { force })
  if (prepared.question !== undefined) await confirmedWrite(tools, prepared.question, request.operation?.name)
  return prepared.authorize()
}

/** All that comes before consent: earlier writes whose outcome is unknown, and for a claim the balance. Throws as authorizeWrite does. */
export async function prepareWrite(
  tools: WriteTools,
  session: Session,
  request: Composed,
  { force = false } = {},
): Promise<PreparedWrite> {
  const it: WriteAttempt = {
    tools,
    session,
    request,
    owner: await ownerOf(session, tools.folders.state),
    force,
  }
  const ask = pendingWriteOf(it)
  const over: string[] = []
  let seen = await conflictingWrites(tools, ask)
  const early = await resolveConflicts(it, ask, seen, over)
  if (early.met) seen = await conflictingWrites(tools, ask)
  const before = await snapshotBalance(tools, session, request, force)
  return {
    owner: it.owner,
    question: needsConsent(request) && !early.consent ? question(it, before, over) : undefined,
    summary: [requestLine(it), before.words].filter(Boolean).join('\n'),
    authorize: async (refuse = () => {}) => permitFor(it, ask, { seen, before, over, refuse }),
  }
}

type Prepared = {
  /** The journal as it was when the person was asked. */
  seen: Write[]
  before: BalanceSnapshot
  over: string[]
  refuse: (writes: readonly Write[]) => void
}

/** The permit once it is this write's turn. Asks again where an equal write was applied since the person was asked. */
async function permitFor(
  it: WriteAttempt,
  ask: PendingWrite | undefined,
  { seen, over, refuse, ...prepared }: Prepared,
): Promise<WritePermit> {
  const { tools, session, request, force } = it
  let { before } = prepared
  if (!ask) {
    refuse(await conflictingWrites(tools, ask))
    return {
      ledger: await ledgerFor(tools, session, recordExtras(it, ask, before, over)),
      release: async () => {},
    }
  }

  const turn = await waitForWriteLock(it, ask)
  try {
    const now = await conflictingWrites(tools, ask)
    refuse(now)
    const [other] = conflictsInFlight(now, ask)
    if (other) throw stillSending(other)
    const late = await resolveConflicts(it, ask, now, over)
    const applied = late.met ? [] : appliedSince(seen, now, ask)
    if (applied.length > 0 && needsConsent(request))
      await confirmedAgain(tools, sendAgainQuestion(it, applied))
    if (late.met || applied.length > 0) before = await snapshotBalance(tools, session, request, force)
    const ledger = await ledgerFor(tools, session, recordExtras(it, ask, before, over))
    const fenced = {
      ...fencedBy(ledger, turn, commandWords(ask.operation)),
      ...(isGuarded(ask.operation) && { reconcile: reconcileLine(ask.operation, session) }),
    }
    if (ask.content === undefined) return { ledger: fenced, release: async () => turn.release() }
    const alone = await lockOutRuns(it, ask, over)
    return {
      // Once it is on record as being sent, a run that decides finds it there.
      ledger: {
        ...fenced,
        sending: async (intent) => {
          try {
            return await fencedBy(fenced, alone, 'journal').sending(intent)
          } finally {
            await alone.release()
          }
        },
      },
      release: async () => {
        await alone.release()
        await turn.release()
      },
    }
  } catch (error) {
    await turn.release()
    throw error
  }
}

async function waitForWriteLock({ tools, session }: WriteAttempt, ask: PendingWrite) {
  const wait = longestWaitMs(session.resolved)
  const { profile = null, network } = session
  return shownWhile(
    acquireWriteLock(tools.folders.state, ask, { wait, signal: tools.context.signal, profile, network }),
    'Waiting for another movecli to finish the same operation',
    tools,
  )
}
