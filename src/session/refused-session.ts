/**
 * A stored session that the service refuses before its end, where a remembered signer can take its place: the service has
 * forgotten it, or ended it early (docs/service.md §5.4). From then on it counts as ended, so that signing in again follows.
 */
import { isDeepStrictEqual } from 'node:util'
import { headersFor } from '../client/compose.ts'
import type { AttemptResult } from '../client/sender.ts'
import { withRecord } from '../config/credentials/file.ts'
import { isEnding, skewOf } from '../config/credentials/session-end.ts'
import type { Part } from '../runtime/services.ts'
import { renewableBy } from './renewal.ts'
import type { Session } from './session.ts'

const runAgain = 'The session has ended. Run it again: movecli signs in first.'

/** Ends the session at the present time of the service, here and as stored. A busy state folder is no failure. */
export async function endRefused(
  { context, folders, dryRun }: Part<'folders' | 'dryRun', 'now'>,
  session: Session,
  { request }: AttemptResult,
): Promise<void> {
  const { record, resolved, credentials, profile } = session
  const now = context.now()
  if (!record || profile === undefined || !renewableBy(resolved, record, credentials)) return
  if (isEnding(record, now) || !isDeepStrictEqual(request.headers, headersFor(session.sender.target))) return
  const expiresAt = new Date(now.getTime() + skewOf(record)).toISOString()
  session.record = { ...record, expiresAt }
  const { sender } = session
  if (request.method !== 'GET') sender.hints = { ...sender.hints, AUTH_002: runAgain }
  if (dryRun) return
  await withRecord(
    folders.state,
    profile,
    async (stored, put) => {
      const isSame = stored?.expiresAt === record.expiresAt && stored?.signedInAt === record.signedInAt
      if (stored && isSame && stored.origin === record.origin) await put({ ...stored, expiresAt })
    },
    { wait: 1000 },
  ).catch(() => {})
}
