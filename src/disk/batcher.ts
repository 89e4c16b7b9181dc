/** Work in batches: what comes while one is under way goes together in the next. */

export type Batcher<Item, Result> = {
  /** Resolves with what `commit` made of the item. */
  add(item: Item): Promise<Result>
  /** Items that wait for the next batch. */
  readonly waiting: number
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

type Job<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** `commit` says of each item what became of it, in their order; it throws where that is the same of all. */
export function createBatcher<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): Batcher<Item, Result> {
  let queue: Job<Item, Result>[] = []
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    // One turn, so that callers of the same moment share the first batch too.
    await Promise.resolve()
    while (queue.length > 0) {
      const batch = queue
      queue = []
      try {
        const results = await commit(batch.map(({ item }) => item))
        for (const [at, { resolve, reject }] of batch.entries()) {
          const result = results[at]!
          if (result.status === 'fulfilled') resolve(result.value)
          else reject(result.reason)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = undefined
  }

  return {
    add: async (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        running ??= drain()
      }),
    get waiting() {
      return queue.length
    },
    idle: async () => running,
  }
}

/** What `commit` returns where all went well and there is nothing to say of any. */
export const allDone = (items: readonly unknown[]): PromiseSettledResult<void>[] =>
  items.map(() => ({ status: 'fulfilled', value: undefined }))
