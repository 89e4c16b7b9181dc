/** Results on their way to the output: it takes them one by one, and a slow reader slows the run. */

export type ResultQueue<T> = {
  push: (item: T) => void
  end: () => void
  /** Resolves once few enough wait, for everyone who asked. */
  untilRoom: () => Promise<void> | undefined
  /** From now on there is always room: the run is stopping, and nothing more than what is in flight will come. */
  widen: () => void
  items: AsyncIterable<T>
}

const mostWaiting = 1000

/** `left` is called where nobody reads any more. */
export function createResultQueue<T>(left: () => void): ResultQueue<T> {
  let waiting: T[] = []
  let at = 0
  let ended = false
  let wide = false
  let wake: (() => void) | undefined
  let drained: (() => void)[] = []
  const letIn = (): void => drained.splice(0).forEach((each) => each())
  const take = (): IteratorResult<T> | undefined => {
    if (at < waiting.length) {
      const value = waiting[at++]!
      if (at === waiting.length) {
        waiting = []
        at = 0
        letIn()
      }
      return { done: false, value }
    }
    return ended ? { done: true, value: undefined } : undefined
  }
  const iterator: AsyncIterator<T> = {
    next: async () => {
      for (;;) {
        const result = take()
        if (result) return result
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    return: async () => {
      ended = true
      waiting = []
      at = 0
      letIn()
      wake?.()
      left()
      return { done: true, value: undefined }
    },
  }
  return {
    push(item) {
      if (ended) return
      waiting.push(item)
      wake?.()
    },
    end() {
      ended = true
      wake?.()
    },
    untilRoom: () =>
      wide || waiting.length - at < mostWaiting
        ? undefined
        : new Promise<void>((resolve) => void drained.push(resolve)),
    widen() {
      wide = true
      letIn()
    },
    items: { [Symbol.asyncIterator]: () => iterator },
  }
}
