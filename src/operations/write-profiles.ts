/** One write for several wallets: all are prepared, confirmed together, and sent one after the other. Each has its own permit, record and outcome. */
import { sendWrite } from '../client/client.ts'
import { compose, type Composed } from '../client/compose.ts'
import { createMask } from '../client/pii-mask.ts'
import { createResultQueue } from '../bulk/send/result-queue.ts'
import { parseDuration } from '../config/durations.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import type { Json } from '../contract/lossless-json.ts'
import { interrupted, isStop, moveError, MoveError, usage } from '../errors.ts'
import { isSameOwner, ownerName, type Owner } from '../journal/owner.ts'
import { appliedLately } from '../journal/writes/conflicts.ts'
import { readWrites, type Write } from '../journal/writes/fold.ts'
import { rows, type Result } from '../output/view.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import { confirmedWrite, type ConsentTools } from '../runtime/confirm.ts'
import type { WriteValues } from './write-profiles-flags.ts'
import type { Part, Tools } from '../runtime/services.ts'
import { forEachProfile, type ProfileResult } from '../session/profiles.ts'
import { profileNamed } from '../config/settings.ts'
import { openSession, type Session } from '../session/session.ts'
import { ownerOf } from '../session/session-owner.ts'
import { redactRequest } from '../client/redact-request.ts'
import { identityOf, type WriteTools } from '../writes/write-attempt.ts'
import { prepareWrite, type PreparedWrite } from '../writes/write-guard.ts'
import { walletColumns, walletRow, type WalletRow } from './wallet-rows.ts'
import { throwIfFailed } from './profile-rows.ts'
import { type WriteSpec } from './write.ts'

/** A wallet that has nothing to be sent, and why. */
type Skip = { reason: string }
type Wallet = {
  owner: Owner
  session: Session
  request: Composed
  refuse: (writes: readonly Write[]) => void
  prepared: PreparedWrite | Skip
}

/** Thrown where a wallet needs nothing sent after all. */
class Skipped extends Error {}

/** A row for each profile that --profiles names. Throws CLI_USAGE, and CLI_CONSENT (11) where nobody says yes; nothing is sent then. */
export async function writeForProfiles<V extends object>(
  name: OperationName,
  { input, perProfile }: WriteSpec<V>,
  given: ParsedArgs<V & WriteValues>,
  tools: Tools,
): Promise<Result> {
  const within = optionsOf(given)
  const shared = perProfile ? undefined : await input(given, tools)
  const wallets = await forEachProfile(given.flags, tools, async (own): Promise<ProfileResult<Wallet>> => {
    const profile = String(own.globals['profile'])
    try {
      const session = await openSession(own, operationOf(name))
      const wanted = shared ?? (await input(given, own))
      const request = compose(name, { ...wanted }, session.sender.target)
      return { profile, value: await prepare({ session, request, within }, own) }
    } catch (error) {
      // A prover fails for one wallet, unlike other wrong usage.
      if (error instanceof MoveError && error.fault.code === 'CLI_PROVER') return { profile, error }
      throw error
    }
  })
  const all = wallets.map(
    ({ profile, value, error }): ProfileResult<Wallet> => value ?? { profile, ...(error && { error }) },
  )
  skipRepeated(all)
  if (tools.dryRun) return planned(all)
  await consent(all, name, tools)
  const settings = await tools.settings()
  return sent(all, tools.context.signal, (profile) => profileNamed(settings, profile)?.address)
}

/** Milliseconds of --skip-within. */
function optionsOf({ flags }: ParsedArgs<WriteValues>): number | undefined {
  for (const flag of ['reconcile', 'force'] as const)
    if (flags[flag] === true)
      throw usage(`--${flag} works with one profile only.`, 'Choose it with --profile.')
  const text = flags.skipWithin
  return text === undefined ? undefined : parseDuration(text, '--skip-within') * 1000
}

type Wanted = { session: Session; request: Composed; within: number | undefined }

async function prepare(
  { session, request, within }: Wanted,
  own: WriteTools & Part<'dryRun'>,
): Promise<Wallet> {
  const owner = await ownerOf(session, own.folders.state)
  for (const value of createMask(request).secrets) own.context.secrets.add(value)
  const refuse = (writes: readonly Write[]): void => {
    if (within === undefined) return
    const since = own.context.now().getTime() - within
    const write = appliedLately(writes, identityOf(owner, request), since)
    if (write) throw new Skipped(`applied at ${write.until} (record ${write.id})`)
  }
  const wallet = { owner, session, request, refuse }
  try {
    if (within !== undefined) refuse((await readWrites(own.folders.state)).writes)
  } catch (error) {
    if (!(error instanceof Skipped)) throw error
    return { ...wallet, prepared: { reason: error.message } }
  }
  const prepared = own.dryRun ? { reason: 'dry run' } : await prepareWrite(own, session, request)
  return { ...wallet, prepared }
}

