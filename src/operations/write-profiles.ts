/** One write for several wallets: all are prepared, confirmed together, and sent one after the other. */
import { compose } from '../client/compose.ts'
import { profileNamed } from '../config/settings.ts'
import type { Json } from '../contract/lossless-json.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import { hasExit, MoveError, usage } from '../errors.ts'
import { rows, type Result } from '../output/view.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Tools } from '../runtime/services.ts'
import { forEachProfile, type ProfileResult } from '../session/profiles.ts'
import { openSession, type Session } from '../session/session.ts'
import { requestShown } from '../writes/dry-run.ts'
import {
  confirmWallets,
  dryRun,
  isSkip,
  leftOut,
  prepareWallet,
  refuseRepeated,
  type WalletWrite,
} from './prepare-wallets.ts'
import { throwIfFailed } from './profile-rows.ts'
import { sendWallets } from './send-wallets.ts'
import { walletRow } from './wallet-rows.ts'
import type { WriteValues } from './write-profiles-flags.ts'
import type { WriteSpec } from './write.ts'

/**
 * A row for each profile that --profiles names. Throws CLI_USAGE, and CLI_CONSENT (11)
 * where nobody says yes; nothing is sent then.
 */
export async function writeForProfiles<V extends object>(
  name: OperationName,
  { input, perProfile }: WriteSpec<V>,
  given: ParsedArgs<V & WriteValues>,
  tools: Tools,
): Promise<Result> {
  const within = optionsOf(given)
  const shared = perProfile ? undefined : await input(given, tools)
  const wallets = await forEachProfile(
    given.flags,
    tools,
    async (own): Promise<ProfileResult<WalletWrite>> => {
      const profile = String(own.globals['profile'])
      const wanted = async (session: Session) => {
        const values = shared ?? (await input(given, own))
        return { session, request: compose(name, { ...values }, session.sender.target), within }
      }
      /** A wallet whose session has ended needs none where nothing is to be sent. */
      const withoutSession = async (error: unknown): Promise<WalletWrite> => {
        if (within === undefined || !hasExit(error, 'auth')) throw error
        const quiet = { ...own, note: async () => {} }
        const value = await openSession(quiet, { session: 'none' })
          .then(async (session) => leftOut(await wanted(session), own))
          .catch(() => undefined)
        if (!value) throw error
        return value
      }
      try {
        const value = await openSession(own, operationOf(name)).then(
          async (session) => prepareWallet(await wanted(session), own),
          withoutSession,
        )
        return { profile, value }
      } catch (error) {
        // A prover fails for one wallet, unlike other wrong usage.
        if (error instanceof MoveError && error.fault.code === 'CLI_PROVER') return { profile, error }
        throw error
      }
    },
  )
  const all = wallets.map(
    ({ profile, value, error }): ProfileResult<WalletWrite> => value ?? { profile, ...(error && { error }) },
  )
  refuseRepeated(all)
  if (tools.dryRun) return requestRows(all, tools.context.secrets)
  const asked = await confirmWallets(all, name, tools)
  const settings = await tools.settings()
  return sendWallets(all, {
    asked,
    isRepeatable: within !== undefined,
    signal: tools.context.signal,
    addressOf: (profile) => profileNamed(settings, profile)?.address,
  })
}

/** Milliseconds of --skip-within. */
function optionsOf({ flags }: ParsedArgs<WriteValues>): number | undefined {
  for (const flag of ['reconcile', 'force'] as const)
    if (flags[flag] === true)
      throw usage(`--${flag} works with one profile only.`, 'Choose it with --profile.')
  return flags.skipWithin && flags.skipWithin.seconds * 1000
}

/** --dry-run: the request of each wallet, secrets by their length. */
function requestRows(
  wallets: readonly ProfileResult<WalletWrite>[],
  secrets: Tools['context']['secrets'],
): Result {
  const items = async function* (): AsyncGenerator<Json> {
    for (const { profile, value, error } of wallets) {
      if (error) yield walletRow({ profile, status: 'not_sent', error })
      if (!value) continue
      const { owner, request, session, prepared } = value
      if (isSkip(prepared) && prepared !== dryRun)
        yield walletRow({ profile, owner, status: 'skipped', reason: prepared.reason })
      else {
        const { method, url, headers, body } = requestShown(request, session.sender.target, secrets)
        yield { profile, address: owner.address, dry_run: true, method, url, headers, body }
      }
    }
    throwIfFailed(wallets)
  }
  return rows(items(), [], 'no profile')
}
