/**
 * The rows of a run one by one, as they leave: read from the input in batches, with their
 * proofs made where a prover is given.
 */
import type { ProofStage, ProofStageOptions } from '../prove/proof-stage.ts'
import type { RunProvers } from '../prove/provers.ts'
import type { Item, Said } from '../plan/selection.ts'
import type { BulkOptions } from '../options.ts'
import type { Task } from './prefetch.ts'

/** The rows to be sent, one by one; of the others `say` is told. */
export function rowsIn(batches: AsyncGenerator<Item[]>, say: (said: Said) => Promise<void>) {
  let batch: Item[] = []
  let at = 0
  return async (): Promise<Task | undefined> => {
    for (;;) {
      const item = batch[at++]
      if (!item) {
        const { done, value } = await batches.next()
        if (done) return undefined
        batch = value
        at = 0
      } else if ('send' in item) return { row: item.send, at: item.at }
      else await say(item)
    }
  }
}

/** The rows with their proofs; without a prover, as they come. */
export async function proveRows(
  provers: RunProvers | undefined,
  { concurrency }: Pick<BulkOptions, 'concurrency'>,
  rows: () => Promise<Task | undefined>,
  handlers: Pick<ProofStageOptions, 'over' | 'failed'>,
): Promise<ProofStage> {
  if (!provers) return { next: rows, isReady: () => true, end: async () => {} }
  const { proofStageOf } = await import('../prove/provers.ts')
  return proofStageOf(provers, { rows, concurrency, ...handlers })
}
