/** The count of a run: what its summary says, and the error it ends with. */
import { exits } from '../../contract/codes.ts'
import { interrupted, moveError, MoveError } from '../../errors.ts'
import type { Elsewhere, RowReport } from '../plan/selection.ts'

export type Tally = Record<RowReport['status'], number> & {
  rows: number
  /** Rows that this command sent, and that have their outcome. */
  landed: number
  unknownLines: number[]
  /** Unknown rows that were sent elsewhere, by the flags that send them again. */
  unknownElsewhere: Map<Elsewhere, number>
  /** Rows that were left out because they were sent with other values. */
  changed: number[]
  /** Rows that were not sent because their prover failed. */
  unproved: number
  /** Rejected rows that the service did not take, because the session had ended. */
  untaken: number
}

/** A tally of `rows` rows. */
export const createTally = (rows: number): Tally => ({
  rows,
  landed: 0,
  applied: 0,
  skipped: 0,
  rejected: 0,
  unknown: 0,
  invalid: 0,
  unknownLines: [],
  unknownElsewhere: new Map(),
  changed: [],
  unproved: 0,
  untaken: 0,
})

/** Lines of unresolved rows that an error names. */
const mostNamed = 50

export function tallyRow(tally: Tally, { row, status }: RowReport, elsewhere?: Elsewhere): void {
  const { unknownElsewhere: sent } = tally
  tally[status] += 1
  if (status === 'unknown' && tally.unknownLines.length < mostNamed) tally.unknownLines.push(row)
  if (elsewhere === 'changed') tally.changed.push(row)
  else if (elsewhere !== undefined) sent.set(elsewhere, (sent.get(elsewhere) ?? 0) + 1)
}

export const remainingRows = ({ rows, applied, skipped, rejected, unknown, invalid }: Tally): number =>
  rows - applied - skipped - rejected - unknown - invalid

/** `40 applied, 2 rejected, 5 left`. */
export function tallyText(tally: Tally): string {
  const { applied, rejected, unknown, invalid, changed } = tally
  const left = remainingRows(tally)
  const skipped = tally.skipped - changed.length
  return [
    `${applied} applied`,
    skipped > 0 && `${skipped} skipped (applied before)`,
    changed.length > 0 && `${changed.length} skipped (other values before)`,
    rejected > 0 && `${rejected} rejected`,
    unknown > 0 && `${unknown} unknown`,
    invalid > 0 && `${invalid} invalid`,
    left > 0 && `${left} left`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What is said where no row is shown: on a terminal the rows that went well are not. */
export function emptyWords({ rows, applied, skipped }: Tally): string {
  if (rows === 0 || applied + skipped < rows) return 'no rows to show'
  const all = rows === 1 ? 'the row was applied' : `all ${rows} rows were applied`
  return skipped === 0 ? all : `${all}, ${skipped === rows ? '' : `${skipped} of them `}before`
}

/** What a run ends with: nothing where every row was applied, now or before. */
export function runError(
  tally: Tally,
  failure: MoveError | undefined,
  signal: AbortSignal,
): MoveError | undefined {
  const unknownText =
    tally.unknownLines.length > 0
      ? `unknown: lines ${tally.unknownLines.join(', ')}${more(tally)}`
      : undefined
  if (failure || signal.aborted) {
    const { message, fault } = failure ?? interrupted(signal)
    const { outcome: _, request: __, ...rest } = fault
    return new MoveError(`${message} The run stopped: ${tallyText(tally)}.`, {
      ...rest,
      exit: runExit(rest.exit, tally),
      hint: signal.aborted ? goOn : thenGoOn(rest.hint),
      ...(unknownText && { details: unknownText, ownDetails: true }),
    })
  }
  const { rejected, unknown, invalid, changed } = tally
  if (rejected + unknown + invalid + changed.length + remainingRows(tally) === 0) return undefined
  const changedText =
    changed.length > 0 && `sent before with other values: lines ${changed.slice(0, mostNamed).join(', ')}`
  const details = [unknownText, changedText].filter(Boolean).join('\n')
  return moveError('CLI_PARTIAL', {
    message: `Not every row was applied: ${tallyText(tally)}.`,
    hint: adviceOf(tally),
    ...(details && { details }),
  })
}

/** Never 9, which says not to repeat; nor 2 or 3, which say that nothing was sent, once something was. */
function runExit(exit: number, { landed }: Tally): number {
  if (exit === exits.unknown) return exits.unavailable
  return landed > 0 && (exit === exits.usage || exit === exits.config) ? exits.partial : exit
}

const goOn = 'Run the same command again to go on where it stopped.'
/** What to type first, and then the same command. */
const thenGoOn = (hint: string = goOn): string =>
  hint.startsWith('movecli ') ? `${hint}; then run the same command again.` : hint
const more = ({ unknown, unknownLines }: Tally) =>
  unknown > unknownLines.length ? ` and ${unknown - unknownLines.length} more` : ''

function adviceOf(tally: Tally): string {
  const { rejected, unknown, invalid, unproved, untaken, changed } = tally
  if (unknown > 0)
    return `Check whether the unknown rows were applied: movecli journal ls --state unknown lists what is in doubt, movecli journal resolve records your verdict. ${againText(tally)}, and they may be applied twice.`
  if (unproved > 0)
    return 'Run the prover by itself to see why it failed, then run the same command again with --retry-failed.'
  if (rejected > 0 && rejected === untaken)
    return 'The session ended before the service took these rows. Run the same command again to send them.'
  if (rejected > 0)
    return 'Correct the rejected rows, keep their ids, and run it again with --retry-failed and the same --run.'
  if (invalid > 0) return 'Correct the invalid rows, then run it again with the same --run.'
  return changed.length > 0
    ? 'The motion of these rows was sent before with other values. --resubmit sends every row of its input again, as further motion: give it these rows alone, as with --since and --until of movecli motion import.'
    : goOn
}

/** Which flags send the unknown rows again: of those that were sent elsewhere, others than of this run's own. */
function againText({ unknown, unknownElsewhere: elsewhere }: Tally): string {
  const ways = [...elsewhere.keys()]
  const hasOwn = unknown > [...elsewhere.values()].reduce((sum, count) => sum + count, 0)
  if (ways.length === 0) return '--retry-unknown sends them again'
  if (ways.length === 1 && !hasOwn) return `${ways[0]} sends them again, with every other row of the input`
  return `${hasOwn ? '--retry-unknown sends the rows of this run again; ' : ''}${ways.join(' or ')} sends those that were sent elsewhere, as each row says, with every other row of the input`
}
