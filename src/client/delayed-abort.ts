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

/** Runs the part of a request in which nothing has left: a stop aborts the request at once. */
export type Unsent = <T>(request: AbortController, work: () => Promise<T>) => Promise<T>

/** How long requests in flight are waited for after a stop. */
export type Grace = {
  /** Aborted once they are given up. */
  signal: AbortSignal
  /** Those that have not left are given up at once. */
  unsent: Unsent
}

/**
 * A grace that ends `ms` after `stop`, or once a second stop is asked for; `end` lets go of all. `inFlight` counts the requests
 * under way: that their answers are waited for is said where one has left.
 */
export function delayedAbort(
  stop: AbortSignal,
  ms: number,
  { atOnce, sleep, waits, inFlight }: Stopping & { inFlight: () => number },
): Grace & { end: () => void } {
  const [control, listening] = [new AbortController(), new AbortController()]
  const connecting = new Set<AbortController>()
  const heard = { once: true, signal: listening.signal }
  const giveUp = () => control.abort(stop.reason)
  const begin = () => {
    if (atOnce.aborted) return giveUp()
    atOnce.addEventListener('abort', giveUp, heard)
    if (inFlight() > connecting.size) waits(ms)
    for (const each of connecting) each.abort(stop.reason)
    void sleep(ms, listening.signal).then(giveUp, () => {})
  }
  if (stop.aborted) begin()
  else stop.addEventListener('abort', begin, heard)
  return {
    signal: control.signal,
    unsent: async (request, work) => {
      if (stop.aborted) request.abort(stop.reason)
      connecting.add(request)
      return work().finally(() => connecting.delete(request))
    },
    end: () => listening.abort(),
  }
}
