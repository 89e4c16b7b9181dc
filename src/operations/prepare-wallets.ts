/**
 * A write for several wallets up to the consent: what each would send, who needs nothing
 * sent, and one question about all of them.
 */
import type { Composed } from '../client/compose.ts'
import { secretsOf } from './request-secrets.ts'
import type { OperationName } from '../contract/operations.ts'
import { moveError } from '../errors.ts'
import { isLikelySameOwner, isSameWallet, ownerName, type Owner } from '../journal/owner.ts'
import { unusable } from '../journal/journal-errors.ts'
import { appliedLately, type PendingWrite } from '../journal/writes/conflicts.ts'
import { readWrites, type Write } from '../journal/writes/fold.ts'
import { askConsentToWrite, type ConsentTools } from '../runtime/confirm.ts'
import type { Part } from '../runtime/services.ts'
import type { ProfileResult } from '../session/profiles.ts'
import { nameOfProfile, ownerOf } from '../session/session-owner.ts'
import type { Session } from '../session/session.ts'
import { identityOf, type WriteTools } from '../writes/write-attempt.ts'
import type { Once } from '../writes/permit-once.ts'
import { prepareWrite, type PreparedWrite } from '../writes/write-guard.ts'

/** A wallet that has nothing to be sent, and why. */
export type Skip = { reason: string }
export type WalletWrite = {
  owner: Owner
  session: Session
  request: Composed
  /** Where the same was applied lately, nothing is to be sent; rows of bulk runs count as they are now. */
  once: Once | undefined
  prepared: PreparedWrite | Skip
}

/** Thrown where a wallet needs nothing sent after all. */
export class NothingToSend extends Error {}

type Wanted = { session: Session; request: Composed; within: number | undefined }

type OwnTools = WriteTools & Part<'dryRun'>

/** Nothing is sent and no lock taken: what is to be sent, or why nothing is. */
export async function prepareWallet(wanted: Wanted, own: OwnTools): Promise<WalletWrite> {
  const wallet = await walletOf(wanted, own)
  const skip = await skipOf(wallet, own)
  if (skip) return { ...wallet, prepared: skip }
  const { session, request, owner } = wallet
  return {
    ...wallet,
    prepared: own.dryRun ? dryRun : await prepareWrite(own, session, request, { owner }),
  }
}

/** The wallet where the same was applied lately: then it needs no session that is valid. Undefined where it was not. */
export async function leftOut(wanted: Wanted, own: OwnTools): Promise<WalletWrite | undefined> {
  const wallet = await walletOf(wanted, own)
  const prepared = await skipOf(wallet, own)
  return prepared && { ...wallet, prepared }
}

type Unprepared = Omit<WalletWrite, 'prepared'>

async function walletOf({ session, request, within }: Wanted, own: OwnTools): Promise<Unprepared> {
  const owner = await ownerOf(session, own.folders.state)
  for (const value of await secretsOf(request)) own.context.secrets.add(value)
  // What the profile sent with its key alone, before it had an address, may be of this wallet.
  const near = [
    ...(owner.near ?? []),
    ...(session.profile === undefined ? [] : [nameOfProfile(session.profile)]),
  ]
  const identity = identityOf({ ...owner, near }, request)
  const once = within === undefined ? undefined : onceWithin(within)
  return { owner, session, request, once }

  function onceWithin(ms: number): Once {
    const refuse = async (writes: readonly Write[]): Promise<void> => {
      const rows = await rowsLike(own.folders.state, identity)
      const before = appliedLately([...rows, ...writes], identity, own.context.now().getTime() - ms)
      if (before?.surely === false) throw perhapsApplied(before.write, owner, session)
      if (before) throw new NothingToSend(`applied at ${before.write.until} (record ${before.write.id})`)
    }
    return { same: identity, refuse }
  }
}

