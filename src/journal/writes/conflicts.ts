/** Which writes stand in the way of another: those of the same owner whose outcome nobody knows. */
import { operationNames, operationOf, type Operation } from '../../contract/operations.ts'
import { isLikelySameOwner, isSameOwner, isSameWallet, mayBeSameWallet, type Owner } from '../owner.ts'
import { unusable } from '../journal-errors.ts'
import { isApplied, isSettled, isUnresolved, readWrites, type Write, type Writes } from './fold.ts'

const namesOf = (fits: (operation: Operation) => unknown): readonly string[] =>
  operationNames.filter((name) => fits(operationOf(name)))
const guarded = namesOf((operation) => operation.heldBy === 'owner')
const sentByRuns = namesOf((operation) => operation.heldBy === 'motion')
const superseding = namesOf((operation) => operation.supersedes)
const balanceKeeping = namesOf((operation) => operation.keepsBalance)

/** A write that is about to be sent. */
export type PendingWrite = Owner & {
  operation: string
  /** Where only a write of equal content stands in its way. */
  content?: string
  /** The content without the proof: a single unresolved motion is the same whatever its proof. */
  motion?: string
  /** Of the body: finds records that have no content. */
  digest?: string
}

/** True for operations that wait for the verdict on an earlier one, whatever its body. */
export const isGuarded = (operation: string): boolean => guarded.includes(operation)

/** True for operations that rows of bulk runs are sent by too. */
export const mayBeRow = (operation: string): boolean => sentByRuns.includes(operation)

/**
 * What a write must not be sent beside: the same operation of its owner, of equal content
 * where one is given, as rows of runs always are.
 */
export const conflictsWith =
  (ask: PendingWrite) =>
  (write: Write): boolean =>
    write.operation === ask.operation && isSameOwner(write, ask) && isOfContent(write, ask)

function isOfContent(write: Write, { content, motion, digest }: PendingWrite): boolean {
  if (write.run !== undefined || (motion !== undefined && write.motion === motion)) return true
  if (content !== undefined && write.content !== undefined) return write.content === content
  return digest === undefined || write.digest === digest
}

/** Every write that this one may have to wait for: the single ones, and rows of bulk runs with its content. */
export async function possibleConflicts(state: string, ask: PendingWrite | undefined): Promise<Writes> {
  const { writes, torn } = await readWrites(state)
  const content = ask?.motion ?? ask?.content
  if (!ask || content === undefined || !mayBeRow(ask.operation)) return { writes, torn }
  const { unresolvedRows } = await import('../runs/rows-as-writes.ts')
  const rows = await unresolvedRows(state, ask, content).catch(unusable)
  return { writes: [...writes, ...rows], torn }
}

/** The writes of an owner and an operation that are unresolved, rows of bulk runs too. Throws CLI_STATE. */
export async function allUnresolved(
  state: string,
  ask: Owner & { operation: string },
): Promise<{ unresolved: Write[]; writes: Write[] }> {
  const { writes } = await readWrites(state)
  const found = unresolvedConflicts(writes, ask)
  if (!mayBeRow(ask.operation)) return { unresolved: found, writes }
  const { openRowsOfRuns } = await import('../runs/rows-as-writes.ts')
  try {
    for await (const row of openRowsOfRuns(state)) found.push(...unresolvedConflicts([row], ask))
  } catch (error) {
    unusable(error)
  }
  return { unresolved: found, writes }
}

/** The unresolved writes that hold up this one. */
export const unresolvedConflicts = (writes: readonly Write[], ask: PendingWrite): Write[] =>
  writes.filter((write) => isUnresolved(write) && conflictsWith(ask)(write))

/** Writes of another process that are under way still. */
export const conflictsInFlight = (writes: readonly Write[], ask: PendingWrite): Write[] =>
  writes.filter((write) => write.state === 'sending' && conflictsWith(ask)(write))

const isAppliedSame = (write: Write, ask: PendingWrite): boolean =>
  isApplied(write) && conflictsWith(ask)(write) && isSameWallet(write, ask)

/** Writes of this same owner that were applied between two readings, by whomever. */
export function appliedSince(before: readonly Write[], now: readonly Write[], ask: PendingWrite): Write[] {
  const known = new Set(before.filter(isApplied).map(({ id }) => id))
  return now.filter((write) => !known.has(write.id) && isAppliedSame(write, ask))
}

/** `surely` of the same wallet; otherwise the wallet of one of the two writes is not known. */
export type AppliedBefore = { write: Write; surely: boolean }

/**
 * The newest write applied at or after `since` (milliseconds) that is the same: any claim, an equal motion, equal settings that
 * no later write may have changed. Before any other, one that is surely of the same wallet.
 */
export function appliedLately(
  writes: readonly Write[],
  ask: PendingWrite,
  since: number,
): AppliedBefore | undefined {
  const same = writes
    .filter((write) => isApplied(write) && conflictsWith(ask)(write) && Date.parse(write.until) >= since)
    .toSorted((a, b) => (a.until < b.until ? 1 : -1))
  const sure = same.find((write) => isSameWallet(write, ask))
  if (superseding.includes(ask.operation))
    return sure && !isSuperseded(sure, writes, ask) ? { write: sure, surely: true } : undefined
  const write = sure ?? same.find((each) => isLikelySameOwner(each, ask))
  return write && { write, surely: write === sure }
}

/** Another write of settings came later, or may have: what these set is no longer known. */
const isSuperseded = (settings: Write, writes: readonly Write[], ask: PendingWrite): boolean =>
  writes
    .slice(writes.indexOf(settings) + 1)
    .some(
      (write) =>
        write.operation === ask.operation &&
        isSameOwner(write, ask) &&
        !isOfContent(write, ask) &&
        (isApplied(write) || !isSettled(write)),
    )

/** How late a chain may show what was applied. */
export const chainDelayMs = 3_600_000

/**
 * Other writes of this wallet, or of one that nobody knows, that may be why a balance changed since this one: any later or
 * unresolved, and what was applied shortly before.
 */
export function otherCauses(writes: readonly Write[], write: Write): Write[] {
  const at = writes.findIndex(({ id }) => id === write.id)
  const recent = new Date(Date.parse(write.at) - chainDelayMs).toISOString()
  return writes.filter((each, place) => {
    if (place === at || balanceKeeping.includes(each.operation) || !mayBeSameWallet(each, write)) return false
    if (isUnresolved(each) || each.state === 'sending') return true
    return isApplied(each) && (place > at || each.until >= recent)
  })
}

/** Claims, mints and upgrades of an owner that are unresolved. Throws CLI_STATE where the journal cannot be read. */
export async function unresolvedClaims(state: string, owner: Owner): Promise<Writes> {
  const { writes, torn } = await readWrites(state)
  return {
    writes: guarded.flatMap((operation) => unresolvedConflicts(writes, { ...owner, operation })),
    torn,
  }
}
