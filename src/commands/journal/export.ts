/** The whole journal, one row for every step of every write. Its line is in ./index.ts. */
import { tornNote } from '../../journal/journal-errors.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { readJournal } from '../../journal/writes/log.ts'
import { isPlanned, type JournalRecord, type PlannedRecord } from '../../journal/writes/record.ts'
import type { Write } from '../../journal/writes/fold.ts'
import { rows, type Column } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { bulkRowsOf } from './records.ts'

const planned = [
  'profile',
  'network',
  'origin',
  'address',
  'key',
  'operation',
  'method',
  'path',
  'digest',
] as const
const keptFields = ['body', 'balance', 'forced', 'over'] as const
const settledFields = ['status', 'code', 'request_id', 'as', 'note', 'evidence'] as const
const exportColumns: Column[] = [
  'id',
  'at',
  'state',
  ...planned,
  ...keptFields,
  'pid',
  ...settledFields,
  'run',
  'line',
].map((field) => ({
  field,
  title: field,
}))

export const run: CommandHandler = async (_given, tools) => {
  const { records, torn } = await readJournal(tools.folders.state)
  if (torn) await tools.note(tornNote('the journal'))
  return rows(everything(records, bulkRowsOf(tools)), exportColumns, 'no writes')
}

/** Single writes first, then the rows of bulk runs. */
async function* everything(
  records: readonly JournalRecord[],
  bulk: AsyncIterable<Write>,
): AsyncGenerator<Json> {
  yield* exported(records)
  for await (const row of bulk) for (const step of row.steps) yield exportRow(step, row)
}

/** Each step with the facts of its write, so that every row has every field. */
async function* exported(records: readonly JournalRecord[]): AsyncGenerator<Json> {
  const known = new Map<string, PlannedRecord>()
  for (const record of records) {
    if (isPlanned(record)) known.set(record.id, record)
    yield exportRow(record, known.get(record.id))
  }
}

function exportRow(step: JournalRecord, write: PlannedRecord | Write | undefined): Json {
  const fields = (from: object | undefined, names: readonly string[]) =>
    names.map((name): [string, Json] => [name, (from as Record<string, Json> | undefined)?.[name] ?? null])
  const run = write && 'run' in write ? write.run : undefined
  return Object.fromEntries([
    ...fields(step, ['id', 'at', 'state']),
    ...fields(write, [...planned, ...keptFields]),
    ['pid', write?.holder?.pid ?? null],
    ...fields(step, settledFields),
    ['run', run?.name ?? null],
    ['line', run?.line ?? null],
  ])
}
