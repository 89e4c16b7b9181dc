/** What stands between a write and the wire: earlier unresolved writes, consent, its turn, and the journal that it is sent with. */
import type { WriteLedger } from '../client/client.ts'
import { bodyBytes, type Composed } from '../client/compose.ts'
import { redactRequest } from '../client/redact-request.ts'
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { mapTexts } from '../contract/texts.ts'
import { operationOf } from '../contract/operations.ts'
import { DiskError } from '../disk/disk-error.ts'
import type { Lock } from '../disk/lock.ts'
import { freed, interrupted, moveError } from '../errors.ts'
import {
  appliedSince,
  unresolvedConflicts,
  isGuarded,
  conflictsInFlight,
  possibleConflicts,
  type PendingWrite,
} from '../journal/writes/conflicts.ts'
import { bodyDigest, type RecordExtras } from '../journal/writes/ledger.ts'
import { unusable } from '../journal/journal-errors.ts'
import { ownerName, type Owner } from '../journal/owner.ts'
import { encodeDigest } from '../journal/runs/index/row-table.ts'
import { acquireWriteLock } from '../journal/writes/write-lock.ts'
import type { Write } from '../journal/writes/fold.ts'
import { flatten } from '../output/fields.ts'
import { shownWhile } from '../runtime/progress-line.ts'
import { snapshotBalance, type BalanceSnapshot } from './balance-snapshot.ts'
import { confirmed, declined } from '../runtime/confirm.ts'
import { earlierUnknown, describeUnresolved, askVerdict, assessUnresolved } from './unresolved.ts'
import { commandWords, reconcileLine } from './reconcile-line.ts'
import { ledgerFor } from './journal-hook.ts'
import { contentDigest, motionDigest } from '../journal/runs/row-digest.ts'
import { ownerOf } from '../session/session-owner.ts'
import type { Session } from '../session/session.ts'
import { stillSending } from './still-sending.ts'
import type { Tools } from '../runtime/services.ts'

export type WritePermit = { ledger: WriteLedger; release: () => Promise<void> }
type WriteAttempt = { tools: Tools; session: Session; request: Composed; owner: Owner; force: boolean }

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
  tools: Tools,
  session: Session,
  request: Composed,
  { force = false } = {},
): Promise<WritePermit> {
  const prepared = await prepareWrite(tools, session, request, { force })
  if (prepared.question !== undefined) await confirmed(tools, prepared.question, 'sent')
  return prepared.authorize()
}

