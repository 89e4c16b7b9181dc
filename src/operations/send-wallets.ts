/** A write for several wallets from the consent on: one after the other, each with its own permit, record, outcome and row. */
import { createResultQueue } from '../bulk/send/result-queue.ts'
import { sendWrite } from '../client/client.ts'
import type { Json } from '../contract/lossless-json.ts'
import { interrupted, isStop, moveError, MoveError } from '../errors.ts'
import { rows, type Result } from '../output/view.ts'
import type { ProfileResult } from '../session/profiles.ts'
import { isSkip, NothingToSend, type WalletWrite } from './prepare-wallets.ts'
import { throwIfFailed } from './profile-rows.ts'
import { walletColumns, walletRow, type WalletRow } from './wallet-rows.ts'

/**
 * Sends one after the other; `asked`: somebody was asked about them. A stop ends it between two of
 * them; each wallet that was reached has its row.
 */
export function sendWallets(
  wallets: readonly ProfileResult<WalletWrite>[],
  asked: boolean,
  signal: AbortSignal,
  addressOf: (profile: string) => string | undefined,
): Result {
  let [unread, reached, applied] = [false, 0, 0]
  const queue = createResultQueue<Json>(() => (unread = true))
  let stop: MoveError | undefined
  const finished = (async () => {
    try {
      for (const wallet of wallets) {
        if (signal.aborted || unread) break
        const row = await outcomeOf(wallet, asked)
        reached += 1
        if (row.status === 'applied') applied += 1
        queue.push(walletRow({ address: addressOf(wallet.profile), ...row }))
        if (row.error) wallet.error ??= row.error
        if (row.error && isStop(row.error)) {
          stop = row.error
          break
        }
      }
    } finally {
      queue.end()
    }
    if (signal.aborted) stop ??= interrupted(signal)
    if (stop) throw stoppedBetween(stop, applied, wallets.length - reached)
    if (reached < wallets.length) throw unreached(applied, wallets.length - reached)
    throwIfFailed(wallets)
  })()
  finished.catch(() => {})
  return {
    ...rows(queue.items, [...walletColumns], 'no profile'),
    until: finished,
    recourse: 'movecli journal ls shows what became of each wallet.',
  }
}

/** Who read the rows went away: no further write is sent unseen. */
const unreached = (applied: number, left: number): MoveError =>
  moveError('CLI_PARTIAL', {
    message: `Nobody reads the output any more. ${reachedText(applied, left)}`,
    hint: againHint,
  })

/** A stop between two wallets, or of one on its way: all of them have no one outcome, but a row each. */
function stoppedBetween({ message, fault }: MoveError, applied: number, left: number): MoveError {
  const { outcome: _, request: __, ...rest } = fault
  return new MoveError(`${message} ${reachedText(applied, left)}`, { ...rest, hint: againHint })
}

const againHint =
  'Run it again with --skip-within: it leaves out the wallets for which the write was applied.'

const reachedText = (applied: number, left: number): string =>
  `The write was applied for ${walletsText(applied)}, and ${left} ${left === 1 ? 'was' : 'were'} not reached.`

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
