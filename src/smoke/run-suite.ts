/** Runs checks one after the other: what each came to, and what the whole means for a script. */
import { moveError, MoveError, hasExit, isStop } from '../errors.ts'
import { Failed, Skipped } from './ends.ts'
import { suites, type Check, type Suite } from './check.ts'
import { endedMeanwhile, noteExpiry, renewSession } from './session-expiry.ts'
import { missing, type SmokeContext } from './smoke-context.ts'

export const statuses = ['passed', 'failed', 'skipped'] as const
export type CheckStatus = (typeof statuses)[number]
export type CheckOutcome = {
  name: string
  suite: Suite
  status: CheckStatus
  ms: number
  asserts: string
  section: string
  message?: string
  /** The service answered 429. */
  limited?: true
  /** The session given is not valid any more. */
  signedOut?: true
}

/** The checks of a suite and of those before it; the sign-in too, in every suite, where there is a signer. */
export const checksOf = (checks: readonly Check[], suite: Suite, { signer = false } = {}): Check[] =>
  checks.filter(
    (check) => suites.indexOf(check.suite) <= suites.indexOf(suite) || (signer && check.signsIn === true),
  )

/**
 * What each check came to, as it comes. With `failFast` those after the first failure are skipped; so is everything once
 * the service could not be reached at all. Throws only where the run itself cannot go on: a stop, an unsafe URL, a fault
 * of our own.
 */
export async function* runChecks(
  checks: readonly Check[],
  ground: SmokeContext,
  { failFast = false } = {},
): AsyncGenerator<CheckOutcome> {
  let stopped: string | undefined
  for (const check of checks) {
    const { name, suite, asserts, section } = check
    const began = ground.sender.retryPolicy.now().getTime()
    const before = ground.troubles.length
    const end = withTroubles(await runOne(check, ground, stopped), ground.troubles.slice(before))
    const ms = Math.max(0, ground.sender.retryPolicy.now().getTime() - began)
    yield { name, suite, asserts, section, ms, ...end }
    if (ground.unreached !== undefined) stopped ??= `the service was not reached: ${ground.unreached}`
    if (failFast && end.status === 'failed') stopped ??= `not run: ${name} failed, and --fail-fast was given`
  }
}

type End = Pick<CheckOutcome, 'status' | 'message' | 'limited' | 'signedOut'>

/** What was asked once more is told, whatever the check came to. */
function withTroubles(end: End, troubles: readonly string[]): End {
  if (troubles.length === 0) return end
  const said = [end.message, ...troubles].filter((text) => text !== undefined)
  return { ...end, message: said.join('; ') }
}

async function runOne(check: Check, ground: SmokeContext, stopped: string | undefined): Promise<End> {
  await renewSession(ground)
  noteExpiry(ground)
  const lacks = stopped ?? check.needs.map((need) => missing(need, ground)).find(Boolean)
  if (lacks !== undefined) return { status: 'skipped', message: lacks }
  const before = ground.heard.length
  const { token } = ground
  try {
    const message = await check.run(ground)
    return { status: 'passed', ...(message !== undefined && { message }) }
  } catch (thrown) {
    const error = thrown instanceof Failed ? ((await endedMeanwhile(ground, before)) ?? thrown) : thrown
    // The session ended within the check: what writes nothing is made once more with a renewed one.
    const isOver = thrown instanceof Failed && error instanceof Skipped
    if (isOver && check.suite !== 'full' && (await renewSession(ground, token)))
      return runOne(check, ground, stopped)
    if (error instanceof Failed) return { status: 'failed', message: error.message }
    if (error instanceof Skipped) {
      const { message, limited, signedOut } = error
      return {
        status: 'skipped',
        message,
        ...(limited && { limited }),
        ...(signedOut && { signedOut }),
      }
    }
    if (!(error instanceof MoveError) || hasExit(error, 'bug', 'config') || isStop(error)) throw error
    return { status: 'failed', message: error.message }
  }
}

export type Counts = Record<CheckStatus, number>

export const countsOf = (outcomes: readonly CheckOutcome[]): Counts => {
  const count = (status: CheckStatus) => outcomes.filter((each) => each.status === status).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/**
 * The error that the whole is worth: 10 where a check failed; 7 where a 429 alone kept one from being made; 4 where the
 * session given is not valid, where no check ran, or with `requireAll` where one was skipped; none where all is well.
 */
export function suiteError(
  outcomes: readonly CheckOutcome[],
  { requireAll = false, login }: { requireAll?: boolean; login: string },
): MoveError | undefined {
  const { failed, skipped } = countsOf(outcomes)
  const of = (status: CheckStatus) => outcomes.filter((each) => each.status === status)
  if (failed > 0)
    return moveError('CLI_PARTIAL', {
      message: `${failed} of ${outcomes.length} checks failed.`,
      details: causesText(of('failed')),
      hint: 'Check the failed ones, and the section of docs/service.md that each names.',
    })
  const limited = outcomes.filter((each) => each.limited)
  if (limited.length > 0)
    return moveError('CLI_RATE_LIMITED', {
      message: `The request rate is over the limit. ${limited.length} ${limited.length === 1 ? 'check' : 'checks'} could not be run.`,
      details: causesText(limited),
      hint: 'Run it again later.',
    })
  const signedOut = outcomes.filter((each) => each.signedOut)
  if (signedOut.length > 0)
    return moveError('CLI_SKIPPED', {
      message: 'The session token is not valid, so checks that need a session were skipped.',
      details: causesText(of('skipped')),
      hint: `Sign in again with ${login}, or set MOVECLI_PRIVATE_KEY_FILE or MOVECLI_KEYSTORE so that smoke signs in by itself.`,
    })
  if (skipped === 0 || (!requireAll && skipped < outcomes.length)) return undefined
  return moveError('CLI_SKIPPED', {
    message:
      skipped === outcomes.length
        ? 'No check could be run.'
        : `${skipped} of ${outcomes.length} checks were skipped, and --require-all asks for all of them.`,
    details: causesText(of('skipped')),
    hint: `Give what the skipped checks need, for most of them: ${login}`,
  })
}

const causesText = (outcomes: readonly CheckOutcome[]): string =>
  outcomes.map(({ name, message }) => (message === undefined ? name : `${name}: ${message}`)).join('\n')
