/**
 * Makes the proofs of rows that have none, several at a time, ahead of the rows that
 * leave. A prover that fails costs its row.
 */
import { MoveError } from '../../errors.ts'
import type { Prover } from '../../runtime/prover.ts'
import { digestText, withProof } from '../input/row.ts'
import type { Task } from '../send/prefetch.ts'

export type ProofStage = {
  /**
   * The next row that may leave; rows whose proofs are made sooner come sooner. Nothing once none is left, or
   * after `end`. Throws what the input throws.
   */
  next: () => Promise<Task | undefined>
  /** Is one there without waiting? */
  isReady: () => boolean
  /** Makes no further proof, and ends the provers. */
  end: () => Promise<void>
}

export type ProofStageOptions = {
  /** The rows in their order, nothing at the end. */
  rows: () => Promise<Task | undefined>
  prover: Prover
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
const mostProofBytes = 8 * 1024 * 1024

export function createProofStage({
  rows,
  prover,
  most,
  failed,
  over,
  stop,
  signal,
  pause,
}: ProofStageOptions): ProofStage {
  const ready: Task[] = []
  let failure: { error: unknown } | undefined
  let state: 'new' | 'working' | 'done' = 'new'
  /** Rows that are being proved. */
  let open = 0
  let bytes = 0
  let changed: () => void = () => {}
  let change = new Promise<void>((resolve) => (changed = resolve))
  const tell = (): void => {
    changed()
    change = new Promise<void>((resolve) => (changed = resolve))
  }
  const isOver = (): boolean => signal.aborted || failure !== undefined || over()
  const hasRoom = (): boolean =>
    open < prover.most && ready.length + open < most + prover.most && bytes < mostProofBytes
  const proofBytes = ({ row }: Task): number => row.body.proof?.length ?? 0
  const push = (task: Task): void => {
    ready.push(task)
    bytes += proofBytes(task)
  }

  async function prove(task: Task): Promise<void> {
    const { row } = task
    try {
      const { text, suspect } = await prover.prove({ ...row.body })
      push({
        ...task,
        row: { ...row, body: withProof(row.body, text), proofDigest: digestText(text) },
        ...(suspect && { suspect }),
      })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof MoveError)) throw error
      await failed(task, error)
    }
  }
  const isProving = (): boolean => open > 0
  async function work(): Promise<void> {
    while (!isOver()) {
      if (!hasRoom()) {
        await change
        continue
      }
      const task = await rows()
      if (!task) break
      if (task.row.body.proof === undefined) {
        open += 1
        void prove(task)
          .catch((error: unknown) => void (failure ??= { error }))
          .then(() => {
            open -= 1
            tell()
          })
      } else {
        push(task)
        tell()
      }
    }
    prover.noMore()
    while (isProving() && !isOver()) await change
    // While the last rows are being sent the provers may end.
    if (!isProving()) void prover.end()
  }
  const begin = (): void => {
    state = 'working'
    void work()
      .catch((error: unknown) => void (failure ??= { error }))
      .then(() => {
        state = 'done'
        tell()
      })
  }

  return {
    next: async () => {
      if (state === 'new') begin()
      const waits = ready.length === 0
      for (;;) {
        if (failure) throw failure.error
        // Who waited for one waits for a few: their intents share a flush.
        if (waits && ready.length > 0 && state === 'working') await pause(gatherMs).catch(() => {})
        const task = signal.aborted ? undefined : ready.shift()
        if (task) {
          bytes -= proofBytes(task)
          tell()
        }
        if (task || state === 'done' || isOver()) return task
        await change
      }
    },
    isReady: () => ready.length > 0,
    end: async () => {
      if (isProving()) stop()
      tell()
      await prover.end()
    },
  }
}
