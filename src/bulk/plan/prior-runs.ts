/** What a run knows before it sends: its input checked, what it did before, and what was done elsewhere with the same rows. */
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { tornNote } from '../../journal/journal-errors.ts'
import { unlockHint, moveError, usage, type MoveError } from '../../errors.ts'
import { lookBack } from '../../journal/runs/index/other-runs.ts'
import type { Overlap } from '../../journal/runs/own-repeats.ts'
import { folderOf, inShard } from '../../journal/runs/run-paths.ts'
import { replayRun, type ReplayedRun } from '../../journal/runs/replay.ts'
import { runFault } from '../../journal/runs/run-fault.ts'
import type { OtherValues } from '../../journal/runs/shared-ids.ts'
import type { NumberedInterval } from '../../journal/runs/shared-time.ts'
import { rowsUnderWay, type UnderWay } from '../../journal/runs/under-way.ts'
import type { ByContent, RowState, Table } from '../../journal/runs/index/row-table.ts'
import { changedProblems, invalidInput, type CheckedInput } from '../input/check-input.ts'
import type { BulkOptions } from '../options.ts'
import { digestText } from '../input/row.ts'
import type { RunContext } from '../run-context.ts'
import { staysRejected, isOpen } from './selection.ts'

/** Folds the run's own journal into the checked table. Throws CLI_USAGE for ids whose content changed; nothing is sent. */
export async function replayOwnJournal({
  place,
  checked,
  input,
  device,
  options,
  tools,
}: RunContext): Promise<ReplayedRun> {
  const { table, invalid, problems, usesDefaultDevice } = checked
  if (invalid > 0 && !options.skipInvalid) throw invalidInput(invalid, problems)
  const loaded = await replayRun(folderOf(place), table).catch(runFault)
  if (loaded.torn) await tools.note(tornNote("the run's journal"))
  const begun = loaded.begun?.device
  if (usesDefaultDevice && begun !== undefined && begun !== digestText(device ?? '')) throw anotherDevice()
  const changed = countOf(table, (row) => table.state(row) === 'changed')
  if (changed > 0 && !options.skipInvalid) throw invalidInput(changed, await changedProblems(input, table))
  return loaded
}

/** What was met of the rows that are about to be sent, and the contents that this run itself sent before as other rows. */
export type Repeats = {
  byContent: ByContent
  /** Who may be sending an equal row just now. */
  underWay: UnderWay[]
  overlaps: Overlap[]
  resentContents: ReadonlySet<string>
  /** Where rows of the same id were sent with other values. */
  otherValues: OtherValues[]
}

/**
 * Marks what was applied or is unresolved elsewhere: in other runs of this address, as single motions, under other ids. What
 * is sent whatever was done elsewhere is not looked up.
 */
export async function findRepeats(
  { place, checked, options, tools }: RunContext,
  loaded: ReplayedRun,
): Promise<Repeats> {
  const { table, rows, dated, motionRows } = checked
  const byContent = table.byContent(rows)
  const ours = {
    place,
    table,
    rows,
    byContent,
    loaded,
    isOpen: (row: number) => row < rows && isOpen(table, row, options),
    staysRejected: (row: number) => row < rows && staysRejected(table, row, options),
    isDated: dated.has,
    motionRows,
  }
  const { working, underWay } = await rowsUnderWay(ours).catch(runFault)
  const met = async (sought: typeof ours) =>
    lookBack(sought, tools.context.now(), working, dated.any).catch(runFault)
  if (!options.resubmit) return { byContent, underWay, ...(await met(ours)) }
  if (countOf(table, ours.staysRejected) > 0) await met({ ...ours, isOpen: () => false })
  return { byContent, underWay, overlaps: [], resentContents: new Set(), otherValues: [] }
}

/**
 * Throws CLI_BUSY where another process may be sending an equal row, whatever was said about repeats, and CLI_USAGE where rows
 * were sent before and nobody said what to do about it; nothing is sent.
 */
export function refuseRepeats(checked: CheckedInput, found: Repeats, options: BulkOptions): void {
  const refusal = refusalOf(checked, found, options)
  if (refusal) throw refusal
}

/** Why these rows are not sent, where they are not. */
export function refusalOf(
  checked: CheckedInput,
  { underWay, overlaps, otherValues }: Repeats,
  options: BulkOptions,
): MoveError | undefined {
  const [first] = underWay
  if (first) return sentNow(first, underWay)
  return !options.skipApplied && overlaps.length + otherValues.length > 0
    ? sentBeforeError(checked, overlaps, otherValues, options)
    : undefined
}

