/** What can be known of unresolved writes: the record, and balance and history then and now. */
import { sendRead } from '../client/client.ts'
import { pathToList, rowsAt } from '../client/list-envelope.ts'
import { parseJson, writeJson, type Json } from '../contract/lossless-json.ts'
import { findOperation, type OperationName } from '../contract/operations.ts'
import { interrupted, MoveError } from '../errors.ts'
import { movesBetween } from '../journal/writes/amounts.ts'
import { otherCauses } from '../journal/writes/conflicts.ts'
import { differenceOf, isOfAnother } from '../journal/writes/balance-identity.ts'
import { evidenceOf, inWords } from '../journal/writes/claim-evidence.ts'
import type { Write } from '../journal/writes/fold.ts'
import type { Session } from '../session/session.ts'

/** What a read said, or why it said nothing. */
export type EvidenceRead = { data: Json } | { error: MoveError }

/** Empty where neither balance nor history tells of it. */
export type Evidence = {
  balance?: EvidenceRead
  /** Rows of the history (of the equipment, for NFTs), as the service lists them. */
  history?: EvidenceRead
}

/** Evidence is read with little patience: the person waits for it. */
const evidenceTimeoutMs = 10_000
const mostRows = 3

/** Reads an operation once; a failure is part of the evidence. Throws only where a stop was asked for. */
export async function readEvidence(
  name: OperationName,
  { sender }: Session,
  brief = true,
): Promise<EvidenceRead> {
  const { signal } = sender.retryPolicy
  const hasty = {
    ...sender,
    timeoutMs: evidenceTimeoutMs,
    retryPolicy: { ...sender.retryPolicy, retries: 0 },
  }
  try {
    return { data: (await sendRead(name, {}, brief ? hasty : sender)).data }
  } catch (error) {
    if (signal.aborted) throw interrupted(signal)
    if (error instanceof MoveError) return { error }
    throw error
  }
}

/** Balance and history as they are now. */
export async function gatherEvidence(session: Session, operation: string): Promise<Evidence> {
  if (findOperation(operation)?.shownBy !== undefined) return {}
  const balance = await readEvidence('token.balance', session)
  return { balance, history: await readEvidence(historyOf(operation), session) }
}

const historyOf = (operation: string) => (operation.startsWith('nft.') ? 'nft.collection' : 'motion.history')

/** Why an unresolved claim counts as applied, where its balance alone says so: no other write may be why it moved. */
export function provenBy(write: Write, writes: readonly Write[], { balance }: Evidence): string | undefined {
  if (write.operation !== 'token.claim' || write.balance === undefined) return undefined
  if (!balance || 'error' in balance) return undefined
  if (otherCauses(writes, write).length > 0) return undefined
  if (write.address !== null && isOfAnother(balance.data, write.address)) return undefined
  return evidenceOf(parseJson(write.balance), balance.data, bodyOf(write))
}

const bodyOf = ({ body }: Write): Json => (body === undefined ? null : parseJson(body))

/** The evidence on one record in lines for a person. `proven`: the balance shows that it was applied. */
export function evidenceLines(write: Write, { balance, history }: Evidence, proven = false): string[] {
  const { id, at, method, path, body } = write
  const nft = write.operation.startsWith('nft.')
  return [
    `record       ${id}, ${at}, ${method} ${path}${body === undefined ? '' : ` ${body}`}`,
    `unknown      ${whyUnknown(write)}`,
    ...(write.operation === 'motion.submit' || !balance ? [] : balanceLines(write, balance, proven)),
    ...(history ? historyLines(nft ? 'equipment' : 'history', at.slice(0, 10), history) : []),
  ]
}

/** What is on record of the way it ended. */
function whyUnknown({ code, status }: Write): string {
  if (code === 'CLI_INTERRUPTED' || code === 'CLI_TERMINATED')
    return `sent, and movecli was stopped before an answer came (${code})`
  const why = [code, status !== undefined && `HTTP ${status}`].filter(Boolean).join(', ')
  return why === '' ? 'sent, no answer on record' : `sent, no usable answer (${why})`
}

function balanceLines(write: Write, now: EvidenceRead, proven: boolean): string[] {
  const { balance: before } = write
  const then = before === undefined ? 'not known' : before
  if ('error' in now) return [`balance then ${then}`, `balance now  could not be read: ${now.error.message}`]
  const said =
    before === undefined ? [] : [`             ${changeOf(write, parseJson(before), now.data, proven)}`]
  return [`balance then ${then}`, `balance now  ${shortJson(now.data)}`, ...said]
}

/** What moved, and why that settles nothing where it does not. */
function changeOf(write: Write, before: Json, now: Json, proven: boolean): string {
  const moves = movesBetween(before, now)
  if (moves.length === 0) {
    const what = writeJson(before) === writeJson(now) ? 'unchanged' : 'no amount changed'
    return `${what} (not conclusive: chains can settle late)`
  }
  if (proven) return inWords(moves)
  return `${inWords(moves)} (not conclusive: ${whyUnproven(write, before, now)})`
}

function whyUnproven(write: Write, before: Json, now: Json): string {
  const difference = differenceOf(before, now)
  if (difference !== undefined) return `the two differ in more than amounts, ${difference}`
  if (write.address !== null && isOfAnother(now, write.address))
    return 'it names another address than the claim is of'
  const isClaim = write.operation === 'token.claim'
  if (isClaim && evidenceOf(before, now, bodyOf(write)) !== undefined)
    return 'another write may be the reason'
  if (isClaim && evidenceOf(before, now) !== undefined) return 'another token or amount was asked for'
  return 'not one amount from claimable to balance, and nothing else of it'
}

/** Rows that name the record's day first, then the first of the others that are listed now. */
function historyLines(what: string, day: string, heard: EvidenceRead): string[] {
  const title = what.padEnd(12)
  if ('error' in heard) return [`${title} could not be read: ${heard.error.message}`]
  const path = pathToList(heard.data)
  if (!path) return [`${title} ${shortJson(heard.data)}`]
  const rows = rowsAt(heard.data, path).map((row) => shortJson(row, 120))
  const then = rows.filter((row) => row.includes(day))
  const others = rows.filter((row) => !then.includes(row))
  return [
    ...then.slice(0, mostRows).map((row) => `${title} of that day: ${row}`),
    ...others.slice(0, mostRows).map((row) => `${title} other: ${row}`),
    ...(rows.length === 0 ? [`${title} empty`] : []),
  ]
}

const shortJson = (data: Json, most = 300): string => {
  const text = writeJson(data)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
