/** The second reading of the input: which row is next to be sent, and what is said of those that are not. */
import type { Json } from '../../contract/lossless-json.ts'
import { startIn } from '../../contract/activity-id.ts'
import { moveError, MoveError, hasExit } from '../../errors.ts'
import { inShard } from '../../journal/runs/run-paths.ts'
import type { Earlier } from '../../journal/runs/motion-rows.ts'
import type { OtherPlace, Table } from '../../journal/runs/index/row-table.ts'
import {
  changedProblem,
  doubledDayProblem,
  duplicateProblem,
  isLineOfShard,
  type CheckedInput,
} from '../input/check-input.ts'
import type { BulkInput } from '../input/source.ts'
import type { BulkOptions } from '../options.ts'
import { isBad, type BadRow, type MotionRow } from '../input/row.ts'

/** What stdout says of a row. */
export type RowReport = {
  row: number
  id: string | null
  status: 'applied' | 'skipped' | 'rejected' | 'unknown' | 'invalid'
  code?: string
  /** The service's words for a refusal, or what is wrong with the row. */
  message?: string
  data?: Json
}
/** Of a row that was sent elsewhere: with other values, or, where its outcome is unknown, which flags send it. */
export type Elsewhere = 'changed' | '--resubmit' | '--retry-failed with --resubmit'
export type Said = { say: RowReport; at: number; elsewhere?: Elsewhere }
export type Item = { send: MotionRow; at: number } | Said

/** Will this row be sent? */
export function isOpen(table: Table, row: number, options: BulkOptions): boolean {
  if (!inShard(table.share(row), options.shard)) return false
  const state = table.state(row)
  return (
    state === 'fresh' ||
    (state === 'rejected' && options.retryFailed) ||
    (state === 'unknown' && options.retryUnknown)
  )
}

/** Was this row rejected, and is it not sent again? */
export const staysRejected = (table: Table, row: number, options: BulkOptions): boolean =>
  !options.retryFailed && table.ownState(row) === 'rejected' && inShard(table.share(row), options.shard)

/**
 * Every row of this shard, in the input's order. Throws CLI_PARTIAL where the input is no longer what was checked: each of
 * its rows is said once, none is missing, and no more of them are invalid than were.
 */
export async function* selectRows(
  input: BulkInput,
  {
    table,
    rows,
    invalidHere,
    motionRows,
  }: Pick<CheckedInput, 'table' | 'rows' | 'invalidHere' | 'motionRows'>,
  options: BulkOptions,
): AsyncGenerator<Item[]> {
  let invalid = 0
  try {
    for await (const batch of input.rows()) {
      const items = batch.flatMap((row) => itemOf(row, { table, motionRows }, options))
      for (const item of items) if ('say' in item && item.at < 0) invalid += 1
      if (invalid > invalidHere) throw anotherInput()
      yield items
    }
    for (let row = 0; row < rows; row++)
      if (inShard(table.share(row), options.shard) && table.markSeen(row)) throw anotherInput()
  } catch (error) {
    // It could be read to its end before.
    throw error instanceof MoveError && !hasExit(error, 'usage') ? error : anotherInput()
  }
}

function itemOf(
  row: MotionRow | BadRow,
  { table, motionRows }: Pick<CheckedInput, 'table' | 'motionRows'>,
  options: BulkOptions,
): Item[] {
  if (isBad(row))
    return isLineOfShard(row.line, options.shard) ? [reportOf(row, 'invalid', invalidReport(row), -1)] : []
  const at = table.find(row.key)
  if (at < 0 && motionRows.hasBoth(row))
    return isLineOfShard(row.line, options.shard)
      ? [reportOf(row, 'invalid', invalidReport(doubledDayProblem(row)), -1)]
      : []
  if (at < 0) throw anotherInput()
  if (!inShard(table.share(at), options.shard)) return []
  if (!table.markSeen(at)) return [reportOf(row, 'invalid', invalidReport(duplicateProblem(row)), -1)]
  const state = table.state(at)
  if (state === 'changed') return [reportOf(row, 'invalid', invalidReport(changedProblem(row)), at)]
  if (!table.hasContent(at, row.content)) throw anotherInput()
  if (isOpen(table, at, options)) return [{ send: row, at }]
  const wasRejected = table.ownState(at) === 'rejected'
  if (state === 'applied') return [reportOf(row, 'skipped', {}, at)]
  if (state === 'applied-elsewhere') {
    const message = `Applied before, ${placeText(table.otherPlace(at))}.`
    return [reportOf(row, 'skipped', wasRejected ? { message } : {}, at)]
  }
  const elsewhere = wasRejected ? '--retry-failed with --resubmit' : '--resubmit'
  if (state === 'changed-elsewhere')
    return [
      {
        ...reportOf(row, 'skipped', changedReport(elsewhere, motionRows.earlier(at)), at),
        elsewhere: 'changed',
      },
    ]
  if (state === 'unknown-elsewhere') {
    const where = wasRejected ? `, ${placeText(table.otherPlace(at))}` : ''
    return [{ ...reportOf(row, 'unknown', sentBeforeReport(elsewhere, where), at), elsewhere }]
  }
  const code = table.code(at)
  const status = state === 'rejected' ? 'rejected' : 'unknown'
  return [reportOf(row, status, code === undefined ? {} : { code }, at)]
}

const invalidReport = ({ field, reason }: BadRow) => ({
  code: 'CLI_USAGE',
  message: field === 'line' ? `The line ${reason}.` : `${field} ${reason}.`,
  data: { field, reason },
})

const changedReport = (flags: string, earlier: Earlier | undefined) => ({
  message: `${earlierText(earlier)} ${flags} sends it again, with every other row of the input.`,
})

function earlierText(earlier: Earlier | undefined): string {
  if (!earlier) return 'The values of this row have changed since it was sent.'
  if ('id' in earlier)
    return startIn(earlier.id)
      ? `This activity was sent before as ${earlier.id}, with other values.`
      : `The whole day of this activity was sent before, as ${earlier.id}.`
  if ('date' in earlier) return 'Activities of this day were sent before.'
  return `Motion of this time was sent before, with other values (${earlier.time}).`
}

/** Of a content that was sent fewer times than the input has it, some rows are nobody's record. */
const sentBeforeReport = (flags: string, where: string) => ({
  message: `An equal row was sent before${where}, and this one is not known to be applied. ${flags} sends it, with every other row of the input.`,
})

/** Where a row was sent, as a part of a sentence. */
function placeText(place: OtherPlace | undefined): string {
  if (place?.where === 'single') return 'as a single motion'
  return place?.where === 'run' ? `in run ${place.run}` : 'under another id of this run'
}

const reportOf = (
  { line, id }: { line: number; id?: string },
  status: RowReport['status'],
  more: Pick<RowReport, 'code' | 'message' | 'data'>,
  at: number,
): Said => ({ say: { row: line, id: id ?? null, status, ...more }, at })

const anotherInput = () =>
  moveError('CLI_PARTIAL', {
    message: 'The input changed while it was being sent.',
    hint: 'Run the same command again. Rows that were applied are not sent again.',
  })