/** All that comes before consent: earlier writes whose outcome is unknown, and for a claim the balance. Throws as authorizeWrite does. */
export async function prepareWrite(
  tools: Tools,
  session: Session,
  request: Composed,
  { force = false } = {},
): Promise<PreparedWrite> {
  const it: WriteAttempt = { tools, session, request, owner: await ownerOf(session), force }
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
      await confirmed(tools, sendAgainQuestion(it, applied), 'sent')
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

/** The ledger while its lock is ours: on record, and freed before the request left, a write does not leave. */
function fencedBy(ledger: WriteLedger, lock: Lock, what: string): WriteLedger {
  return {
    ...ledger,
    sending: async (intent) => {
      const id = await ledger.sending(intent)
      if (lock.isOurs()) return id
      await ledger.settled(id, { outcome: 'not_sent', code: 'CLI_BUSY' })
      throw freed(`The lock of ${what}`)
    },
    again: async (id) => {
      await ledger.again?.(id)
      if (!lock.isOurs()) throw freed(`The lock of ${what}`)
    },
  }
}

const needsConsent = ({ operation }: Composed) =>
  operation === undefined || operationOf(operation).confirm === true

/** What this write must not be sent beside: a claim of the same address, a motion of the same content. */
function pendingWriteOf({
  request,
  owner,
}: Pick<WriteAttempt, 'owner' | 'request'>): PendingWrite | undefined {
  const { operation, body } = request
  if (operation === undefined) return undefined
  if (isGuarded(operation)) return { ...owner, operation }
  if (operation !== 'motion.submit') return undefined
  const motion = motionDigest(body)
  return {
    ...owner,
    operation,
    ...(motion && { motion: encodeDigest(motion) }),
    digest: bodyDigest(bodyBytes(body ?? null)),
    content: encodeDigest(contentDigest(body)),
  }
}

/** What makes a later write the same as this one. */
export const identityOf = (owner: Owner, request: Composed): PendingWrite =>
  pendingWriteOf({ owner, request }) ?? {
    ...owner,
    operation: request.operation ?? '',
    digest: bodyDigest(bodyBytes(request.body ?? null)),
  }

/** All writes that count here; a damaged journal stops every one, and a torn last line is named. */
async function conflictingWrites(tools: Tools, ask: PendingWrite | undefined): Promise<Write[]> {
  const { writes, torn } = await possibleConflicts(tools.folders.state, ask)
  if (torn) await tools.note('note: the last line of the journal is incomplete and was left out')
  return writes
}

/** `met`: something was unresolved. `consent`: the person was shown this write with it, and wants it. */
async function resolveConflicts(
  it: WriteAttempt,
  ask: PendingWrite | undefined,
  writes: Write[],
  over: string[],
) {
  const unresolved = ask ? unresolvedConflicts(writes, ask).filter(({ id }) => !over.includes(id)) : []
  if (!ask || unresolved.length === 0) return { met: false, consent: false }
  const { tools, session } = it
  if (it.force) {
    over.push(...unresolved.map(({ id }) => id))
    return { met: true, consent: false }
  }
  const person = await tools.ask()
  const weighed = await assessUnresolved(tools, session, unresolved, writes, person !== undefined)
  if (!person) throw earlierUnknown(unresolved, weighed, session)
  await tools.say(`${describeUnresolved(unresolved, weighed, ask)}\n${about(it)}`)
  if (weighed.open.length === 0) {
    if (await person.confirm('It was applied. Send the new one anyway?')) return { met: true, consent: true }
    throw declined('Canceled. Nothing was sent.')
  }
  const answer = await askVerdict(tools, weighed.open, true)
  if (answer === 'unknown') throw earlierUnknown(weighed.open, weighed, session, true)
  if (answer === 'applied') throw declined('The earlier one is on record as applied. Nothing was sent.')
  return { met: true, consent: true }
}

async function waitForWriteLock({ tools, session }: WriteAttempt, ask: PendingWrite) {
  const wait = (session.resolved.get('maxWait')?.value ?? 60) * 1000
  const { profile = null, network } = session
  return shownWhile(
    acquireWriteLock(tools.folders.state, ask, { wait, signal: tools.context.signal, profile, network }),
    'Waiting for another movecli to finish the same operation',
    tools,
  )
}

/** No run decides what it sends until this is released, and none that is at work has an equal row. Throws CLI_BUSY (exit 8). */
async function lockOutRuns(
  { tools, session }: WriteAttempt,
  ask: PendingWrite,
  over: string[],
): Promise<Lock> {
  const { announcedBy, holdPlanning } = await import('../journal/runs/announced.ts')
  const wait = (session.resolved.get('maxWait')?.value ?? 60) * 1000
  const { signal } = tools.context
  const lock = await holdPlanning(tools.folders.state, ask, { wait, signal }).catch((error: unknown) => {
    if (signal.aborted) throw interrupted(signal).with({ outcome: 'not_sent' })
    if (error instanceof DiskError && error.kind === 'busy') throw rowIsSent('another run')
    return unusable(error)
  })
  try {
    const run = await announcedBy(tools.folders.state, ask, ask.motion ?? ask.content ?? '')
    if (run !== undefined) throw rowIsSent(`the run ${run}`)
    const now = await conflictingWrites(tools, ask)
    const met = [...unresolvedConflicts(now, ask), ...conflictsInFlight(now, ask)].find(
      ({ id }) => !over.includes(id),
    )
    if (met) throw rowIsSent(`record ${met.id}`)
    return lock
  } catch (error) {
    await lock.release()
    return unusable(error)
  }
}

const rowIsSent = (what: string) =>
  moveError('CLI_BUSY', {
    message: `${what} may be sending an equal motion. Nothing was sent.`,
    hint: 'Wait for it to end, then run it again.',
  })

/** Longest text of a body or a balance that is kept in the journal. */
const longestKept = 8192

function recordExtras(
  { tools, request, force }: WriteAttempt,
  ask: PendingWrite | undefined,
  before: BalanceSnapshot,
  over: string[],
): RecordExtras {
  const { operation, body } = request
  const redact = (text: string) => tools.context.secrets.redact(text)
  const keep = (text: string | undefined) =>
    text !== undefined && text.length <= longestKept ? redact(text) : undefined
  const open = operation !== undefined && isGuarded(operation) && body !== undefined
  const kept = {
    body: keep(open ? writeJson(mapTexts(body, redact)) : undefined),
    balance: keep(before.balance),
  }
  return {
    ...(ask?.content !== undefined && { content: ask.content }),
    ...(ask?.motion !== undefined && { motion: ask.motion }),
    ...(kept.body !== undefined && { body: kept.body }),
    ...(kept.balance !== undefined && { balance: kept.balance }),
    ...(force && { forced: true as const }),
    ...(over.length > 0 && { over: [...over] }),
  }
}

/** Profile, network, the full address, method, URL and body; of personal bodies the field names alone. */
function about(it: WriteAttempt): string {
  const { profile, network } = it.session
  const address = it.owner.address ?? `unknown (${ownerName(it.owner)})`
  const lines = requestLine(it).split('\n')
  return [
    `About to send, for ${profile ?? 'no profile'} on ${network}, address ${address}:`,
    ...lines.map((line) => `  ${line}`),
  ].join('\n')
}

function requestLine({ session: { sender }, request }: WriteAttempt): string {
  const { method, url, body } = redactRequest(request, sender.target)
  return [
    `${method} ${url}`,
    ...(body === undefined ? [] : [isPersonal(request) ? fieldsOf(body) : writeJson(body)]),
  ].join('\n')
}

const isPersonal = ({ operation }: Composed) => operation !== undefined && operationOf(operation).personal
const fieldsOf = (body: Json) => `with the fields ${[...flatten(body).keys()].join(', ')}`

const question = (it: WriteAttempt, { words }: BalanceSnapshot, over: string[]): string =>
  [
    about(it),
    ...(words === undefined ? [] : [`  ${words}`]),
    ...(over.length > 0
      ? [`  with --force, although the outcome of record ${over.join(', ')} is unknown`]
      : []),
    'Send it?',
  ].join('\n')

const sendAgainQuestion = (it: WriteAttempt, applied: Write[]): string =>
  `While this one waited, another ${commandWords(it.request.operation ?? '')} was applied (record ${applied
    .map(({ id }) => id)
    .join(', ')}).\n${about(it)}\nSend it all the same?`
