/** One prover at work: it is asked about row after row. A row may leave once its answer is accepted; a prover that fails costs its row. */
import { MoveError } from '../../errors.ts'
import { proofIn, type Prover } from '../../runtime/prover.ts'
import { digestText, withProof } from '../input/row.ts'
import type { Task } from '../send/prefetch.ts'

/** What provers of one run share. */
export type ProofQueue = {
  /** The next row that nobody was asked about; nothing once none is left. */
  take: () => Promise<Task | undefined>
  /** This row may leave. */
  push: (task: Task) => void
  /** No proof could be made for this row. */
  failed: (task: Task, error: MoveError) => Promise<void>
  hasRoom: () => boolean
  /** Resolves once there is room again. */
  untilRoom: () => Promise<void>
  over: () => boolean
}

/** Returns once no row is left, or none will leave any more. */
export async function proveRows(prover: Prover, queue: ProofQueue): Promise<void> {
  /** Answers that may be another row's. */
  let held: { task: Task; answer: Buffer }[] = []
  /** Rows that are asked about again. */
  let again: Task[] = []

  const askAgain = (tasks: readonly Task[]): void => void (again = [...tasks, ...again])
  async function accept(): Promise<void> {
    const answers = held
    held = []
    try {
      await prover.accept()
    } catch (error) {
      if (!(error instanceof MoveError)) throw error
      const [first] = answers
      if (first && answers.length === 1) return queue.failed(first.task, error)
      return askAgain(answers.map(({ task }) => task))
    }
    for (const { task, answer } of answers) await deliver(task, answer)
  }
  async function deliver(task: Task, answer: Buffer): Promise<void> {
    try {
      queue.push(proved(task, proofIn(answer), prover))
    } catch (error) {
      if (!(error instanceof MoveError)) throw error
      await queue.failed(task, error)
    }
  }
  async function ask(task: Task): Promise<void> {
    try {
      held.push({ task, answer: await prover.prove({ ...task.row.body }) })
    } catch (error) {
      if (!(error instanceof MoveError)) throw error
      askAgain(held.map((each) => each.task))
      held = []
      await queue.failed(task, error)
    }
  }

  while (!queue.over()) {
    if (held.length > 0 && (prover.isDue() || !queue.hasRoom())) {
      await accept()
      continue
    }
    if (!queue.hasRoom()) {
      await queue.untilRoom()
      continue
    }
    const task = again.shift() ?? (await queue.take())
    if (!task) {
      if (held.length === 0) return
      await accept()
    } else if (task.row.body.proof !== undefined) queue.push(task)
    // It may have printed more while the row was read.
    else if (held.length > 0 && prover.isDue()) askAgain([task])
    else await ask(task)
  }
}

const proved = (task: Task, proof: string, { suspect }: Prover): Task => ({
  ...task,
  row: { ...task.row, body: withProof(task.row.body, proof), proofDigest: digestText(proof) },
  suspect,
})
