/**
 * A read that the service refuses because the session has ended, though it was taken to be
 * valid: it is made once more, with a new session.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AttemptResult } from '../client/sender.ts'
import { headersFor, type Composed } from '../client/compose.ts'
import { isEnding } from '../config/credentials/session-end.ts'
import { exits } from '../contract/codes.ts'
import type { RenewTools } from '../runtime/services.ts'
import { isRefused } from './refused-session.ts'
import { renewedIf } from './renewal.ts'
import type { Session } from './session.ts'
import { adoptRenewed } from './session-at-write.ts'

/** The headers that the session began with, and its renewal once one is under way: at most one a command. */
export type ReadingAgain = { began: Record<string, string>; renewal?: Promise<boolean> }

/** The read to make in place of the refused one. Throws what signing in again ends with. */
export async function readAgain(
  tools: RenewTools,
  session: Session,
  state: ReadingAgain,
  { request, classification }: AttemptResult,
): Promise<Composed | undefined> {
  if (request.method !== 'GET' || classification.exit !== exits.auth) return undefined
  if (!isDeepStrictEqual(request.headers, state.began)) return undefined
  if (!session.renewed) state.renewal ??= renew(tools, session)
  return (await state.renewal) ? { ...request, headers: headersFor(session.sender.target) } : undefined
}

async function renew(tools: RenewTools, session: Session): Promise<boolean> {
  const { record, resolved, credentials } = session
  if (!record || !(isRefused(session) || isEnding(record, tools.context.now()))) return false
  const fresh = await renewedIf(tools, resolved, record, credentials, { refused: credentials.token?.value })
  if (!adoptRenewed(session, fresh, tools)) return false
  session.renewed = true
  return true
}
