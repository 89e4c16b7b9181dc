/** The check of the clock against the service's: one GET without credentials, through the client's guards. */
import { httpDate } from '../../client/http-date.ts'
import { withGuards } from '../../client/guarded-transport.ts'
import { builtInProfile } from '../../config/built-in-profile.ts'
import type { Credentials } from '../../config/credentials.ts'
import { readRecord } from '../../config/credentials/file.ts'
import { hasEnded, skewOf } from '../../config/credentials/session-end.ts'
import type { Resolved } from '../../config/types.ts'
import { localCodes } from '../../contract/codes.ts'
import { operationOf } from '../../contract/operations.ts'
import type { Part } from '../../runtime/services.ts'
import { version } from '../../runtime/version.ts'
import { transportFor, type TransportTools } from '../../session/transport.ts'
import { loginAgain } from '../../session/credential-hints.ts'
import { correctClock, type ClockSample } from '../../session/service-clock.ts'
import { failed, passed, skipped, type Finding } from './check.ts'

/** Seconds that the clocks may differ: a sign-in message lives ten minutes. */
const mostSeconds = 60
const clockTimeoutMs = 10_000

type ClockTools = TransportTools & Part<'folders' | 'dryRun', 'now' | 'signal'>

export async function checkClock(tools: ClockTools, resolved: Resolved): Promise<Finding | Finding[]> {
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
  const cameAt = context.now().getTime()
  const here = (before + cameAt) / 2
  const there = httpDate(reply.headers.get('date'))
  if (there === undefined)
    return failed('clock', 'the service sends no Date header', 'check the base URL with movecli whoami')
  const ahead = Math.round((here - there) / 1000)
  const words =
    Math.abs(ahead) <= 1
      ? 'in sync with the service'
      : `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead' : 'behind'}`
  const session = await sessionByClock(tools, resolved, { reply, sentAt: before, cameAt })
  const clock =
    Math.abs(ahead) > mostSeconds
      ? failed('clock', `${words}; signing in needs the right time`, "set this machine's clock")
      : passed('clock', words + session.words)
  return [clock, ...session.findings]
}

/** What the service's clock says of the stored session; a difference of the clocks that was stored and is past is corrected. */
async function sessionByClock(
  tools: ClockTools,
  { profile, baseUrl, entry }: Resolved,
  heard: ClockSample,
): Promise<{ words: string; findings: Finding[] }> {
  // A broken file has a check of its own.
  const stored = profile && (await readRecord(tools.folders.state, profile.name).catch(() => undefined))
  if (!profile || !baseUrl || stored?.origin !== new URL(baseUrl.value).origin)
    return { words: '', findings: [] }
  let record: Credentials = stored
  await correctClock(tools, profile.name, stored, heard, (corrected) => (record = corrected))
  const was = Math.round(skewOf(stored) / 1000)
  const words =
    record === stored
      ? ''
      : `; the session was judged as if the service's clock were ${Math.abs(was)} s ${was < 0 ? 'behind' : 'ahead'}${tools.dryRun ? '' : ', which is corrected'}`
  const { expiresAt } = record
  if (!hasEnded(expiresAt, record, tools.context.now())) return { words, findings: [] }
  const renews = entry?.signer?.baseUrl === baseUrl.value
  const next = renews ? 'the next command signs in again' : `sign in again: ${loginAgain('', profile.name)}`
  return { words, findings: [skipped('session', `the session token expired at ${expiresAt}; ${next}`)] }
}
