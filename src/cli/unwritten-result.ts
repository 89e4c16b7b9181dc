/**
 * What a command line ends with where its result, or a file of it, could not be written: what
 * was begun is finished first, and said truly.
 */
import { messageOf, interrupted, isStop, moveError, MoveError } from '../errors.ts'
import type { Result } from '../output/view.ts'
import { PipeClosed } from '../runtime/sink.ts'

type Circumstances = { wrote: boolean; signal: AbortSignal }

/** The error to end with; nothing where a reader of the result went away and all went well. */
export async function endUnwritten(
  error: unknown,
  result: Result,
  { wrote, signal }: Circumstances,
): Promise<unknown> {
  const isClosed = error instanceof PipeClosed
  const outcome = (why: unknown): unknown => (wrote ? applied(why, result) : why)
  const stopped = signal.aborted ? interrupted(signal) : undefined
  const lost = error instanceof MoveError ? error : (stopped ?? error)
  if (!isClosed && !leave(result)) return outcome(lost)
  const end = await result.until?.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  // A reader that went away is no failure of a read; a stop is one, and so is work that was left undone for it.
  if (isClosed) return end === undefined ? stopped && outcome(stopped) : unread(end)
  if (end === undefined) return outcome(lost)
  return end instanceof MoveError && !isStop(end) ? unfinished(error, end, result) : end
}

/**
 * Tells who sends while rows are written that nobody reads them: it then ends by itself,
 * unlike a server. False where nobody does.
 */
function leave(result: Result): boolean {
  if (result.kind !== 'rows' || !result.until) return false
  void result.rows[Symbol.asyncIterator]().return?.()
  return true
}

/** What went wrong with the output alone; nothing where the failure is of the work. */
function ofOutput(error: unknown): MoveError | undefined {
  if (error instanceof MoveError)
    return ['CLI_OUTPUT', 'CLI_USAGE'].includes(error.fault.code) ? error : undefined
  const why = messageOf(error)
  return moveError('CLI_OUTPUT', { message: `The result could not be written: ${why}`, cause: error })
}

/** What goes wrong with the answer to a write does not undo the write, and neither does a stop. */
function applied(error: unknown, { recourse = 'Do not repeat it to see its result.' }: Result): unknown {
  const hint = `The command was carried out. ${recourse}`
  if (error instanceof MoveError && isStop(error))
    return new MoveError(error.message, { ...error.fault, outcome: 'applied', hint })
  const lost = ofOutput(error)
  if (!lost) return error
  return moveError('CLI_OUTPUT', { message: lost.message, ...lost.fault, outcome: 'applied', hint })
}

/** Work ended early, since whoever read its result had seen enough. */
const unread = (end: unknown): unknown =>
  end instanceof MoveError && !isStop(end)
    ? new MoveError(`Nobody read the result to its end. ${end.message}`, end.fault)
    : end

/** Rows or wallets are left, or did not go well: what the work ended with is said as well. */
function unfinished(error: unknown, end: MoveError, { recourse }: Result): unknown {
  const lost = ofOutput(error)
  if (!lost) return error
  const { outcome: _, hint, ...fault } = lost.fault
  return moveError('CLI_OUTPUT', {
    message: `${lost.message} ${end.message}`,
    ...fault,
    hint: [hint, end.fault.hint, recourse].filter(Boolean).join(' '),
    ...(end.fault.details !== undefined && { details: end.fault.details }),
  })
}

/** Ends as `show` does once the files that tell how it ended are written; what they could not be is said as well. */
export async function endReported(
  show: () => Promise<number>,
  report: NonNullable<Result['report']>,
  exitOf: (error: unknown) => number,
): Promise<number> {
  const end = await show().then(
    (exit) => ({ exit }),
    (error: unknown) => ({ error, exit: exitOf(error) }),
  )
  const lost = await report(end.exit)
  if ('error' in end)
    throw lost && end.error instanceof MoveError
      ? new MoveError(`${end.error.message} ${lost.message}`, end.error.fault)
      : end.error
  if (lost) throw lost
  return end.exit
}
