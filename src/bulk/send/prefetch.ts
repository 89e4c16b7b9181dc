/** The rows that leave next. Their intents are on disk ahead of time, many by one flush, made while others are in flight. */
import type { RunJournal } from '../../journal/runs/run-journal.ts'
import type { MotionRow } from '../input/row.ts'

/** A row that is about to leave. */
export type Task = {
  row: MotionRow
  /** Its place in the table of rows. */
  at: number
  /** It left before, and the service does not have it. */
  retried?: true
  /** Tells its prover that the service refused the proof. */
  suspect?: () => void
}

type From = {
  run: Pick<RunJournal, 'ahead' | 'plan'>
  /** The rows in their order, nothing at the end. */
  next: () => Promise<Task | undefined>
  /** Is the next one there without waiting? */
  isReady: () => boolean
  /** None will leave any more. */
  over: () => boolean
}

/** The queue of one run: rows are planned in the background as soon as half of those ahead have left. */
export function createPrefetch({ run, next, isReady, over }: From) {
  const ready: Task[] = []
  let back: Task[] = []
  let ended = false
  let filling: Promise<void> | undefined
  let failure: { error: unknown } | undefined

  /** As many as are wanted, those that are ready counted, or as are there by now. Rows that came back are planned anew. */
  async function plan(wanted: number): Promise<void> {
    const first = back
    back = []
    const others: Task[] = []
    const held = (): number => first.length + ready.length + others.length
    while (!ended && !over() && held() < wanted && (held() === 0 || isReady())) {
      const task = await next()
      if (task) others.push(task)
      else ended = true
    }
    if (over() || first.length + others.length === 0) return
    await run.plan([...first, ...others].map(({ row }) => row))
    ready.unshift(...first)
    ready.push(...others)
  }
  const fill = async (wanted: number): Promise<void> =>
    (filling ??= plan(wanted)
      .catch((error: unknown) => void (failure = { error }))
      .finally(() => (filling = undefined)))

  return {
    /** The service did not take the row: it leaves once more, before those that never did. */
    requeue: (task: Task): void => void back.push({ ...task, retried: true }),
    /**
     * Is there a row to take, its intent on disk? A promise: ask again once it resolves. `room` rows may leave now. Throws
     * CLI_STATE, or what `next` throws.
     */
    hasNext(room: number): boolean | Promise<void> {
      if (failure) throw failure.error
      const enough = back.length === 0 && ready.length > 0
      if (enough && (ended || ready.length >= run.ahead / 2)) return true
      if (ended && back.length === 0 && !filling) return false
      const filled = fill(Math.max(run.ahead, room))
      return enough || filled
    },
    /** Is the next row one that came back? */
    nextIsRetry: (): boolean => ready[0]?.retried === true,
    /** The next row. */
    take: (): Task => ready.shift()!,
    /** Resolves once nothing is being planned. */
    idle: async (): Promise<void> => filling,
  }
}
