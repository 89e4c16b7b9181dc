/** The session of a write that is about to leave: time has passed, and others may have acted, since the command began. */
import { isDeepStrictEqual } from 'node:util'
import { headersFor, type Composed } from '../client/compose.ts'
import { readCredentials, unreadCredentials, type Credentials } from '../config/credentials.ts'
import { hasEnded } from '../config/credentials/session-end.ts'
import { apiKeyChanged, sessionIdentity, sessionOf } from '../config/credentials/session-identity.ts'
import { unauthenticated } from '../errors.ts'
import type { Part, RenewTools } from '../runtime/services.ts'
import { loginAgain } from './credential-hints.ts'
import { renewedIf } from './renewal.ts'
import type { Session } from './session.ts'

/** `waited`: somebody was asked, or another process was waited for. */
type Before = { waited: boolean }

/**
 * The request with the credentials of the session as they are now: what is stored is looked at again, and the session is
 * renewed where it has ended since the command began. Throws CLI_TOKEN_EXPIRED and
 * CLI_PROFILE_CHANGED (exit 4); nothing is sent.
 */
export async function requestAtWrite(
  tools: RenewTools,
  session: Session,
  request: Composed,
  { waited }: Before,
): Promise<Composed> {
  // A request may carry another token than the session's, now or before it was renewed.
  const { target } = session.sender
  const own = [target.token, session.formerToken].some((token) =>
    isDeepStrictEqual(request.headers, headersFor({ ...target, ...(token !== undefined && { token }) })),
  )
  await refuseChanged(tools, session)
  if (!own) return request
  await renewEnded(tools, session, { waited })
  return { ...request, headers: headersFor(session.sender.target) }
}

/** Goes on with another session of the same wallet. */
export function adoptSession(session: Session, fresh: Credentials, tools: Part<never, 'secrets'>): void {
  const { credentials, sender } = session
  const { token, expiresAt } = fresh
  if (!credentials.token || token === undefined) return
  tools.context.secrets.add(token)
  session.record = fresh
  // The service may give the same token a later end.
  delete session.refusedToken
  const { expiresAt: _ended, ...kept } = credentials.token
  credentials.token = { ...kept, value: token, ...(expiresAt !== undefined && { expiresAt }) }
  session.formerToken = sender.target.token
  sender.target.token = token
}

/** Goes on with a renewed session; false where there is none, or another API key signed it in, with which alone it is valid. */
export function adoptRenewed(
  session: Session,
  fresh: Credentials | undefined,
  tools: Part<never, 'secrets'>,
): boolean {
  const { apiKey } = session.credentials
  if (!fresh || (apiKey?.origin === 'profile' && fresh.apiKey !== apiKey.value)) return false
  adoptSession(session, fresh, tools)
  return true
}

/** Throws CLI_PROFILE_CHANGED where the profile no longer has what the command took from it. */
async function refuseChanged(tools: Part<'folders' | 'vault', 'secrets'>, session: Session): Promise<void> {
  const { profile, baseUrl, record } = session
  const { apiKey, token } = session.credentials
  const [ownKey, ownToken] = [apiKey, token].map((each) => each?.origin === 'profile')
  if (profile === undefined || !record || (!ownKey && !ownToken)) return
  const began = sessionIdentity(record, { profile, baseUrl })
  const { state } = tools.folders
  const taken = [ownKey && apiKey?.value, ownToken && token?.value].filter((each) => typeof each === 'string')
  // Secrets that are the same by their fingerprints are not asked of a keychain.
  const known = await unreadCredentials(state, profile, async () => taken)
  const isSame = known && taken.every((each) => [known.record.apiKey, known.record.token].includes(each))
  const stored = isSame ? known.record : await readCredentials(state, profile, tools.vault)
  const fresh = ownToken ? sessionOf(began, stored) : undefined
  if (ownKey && (stored?.origin !== began.origin || stored.apiKey !== apiKey?.value))
    throw apiKeyChanged(began, stored)
  if (fresh && fresh.token !== token?.value) adoptSession(session, fresh, tools)
}

/** The session where it has ended; after a wait also where it is about to. At most once a command. */
async function renewEnded(tools: RenewTools, session: Session, { waited }: Before): Promise<void> {
  const { resolved, network, profile } = session
  const hasPassed = () => hasEnded(session.credentials.token?.expiresAt, session.record, tools.context.now())
  if (session.sender.target.token === undefined || (!waited && !hasPassed())) return
  if (!session.renewed) {
    const fresh = await renewedIf(tools, resolved, session.record, session.credentials)
    if (fresh) {
      adoptSession(session, fresh, tools)
      session.renewed = true
    }
  }
  if (!hasPassed()) return
  const message = `The session token expired at ${session.credentials.token?.expiresAt}.`
  throw unauthenticated('CLI_TOKEN_EXPIRED', message, loginAgain(network, profile))
}