async function skipOf({ once }: Unprepared, { folders }: OwnTools): Promise<Skip | undefined> {
  try {
    await once?.refuse((await readWrites(folders.state)).writes)
    return undefined
  } catch (error) {
    if (!(error instanceof NothingToSend)) throw error
    return { reason: error.message }
  }
}

/** Rows of bulk runs that are the same motion, and were applied. */
async function rowsLike(state: string, ask: PendingWrite): Promise<Write[]> {
  const content = ask.motion ?? ask.content
  if (ask.operation !== 'motion.submit' || content === undefined) return []
  const { appliedRows } = await import('../journal/runs/rows-as-writes.ts')
  return appliedRows(state, ask, content).catch(unusable)
}

/** In place of what would be sent: nothing is asked, signed or put on record. */
export const dryRun: Skip = { reason: 'dry run' }

/** Whether the wallet has nothing to be sent. */
export const isSkip = (prepared: PreparedWrite | Skip): prepared is Skip => 'reason' in prepared

/** An API key alone names no wallet: what it sent may be of this one, and what it is to send may be of that one. */
const perhapsApplied = (write: Write, owner: Owner, { profile }: Session) =>
  moveError('CLI_EARLIER_UNKNOWN', {
    message: `The same was applied at ${write.until} for ${ownerName(write)} (record ${write.id}). Whether that is the wallet of ${ownerName(owner)} is not known. Nothing was sent.`,
    hint: `To send it for this wallet alone: --profile ${profile}, in place of --profiles and --skip-within.`,
  })

/**
 * Two profiles of one wallet are one wallet: the first is sent. Where that is not known, because one has an API key alone,
 * the second one fails.
 */
export function refuseRepeated(wallets: readonly ProfileResult<WalletWrite>[]): void {
  const before: { profile: string; owner: Owner }[] = []
  for (const wallet of wallets) {
    const { profile, value } = wallet
    if (!value || (isSkip(value.prepared) && value.prepared !== dryRun)) continue
    const same = before.find(({ owner }) => isSameWallet(owner, value.owner))
    const likely = before.find(({ owner }) => isLikelySameOwner(owner, value.owner))
    if (same) value.prepared = { reason: `the same wallet as ${same.profile}` }
    else if (likely) {
      wallet.error = perhapsTheSame(likely.profile, profile)
      delete wallet.value
    } else before.push({ profile, owner: value.owner })
  }
}

const perhapsTheSame = (first: string, profile: string) =>
  moveError('CLI_EARLIER_UNKNOWN', {
    message: `Whether ${profile} has the same wallet as ${first} is not known. Nothing was sent for it.`,
    hint: `Sign in: movecli login --profile ${profile}`,
  })

/** Asks once about all that will be sent, with full addresses and what each has; returns whether somebody was asked. */
export async function confirmWallets(
  wallets: readonly ProfileResult<WalletWrite>[],
  name: OperationName,
  tools: ConsentTools,
): Promise<boolean> {
  const asked = wallets.flatMap(({ profile, value }) =>
    value && !isSkip(value.prepared) && value.prepared.question !== undefined
      ? [{ profile, value, summary: value.prepared.summary }]
      : [],
  )
  if (asked.length === 0) return false
  const others = wallets.flatMap(({ profile, value, error }) => {
    const why = error?.fault.code ?? (value && isSkip(value.prepared) ? value.prepared.reason : undefined)
    return why === undefined ? [] : [`  ${profile}: ${why}`]
  })
  const question = [
    `About to send, for ${asked.length} ${asked.length === 1 ? 'wallet' : 'wallets'}, one after the other:`,
    ...asked.flatMap(({ profile, value: { owner, session }, summary }) => [
      `  ${profile} on ${session.network}, address ${owner.address ?? `unknown (${ownerName(owner)})`}`,
      ...summary.split('\n').map((line) => `    ${line}`),
    ]),
    ...(others.length > 0 ? ['Nothing is sent for:', ...others] : []),
    'Send them?',
  ]
  return askConsentToWrite(tools, question.join('\n'), name)
}
