/** The sum of a run for programs: --summary, and the last figures of --openmetrics. */
import { exits } from '../../contract/codes.ts'
import { replaceFile } from '../../disk/atomic-write.ts'
import { moveError, type MoveError } from '../../errors.ts'
import type { RunContext } from '../run-context.ts'
import type { RunMetrics } from './run-figures.ts'
import { remainingRows, type Tally } from './totals.ts'

/**
 * Writes the files that tell how a run ended; `exit` is what the process is about to end with. Returns CLI_OUTPUT (exit 1)
 * where one of them could not be written.
 */
export async function reportRun(
  { options, place }: RunContext,
  tally: Tally,
  { exit, metrics }: { exit: number; metrics: RunMetrics | undefined },
): Promise<MoveError | undefined> {
  const figures = await metrics?.end(exit)
  // A process that would end well ends with 1 where a file of it is lost.
  const ends = figures === undefined || exit !== 0 ? exit : exits.bug
  const summary =
    options.summary === undefined ? '' : await writeSummary(options.summary, tally, place.name, ends)
  if (summary !== '' && ends === 0) await metrics?.end(exits.bug)
  const lost = [summary, figures].filter(Boolean).join(' ')
  if (lost === '') return undefined
  return moveError('CLI_OUTPUT', {
    message: lost,
    outcome: 'applied',
    hint: 'The rows were sent. Run the same command again with other places for its files; no row is sent twice.',
  })
}

/** Why it could not be written; nothing where it was. */
async function writeSummary(path: string, tally: Tally, run: string, exit: number): Promise<string> {
  const { applied, skipped, rejected, unknown, invalid, rows } = tally
  const summary = {
    rows,
    applied,
    skipped,
    rejected,
    unknown,
    invalid,
    left: remainingRows(tally),
    run,
    exit,
  }
  return replaceFile(path, `${JSON.stringify(summary, undefined, 2)}\n`).then(
    () => '',
    (error: unknown) => `The summary could not be written: ${(error as Error).message}.`,
  )
}
