/** A write for several wallets from the consent on: one after the other, each with its own permit, record, outcome and row. */
import { createResultQueue } from '../bulk/send/result-queue.ts'
import { sendWrite } from '../client/client.ts'
import type { Json } from '../contract/lossless-json.ts'
import { interrupted, isStop, moveError, MoveError } from '../errors.ts'
import { rows, type Result } from '../output/view.ts'
import type { ProfileResult } from '../session/profiles.ts'
import { isSkip, NothingToSend, type WalletWrite } from './prepare-wallets.ts'
import { failuresText, throwIfFailed } from './profile-rows.ts'
import { walletColumns, walletRow, type WalletRow } from './wallet-rows.ts'

/**
 * Sends one after the other; `asked`: somebody was asked about them; `isRepeatable`: the same command leaves out those for
 * which it was applied. A stop ends it between two of them; each wallet that was reached has its row.
 */
export function sendWallets(
  wallets: readonly ProfileResult<WalletWrite>[],
  {
    asked,
    isRepeatable,
    signal,
    addressOf,
  }: {
    asked: boolean
    isRepeatable: boolean
    signal: AbortSignal
    addressOf: (profile: string) => string | undefined
  },
): Result {
  let [unread, reached, applied, skipped] = [false, 0, 0, 0]
  const queue = createResultQueue<Json>(() => (unread = true))
  const finished = (async () => {
    let stop: MoveError | undefined
    try {
      for (const wallet of wallets) {
        if (signal.aborted || unread || stop) break
        const row = await outcomeOf(wallet, asked)
        reached += 1
        if (row.status === 'applied') applied += 1
        if (row.status === 'skipped') skipped += 1
        queue.push(walletRow({ address: addressOf(wallet.profile), ...row }))
        if (row.error) wallet.error ??= row.error
        if (row.error && isStop(row.error)) stop = row.error
      }
    } finally {
      queue.end()
    }
    const counts = {
      applied,
      skipped,
      others: reached - applied - skipped,
      left: wallets.length - reached,
    }
    if (signal.aborted) stop = interrupted(signal)
    const again = isRepeatable || applied === 0 ? {} : { retryable: false }
    if (stop) throw stoppedBetween(stop, counts, failuresText(wallets.slice(0, reached))).with(again)
    if (counts.left > 0) throw unreached(counts)
    throwIfFailed(wallets)
  })()
  finished.catch(() => {})
  return {
    ...rows(queue.items, [...walletColumns], 'no profile'),
    until: finished,
    recourse: 'movecli journal ls shows what became of each wallet.',
  }
}

/** How many wallets the write was applied for, was left out for and ended otherwise for, and how many were not reached. */
type Ended = { applied: number; skipped: number; others: number; left: number }

/** Who read the rows went away: no further write is sent unseen. */
const unreached = (counts: Ended): MoveError =>
  moveError('CLI_PARTIAL', {
    message: `Nobody reads the output any more. ${countsText(counts)}`,
    hint: againHint,
  })

/** A stop between two wallets, or of one on its way: all of them have no one outcome, but a row each. */
function stoppedBetween({ message, fault }: MoveError, counts: Ended, details: string): MoveError {
  const { outcome: _, request: __, ...rest } = fault
  const isNoneReached = counts.applied + counts.skipped + counts.others === 0
  return new MoveError(`${message} ${countsText(counts)}`, {
    ...rest,
    ...(isNoneReached && { outcome: 'not_sent' }),
    hint: againHint,
    ...(details && { details }),
  })
}

const againHint =
  'Run it again with --skip-within: it leaves out the wallets for which the write was applied.'

const countsText = ({ applied, skipped, others, left }: Ended): string =>
  `The write was applied for ${walletsText(applied)}, ${skipped > 0 ? `${skipped} ${skipped === 1 ? 'was' : 'were'} left out, ` : ''}${others > 0 ? `${others} ended otherwise, as their rows say, ` : ''}and ${left} ${left === 1 ? 'was' : 'were'} not reached.`

const walletsText = (count: number): string => `${count} ${count === 1 ? 'wallet' : 'wallets'}`

async function outcomeOf(
  { profile, value, error }: ProfileResult<WalletWrite>,
  asked: boolean,
): Promise<WalletRow> {
  if (!value || error) return { profile, status: 'not_sent', error }
  const { owner, session, prepared, once } = value
  const row = { profile, owner }
  if (isSkip(prepared)) return { ...row, status: 'skipped', reason: prepared.reason }
  try {
    const permit = await prepared.authorize(asked, once)
    try {
      const { data } = await sendWrite(permit.request, permit.ledger, session.sender)
      return { ...row, status: 'applied', data }
    } finally {
      await permit.release()
    }
  } catch (failure) {
    if (failure instanceof NothingToSend) return { ...row, status: 'skipped', reason: failure.message }
    if (!(failure instanceof MoveError)) throw failure
    return { ...row, status: failure.fault.outcome ?? 'not_sent', error: failure }
  }
}
