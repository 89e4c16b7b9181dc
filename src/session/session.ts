/** Opens the way to the service for a command: where to, as whom, with which credentials. */
import type { Sender } from '../client/client.ts'
import type { AttemptResult } from '../client/sender.ts'
import { headersFor } from '../client/compose.ts'
import type { Reply } from '../client/guarded-transport.ts'
import { builtInProfile } from '../config/built-in-profile.ts'
import { foreignToken, type SelectedCredentials } from '../config/select-credentials.ts'
import type { Credentials } from '../config/credentials.ts'
import { clockSlackMs, hasEnded, isUnsure, skewOf } from '../config/credentials/session-end.ts'
import {
  isProfileChanged,
  refuseOtherWallet,
  sessionIdentity,
  sessionOf,
} from '../config/credentials/session-identity.ts'
import type { Resolved } from '../config/types.ts'
import type { Operation } from '../contract/operations.ts'
import type { Network } from '../contract/service.ts'
import { MoveError, hasExit, unauthenticated, isStop } from '../errors.ts'
import { credentialHints, loginAgain } from './credential-hints.ts'
import { chosenOfStored, credentialsFor } from './chosen-credentials.ts'
import type { Part, RenewTools } from '../runtime/services.ts'
import { profileLabel, requireEndpoint } from './endpoint.ts'
import { renewableBy, renewedIf } from './renewal.ts'
import { senderFor, targetOf } from './command-sender.ts'

export type Session = {
  resolved: Resolved
  network: Network
  baseUrl: string
  profile: string | undefined
  record: Credentials | undefined
  credentials: SelectedCredentials
  /** The session was renewed since the command began: it is not renewed a second time. */
  renewed?: true
  /** The token that a renewed one took the place of: requests may have been composed with it. */
  formerToken?: string | undefined
  /** A token that the service refused before its end. */
  refusedToken?: string
  /** Why the session that has ended was not renewed, where a remembered signer was asked and none is needed. */
  unrenewed?: MoveError
  sender: Sender
}

/**
 * Whose data is asked for, as the contract says it of an operation. `signer`: where a remembered signer cannot renew the
 * session, `must` ends the command, although none is needed; `later` goes on where the service is limited or unavailable.
 */
export type SessionNeed = Pick<Operation, 'session'> &
  Partial<Pick<Operation, 'kind'>> & { signer?: 'must' | 'later' }

/** What a session is opened with; `who` is filled in. */
export type SessionTools = RenewTools & Part<'resolved' | 'who' | 'began'>

/**
 * The session of a command that sends such an operation with these inputs. Throws
 * MoveError where there is no way; nothing is sent.
 */
export async function openSession(
  tools: SessionTools,
  needs: SessionNeed,
  input: object = {},
): Promise<Session> {
  const resolved = await tools.resolved('use')
  // Wrong values of the settings are said here; those of flags and environment were before.
  for (const name of ['format', 'color'] as const) resolved.get(name)
  const { network, baseUrl } = requireEndpoint(resolved)
  const profile = resolved.profile?.name
  const { record, chosen, renewed, unrenewed } = await currentCredentials(tools, resolved, (error) =>
    needs.signer === 'later'
      ? !isTrouble(error)
      : needsSession(needs, input) || (needs.signer === 'must' && hasExit(error, 'auth')),
  )
  for (const note of chosen.notes) await tools.note(note)
  const builtIn = builtInProfile(network)
  if (builtIn) await tools.note(builtIn.note)
  const apiKey = chosen.apiKey?.value
  tools.who.text = profileLabel(
    profile,
    network,
    foreignToken(chosen.token, record) ? undefined : record?.address,
  )
  if (apiKey === undefined) throw noApiKey(network, profile)
  const later = unrenewed !== undefined && needs.signer === 'later'
  const dry = tools.dryRun && renewableBy(resolved, record, chosen) !== undefined
  const token =
    later || (dry && needs.kind === 'write')
      ? chosen.token?.value
      : await currentToken(tools, chosen, record, needs, input, {
          command: loginAgain(network, profile),
          ...(dry && { hint: leaveOutDryRun }),
        })
  if (dry && needs.kind === 'write' && hasEnded(chosen.token?.expiresAt, record, tools.context.now()))
    await tools.note(`note: ${expired(chosen)} It will be renewed before the request is sent.`)
  const target = targetOf(resolved, baseUrl, apiKey, token)
  const session: Session = {
    resolved,
    network,
    baseUrl,
    profile,
    record,
    credentials: chosen,
    ...(renewed && { renewed }),
    ...(unrenewed && { unrenewed }),
    sender: {
      ...(await senderFor(tools, resolved, target)),
      hints: credentialHints(chosen, network, profile),
    },
  }
  followAnswers(tools, session)
  return session
}

/**
 * Every answer corrects what is known of the service's clock, and a refusal may say that the session is no longer valid. A
 * read that met the end of the session is made once more.
 */
