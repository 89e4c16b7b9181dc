/** One request as undici tells of it: when it leaves, what comes, how it ends. */
import type { Dispatcher } from 'undici'
import { TransportFailure, type WireResponse } from '../../contract/wire.ts'
import { MoveError } from '../../errors.ts'
import { bodyQueue } from './body-queue.ts'

type Controller = Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>[0]

export type Exchange = {
  signal: AbortSignal
  /** Once: the request is about to be written. From here on a failure is of phase `sent`. */
  begun: () => void
  /** Once: `whole` where the answer has come to its end and was asked for to its end. */
  over: (whole: boolean) => void
  resolve: (response: WireResponse) => void
  reject: (error: Error) => void
}

/** The handler of one exchange. */
export function undiciHandler({
  signal,
  begun,
  over,
  resolve,
  reject,
}: Exchange): Dispatcher.DispatchHandler {
  let controller: Controller | undefined
  let answered = false
  let end: 'whole' | 'left' | Error | undefined
  const {
    push,
    end: endBody,
    body,
  } = bodyQueue({
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
    leave: () => {
      finish('left')
      controller?.abort(new Error('the rest of the answer is not wanted'))
    },
  })

  const finish = (how: 'whole' | 'left' | Error): void => {
    if (end !== undefined) return
    end = how
    signal.removeEventListener('abort', stop)
    over(how === 'whole')
    if (!answered && how instanceof Error) reject(how)
    endBody(how instanceof Error ? how : undefined)
  }
  const fail = (error: unknown): void => {
    const ours = error instanceof TransportFailure || error instanceof MoveError
    finish(ours ? error : new TransportFailure(controller ? 'sent' : 'connect', error))
  }
  const stop = (): void => {
    fail(signal.reason)
    controller?.abort(signal.reason as Error)
  }
  signal.addEventListener('abort', stop)

  return {
    onRequestStart(leaving) {
      if (end) return leaving.abort(new Error('the request is over'))
      controller = leaving
      begun()
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return
      answered = true
      resolve({
        status,
        headers: Object.entries(headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((each): [string, string] => [name, each]),
        ),
        body,
      })
    },
    onResponseData: (_, chunk) => push(chunk),
    onResponseEnd: () => finish('whole'),
    onResponseError: (_, error) => fail(error),
  }
}
