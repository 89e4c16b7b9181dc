/** The session token: taken until it expires, and refused afterwards (section 5.4 of the API document). */
import { ask } from '../requests.ts'
import { fail, skip, Skipped } from '../ends.ts'
import type { Check } from '../check.ts'
import { isLive, type SmokeContext, type Token } from '../smoke-context.ts'
import { refusedAs, refusalOf } from '../response.ts'
import { endSession, isEndingNow, isRefused } from '../session-expiry.ts'
import { instantOf } from '../../contract/calendar.ts'
import { isPlain } from '../../contract/plain.ts'
import type { CheckedResponse } from '../checked-response.ts'
import { namesTime } from '../times.ts'

export const session: Check = {
  name: 'token-expiry',
  suite: 'read',
  needs: ['key'],
  asserts:
    'the session token is taken until expires_at, and then refused with AUTH_002 whose details name the time',
  section: '5.4',
  run: async (ground) => {
    const { token, expired, unrenewed } = ground
    if (unrenewed?.limited) throw new Skipped(unrenewed.message, { limited: true })
    if (unrenewed) fail(unrenewed.message)
    if (!token) return skip(`needs a session token: ${ground.login}, or MOVECLI_TOKEN`)
    const words: string[] = []
    for (const each of expired ? [expired, token] : [token]) {
      const wasLive = isLive(each, ground)
      const seen = await ask(ground, 'motion.daily', {}, { token: each.value })
      if (isEndingNow(each, ground) || wasLive !== isLive(each, ground))
        throw endSession(ground, `the session expires at ${each.expiresAt}, too soon for this run`)
      words.push(wasLive ? expectAccepted(ground, each, seen) : expectExpired(ground, each, seen))
    }
    return words.join('; ')
  },
}

/** A token that is refused is no session for the checks that follow. */
function expectAccepted(ground: SmokeContext, given: Token, seen: CheckedResponse): string {
  const { expiresAt, lasting } = given
  const until = expiresAt === undefined ? 'when it expires is not known' : `until ${expiresAt}`
  if (!isRefused(seen)) {
    ground.taken = given
    return `taken; ${until}`
  }
  delete ground.token
  const why = refusalOf(seen, ground)
  // Whether a sign-in ends the sessions before it is not documented.
  const wasReplaced = ground.taken === given && ground.fresh !== undefined
  if (!wasReplaced && (expiresAt !== undefined || lasting))
    fail(`the session token is not taken (${until}): ${why}`)
  if (!ground.fresh)
    throw new Skipped(`the session token given is refused, and may have expired: ${why}`, { signedOut: true })
  ground.token = ground.fresh
  ground.taken = ground.fresh
  ground.own = ground.fresh.address
  const next = `signed in again until ${ground.fresh.expiresAt}`
  return wasReplaced
    ? `the token given is refused since this run signed in; ${next}`
    : `the token given is refused, and may have expired; ${next}`
}

function expectExpired(ground: SmokeContext, { expiresAt = '' }: Token, seen: CheckedResponse): string {
  refusedAs('AUTH_002', seen, ground, `a session token that expired at ${expiresAt}`)
  const error = seen.body?.['error']
  const details = isPlain(error) ? error['details'] : undefined
  if (typeof details !== 'string' || !namesTime(details, instantOf(expiresAt)))
    fail(`the details of AUTH_002 do not name the time at which the token expired (${expiresAt})`)
  return `refused; it expired at ${expiresAt}`
}
