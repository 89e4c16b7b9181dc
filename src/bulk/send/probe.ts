/** Trouble of the service: is it over, and the words for a run that did not wait until it was. */
import type { Budget } from '../../client/budget.ts'
import { sendRead, type Sender } from '../../client/client.ts'
import { moveError, MoveError, hasExit } from '../../errors.ts'
import type { Backoff } from './backoff.ts'

type Asking = {
  sender: Sender
  backoff: Backoff
  budget: Budget | undefined
  signal: AbortSignal
  ticks: () => number
}

/**
 * Before a row is risked alone: does the service answer at all? A read that says so leaves nothing
 * unresolved. Throws where it took too long.
 */
export async function serviceAnswers({ backoff, sender, budget, signal, ticks }: Asking): Promise<boolean> {
  if (backoff.atLongest() || !(await takeQuota(budget, ticks()))) return true
  const round = backoff.round()
  try {
    const retryPolicy = { ...sender.retryPolicy, retries: 0, signal }
    await sendRead('motion.daily', {}, { ...sender, retryPolicy })
    return true
  } catch (error) {
    if (signal.aborted || !(error instanceof MoveError)) return false
    const { httpStatus = 0, code } = error.fault
    if (
      httpStatus >= 300 &&
      httpStatus < 500 &&
      !hasExit(error, 'limited', 'unavailable') &&
      code !== 'CHAIN_001'
    )
      return true
    if (backoff.onTrouble(ticks(), round)) throw hasExit(error, 'limited') ? limited(0) : unavailable(error)
    return false
  }
}

/** The read counts too. */
const takeQuota = async (budget: Budget | undefined, now: number): Promise<boolean> =>
  !budget || budget.tryAcquire(now) || ((await budget.refill(now)) === 0 && budget.tryAcquire(now))

const again = 'Run the same command again to go on where it stopped.'

export const unavailable = (cause: unknown) =>
  moveError('CLI_UNAVAILABLE', {
    message: `The service did not recover within --max-wait${cause instanceof MoveError ? ` (${cause.fault.code})` : ''}.`,
    hint: again,
  })

/** `asked` in milliseconds, where the service said how long. */
export const limited = (asked: number) =>
  moveError('CLI_RATE_LIMITED', {
    message:
      asked > 0
        ? `The service asks to wait ${Math.ceil(asked / 1000)} s, which is longer than --max-wait allows.`
        : 'The service refused requests for longer than --max-wait.',
    hint: `${again} Allow a longer wait with --max-wait.`,
  })
