/** kyc status --wait: asks again, within the hourly limit, until the status is the one that is waited for. */
import { interrupted, moveError, usage } from '../../errors.ts'
import type { Result } from '../../output/view.ts'
import { isTransient, dedupeNotes } from '../../operations/watch.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import type { KycStatusValues } from './flags.ts'
import { wantsSeveralProfiles } from '../../operations/read-flags.ts'
import type { Tools } from '../../runtime/services.ts'
import { maxWaitGivenMs } from '../../session/rate-limit.ts'
import { spanOf } from '../../output/time-span.ts'

/** Where --max-wait does not say how long. */
const usualMs = 600_000
/** Pauses grow from the first to the last. */
const [firstMs, lastMs] = [2000, 30_000]
/** A request ends with the wait; the last one, which is made when the time is up, has this long. */
const lastLookMs = 1000
/** A timer can wait no longer. */
const longestTimerMs = 2 ** 31 - 1
/** In place of a status that the service never gave. */
const unseen = 'not known'

type KycStatus = { kyc_status: string; source: string | null }

/** The result of `body` once its status is `wanted`. Throws CLI_WAIT_OVER (exit 12) when the time is up. */
export async function waited(
  body: CommandHandler<KycStatusValues>,
  wanted: string,
  given: ParsedArgs<KycStatusValues>,
  tools: Tools,
): Promise<Result> {
  if (wantsSeveralProfiles(given.flags))
    throw usage('--wait works with one profile only.', 'Use only one of these flags.')
  if (wanted.trim() === '') throw usage('--wait needs a status.', 'For example --wait verified.')
  const longest = maxWaitGivenMs(await tools.resolved('inspect')) ?? usualMs
  const calm: Tools = { ...dedupeNotes(tools), bounded: true, many: true }
  const { sleep, signal } = tools.context
  const began = performance.now()
  let slept = 0
  // Time that passed, and time that was slept, whichever is more: a clock may stand still.
  const spent = () => Math.max(slept, performance.now() - began)
  let seen = unseen
  let silent = 0
  for (let pause = firstMs; ; pause = Math.min(pause * 1.5, lastMs)) {
    const left = Math.ceil(longest - spent())
    const over = AbortSignal.timeout(Math.min(Math.max(left, lastLookMs), longestTimerMs))
    const context = { ...calm.context, signal: AbortSignal.any([signal, over]) }
    const result = await body(given, { ...calm, context }).catch((error: unknown) => {
      const isOver = over.aborted && !signal.aborted
      if (!isOver && (slept === 0 || signal.aborted || !isTransient(error))) throw error
      return undefined
    })
    const { kyc_status: status, source } = statusIn(result) ?? { kyc_status: seen, source: 'profile' }
    if (result && isSame(status, wanted)) return result
    if (source !== 'profile') throw nothingToWaitFor(wanted)
    seen = status
    silent = result ? 0 : silent + 1
    const rest = longest - spent()
    if (rest <= 0) throw timeIsUp(seen, silent, wanted, longest / 1000)
    await calm.note(`KYC is ${seen}. Waiting up to ${spanOf(longest / 1000)} for ${wanted}.`)
    const nap = Math.min(pause, rest)
    await sleep(nap, signal).catch(() => {})
    if (signal.aborted) throw interrupted(signal)
    slept += nap
  }
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

const statusIn = (result: Result | undefined): KycStatus | undefined =>
  result?.kind === 'one' ? (result.data as unknown as KycStatus) : undefined

/** `silent`: how often the service gave no status since the one that was seen last. */
const timeIsUp = (seen: string, silent: number, wanted: string, seconds: number) =>
  moveError('CLI_WAIT_OVER', {
    message: stateOf(seen, silent, wanted, spanOf(seconds)),
    hint: 'Run it again, or allow a longer wait with --max-wait.',
  })

function stateOf(seen: string, silent: number, wanted: string, span: string): string {
  if (silent === 0) return `KYC is still ${seen} after ${span}, not ${wanted}.`
  const requests = silent === 1 ? 'request' : `${silent} requests`
  return seen === unseen
    ? `The service gave no KYC status in the ${span} of waiting.`
    : `KYC was ${seen} when the service last gave it, not ${wanted}; in the ${span} of waiting, the last ${requests} failed.`
}

const nothingToWaitFor = (wanted: string) =>
  moveError('CLI_UNEXPECTED_RESPONSE', {
    message: `The profile at the service shows no KYC status, so ${wanted} would never be seen.`,
    retryable: false,
    hint: 'movecli user profile shows the fields that there are.',
  })
