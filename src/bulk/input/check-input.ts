/** The first reading of the input: every row is checked before the first is sent. */
import { usage, type MoveError } from '../../errors.ts'
import { createMotionRows, type MotionRows } from '../../journal/runs/motion-rows.ts'
import { inShard, type Shard } from '../../journal/runs/run-paths.ts'
import { createTable, type Table } from '../../journal/runs/index/row-table.ts'
import type { BulkInput } from './source.ts'
import { createMarks, type Marks } from './marks.ts'
import { isBad, type BadRow, type MotionRow } from './row.ts'

export type CheckedInput = {
  table: Table
  /** Rows that can be sent: the first ones of the table. */
  rows: number
  invalid: number
  /** Those of them that this shard answers for. */
  invalidHere: number
  /** The first of the invalid ones. */
  problems: BadRow[]
  /** Some row takes its device from flag, environment or settings. */
  usesDefaultDevice: boolean
  /** Rows whose id means the same in every run. */
  dated: Marks
  /** Rows of imported activities, and others that say when they were. */
  motionRows: MotionRows
  /** Characters of the longest id. */
  longestId: number
}

/** Problems that are kept to be told. */
const mostProblems = 1000
const mostReasons = 20

/** Reads the whole input once. Rows that come twice count as invalid the second time. */
export async function checkInput(input: BulkInput, shard: Shard | undefined): Promise<CheckedInput> {
  const table = createTable()
  const checked: CheckedInput = {
    table,
    rows: 0,
    invalid: 0,
    invalidHere: 0,
    problems: [],
    usesDefaultDevice: false,
    dated: createMarks(),
    motionRows: createMotionRows(),
    longestId: 0,
  }
  /** Rows of the table that came again, and what is to be said of it. */
  const again: { before: number; problem: number; row: MotionRow }[] = []
  const complain = (problem: BadRow, here: boolean): boolean => {
    checked.invalid += 1
    if (here) checked.invalidHere += 1
    return checked.problems.length < mostProblems && checked.problems.push(problem) > 0
  }
  for await (const batch of input.rows()) {
    for (const row of batch) {
      checked.longestId = Math.max(checked.longestId, row.id?.length ?? 0)
      if (isBad(row)) complain(row, isLineOfShard(row.line, shard))
      else {
        const before = table.find(row.key)
        if (before < 0 && checked.motionRows.hasBoth(row))
          complain(doubledDayProblem(row), isLineOfShard(row.line, shard))
        else if (before < 0) {
          const at = table.add(row.key, row.content)
          if (row.dated) checked.dated.add(at)
          if (row.id !== undefined || row.interval) checked.motionRows.add(at, row)
        } else if (complain(duplicateProblem(row), inShard(table.share(before), shard)))
          again.push({ before, problem: checked.problems.length - 1, row })
        if (row.usesDefaultDevice) checked.usesDefaultDevice = true
      }
    }
  }
  checked.rows = table.size
  const lines =
    again.length > 0 ? await lineNumbers(input, table, new Set(again.map(({ before }) => before))) : undefined
  for (const { before, problem, row } of again)
    checked.problems[problem] = duplicateProblem(row, lines?.get(before))
  return checked
}

/** The lines of some rows, which the table does not keep: found in another reading. */
async function lineNumbers(
  input: BulkInput,
  table: Table,
  wanted: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const lines = new Map<number, number>()
  for await (const batch of input.rows()) {
    for (const row of batch) {
      const at = isBad(row) ? -1 : table.find(row.key)
      if (wanted.has(at) && !lines.has(at)) lines.set(at, row.line)
    }
    if (lines.size === wanted.size) break
  }
  return lines
}

/** Rows that cannot be read have no key: they are dealt out by their line. */
export const isLineOfShard = (line: number, shard: Shard | undefined): boolean =>
  shard === undefined || line % shard.count === shard.index - 1

/** What is wrong with a row whose key came before, in the line of that number. */
export function duplicateProblem(
  { line, id, body }: Pick<MotionRow, 'line' | 'id' | 'body'>,
  first?: number,
): BadRow {
  if (id !== undefined)
    return {
      line,
      id,
      field: 'id',
      reason: `was used before${first === undefined ? '' : `, by line ${first}`}`,
    }
  const earlier = first === undefined ? 'an earlier row' : `line ${first}`
  const compared = body.proof === undefined ? '' : ' (proofs are not compared)'
  return {
    line,
    field: 'line',
    reason: `is a duplicate of ${earlier}${compared}; give each row its own id if you mean both`,
  }
}

/** The motion of a day, and of an activity of it. */
export const doubledDayProblem = ({ line, id, wholeDay, date = wholeDay }: MotionRow): BadRow => ({
  line,
  ...(id !== undefined && { id }),
  field: 'id',
  reason: `counts the same motion as another row of ${date}: rows per day and rows per activity do not go together`,
})

/** The rows whose id was sent with other content before. */
export async function changedProblems(input: BulkInput, table: Table): Promise<BadRow[]> {
  const found: BadRow[] = []
  for await (const batch of input.rows()) {
    for (const row of batch) {
      const at = isBad(row) ? -1 : table.find(row.key)
      if (!isBad(row) && at >= 0 && table.state(at) === 'changed' && found.length < mostProblems)
        found.push(changedProblem(row))
    }
  }
  return found
}

export const changedProblem = ({ line, id, dated }: Pick<MotionRow, 'line' | 'id' | 'dated'>): BadRow => ({
  line,
  ...(id !== undefined && { id }),
  field: 'id',
  // Under another id the date would be sent twice.
  reason: `was applied, or sent with an unknown outcome, with ${
    dated
      ? 'other values for its date; to send the date again, put this row alone into another --run with --resubmit'
      : 'other content; give the changed row its own id'
  }`,
})

/** The error of an input that is not sent, with every line that is known. */
export function invalidInput(count: number, problems: readonly BadRow[]): MoveError {
  const told = problems.slice(0, mostReasons)
  const more = problems.slice(mostReasons).map(({ line }) => line)
  const rest = count - problems.length
  const details = [
    ...told.map(({ line, field, reason }) =>
      field === 'line' ? `line ${line} ${reason}` : `line ${line}: ${field} ${reason}`,
    ),
    ...(more.length > 0 ? [`lines ${more.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`] : []),
  ]
  return usage(
    `${count} ${count === 1 ? 'row is' : 'rows are'} invalid; nothing was sent.`,
    'Fix these rows, or use --skip-invalid to submit the rest.',
    details.join('\n'),
  )
}
