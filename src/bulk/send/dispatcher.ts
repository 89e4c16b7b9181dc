/** Sends the rows: as many at once as the backoff allows, each with its intent on disk before it leaves. */
import { setMaxListeners } from 'node:events'
import type { Budget } from '../../client/budget.ts'
import type { Sender } from '../../client/client.ts'
import { delayedAbort, stopGraceMs } from '../../client/delayed-abort.ts'
import { hasExit, moveError, MoveError } from '../../errors.ts'
import { createPrefetch, type Task } from './prefetch.ts'
import { sendRow, type SendContext } from './send-row.ts'
import { limited, serviceAnswers, unavailable } from './probe.ts'

export type Sending = Pick<SendContext, 'session' | 'run' | 'backoff' | 'onResult' | 'now' | 'ticks'> & {
  sender: Sender
  budget: Budget | undefined
  /** The next row, or nothing where none is left. */
  next: () => Promise<Task | undefined>
  /** Is the next row there without waiting? */
  isReady: () => boolean
  /** No further row is taken. */
  end: () => Promise<void>
  /** Waits until results can be taken again. */
  untilRoom: () => Promise<void> | undefined
  /** No further row is sent: why is for the caller to know. */
  stopped: () => boolean
  /** A word about what is waited for. */
  waiting: (ms: number, why: string) => void
  signal: AbortSignal
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

const longestPauseMs = 60_000

/** Returns once every row that was sent has its outcome. An error is why it ended before the rows did. */
export async function sendRows(sending: Sending): Promise<MoveError | undefined> {
  const { backoff, budget, signal } = sending
  const now = sending.ticks
  const { stopping } = sending.sender
  let inFlight = 0
  const grace = delayedAbort(signal, stopGraceMs, { ...stopping, inFlight: () => inFlight })
  // Every row in flight listens to it.
  setMaxListeners(0, grace.signal)
  let failure: MoveError | undefined
  let hasQuota = false
  let wake: () => void = () => {}
  /** Nothing is waited for once no further row may leave. */
  const halted = new AbortController()

  const fail = (error: unknown): void => {
    const why =
      error instanceof MoveError ? error : moveError('CLI_BUG', { message: String(error), cause: error })
    // After a stop 130 or 143 wins over what a row in flight meets, but not over a fault of this machine.
    if (!signal.aborted || hasExit(why, 'bug', 'config')) failure ??= why
    notice()
  }
  const over = (): boolean => failure !== undefined || signal.aborted || sending.stopped()
  const notice = (): void => {
    if (over()) halted.abort()
    wake()
  }
  const prefetch = createPrefetch({ run: sending.run, next: sending.next, isReady: sending.isReady, over })
  const retryPolicy = { ...sending.sender.retryPolicy, retries: 0, signal: grace.signal }
  const sender = { ...sending.sender, grace, retryPolicy }
  const context: SendContext = { ...sending, sender, requeue: prefetch.requeue, fail }
  const pause = async (ms: number): Promise<void> =>
    sending.sleep(Math.min(ms, longestPauseMs), halted.signal).catch(() => {})
  const oneEnds = async (): Promise<void> => new Promise((resolve) => (wake = resolve))
  const start = (task: Task): void => {
    inFlight += 1
    void sendRow(context, task)
      .catch(fail)
      .then(() => {
        inFlight -= 1
        notice()
      })
  }
  signal.addEventListener('abort', notice)

  try {
    while (!over()) {
      const left = backoff.pauseLeft(now())
      if (left > 0) {
        sending.waiting(left, backoff.alone() ? 'the service to recover' : "the service's rate limit")
        await pause(left)
        continue
      }
      if (inFlight >= backoff.allowed()) {
        await oneEnds()
        continue
      }
      const full = sending.untilRoom()
      if (full) {
        await full
        continue
      }
      const some = prefetch.hasNext(backoff.allowed() - inFlight)
      if (typeof some === 'object') {
        await Promise.race([some, oneEnds()])
        continue
      }
      if (!some) {
        if (inFlight === 0) break
        await oneEnds()
        continue
      }
      // The limit is waited for where there is a row to send.
      if (budget && !hasQuota) {
        hasQuota = budget.tryAcquire(now())
        if (hasQuota) continue
        const wait = await budget.refill(now())
        if (wait > 0) {
          sending.waiting(wait, 'the hourly limit')
          await pause(wait)
        }
        continue
      }
      if (backoff.alone() && !prefetch.nextIsRetry() && !(await serviceAnswers(sending))) continue
      const end = await sending.session.mayGoOn()
      // Nothing has left: that the service does not sign in now is waited out as its trouble with rows is.
      if (end && hasExit(end, 'limited', 'unavailable')) {
        const { askedMs } = end.fault
        if (!backoff.onTrouble(now(), backoff.round(), askedMs)) continue
        fail(hasExit(end, 'limited') ? limited(askedMs ?? 0) : unavailable(end))
      } else if (end) fail(end)
      if (over()) break
      hasQuota = false
      start(prefetch.take())
    }
  } catch (error) {
    if (!signal.aborted) fail(error)
  }
  signal.removeEventListener('abort', notice)
  const ended = sending.end()
  const isSending = () => inFlight > 0
  while (isSending()) await oneEnds()
  // Rows that only the session's end met are among the failures that a run stops at.
  if (failure === undefined && !signal.aborted) {
    const why = await sending.session.endedLast().catch(fail)
    if (why) fail(why)
  }
  grace.end()
  await ended
  await prefetch.idle()
  await budget?.end(now()).catch(() => undefined)
  return failure
}
