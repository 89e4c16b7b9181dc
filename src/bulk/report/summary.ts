/** The sum of a run: a line for people, and --summary for programs. */
import { replaceFile } from '../../disk/atomic-write.ts'
import { moveError, MoveError } from '../../errors.ts'
import type { RunContext } from '../run-context.ts'
import { leftOf, tallyText, type Tally } from './totals.ts'

/**
 * Throws what the run ended with; CLI_OUTPUT (exit 1) where it ended well and a file of results could not be written.
 * `unwritten`: why its figures could not be.
 */
export async function summarize(
  { tools, options }: RunContext,
  tally: Tally,
  run: string,
  end: MoveError | undefined,
  unwritten: string | undefined,
): Promise<void> {
  if (!end) await tools.note(`run ${run}: ${tallyText(tally)}`)
  const summary = options.summary === undefined ? '' : await writeSummary(options.summary, tally, run, end)
  const lost = [summary, unwritten].filter(Boolean).join(' ')
  if (end) throw lost === '' ? end : new MoveError(`${end.message} ${lost}`, end.fault)
  if (lost !== '')
    throw moveError('CLI_OUTPUT', {
      message: lost,
      outcome: 'applied',
      hint: 'The rows were sent. Run the same command again with other places for its files; no row is sent twice.',
    })
}

/** Why it could not be written; nothing where it was. */
async function writeSummary(
  path: string,
  tally: Tally,
  run: string,
  end: MoveError | undefined,
): Promise<string> {
  const { applied, skipped, rejected, unknown, invalid, rows } = tally
  const exit = end?.fault.exit ?? 0
  const summary = { rows, applied, skipped, rejected, unknown, invalid, left: leftOf(tally), run, exit }
  return replaceFile(path, `${JSON.stringify(summary, undefined, 2)}\n`).then(
    () => '',
    (error: unknown) => `The summary could not be written: ${(error as Error).message}.`,
  )
}
