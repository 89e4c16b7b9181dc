/** Signing in. */
import { fail, isFailure } from '../answer.ts'
import type { Handler } from '../handler.ts'
import { sha256Hex } from '../guards.ts'
import { newToken, verifySignIn } from '../verify-sign-in.ts'
import { accountOf } from '../state.ts'
import { kycStatus } from './user.ts'

/** docs/service.md §4 POST /auth/login. A missing field is AUTH_001, a bad one AUTH_002 (§5.2). */
export const handleLogin: Handler<'auth.login'> = async (ask) => {
  const { address, signature, message } = ask.body
  const missing = Object.entries({ address, signature, message }).filter(([, value]) => value === undefined)
  if (missing.length > 0)
    return fail(
      'AUTH_001',
      'The sign-in lacks fields.',
      `missing: ${missing.map(([name]) => name).join(', ')}`,
    )
  if (typeof address !== 'string' || typeof signature !== 'string' || typeof message !== 'string')
    return fail('AUTH_002', 'The sign-in is malformed.', 'expected text in address, signature and message')
  const found = await verifySignIn({ address, signature, message }, ask.place)
  if (isFailure(found)) return found
  if (ask.world.nonces.has(found.nonce))
    return fail('AUTH_002', 'The message was used before.', 'sign a new one with a new nonce')
  const expires = ask.now + ask.tokenTtl
  const token = newToken(address, expires, (bytes) => ask.random(bytes))
  const owner = address.toLowerCase()
  ask.record({ op: 'auth.login', token: sha256Hex(token), expires, nonce: found.nonce }, owner)
  return {
    data: {
      token,
      expires_at: new Date(expires).toISOString(),
      user: { address, kyc_status: kycStatus(accountOf(ask.world, owner), ask) },
    },
  }
}