/** How many rows that would be sent were applied or are unresolved elsewhere. */
export const sentBefore = (checked: CheckedInput, options: BulkOptions): number =>
  marked(checked, 'applied-elsewhere', options) + marked(checked, 'unknown-elsewhere', options)

const marked = ({ table, rows }: CheckedInput, state: RowState, options: BulkOptions): number =>
  countOf(table, (row) => row < rows && table.state(row) === state && !staysRejected(table, row, options))

/** The rows that will be sent. */
export function* openRows(table: Table, rows: number, options: BulkOptions): Generator<number> {
  for (let row = 0; row < rows; row++) if (isOpen(table, row, options)) yield row
}

/** Those of them that say when they were. */
export function* openTimes(
  { table, motionRows }: Pick<CheckedInput, 'table' | 'motionRows'>,
  options: BulkOptions,
): Generator<NumberedInterval> {
  for (const time of motionRows.times.all()) if (isOpen(table, time.number, options)) yield time
}

/** How many of this shard's rows were applied, here or elsewhere. */
export const appliedRows = ({ table, rows }: CheckedInput, { shard }: BulkOptions): number =>
  countOf(
    table,
    (row) => row < rows && inShard(table.share(row), shard) && table.state(row).startsWith('applied'),
  )

function countOf(table: Table, fits: (row: number) => boolean): number {
  let count = 0
  for (let row = 0; row < table.size; row++) if (fits(row)) count += 1
  return count
}

function sentBeforeError(
  checked: CheckedInput,
  met: readonly Overlap[],
  otherValues: readonly OtherValues[],
  options: BulkOptions,
): MoveError {
  const others = marked(checked, 'changed-elsewhere', options)
  // What is on record, which may be less than rows of the input, where some are equal, or more.
  const [applied, unknown] = [sumOf(met, 'applied'), sumOf(met, 'unknown')]
  const words = [
    applied > 0 && `${applied} applied`,
    unknown > 0 && `${unknown} unknown`,
    others > 0 && `${others} with other values`,
  ]
    .filter(Boolean)
    .join(', ')
  const all = sentBefore(checked, options) + others
  return usage(
    `${all} ${all === 1 ? 'row was' : 'rows were'} sent before: in other runs of this address, as single motions, or under another id (${words}); nothing was sent.`,
    '--skip-applied leaves them out; --resubmit sends every row of the input, these too.',
    [...met.map(overlapText), ...otherValues.map(otherValuesText)].join('\n'),
  )
}

const sentNow = (first: UnderWay, all: readonly UnderWay[]): MoveError =>
  moveError('CLI_BUSY', {
    message: `${underWayText(first)} of this input. Nothing was sent.`,
    hint: unlockHint(first.holder, first.lock) ?? 'Wait for it to end, then run the same command again.',
    ...(all.length > 1 && { details: all.map(underWayText).join('\n') }),
  })

const underWayText = ({ where, name, holder, rows }: UnderWay): string => {
  const ours = `${rows} ${rows === 1 ? 'row' : 'rows'}`
  return where === 'run'
    ? `The run ${name} (process ${holder.pid}) may be sending ${ours}`
    : `A single motion (record ${name}, process ${holder.pid}) may be the same as ${ours}`
}

const sumOf = (met: readonly Overlap[], kind: 'applied' | 'unknown'): number =>
  met.reduce((sum, each) => sum + each[kind], 0)

const otherValuesText = ({ run, rows, from, to }: OtherValues): string =>
  `run ${run}: ${rows} ${rows === 1 ? 'row' : 'rows'} with other values, ${between(from, to)}`

const between = (from: number, to: number): string =>
  from === to ? `on ${dateOf(from * dayMs)}` : `from ${dateOf(from * dayMs)} to ${dateOf(to * dayMs)}`

const overlapText = ({ where, run, applied, unknown, from, to, alive }: Overlap): string => {
  const what = { run: `run ${run}`, here: `run ${run}, under another id`, single: 'single motions' }[where]
  return `${what}: ${applied} applied, ${unknown} unknown, ${alive ? 'still running' : between(from, to)}`
}

const anotherDevice = () =>
  usage(
    'This run started with another device_id for the rows that have none.',
    'Give the same --device-id again, or start a new run with another --run.',
  )
