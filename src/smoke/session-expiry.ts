/** The end of the run's session while checks are still made: named as such, and no finding about what the checks ask. */
import { instantOf } from '../contract/calendar.ts'
import type { CheckedResponse } from './checked-response.ts'
import { Failed, Skipped } from './ends.ts'
import { ask } from './requests.ts'
import { refusalCode, refusalOf } from './response.ts'
import { isLive, serviceNow, type SmokeContext, type Token } from './smoke-context.ts'

/** A Date is in whole seconds, and a request takes its time: so near to its end a session may be judged either way. */
const slackMs = 2000

/** A session token is refused with HTTP 401 or a code of authentication. */
export const isRefused = (seen: CheckedResponse): boolean =>
  seen.status === 401 || refusalCode(seen)?.startsWith('AUTH_') === true

/** Does the session end about now, so that the service may take or refuse it? */
export const isEndingNow = ({ expiresAt }: Token, ground: SmokeContext): boolean =>
  expiresAt !== undefined && Math.abs(instantOf(expiresAt) - serviceNow(ground)) <= slackMs

/** From here on nothing is asked with the session, and what needs it is skipped for this reason. */
export function endSession(ground: SmokeContext, why: string): Skipped {
  delete ground.token
  ground.ended = why
  return new Skipped(why)
}

const expired = ({ expiresAt }: Token): string => `the session expired at ${expiresAt}, during this run`

/** Goes on with a renewed session, which takes the place of `token`, the run's own so far. True where there is one. */
export async function renewSession(ground: SmokeContext, token = ground.token): Promise<boolean> {
  const fresh = token && (await ground.renew?.(token))
  if (!fresh) return false
  if (token === ground.taken) ground.taken = fresh
  ground.token = fresh
  delete ground.ended
  return true
}

/** A session that was accepted in this run and whose time has passed is over. */
export function noteExpiry(ground: SmokeContext): void {
  const { token, taken } = ground
  if (token && token === taken && !isLive(token, ground)) endSession(ground, expired(token))
}

/**
 * What stands in place of a failure: where a request was refused since `before` answers, and the session that was accepted
 * earlier in this run has expired or is refused now. Undefined where the session lasts.
 */
export async function endedMeanwhile(
  ground: SmokeContext,
  before: number,
): Promise<Failed | Skipped | undefined> {
  const { token, taken } = ground
  if (!token || token !== taken || !ground.heard.slice(before).some(isRefused)) return undefined
  if (!isLive(token, ground)) return endSession(ground, expired(token))
  const seen = await ask(ground, 'motion.daily', {}, { token: token.value }).catch((error: unknown) => {
    if (error instanceof Failed || error instanceof Skipped) return undefined
    throw error
  })
  if (!seen || !isRefused(seen)) return undefined
  if (isEndingNow(token, ground)) return endSession(ground, expired(token))
  const why = refusalOf(seen, ground)
  if (token.expiresAt === undefined && !token.lasting)
    return endSession(
      ground,
      `the session is not taken any more, and may have expired during this run: ${why}`,
    )
  const until = token.expiresAt === undefined ? '' : ` (until ${token.expiresAt})`
  endSession(ground, 'the session ended before its time during this run')
  return new Failed(`the session token was taken, and is not any more${until}: ${why}`)
}
