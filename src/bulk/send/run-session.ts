/** The session of a run: renewed before its end, and after an answer that says only that it has ended. */
import { httpDate } from '../../client/http-date.ts'
import type { Reply } from '../../client/guarded-transport.ts'
import { readCredentials } from '../../config/credentials.ts'
import { hasEnded, isEnding } from '../../config/credentials/session-end.ts'
import { apiKeyChanged, sessionIdentity, sessionOf } from '../../config/credentials/session-identity.ts'
import { hasExit, MoveError, unauthenticated } from '../../errors.ts'
import { loginAgain } from '../../session/credential-hints.ts'
import { isRefused } from '../../session/refused-session.ts'
import { renewedIf } from '../../session/renewal.ts'
import { adoptRenewed } from '../../session/session-at-write.ts'
import type { RunContext } from '../run-context.ts'

export type RunSession = {
  /** Why no further row can be sent: the session ended and cannot be renewed now. Throws if stopped. */
  mayGoOn: () => Promise<MoveError | undefined> | undefined
  /** How often it was renewed: the token may be the same one after that. */
  renewals: () => number
  /**
   * Whether a 401 says only that the session of its request has ended, so that rows behind it may go with a new one. `before`
   * is how often the session had been renewed as the request left.
   */
  ended: (before: number, reply: Reply | undefined) => boolean
  /**
   * Why the last rows were not taken, where the session ended and none was left that would have renewed it. One that was
   * refused before its end is renewed for the next run, which cannot know. Throws if stopped.
   */
  endedLast: () => Promise<MoveError | undefined>
}

export function createRunSession({ tools, session }: Pick<RunContext, 'tools' | 'session'>): RunSession {
  const { credentials, profile, resolved, network } = session
  const { now } = tools.context
  let renewals = 0
  let refused: string | undefined
  /** Its renewal failed before its end: the signer is not asked for every row that leaves until then. */
  let kept: string | undefined

  const renew = async (): Promise<MoveError | undefined> => {
    const { token } = credentials
    const expires = token?.expiresAt
    // The run's own backoff waits for a service that is limited or unavailable.
    const renewing = renewedIf(tools, resolved, session.record, credentials, { refused, retries: 0 })
    const fresh = await renewing.catch((error: unknown) => {
      if (hasExit(error, 'limited', 'unavailable')) return error as MoveError
      throw error
    })
    if (fresh instanceof MoveError) return fresh
    const isFresh = token && fresh?.token !== undefined && fresh.expiresAt !== undefined
    if (isFresh && adoptRenewed(session, fresh, tools)) {
      renewals += 1
      refused = kept = undefined
      return undefined
    }
    kept = token?.value
    if (token?.value !== refused && !hasEnded(expires, session.record, now())) return undefined
    await refuseChangedProfile(tools, session)
    return over(loginAgain(network, profile))
  }
  const over = (hint?: string): MoveError =>
    unauthenticated(
      'CLI_TOKEN_EXPIRED',
      isRefused(session)
        ? 'The service refused the session token.'
        : `The session token expired at ${credentials.token?.expiresAt}.`,
      hint,
    )

  /** By this machine's clock, or by the service's own in the answer, whose Date has whole seconds. */
  const hasEndedBy = (reply: Reply | undefined): boolean => {
    const { record } = session
    if (!record || record.token !== credentials.token?.value) return false
    if (isRefused(session)) return true
    const theirs = reply?.what === 'answered' ? httpDate(reply.headers.get('date')) : undefined
    const at = theirs === undefined ? undefined : new Date(theirs + 999 - Number(record.clockSkewMs ?? 0))
    return isEnding(record, now()) || (at !== undefined && isEnding(record, at))
  }

  return {
    mayGoOn: () => {
      const { value, expiresAt } = credentials.token ?? {}
      if (value === undefined || expiresAt === undefined) return undefined
      if (value === refused || hasEnded(expiresAt, session.record, now())) return renew()
      const early = session.record && value !== kept && isEnding(session.record, now())
      return early ? renew() : undefined
    },
    renewals: () => renewals,
    ended: (before, reply) => {
      const { token } = credentials
      if (token?.origin !== 'profile' || !resolved.entry?.signer) return false
      if (before < renewals) return true
      if (!hasEndedBy(reply)) return false
      refused = token.value
      return true
    },
    endedLast: async () => {
      if (refused === undefined || refused !== credentials.token?.value) return undefined
      const why = over('Run the same command again to send the rows that were not taken.')
      return isRefused(session) ? ((await renew()) ?? why) : why
    },
  }
}

/**
 * Throws CLI_PROFILE_CHANGED where the profile is another wallet's by now, as which the same command would go on, or has
 * another API key, with which alone its session is valid.
 */
async function refuseChangedProfile(
  { folders, vault }: RunContext['tools'],
  { record, profile, baseUrl, credentials: { apiKey } }: RunContext['session'],
): Promise<void> {
  if (profile === undefined || record?.token === undefined) return
  const began = sessionIdentity(record, { profile, baseUrl })
  const stored = sessionOf(began, await readCredentials(folders.state, profile, vault))
  if (apiKey?.origin === 'profile' && stored.apiKey !== apiKey.value) throw apiKeyChanged(began, stored)
}
