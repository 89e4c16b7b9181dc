/**
 * Signs in again by itself with the signer that a profile remembers: one process at a time,
 * at the base URL it was remembered for alone.
 */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { changeCredentials, readCredentials, type Credentials } from '../config/credentials.ts'
import { hasEnded, isEnding } from '../config/credentials/session-end.ts'
import {
  isProfileChanged,
  profileChanged,
  isOf,
  loginAs,
  otherWallet,
  sessionOf,
  type SessionIdentity,
} from '../config/credentials/session-identity.ts'
import { profileNamed, type RememberedSigner } from '../config/settings.ts'
import { readSettings } from '../config/settings-file.ts'
import { fileError } from '../config/file-errors.ts'
import { isBusy } from '../disk/disk-error.ts'
import { acquire } from '../disk/lock.ts'
import { moveError, MoveError, hasExit, isStop } from '../errors.ts'
import { loginAgain } from '../session/credential-hints.ts'
import { requireEndpoint } from '../session/endpoint.ts'
import { maxWaitGivenMs } from '../session/rate-limit.ts'
import { senderFor, targetOf } from '../session/command-sender.ts'
import type { Part, Renewing, RenewTools } from '../runtime/services.ts'
import type { ChosenSigner, SignerTools } from './chosen-signer.ts'
import { signIn } from './sign-in.ts'
import { unkeptRenewal } from './stored-meanwhile.ts'
import { programWaitMs } from './signing-time.ts'

/** What another process may take besides waiting for its signer. */
const beyondWaitMs = 10_000

/**
 * What is stored, with a session that is valid now, renewed where it has ended, is about to or was refused; undefined where
 * the profile remembers no signer for this base URL. Throws CLI_PROFILE_CHANGED (exit 4) where the profile was signed out or
 * is another wallet's by now, CLI_TOKEN_EXPIRED (exit 4) where signing in again fails, CLI_STATE (exit 3) where the state
 * folder cannot be written; nothing is half done then.
 */
export async function renewed(
  tools: RenewTools,
  { resolved, began, apiKey, refused, retries }: Renewing,
): Promise<Credentials | undefined> {
  const { network, baseUrl } = requireEndpoint(resolved)
  const { profile, address } = began
  const { signer: remembered } = resolved.entry ?? {}
  if (remembered?.baseUrl !== baseUrl || address === undefined || tools.dryRun) return undefined
  const { state } = tools.folders
  const { signal, now } = tools.context
  const usual = (waitMsOf(remembered) ?? programWaitMs) + beyondWaitMs
  const wait = maxWaitGivenMs(resolved) ?? usual
  const lock = await acquire(join(state, `login-${profile}.lock`), { wait, signal }).catch(
    (error: unknown) => {
      throw isBusy(error) ? renewalBusy(profile) : fileError(error, 'state')
    },
  )
  let why = 'The session token expired'
  let withOwnKey = false
  try {
    const before = sessionOf(began, await readCredentials(state, profile, tools.vault))
    if (before.token !== refused && !isEnding(before, now())) return before
    if (!hasEnded(before.expiresAt, before, now()))
      why =
        before.token === refused
          ? 'The service refused the session token'
          : 'The session token is about to expire'
    await refuseChangedSigner(tools, began, remembered)
    const key = await keyOf(before, apiKey, began, tools)
    withOwnKey = key !== apiKey
    const sender = await senderFor(tools, resolved, targetOf(resolved, baseUrl, key))
    if (retries !== undefined) sender.retryPolicy.retries = retries
    const contractWallet = remembered.contractWallet === true
    const how = { sender, resolved, network, address, contractWallet }
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
    ).catch((error: unknown) => {
      throw unkeptRenewal(error, expiresAt)
    })
    if (after?.token === token) await tools.note(`note: Signed in again as ${address}, until ${expiresAt}.`)
    return after
  } catch (error) {
    throw renewalFailure(error, loginAgain(network, profile), { why, withOwnKey })
  } finally {
    await lock.release()
  }
}

/** The API key that the session is renewed with: the one that it is stored beside, whichever the command itself uses. */
async function keyOf(
  { apiKey: own }: Credentials,
  apiKey: string,
  { profile }: SessionIdentity,
  tools: Part<'note', 'secrets'>,
): Promise<string> {
  if (own === undefined || own === apiKey) return apiKey
  tools.context.secrets.add(own)
  await tools.note(`note: Signing in again with the API key that is stored in profile ${profile}.`)
  return own
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
  const [{ programOf }, { findProgram }] = await Promise.all([
    import('./signer-program.ts'),
    import('../runtime/find-program.ts'),
  ])
  const program = await findProgram(remembered.program, tools.context)
  // It needs no person, so it needs no terminal.
  return programOf({ ...remembered, program, group: true }, tools)
}

const waitMsOf = (signer: RememberedSigner) => (signer.kind === 'exec' ? signer.waitMs : undefined)

/**
 * Whatever goes wrong here, what was asked for was not sent. A stop, a service that is limited or unavailable, and a keychain
 * or folder that a login would meet too, keep their own codes; any other failure is one of
 * signing in, with the command to type.
 */
function renewalFailure(
  error: unknown,
  command: string,
  { why, withOwnKey }: { why: string; withOwnKey: boolean },
): unknown {
  if (!(error instanceof MoveError) || hasExit(error, 'bug') || isStop(error)) return error
  if (isProfileChanged(error)) return error
  const which = withOwnKey ? ' with the API key that is stored in the profile' : ''
  const words = `${why}, and signing in again${which} failed: ${error.message}`
  if (hasExit(error, 'limited', 'unavailable', 'config'))
    return new MoveError(words, { ...error.fault, outcome: 'not_sent' })
  // It may be the key that is refused: the same login would meet that again.
  const hint = withOwnKey && error.fault.httpStatus === 401 ? `${command} --key` : command
  return moveError('CLI_TOKEN_EXPIRED', { message: words, ...error.fault, outcome: 'not_sent', hint })
}

const renewalBusy = (profile: string) =>
  moveError('CLI_BUSY', {
    message: `Another movecli is signing in again for the profile ${profile}. Nothing was sent.`,
  })
