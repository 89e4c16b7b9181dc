/** Time for what is in flight, once a stop is asked for. */

/** A signal that follows another after a while; `end` lets go of the other. */
export function later(signal: AbortSignal, ms: number): { signal: AbortSignal; end: () => void } {
  const control = new AbortController()
  const stop = () => setTimeout(() => control.abort(signal.reason), ms).unref()
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return { signal: control.signal, end: () => signal.removeEventListener('abort', stop) }
}
