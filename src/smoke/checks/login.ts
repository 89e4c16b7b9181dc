/** Signing in, and not with a false signature (docs/service.md §4 POST /auth/login). */
import { validate } from '../../contract/validate.ts'
import { loginResult, type LoginResult } from '../../contract/records.ts'
import { ask, askLogin } from '../requests.ts'
import { fail, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import { isLive, serviceNow, type SmokeContext, type Token } from '../smoke-context.ts'
import { dataOf, departureText, refusalOf, refusedAs } from '../response.ts'
import { instantOf } from '../../contract/calendar.ts'
import { isRefused } from '../session-expiry.ts'
import { isPlain } from '../../contract/plain.ts'

const loginSection = '4 POST /auth/login'

export const signInChecks: Check[] = [
  {
    name: 'login',
    suite: 'full',
    signsIn: true,
    needs: ['key', 'signer'],
    asserts:
      'a signed message gives a session of the address that signed, with a token and a future expires_at',
    section: loginSection,
    run: async (ground) => {
      const { sign } = ground
      if (!sign) return skip('needs a signer')
      await tryGiven(ground)
      const made = await sign()
      const seen = await askLogin(ground, made)
      const { token: secret } = isPlain(seen.body?.['data']) ? seen.body['data'] : {}
      if (typeof secret === 'string') ground.secret(secret)
      const data = dataOf(seen, ground)
      const [first] = validate(loginResult, data)
      if (first) fail(departureText(first))
      const { token, expires_at: expiresAt, user } = data as unknown as LoginResult
      if (user.address.toLowerCase() !== made.address.toLowerCase())
        fail('the answer names another address than the one that signed')
      if (!/^[\x21-\x7e]{1,8192}$/.test(token)) fail('the token has characters that no HTTP header can carry')
      if (!isUtc(expiresAt)) fail(`expires_at is no UTC time: ${expiresAt}`)
      if (instantOf(expiresAt) <= serviceNow(ground)) fail(`the token expired at ${expiresAt}`)
      const used = await ask(ground, 'motion.daily', {}, { token })
      if (used.status === 401) fail(`the new session token is not taken: ${refusalOf(used, ground)}`)
      ground.sound.add('auth.login')
      begin(ground, { value: token, expiresAt, address: made.address })
      return `until ${expiresAt}`
    },
  },
  {
    name: 'false-signature',
    suite: 'full',
    needs: ['key', 'signer', 'writes'],
    asserts: 'a signature over another message is refused with AUTH_002 and HTTP 401',
    section: `5.2, ${loginSection}`,
    run: async (ground) => {
      const { sign } = ground
      if (!sign) return skip('needs a signer')
      const [made, other] = [await sign(), await sign()]
      const seen = await askLogin(ground, { ...made, signature: other.signature })
      const { token } = isPlain(seen.body?.['data']) ? seen.body['data'] : {}
      if (typeof token === 'string') ground.secret(token)
      return refusedAs('AUTH_002', seen, ground, 'a false signature')
    },
  },
]

/** A sign-in may end the sessions before it: whether the one given is taken shows only before. */
async function tryGiven(ground: SmokeContext): Promise<void> {
  const { token } = ground
  if (!isLive(token, ground)) return
  const seen = await ask(ground, 'motion.daily', {}, { token: token.value })
  if (!isRefused(seen)) ground.taken = token
}

const isUtc = (time: string): boolean => /(?:Z|[+-]00(?::?00)?)$/i.test(time)

/**
 * The new session serves the checks that follow where none was given, or one that has expired; beside one whose end is
 * not known it waits until that one is refused.
 */
function begin(ground: SmokeContext, fresh: Token & { address: string }): void {
  ground.address ??= fresh.address
  if (isLive(ground.token, ground)) {
    ground.fresh = fresh
    return
  }
  if (ground.token) ground.expired = ground.token
  ground.token = fresh
  ground.own = fresh.address
}
