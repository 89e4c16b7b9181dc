/** The second reading of the input: which row is next to be sent, and what is said of those that are not. */
import type { Json } from '../../contract/digits.ts'
import { MoveError } from '../../errors.ts'
import { inShard } from '../../journal/runs/run-paths.ts'
import type { Table } from '../../journal/runs/index/row-table.ts'
import { changed, isLineOfShard, repeated, type Checked } from '../input/validate.ts'
import type { Input } from '../input/source.ts'
import type { Options } from '../options.ts'
import { isBad, type BadRow, type Row } from '../input/row.ts'

/** What stdout says of a row. */
export type Said = {
  row: number
  id: string | null
  status: 'applied' | 'skipped' | 'rejected' | 'unknown' | 'invalid'
  code?: string
  /** The service's words for a refusal, or what is wrong with the row. */
  message?: string
  data?: Json
}
export type Item = { send: Row; at: number } | { say: Said; at: number }

/** Will this row be sent? */
export function isOpen(table: Table, row: number, options: Options): boolean {
  if (!inShard(table.share(row), options.shard)) return false
  const state = table.state(row)
  return (
    state === 'fresh' ||
    (state === 'rejected' && options.retryFailed) ||
    (state === 'unknown' && options.retryUnknown)
  )
}

/**
 * Every row of this shard, in the input's order. Throws CLI_PARTIAL where the input is no longer what was checked: each of
 * its rows is said once, and no more of them are invalid than were.
 */
export async function* supply(
  input: Input,
  { table, invalidHere }: Pick<Checked, 'table' | 'invalidHere'>,
  options: Options,
): AsyncGenerator<Item[]> {
  let invalid = 0
  try {
    for await (const batch of input.rows()) {
      const items = batch.flatMap((row) => itemOf(row, table, options))
      for (const item of items) if ('say' in item && item.at < 0) invalid += 1
      if (invalid > invalidHere) throw anotherInput()
      yield items
    }
  } catch (error) {
    // It could be read to its end before.
    throw error instanceof MoveError && error.fault.exit !== 2 ? error : anotherInput()
  }
}

function itemOf(row: Row | BadRow, table: Table, options: Options): Item[] {
  if (isBad(row))
    return isLineOfShard(row.line, options.shard) ? [said(row, 'invalid', refused(row), -1)] : []
  const at = table.find(row.key)
  if (at < 0) throw anotherInput()
  if (!inShard(table.share(at), options.shard)) return []
  if (!table.meet(at)) return [said(row, 'invalid', refused(repeated(row)), -1)]
  const state = table.state(at)
  if (state === 'changed') return [said(row, 'invalid', refused(changed(row)), at)]
  if (!table.hasContent(at, row.content)) throw anotherInput()
  if (isOpen(table, at, options)) return [{ send: row, at }]
  if (state === 'applied' || state === 'applied-elsewhere') return [said(row, 'skipped', {}, at)]
  const code = table.code(at)
  const status = state === 'rejected' ? 'rejected' : 'unknown'
  return [said(row, status, code === undefined ? {} : { code }, at)]
}

const refused = ({ field, reason }: BadRow) => ({
  code: 'CLI_USAGE',
  message: field === 'line' ? `The line ${reason}.` : `${field} ${reason}.`,
  data: { field, reason },
})

const said = (
  { line, id }: { line: number; id?: string },
  status: Said['status'],
  more: Pick<Said, 'code' | 'message' | 'data'>,
  at: number,
): Item => ({ say: { row: line, id: id ?? null, status, ...more }, at })

const anotherInput = () =>
  new MoveError('The input changed while it was being sent.', {
    code: 'CLI_PARTIAL',
    exit: 10,
    hint: 'Run the same command again: rows that were applied are not sent a second time.',
  })
