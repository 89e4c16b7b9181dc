/** What may be sent again, and when: exponential backoff with full jitter, Retry-After obeyed. */
import { interrupted } from '../errors.ts'
import { httpDate, httpDates } from './http-date.ts'

export type RetryPolicy = {
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

/** One attempt's result: may it be made again, and how long does the service ask to wait, in milliseconds? */
export type Attempt<T> = { value: T; retry: boolean; askedMs?: number | undefined }

const firstPauseMs = 500

/** The last attempt's value. Throws CLI_INTERRUPTED or CLI_TERMINATED where a stop is asked for between attempts. */
export async function withRetries<T>(attempt: () => Promise<Attempt<T>>, policy: RetryPolicy): Promise<T> {
  let waited = 0
  for (let made = 0; ; made++) {
    if (policy.signal.aborted) throw interrupted(policy.signal)
    const { value, retry, askedMs } = await attempt()
    if (!retry || made >= policy.retries) return value
    // Zero seconds is no wait: all attempts would be over at once.
    const pause = askedMs || firstPauseMs * 2 ** made * Math.max(policy.random(), askedMs === 0 ? 0.5 : 0)
    if (waited + pause > policy.maxWaitMs || policy.signal.aborted) return value
    waited += pause
    policy.onWait(pause)
    await policy.sleep(pause, policy.signal).catch(() => {})
    if (policy.signal.aborted) return value
  }
}

/** Milliseconds that an answer asks to wait: its Retry-After, a date counted from the service's own Date where there is one. */
export function retryDelayFromHeaders(headers: ReadonlyMap<string, string>, now: Date): number | undefined {
  const [text, date] = [headers.get('retry-after'), headers.get('date')]
  if (text === undefined) return undefined
  const theirs = httpDate(date)
  return retryAfterMs(text, theirs === undefined ? now : new Date(theirs))
}

/**
 * Milliseconds from a Retry-After in either form, seconds or an HTTP date, the longest of
 * several; nothing for anything else.
 */
export function retryAfterMs(text: string, now: Date): number | undefined {
  const seconds = /^\s*\d+(\s*,\s*\d+)*\s*$/.test(text) ? text.split(',') : []
  const waits = [
    ...seconds.map((each) => Number(each) * 1000),
    ...httpDates(text).map((at) => at - now.getTime()),
  ]
  return waits.length > 0 ? Math.max(0, ...waits) : undefined
}
