/**
 * A stored session that the service refuses before its end, where a remembered signer can take its place: the service has
 * forgotten it, or ended it early (docs/service.md §5.4).
 */
import { isDeepStrictEqual } from 'node:util'
import { headersFor } from '../client/compose.ts'
import type { AttemptResult } from '../client/sender.ts'
import { renewableBy } from './renewal.ts'
import type { Session } from './session.ts'

/** Is the session in force one that the service refused before its end? */
export const isRefused = ({ refusedToken, credentials }: Session): boolean =>
  refusedToken !== undefined && refusedToken === credentials.token?.value

/** A session that is refused sooner after it was signed in was not ended: something else is wrong. In milliseconds. */
const youngMs = 60_000

/**
 * Whether the answer to this request says that the session is no longer valid: it was sent with the profile's own API key and
 * token, which were good together a while ago.
 */
export function isRefusedEarly(session: Session, { request }: AttemptResult, now: Date): boolean {
  const { record, resolved, credentials, sender } = session
  const { apiKey, token } = credentials
  if (!record || apiKey?.origin !== 'profile' || token?.origin !== 'profile') return false
  if (record.apiKey !== apiKey.value) return false
  const age = now.getTime() - Date.parse(record.signedInAt ?? '')
  return (
    !(age < youngMs) &&
    renewableBy(resolved, record, credentials) !== undefined &&
    isDeepStrictEqual(request.headers, headersFor(sender.target))
  )
}