const isSkip = (prepared: PreparedWrite | Skip): prepared is Skip => 'reason' in prepared

/** Two profiles of one wallet are one wallet: the first is sent. */
function skipRepeated(wallets: readonly ProfileResult<Wallet>[]): void {
  const before: { profile: string; owner: Owner }[] = []
  for (const { profile, value } of wallets) {
    if (!value || isSkip(value.prepared)) continue
    const same = before.find(({ owner }) => isSameOwner(owner, value.owner))
    if (same) value.prepared = { reason: `the same wallet as ${same.profile}` }
    else before.push({ profile, owner: value.owner })
  }
}

/** Asks once about all that will be sent, with full addresses and what each has. */
async function consent(
  wallets: readonly ProfileResult<Wallet>[],
  name: OperationName,
  tools: ConsentTools,
): Promise<void> {
  const asked = wallets.flatMap(({ profile, value }) =>
    value && !isSkip(value.prepared) && value.prepared.question !== undefined
      ? [{ profile, value, summary: value.prepared.summary }]
      : [],
  )
  if (asked.length === 0) return
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
  await confirmedWrite(tools, question.join('\n'), name)
}

/** --dry-run: the request of each wallet, secrets by their length. */
function planned(wallets: readonly ProfileResult<Wallet>[]): Result {
  const items = async function* (): AsyncGenerator<Json> {
    for (const { profile, value, error } of wallets) {
      if (error) yield walletRow({ profile, status: 'not_sent', error })
      if (!value) continue
      const { owner, request, session, prepared } = value
      if (isSkip(prepared) && prepared.reason !== 'dry run')
        yield walletRow({ profile, owner, status: 'skipped', reason: prepared.reason })
      else {
        const { method, url, headers, body } = redactRequest(request, session.sender.target)
        yield { profile, address: owner.address, dry_run: true, method, url, headers, body: body ?? null }
      }
    }
    throwIfFailed(wallets)
  }
  return rows(items(), [], 'no profile')
}

/** Sends one after the other. A stop ends it between two of them; each wallet that was reached has its row. */
function sent(
  wallets: readonly ProfileResult<Wallet>[],
  signal: AbortSignal,
  addressOf: (profile: string) => string | undefined,
): Result {
  let [unread, reached, applied] = [false, 0, 0]
  const queue = createResultQueue<Json>(() => (unread = true))
  const finished = (async () => {
    try {
      for (const wallet of wallets) {
        if (signal.aborted || unread) break
        const row = await outcomeOf(wallet)
        reached += 1
        if (row.status === 'applied') applied += 1
        queue.push(walletRow({ address: addressOf(wallet.profile), ...row }))
        if (row.error) wallet.error ??= row.error
        if (row.error && isStop(row.error)) throw row.error
      }
    } finally {
      queue.end()
    }
    if (signal.aborted) throw interrupted(signal)
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
    message: `Nobody reads the output any more: ${applied} ${applied === 1 ? 'wallet was' : 'wallets were'} applied, ${left} ${left === 1 ? 'was' : 'were'} not reached.`,
    hint: 'Run it again with --skip-within: wallets that were served are left out.',
  })

async function outcomeOf({ profile, value, error }: ProfileResult<Wallet>): Promise<WalletRow> {
  if (!value || error) return { profile, status: 'not_sent', error }
  const { owner, request, session, prepared, refuse } = value
  const row = { profile, owner }
  if (isSkip(prepared)) return { ...row, status: 'skipped', reason: prepared.reason }
  try {
    const permit = await prepared.authorize(refuse)
    try {
      const { data } = await sendWrite(request, permit.ledger, session.sender)
      return { ...row, status: 'applied', data }
    } finally {
      await permit.release()
    }
  } catch (failure) {
    if (failure instanceof Skipped) return { ...row, status: 'skipped', reason: failure.message }
    if (!(failure instanceof MoveError)) throw failure
    return { ...row, status: failure.fault.outcome ?? 'not_sent', error: failure }
  }
}
