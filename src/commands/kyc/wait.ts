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
  let seen = 'not known'
  let silent = 0
  for (let pause = firstMs; ; pause = Math.min(pause * 1.5, lastMs)) {
    const result = await body(given, calm).catch((error: unknown) => {
      if (slept === 0 || signal.aborted || !isTransient(error)) throw error
      return undefined
    })
    const { kyc_status: status, source } = statusIn(result) ?? { kyc_status: seen, source: 'profile' }
    if (result && isSame(status, wanted)) return result
    if (source !== 'profile') throw nothingToWaitFor(wanted)
    seen = status
    silent = result ? 0 : silent + 1
    const left = longest - spent()
    if (left <= 0) throw timeIsUp(seen, silent, wanted, longest / 1000)
    await calm.note(`KYC is ${seen}. Waiting up to ${spanOf(longest / 1000)} for ${wanted}.`)
    const nap = Math.min(pause, left)
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

const stateOf = (seen: string, silent: number, wanted: string, span: string) =>
  silent === 0
    ? `KYC is still ${seen} after ${span}, not ${wanted}.`
    : `KYC was ${seen} when the service last gave it, not ${wanted}; in the ${span} of waiting, the last ${silent === 1 ? 'request' : `${silent} requests`} failed.`

const nothingToWaitFor = (wanted: string) =>
  moveError('CLI_UNEXPECTED_RESPONSE', {
    message: `The profile at the service shows no KYC status, so ${wanted} would never be seen.`,
    retryable: false,
    hint: 'movecli user profile shows the fields that there are.',
  })
