/** The body of an answer as an async iterable, from the events of who reads the connection. */

/** Bytes that may wait for a slow reader. */
const most = 256 * 1024

type Reading = {
  /** Nothing more is read until `resume`: the reader is slow. */
  pause: () => void
  resume: () => void
  /** The rest is not wanted. */
  leave: () => void
}

export type BodyQueue = {
  push: (chunk: Uint8Array) => void
  /** No more comes: the body is whole, or ends with the error. What came before it is read first. */
  end: (error?: Error) => void
  body: AsyncIterable<Uint8Array>
}

/** One reader, one pass. */
export function bodyQueue({ pause, resume, leave }: Reading): BodyQueue {
  let chunks: Uint8Array[] = []
  let held = 0
  let over: { error?: Error } | undefined
  let wake: () => void = () => {}

  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    for (;;) {
      const value = chunks.shift()
      if (value) {
        if (held >= most && held - value.length < most) resume()
        held -= value.length
        return { done: false, value }
      }
      if (over?.error) throw over.error
      if (over) return { done: true, value: undefined }
      await new Promise<void>((ready) => (wake = ready))
    }
  }
  return {
    push(chunk) {
      chunks.push(chunk)
      held += chunk.length
      if (held >= most) pause()
      wake()
    },
    end(error) {
      over ??= error ? { error } : {}
      wake()
    },
    body: {
      [Symbol.asyncIterator]: () => ({
        next,
        return: async () => {
          chunks = []
          if (!over) leave()
          return { done: true, value: undefined }
        },
      }),
    },
  }
}
