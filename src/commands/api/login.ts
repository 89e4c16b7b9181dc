/**
 * POST /auth/login by a raw call: sent as it was given, unless its signature may be a
 * private key; its token is neither shown nor kept.
 */
import { sendReadRequest, type ServiceResponse } from '../../client/client.ts'
import { composeRaw, type Composed } from '../../client/compose.ts'
import { isPlain } from '../../contract/plain.ts'
import { usage } from '../../errors.ts'
import { secretsOf } from '../../operations/request-secrets.ts'
import type { Result } from '../../output/view.ts'
import { dryRun } from '../../writes/dry-run.ts'
import type { Session } from '../../session/session.ts'
import type { Part } from '../../runtime/services.ts'
import { isKeySized, keySized } from '../../wallet/secret-shape.ts'

/**
 * The login's answer without its token. Sent once, without a session: a message is good for one login. Throws
 * CLI_USAGE, not repeating what may be a key.
 */
export async function sendSignIn(
  request: Composed,
  { sender }: Session,
  tools: Part<'dryRun' | 'note', 'secrets'>,
  result: (answer: ServiceResponse) => Result,
): Promise<Result> {
  const { body } = request
  for (const value of await secretsOf(request)) tools.context.secrets.add(value)
  if (isPlain(body) && typeof body['signature'] === 'string' && isKeySized(body['signature']))
    throw usage(keySized, 'Sign in with movecli login, which checks the signature.')
  const { token: _, ...target } = sender.target
  const { headers } = composeRaw(request.method, request.path, [], undefined, target)
  const bare = { ...request, headers }
  if (tools.dryRun) return dryRun(bare, sender, tools.context.secrets)
  const once = { ...sender, retryPolicy: { ...sender.retryPolicy, retries: 0 } }
  const answer = await sendReadRequest(bare, once)
  await tools.note('note: The session token is neither shown nor stored here. Use movecli login.')
  const { data } = answer
  if (!isPlain(data)) return result(answer)
  if (typeof data['token'] === 'string') tools.context.secrets.add(data['token'])
  return result({ ...answer, data: { ...data, token: '[redacted]' } })
}
