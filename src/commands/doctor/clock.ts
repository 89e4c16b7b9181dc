/** The check of the clock against the service's: one GET without credentials, through the client's guards. */
import { httpDate } from '../../client/http-date.ts'
import { withGuards } from '../../client/guarded-transport.ts'
import { builtInProfile } from '../../config/built-in-profile.ts'
import type { Resolved } from '../../config/types.ts'
import { localCodes } from '../../contract/codes.ts'
import { operationOf } from '../../contract/operations.ts'
import type { Part } from '../../runtime/services.ts'
import { version } from '../../runtime/version.ts'
import { transportFor, type TransportTools } from '../../session/transport.ts'
import { failed, passed, skipped, type Finding } from './check.ts'

/** Seconds that the clocks may differ: a sign-in message lives ten minutes. */
const mostSeconds = 60
const clockTimeoutMs = 10_000

export async function checkClock(
  tools: TransportTools & Part<never, 'signal'>,
  resolved: Resolved,
): Promise<Finding> {
  const { baseUrl, network } = resolved
  if (!baseUrl) return skipped('clock', 'no base URL is known')
  if (builtInProfile(network?.value) && baseUrl.origin === 'default')
    return skipped('clock', 'the sandbox uses the clock of this machine')
  const { context } = tools
  const timeout = resolved.get('timeout')
  const send = withGuards(await transportFor(tools, resolved, baseUrl.value), { readOnly: true })
  const before = context.now().getTime()
  const reply = await send(
    {
      method: 'GET',
      url: baseUrl.value + operationOf('token.price').path,
      headers: { 'User-Agent': `movecli/${version}` },
    },
    {
      timeoutMs: timeout && timeout.origin !== 'default' ? timeout.value * 1000 : clockTimeoutMs,
      signal: context.signal,
    },
  )
  if (reply.what !== 'answered')
    return failed(
      'clock',
      `no answer from the service: ${reply.why}`,
      reply.tls ? localCodes.CLI_TLS.fix : localCodes.CLI_CONNECT.fix,
    )
  const here = (before + context.now().getTime()) / 2
  const there = httpDate(reply.headers.get('date'))
  if (there === undefined)
    return failed('clock', 'the service sends no Date header', 'check the base URL with movecli whoami')
  const ahead = Math.round((here - there) / 1000)
  const words =
    Math.abs(ahead) <= 1
      ? 'in sync with the service'
      : `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead' : 'behind'}`
  return Math.abs(ahead) > mostSeconds
    ? failed('clock', `${words}; signing in needs the right time`, "set this machine's clock")
    : passed('clock', words)
}
