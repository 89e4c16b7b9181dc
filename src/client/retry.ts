/** What may be sent again, and when: exponential backoff with full jitter, Retry-After obeyed. */
import { interrupted } from '../errors.ts'

export type Patience = {
  /** Repeats after the first attempt, three at most by default. */
  retries: number
  /** Longest sum of waits. */
  maxWaitMs: number
  signal: AbortSignal
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  random: () => number
  onWait: (ms: number) => void
}

/** One attempt's result: may it be made again, and does the service say how long to wait (Retry-After)? */
export type Attempt<T> = { value: T; again: boolean; retryAfter?: string | undefined }

const firstPauseMs = 500

/** The last attempt's value. Throws CLI_INTERRUPTED or CLI_TERMINATED where a stop is asked for between attempts. */
export async function retrying<T>(attempt: () => Promise<Attempt<T>>, patience: Patience): Promise<T> {
  let waited = 0
  for (let made = 0; ; made++) {
    if (patience.signal.aborted) throw interrupted(patience.signal)
    const { value, again, retryAfter } = await attempt()
    if (!again || made >= patience.retries) return value
    const asked = retryAfter === undefined ? undefined : retryAfterMs(retryAfter, patience.now())
    const pause = asked ?? patience.random() * firstPauseMs * 2 ** made
    if (waited + pause > patience.maxWaitMs || patience.signal.aborted) return value
    waited += pause
    patience.onWait(pause)
    await patience.sleep(pause, patience.signal).catch(() => {})
    if (patience.signal.aborted) return value
  }
}

/** Milliseconds from a Retry-After in either form, seconds or an HTTP date; nothing for anything else. */
export function retryAfterMs(text: string, now: Date): number | undefined {
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000
  // Every form of an HTTP date begins with its day; what else Date takes for a time is none.
  const at = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text.trim()) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
