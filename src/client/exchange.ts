/** One request over a kept connection, as undici tells of it: nothing between its parser and the answer's bytes. */
import type { Dispatcher } from 'undici'
import { TransportFailure, type WireResponse } from '../contract/wire.ts'

/** Bytes that may wait for a slow reader. */
const most = 256 * 1024

type Controller = Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>[0]
type Settle = { resolve: (response: WireResponse) => void; reject: (error: TransportFailure) => void }

/** The handler of one exchange. Once the request is handed to a connected socket, a failure is of phase `sent`. */
export function exchange(signal: AbortSignal, { resolve, reject }: Settle): Dispatcher.DispatchHandler {
  let controller: Controller | undefined
  let answered = false
  let over: 'ended' | TransportFailure | undefined
  let chunks: Uint8Array[] = []
  let held = 0
  let wake: () => void = () => {}

  const finish = (how: 'ended' | TransportFailure): void => {
    signal.removeEventListener('abort', stop)
    over ??= how
    if (!answered && how !== 'ended') reject(how)
    wake()
  }
  const fail = (error: unknown) => finish(new TransportFailure(controller ? 'sent' : 'connect', error))
  const stop = (): void => {
    fail(signal.reason)
    controller?.abort(signal.reason as Error)
  }
  signal.addEventListener('abort', stop)

  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    for (;;) {
      const value = chunks.shift()
      if (value) {
        held -= value.length
        if (held < most && controller?.paused) controller.resume()
        return { done: false, value }
      }
      if (over === 'ended') return { done: true, value: undefined }
      if (over) throw over
      await new Promise<void>((ready) => (wake = ready))
    }
  }
  const leave = async (): Promise<IteratorResult<Uint8Array>> => {
    chunks = []
    if (!over) {
      finish('ended')
      controller?.abort(new Error('the rest of the answer is not wanted'))
    }
    return { done: true, value: undefined }
  }
  return {
    onRequestStart(begun) {
      if (over) return begun.abort(signal.reason as Error)
      controller = begun
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return
      answered = true
      resolve({
        status,
        headers: Object.entries(headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
        body: { [Symbol.asyncIterator]: () => ({ next, return: leave }) },
      })
    },
    onResponseData(reading, chunk) {
      chunks.push(chunk)
      held += chunk.length
      if (held >= most) reading.pause()
      wake()
    },
    onResponseEnd: () => finish('ended'),
    onResponseError: (_, error) => fail(error),
  }
}
