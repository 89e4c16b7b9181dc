/** Runs checks one after the other: what each came to, and what the whole means for a script. */
import { MoveError } from '../errors.ts'
import { Failed, Skipped, suites, type Check, type Suite } from './check.ts'
import { missing, type Ground } from './ground.ts'

export type Status = 'passed' | 'failed' | 'skipped'
export type Outcome = {
  name: string
  suite: Suite
  status: Status
  ms: number
  asserts: string
  section: string
  message?: string
  /** The service answered 429. */
  limited?: true
}

/** The checks of a suite and of those before it. */
export const checksOf = (checks: readonly Check[], suite: Suite): Check[] =>
  checks.filter((check) => suites.indexOf(check.suite) <= suites.indexOf(suite))

/**
 * What each check came to, as it comes. With `failFast` those after the first failure are skipped; so is everything once
 * the service could not be reached at all. Throws only where the run itself cannot go on: a stop, an unsafe URL, a fault
 * of our own.
 */
export async function* runChecks(
  checks: readonly Check[],
  ground: Ground,
  { failFast = false } = {},
): AsyncGenerator<Outcome> {
  let stopped: string | undefined
  for (const check of checks) {
    const { name, suite, asserts, section } = check
    const began = ground.sender.patience.now().getTime()
    const end = await endOf(check, ground, stopped)
    const ms = Math.max(0, ground.sender.patience.now().getTime() - began)
    yield { name, suite, asserts, section, ms, ...end }
    if (ground.unreached !== undefined) stopped ??= `the service was not reached: ${ground.unreached}`
    if (failFast && end.status === 'failed') stopped ??= `not made: ${name} failed, and --fail-fast was given`
  }
}

type End = Pick<Outcome, 'status' | 'message' | 'limited'>

async function endOf(check: Check, ground: Ground, stopped: string | undefined): Promise<End> {
  const lacks = stopped ?? check.needs.map((need) => missing(need, ground)).find(Boolean)
  if (lacks !== undefined) return { status: 'skipped', message: lacks }
  try {
    const message = await check.run(ground)
    return { status: 'passed', ...(message !== undefined && { message }) }
  } catch (error) {
    if (error instanceof Failed) return { status: 'failed', message: error.message }
    if (error instanceof Skipped)
      return { status: 'skipped', message: error.message, ...(error.limited && { limited: true }) }
    if (!(error instanceof MoveError) || [1, 3, 130, 143].includes(error.fault.exit)) throw error
    return { status: 'failed', message: error.message }
  }
}

export type Counts = Record<Status, number>

export const countsOf = (outcomes: readonly Outcome[]): Counts => {
  const count = (status: Status) => outcomes.filter((each) => each.status === status).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/**
 * The error that the whole is worth (PRODUCT.md §8): 10 where a check failed; 7 where a 429 alone kept one from being made;
 * 4 where none ran, or with `requireAll` where one was skipped; none where all is well.
 */
export function verdict(outcomes: readonly Outcome[], { requireAll = false } = {}): MoveError | undefined {
  const { failed, skipped } = countsOf(outcomes)
  const of = (status: Status) => outcomes.filter((each) => each.status === status)
  if (failed > 0)
    return new MoveError(`${failed} of ${outcomes.length} checks failed.`, {
      code: 'CLI_PARTIAL',
      exit: 10,
      details: listed(of('failed')),
      hint: 'See the checks that failed, and the section of the API document that each names.',
    })
  const limited = outcomes.filter((each) => each.limited)
  if (limited.length > 0)
    return new MoveError(`The request rate is over the limit: ${limited.length} checks could not be made.`, {
      code: 'CLI_RATE_LIMITED',
      exit: 7,
      details: listed(limited),
      hint: 'Run it again later.',
    })
  if (skipped === 0 || (!requireAll && skipped < outcomes.length)) return undefined
  return new MoveError(
    skipped === outcomes.length
      ? 'No check could be made.'
      : `${skipped} of ${outcomes.length} checks were skipped, and --require-all wants every one.`,
    {
      code: 'CLI_SKIPPED',
      exit: 4,
      details: listed(of('skipped')),
      hint: 'Give what the skipped checks need; movecli login is most of it.',
    },
  )
}

const listed = (outcomes: readonly Outcome[]): string =>
  outcomes.map(({ name, message }) => (message === undefined ? name : `${name}: ${message}`)).join('\n')
