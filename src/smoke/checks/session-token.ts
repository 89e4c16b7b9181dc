/** The session token: taken until it expires, and refused afterwards (section 5.4 of the API document). */
import { ask } from '../requests.ts'
import { fail, skip, Skipped } from '../ends.ts'
import type { Check } from '../check.ts'
import { isLive, serviceNow, type SmokeContext, type Token } from '../smoke-context.ts'
import { refusalCode, refusedAs, refusalOf } from '../response.ts'
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
    if (!token) return skip('needs a session token: movecli login, or MOVECLI_TOKEN')
    const words: string[] = []
    for (const each of expired ? [expired, token] : [token]) {
      const seen = await ask(ground, 'motion.daily', {}, { token: each.value })
      const live = isLive(each, serviceNow(ground))
      words.push(live ? expectAccepted(ground, each, seen) : expectExpired(ground, each, seen))
    }
    return words.join('; ')
  },
}

/** A token that is refused is no session for the checks that follow. */
function expectAccepted(ground: SmokeContext, { expiresAt, lasting }: Token, seen: CheckedResponse): string {
  const until = expiresAt === undefined ? 'when it expires is not known' : `until ${expiresAt}`
  if (seen.status !== 401 && !refusalCode(seen)?.startsWith('AUTH_')) return `taken; ${until}`
  delete ground.token
  const why = refusalOf(seen, ground)
  if (expiresAt !== undefined || lasting) fail(`the session token is not taken (${until}): ${why}`)
  if (!ground.fresh)
    throw new Skipped(`the session token given is refused, and may have expired: ${why}`, { signedOut: true })
  ground.token = ground.fresh
  ground.own = ground.fresh.address
  return `the token given is refused, and may have expired; signed in again until ${ground.fresh.expiresAt}`
}

function expectExpired(ground: SmokeContext, { expiresAt = '' }: Token, seen: CheckedResponse): string {
  refusedAs('AUTH_002', seen, ground, `a session token that expired at ${expiresAt}`)
  const error = seen.body?.['error']
  const details = isPlain(error) ? error['details'] : undefined
  if (typeof details !== 'string' || !namesTime(details, instantOf(expiresAt)))
    fail(`the details of AUTH_002 do not name the time at which the token expired (${expiresAt})`)
  return `refused; it expired at ${expiresAt}`
}
