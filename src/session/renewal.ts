/** Signing in again by itself: when, and with what. */
import type { Credentials } from '../config/credentials.ts'
import { hasEnded, isEnding } from '../config/credentials/session-end.ts'
import { isProfileChanged, sessionIdentity } from '../config/credentials/session-identity.ts'
import { foreignToken, type SelectedCredentials } from '../config/select-credentials.ts'
import type { Resolved } from '../config/types.ts'
import { isStop, MoveError } from '../errors.ts'
import type { Renewing, RenewTools } from '../runtime/services.ts'
import { requireEndpoint } from './endpoint.ts'

/** `refused`: a token that the service refused. Whatever its end, it is not used again. */
type RenewalHow = Pick<Renewing, 'refused' | 'retries'>

/**
 * The record with a fresh session of the same wallet, where the stored one has ended or is about to, or was refused, and the
 * profile remembers who signs. Throws where that fails and no session is left; one that has not ended yet is used on, unless
 * the profile was signed out or signed in as another wallet meanwhile (CLI_PROFILE_CHANGED).
 */
export async function renewedIf(
  tools: RenewTools,
  resolved: Resolved,
  record: Credentials | undefined,
  chosen: SelectedCredentials,
  { refused, retries }: RenewalHow = {},
): Promise<Credentials | undefined> {
  const renewable = renewableBy(resolved, record, chosen)
  if (!record || !renewable) return undefined
  const { now } = tools.context
  const wasRefused = chosen.token?.value === refused
  if (!wasRefused && !isEnding(record, now())) return undefined
  try {
    return await tools.renew?.(tools, { resolved, ...renewable, refused, retries })
  } catch (error) {
    const isLeft = !wasRefused && !hasEnded(record.expiresAt, record, now())
    if (!isLeft || !(error instanceof MoveError) || isStop(error) || isProfileChanged(error)) throw error
    await tools.note(`note: ${error.message}`)
  }
}

/** What a session is renewed with; undefined where the profile remembers nobody who signs for it here. */
export function renewableBy(
  resolved: Resolved,
  record: Credentials | undefined,
  { apiKey, token }: SelectedCredentials,
): Pick<Renewing, 'began' | 'apiKey'> | undefined {
  const profile = resolved.profile?.name
  const { baseUrl } = requireEndpoint(resolved)
  if (resolved.entry?.signer?.baseUrl !== baseUrl || profile === undefined || !record) return undefined
  if (apiKey === undefined || token === undefined || foreignToken(token, record)) return undefined
  return { began: sessionIdentity(record, { profile, baseUrl }), apiKey: apiKey.value }
}
