/** Time for what is in flight, once a stop is asked for. */

export type Stopping = {
  /** Aborted by a second stop: the answer is not waited for any longer. */
  atOnce: AbortSignal
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Says that an answer is waited for, and how long. */
  waits: (ms: number) => void
}

/** A polite stop waits this long for the answers to what is in flight. */
export const stopGraceMs = 10_000

/** A signal that follows `stop` after `ms`, or once a second stop is asked for; `end` lets go of all. */
export function delayedAbort(
  stop: AbortSignal,
  ms: number,
  { atOnce, sleep, waits }: Stopping,
): { signal: AbortSignal; end: () => void } {
  const [control, listening] = [new AbortController(), new AbortController()]
  const heard = { once: true, signal: listening.signal }
  const giveUp = () => control.abort(stop.reason)
  const begin = () => {
    if (atOnce.aborted) return giveUp()
    atOnce.addEventListener('abort', giveUp, heard)
    waits(ms)
    void sleep(ms, listening.signal).then(giveUp, () => {})
  }
  if (stop.aborted) begin()
  else stop.addEventListener('abort', begin, heard)
  return { signal: control.signal, end: () => listening.abort() }
}
