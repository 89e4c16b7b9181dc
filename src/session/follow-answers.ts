/** What the answers say of the session that they were asked in, and of the service's clock. */
import type { AttemptResult } from '../client/sender.ts'
import { headersFor } from '../client/compose.ts'
import type { Reply } from '../client/guarded-transport.ts'
import { clockSlackMs, skewOf } from '../config/credentials/session-end.ts'
import { foreignToken } from '../config/select-credentials.ts'
import type { Session, SessionTools } from './session-shape.ts'

/**
 * Every answer corrects what is known of the service's clock, and a refusal may say that the session is no longer valid. A
 * read that met the end of the session is made once more.
 */
export function followAnswers(tools: SessionTools, session: Session): void {
  const { profile, sender, credentials } = session
  const state = { began: headersFor(sender.target) }
  sender.heard = async (tried) => {
    const { record } = session
    if (profile === undefined || !record || !credentials.token || foreignToken(credentials.token, record))
      return
    const now = tools.context.now()
    if (
      isRefusal(tried) &&
      (await import('./renewal/refused-session.ts')).isRefusedEarly(session, tried, now)
    )
      session.refusedToken = credentials.token.value
    const cameAt = now.getTime()
    if (!isOff(tried.reply, skewOf(record), cameAt)) return
    const { correctClock } = await import('./service-clock.ts')
    await correctClock(tools, profile, record, { ...tried, cameAt }, (fresh) => (session.record = fresh))
  }
  sender.replacement = async (tried) =>
    tried.classification.ok
      ? undefined
      : (await import('./renewal/read-again.ts')).readAgain(tools, session, state, tried)
}

/** Says an answer that the credentials are invalid or expired (docs/service.md §5.2)? */
const isRefusal = ({ opened }: AttemptResult): boolean =>
  opened?.envelope.is === 'refused' && opened.envelope.code === 'AUTH_002'

/** Does the Date of an answer differ from what is known of the service's clock, by more than a request takes? */
const isOff = (reply: Reply, skewMs: number, cameAt: number): boolean =>
  reply.what === 'answered' &&
  // Date has whole seconds.
  Math.abs(Date.parse(reply.headers.get('date') ?? '') - cameAt - skewMs) > clockSlackMs - 1000