function followAnswers(tools: SessionTools, session: Session): void {
  const { profile, sender, credentials } = session
  const state = { began: headersFor(sender.target) }
  sender.heard = async (tried) => {
    const { record } = session
    if (profile === undefined || !record || !credentials.token || foreignToken(credentials.token, record))
      return
    const now = tools.context.now()
    if (isRefusal(tried) && (await import('./refused-session.ts')).isRefusedEarly(session, tried, now))
      session.refusedToken = credentials.token.value
    const cameAt = now.getTime()
    if (!isOff(tried.reply, skewOf(record), cameAt)) return
    const { correctClock } = await import('./service-clock.ts')
    await correctClock(tools, profile, record, { ...tried, cameAt }, (fresh) => (session.record = fresh))
  }
  sender.replacement = async (tried) =>
    tried.classification.ok
      ? undefined
      : (await import('./read-again.ts')).readAgain(tools, session, state, tried)
}

/** Says an answer that the credentials are invalid or expired (docs/service.md §5.2)? */
const isRefusal = ({ opened }: AttemptResult): boolean =>
  opened?.envelope.is === 'refused' && opened.envelope.code === 'AUTH_002'

/** Does the Date of an answer differ from what is known of the service's clock, by more than a request takes? */
const isOff = (reply: Reply, skewMs: number, cameAt: number): boolean =>
  reply.what === 'answered' &&
  // Date has whole seconds.
  Math.abs(Date.parse(reply.headers.get('date') ?? '') - cameAt - skewMs) > clockSlackMs - 1000

/** The stored credentials and those that are chosen, the session renewed where it has ended and a signer is remembered. */
async function currentCredentials(
  tools: SessionTools,
  resolved: Resolved,
  isFinal: (error: unknown) => boolean,
) {
  const profile = resolved.profile?.name
  const { baseUrl } = requireEndpoint(resolved)
  const began = profile === undefined ? undefined : tools.began.get(profile)
  const { record: stored, chosen } = await chosenOfStored(tools, resolved, {
    judge: (each) => began && sessionOf(began, each),
  })
  const isOwn = profile !== undefined && stored && chosen.token && !foreignToken(chosen.token, stored)
  if (isOwn) {
    refuseOtherWallet(profile, resolved.entry?.address, stored.address)
    tools.began.set(profile, sessionIdentity(stored, { profile, baseUrl }))
  }
  const record =
    isOwn && chosen.apiKey && isUnsure(stored, tools.context.now())
      ? await (
          await import('./service-clock.ts')
        ).byServiceClock(tools, resolved, profile, stored, { baseUrl, apiKey: chosen.apiKey.value })
      : stored
  let unrenewed: MoveError | undefined
  const fresh = await renewedIf(tools, resolved, record, chosen).catch(async (error: unknown) => {
    // Where no session is needed, the expired one is left out, with its own note.
    if (isFinal(error) || !(error instanceof MoveError) || isStop(error) || isProfileChanged(error))
      throw error
    unrenewed = error
    await tools.note(`note: ${error.message}`)
  })
  return fresh
    ? { record: fresh, chosen: await credentialsFor(tools, resolved, fresh), renewed: true as const }
    : { record, chosen, unrenewed }
}

/** The service may sign in again after a while. */
const isTrouble = (error: unknown): boolean => hasExit(error, 'limited', 'unavailable')

function needsSession({ session }: SessionNeed, input: object): boolean {
  return session === 'user' || (session === 'unless-address' && !('address' in input))
}

/** The token, unless it has expired: then it is left out where none is needed, and the command ends where one is. */
async function currentToken(
  tools: Part<'note', 'now'>,
  chosen: SelectedCredentials,
  record: Credentials | undefined,
  needs: SessionNeed,
  input: object,
  { command, hint = command }: { command: string; hint?: string },
): Promise<string | undefined> {
  const stored = chosen.token?.expiresAt
  if (!hasEnded(stored, record, tools.context.now())) return chosen.token?.value
  if (needsSession(needs, input)) throw unauthenticated('CLI_TOKEN_EXPIRED', expired(chosen), hint)
  await tools.note(`note: The session token expired at ${stored} and is not sent. Renew it: ${command}`)
  return undefined
}

const expired = ({ token }: SelectedCredentials) => `The session token expired at ${token?.expiresAt}.`
/** --dry-run signs nothing; without it the session is renewed. */
const leaveOutDryRun = 'Leave out --dry-run, which signs nothing: movecli then signs in again by itself.'

function noApiKey(network: Network, profile: string | undefined): MoveError {
  const where = profile ? `--profile ${profile}` : `-n ${network}`
  return unauthenticated(
    'CLI_NO_API_KEY',
    'There is no API key. Every request needs one.',
    `Run movecli login --key ${where}, or set MOVECLI_API_KEY.`,
  )
}
