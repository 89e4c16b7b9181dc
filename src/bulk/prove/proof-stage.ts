/** Makes the proofs of rows that have none, several at a time, ahead of the rows that leave. A prover that fails costs its row. */
import type { MoveError } from '../../errors.ts'
import type { Prover } from '../../runtime/prover.ts'
import type { Task } from '../send/prefetch.ts'
import { proveRows } from './prove-rows.ts'

export type ProofStage = {
  /** The next row that may leave; rows whose proofs are made sooner come sooner. Nothing once none is left, or after `end`. Throws what the input throws. */
  next: () => Promise<Task | undefined>
  /** Is one there without waiting? */
  isReady: () => boolean
  /** Makes no further proof, and ends the provers. */
  end: () => Promise<void>
}

export type ProofStageOptions = {
  /** The rows in their order, nothing at the end. */
  rows: () => Promise<Task | undefined>
  /** One for each proof that is made at the same time. */
  provers: readonly Prover[]
  /** Rows that may wait with their proofs made. */
  most: number
  /** No proof could be made for this row. */
  failed: (task: Task, error: MoveError) => Promise<void>
  /** None will leave any more. */
  over: () => boolean
  /** Ends the proofs that are being made; `signal` says that they are. */
  stop: () => void
  signal: AbortSignal
  pause: (ms: number) => Promise<void>
}

const gatherMs = 8
/** Most of all proofs that are made and wait, in bytes. */
const mostBytes = 8 * 1024 * 1024

export function createProofStage({
  rows,
  provers,
  most,
  failed,
  over,
  stop,
  signal,
  pause,
}: ProofStageOptions): ProofStage {
  const ready: Task[] = []
  let failure: { error: unknown } | undefined
  let working = 0
  let bytes = 0
  let begun = false
  let changed: () => void = () => {}
  let change = new Promise<void>((resolve) => (changed = resolve))
  const tell = (): void => {
    changed()
    change = new Promise<void>((resolve) => (changed = resolve))
  }
  const isOver = (): boolean => signal.aborted || failure !== undefined || over()

  /** Rows are taken one after the other, whoever asks. */
  let taken: Promise<Task | undefined> = Promise.resolve(undefined)
  const take = async (): Promise<Task | undefined> =>
    (taken = taken.then(async () => (isOver() ? undefined : rows())))

  const proofBytes = ({ row }: Task): number => row.body.proof?.length ?? 0
  const queue = {
    take,
    failed: async (task: Task, error: MoveError) => {
      await failed(task, error)
      tell()
    },
    over: isOver,
    push: (task: Task) => {
      ready.push(task)
      bytes += proofBytes(task)
      tell()
    },
    hasRoom: () => ready.length < most && bytes < mostBytes,
    untilRoom: async () => change,
  }
  const begin = (): void => {
    begun = true
    working = provers.length
    for (const prover of provers)
      void proveRows(prover, queue)
        .catch((error: unknown) => void (signal.aborted || (failure ??= { error })))
        .then(() => {
          working -= 1
          tell()
        })
  }

  return {
    next: async () => {
      if (!begun) begin()
      const waits = ready.length === 0
      for (;;) {
        if (failure) throw failure.error
        // Who waited for one waits for a few: their intents share a flush.
        if (waits && ready.length > 0 && working > 0) await pause(gatherMs).catch(() => {})
        const task = signal.aborted ? undefined : ready.shift()
        if (task) {
          bytes -= proofBytes(task)
          tell()
        }
        if (task || working === 0 || isOver()) return task
        await change
      }
    },
    isReady: () => ready.length > 0,
    end: async () => {
      if (working > 0) stop()
      tell()
      await Promise.all(provers.map(async (prover) => prover.end()))
    },
  }
}
