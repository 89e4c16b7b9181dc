/** The session token: taken until it expires, and refused afterwards (api.md §5.4). */
import { ask } from '../ask.ts'
import { fail, skip, type Check } from '../check.ts'
import { isLive, serviceNow, type Ground, type Token } from '../ground.ts'
import { codeOf, isPlain, refusedAs, refusalOf, type Seen } from '../seen.ts'

export const session: Check = {
  name: 'token-expiry',
  suite: 'read',
  needs: ['key'],
  asserts:
    'the session token is taken until expires_at, and then refused with AUTH_002 whose details name the time',
  section: '5.4',
  run: async (ground) => {
    const { token, expired } = ground
    if (!token) return skip('needs a session token: movecli login, or MOVECLI_TOKEN')
    const words: string[] = []
    for (const each of expired ? [expired, token] : [token]) {
      const seen = await ask(ground, 'motion.daily', {}, { token: each.value })
      const live = isLive(each, serviceNow(ground))
      words.push(live ? taken(ground, each, seen) : refused(ground, each, seen))
    }
    return words.join('; ')
  },
}

/** A token that is refused is no session for the checks that follow. */
function taken(ground: Ground, { expiresAt }: Token, seen: Seen): string {
  const until = expiresAt === undefined ? 'when it expires is not known' : `until ${expiresAt}`
  if (seen.status !== 401 && !codeOf(seen)?.startsWith('AUTH_')) return `taken; ${until}`
  delete ground.token
  return fail(`the session token is not taken (${until}): ${refusalOf(seen, ground)}`)
}

function refused(ground: Ground, { expiresAt = '' }: Token, seen: Seen): string {
  refusedAs('AUTH_002', seen, ground, `a session token that expired at ${expiresAt}`)
  const error = seen.body?.['error']
  const details = isPlain(error) ? error['details'] : undefined
  if (typeof details !== 'string' || !names(details, expiresAt))
    fail(`the details of AUTH_002 do not name the time at which the token expired (${expiresAt})`)
  return `refused; it expired at ${expiresAt}`
}

/** Is the time in the text, in one of the forms in which times are written? */
function names(text: string, expiresAt: string): boolean {
  const at = Date.parse(expiresAt)
  const year = new Date(at).getUTCFullYear()
  return [year - 1, year, year + 1, Math.floor(at / 1000)].some((number) => text.includes(String(number)))
}
