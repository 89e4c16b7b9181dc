/** Messages on their way out, in their order: whoever sends one waits until it was taken. */
import type { Json } from '../contract/lossless-json.ts'

export type Outbox = {
  /** Resolves once the message was taken, or is of no use any more. */
  send: (message: Json) => Promise<void>
  /** No further message is taken; those that wait still go out. */
  end: () => void
  messages: () => AsyncGenerator<Json>
}

export function createOutbox(): Outbox {
  const waiting: { message: Json; taken: () => void }[] = []
  let ended = false
  let wake = (): void => {}
  const end = () => {
    ended = true
    wake()
  }
  return {
    end,
    send: async (message) =>
      new Promise((taken) => {
        if (ended) return taken()
        waiting.push({ message, taken })
        wake()
      }),
    async *messages() {
      try {
        for (;;) {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            try {
              yield next.message
            } finally {
              next.taken()
            }
          }
          if (ended) return
          await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        // Nobody reads any more.
        end()
        for (const { taken } of waiting.splice(0)) taken()
      }
    },
  }
}
