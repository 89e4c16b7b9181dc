/** Signs in again by itself with the signer that a profile remembers: one process at a time, at the base URL it was remembered for alone. */
import { join, resolve as absolute } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { changeCredentials, readCredentials, type Credentials } from '../config/credentials.ts'
import { hasEnded, isEnding } from '../config/credentials/session-end.ts'
import {
  profileChanged,
  isOf,
  loginAs,
  otherWallet,
  sessionOf,
  type SessionIdentity,
} from '../config/credentials/session-identity.ts'
import { profileNamed, type RememberedSigner } from '../config/settings.ts'
import { readSettings } from '../config/settings-file.ts'
import { DiskError } from '../disk/disk-error.ts'
import { acquire } from '../disk/lock.ts'
import { moveError, MoveError, usage, endsWith, isStop } from '../errors.ts'
import type { Context } from '../runtime/context.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import { loginAgain } from '../session/credential-hints.ts'
import { findProgram } from '../runtime/find-program.ts'
import { requireEndpoint, senderFor, targetOf } from '../session/session.ts'
import type { Part, Renewing, RenewTools } from '../runtime/services.ts'
import type { ChosenSigner, SignerTools } from './chosen-signer.ts'
import { signIn } from './sign-in.ts'
import { signerNamed } from './named-signer.ts'
import type { LoginValues } from './login-flags.ts'

/** Another process may be waiting for its signer: two minutes, and a little. */
const longestTurnMs = 130_000

/** What --remember-signer keeps. Throws CLI_USAGE for a signer that needs a person. */
export async function signerToRemember(
  given: ParsedArgs<LoginValues>,
  context: Pick<Context, 'env' | 'home' | 'platform' | 'secrets'>,
  baseUrl: string,
): Promise<RememberedSigner | undefined> {
  if (given.flags.rememberSigner !== true) return undefined
  const named = signerNamed(given, context.env)
  if (named?.kind.name === 'exec') {
    const program = await findProgram(named.value, context)
    return { kind: 'exec', program, args: [...given.passthrough], baseUrl }
  }
  const passwordFile =
    given.flags.passwordFile ?? (context.env['MOVECLI_KEYSTORE_PASSWORD_FILE'] || undefined)
  if (named?.kind.name === 'keystore' && passwordFile !== undefined) {
    const { keystorePath } = await import('./signer-files.ts')
    const keystore = absolute(await keystorePath(named.value, context.home))
    return { kind: 'keystore', keystore, passwordFile: absolute(passwordFile), baseUrl }
  }
  throw usage(
    '--remember-signer needs a signer that works without a person.',
    'Use --exec, or --keystore with --password-file.',
  )
}

/**
 * What is stored, with a session that is valid now, renewed where it has ended, is about to or was refused; undefined where
 * the profile remembers no signer for this base URL. Throws CLI_PROFILE_CHANGED (exit 4) where the profile was signed out or
 * is another wallet's by now, CLI_TOKEN_EXPIRED (exit 4) where signing in again fails; nothing is half done then.
 */
export async function renewed(
  tools: RenewTools,
  { resolved, began, apiKey, refused }: Renewing,
): Promise<Credentials | undefined> {
  const { network, baseUrl } = requireEndpoint(resolved)
  const { profile, address } = began
  const { signer: remembered } = resolved.entry ?? {}
  if (remembered?.baseUrl !== baseUrl || address === undefined || tools.dryRun) return undefined
  const { state } = tools.folders
  const { signal, now } = tools.context
  const lock = await acquire(join(state, `login-${profile}.lock`), { wait: longestTurnMs, signal }).catch(
    (error: unknown) => {
      throw error instanceof DiskError && error.kind === 'busy' ? renewalBusy(profile) : error
    },
  )
  let ended = true
  try {
    const before = sessionOf(began, await readCredentials(state, profile, tools.vault))
    if (before.token !== refused && !isEnding(before, now())) return before
    ended = before.token === refused || hasEnded(before.expiresAt, before, now())
    await refuseChangedSigner(tools, began, remembered)
    const sender = await senderFor(tools, resolved, targetOf(resolved, baseUrl, apiKey))
    const how = { sender, resolved, network, address, contractWallet: false }
    const signer = await signerOf(remembered, tools)
    const { token, expiresAt, kycStatus, skewMs } = await signIn(quietly(tools), { ...how, signer })
    const session = { token, expiresAt, kycStatus, signedInAt: now().toISOString() }
    const after = await changeCredentials(
      state,
      profile,
      async (stored) => {
        const { clockSkewMs: _skew, ...kept } = sessionOf(began, stored)
        // A person signed in as the same wallet meanwhile: that session stays, and this one is dropped.
        if (stored?.token !== before.token) return stored
        await refuseChangedSigner(tools, began, remembered)
        return { ...kept, ...session, ...(skewMs !== 0 && { clockSkewMs: String(skewMs) }) }
      },
      tools.vault,
    )
    if (after?.token === token) await tools.note(`note: Signed in again as ${address}, until ${expiresAt}.`)
    return after
  } catch (error) {
    throw renewalFailure(error, loginAgain(network, profile), ended)
  } finally {
    await lock.release()
  }
}

/** Reads the settings as they are now. Throws CLI_PROFILE_CHANGED where this signer is no longer the one of this wallet. */
async function refuseChangedSigner(
  { folders }: Part<'folders'>,
  began: SessionIdentity,
  signer: RememberedSigner,
): Promise<void> {
  const { profile } = began
  const entry = profileNamed(await readSettings(folders.config), profile)
  if (entry?.address !== undefined && !isOf(began, entry.address)) throw otherWallet(began, entry.address)
  if (!isDeepStrictEqual(entry?.signer, signer))
    throw profileChanged(
      `The signer of profile ${profile} was changed or removed while this command was running.`,
      loginAs(began),
    )
}

/** The message is shown where a person signs in, not where movecli does so by itself. */
const quietly = <T extends Part<'note'>>(tools: T): T => ({ ...tools, note: async () => {} })

async function signerOf(remembered: RememberedSigner, tools: SignerTools): Promise<ChosenSigner> {
  if (remembered.kind === 'keystore') {
    const { keystoreOf } = await import('./signer-files.ts')
    return keystoreOf(remembered, tools)
  }
  const { programOf } = await import('./signer-program.ts')
  return programOf(remembered, tools)
}

/**
 * Whatever goes wrong here, what was asked for was not sent. A stop and a service that is limited or unavailable keep their
 * own codes; any other failure is one of signing in, with the command to type.
 */
function renewalFailure(error: unknown, command: string, ended: boolean): unknown {
  if (!(error instanceof MoveError) || endsWith(error, 'bug') || isStop(error)) return error
  if (error.fault.code === 'CLI_PROFILE_CHANGED') return error
  const why = ended ? 'The session token expired' : 'The session token is about to expire'
  const words = `${why}, and signing in again failed: ${error.message}`
  if (endsWith(error, 'limited', 'unavailable'))
    return new MoveError(words, { ...error.fault, outcome: 'not_sent' })
  return moveError('CLI_TOKEN_EXPIRED', { message: words, ...error.fault, hint: command })
}

const renewalBusy = (profile: string) =>
  moveError('CLI_BUSY', {
    message: `Another movecli is signing in again for the profile ${profile}. Nothing was sent.`,
  })
