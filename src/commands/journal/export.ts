/** The whole journal, one row for every step of every write. Its line is in ./index.ts. */
import type { Json } from '../../contract/digits.ts'
import { readJournal } from '../../journal/file.ts'
import { isPlanned, type JournalRecord, type Planned } from '../../journal/records.ts'
import { rows, type Column } from '../../output/view.ts'
import type { Body } from '../command.ts'

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
const kept = ['body', 'balance', 'forced', 'over'] as const
const said = ['status', 'code', 'request_id', 'as', 'note', 'evidence'] as const
const columns: Column[] = ['id', 'at', 'state', ...planned, ...kept, 'pid', ...said].map((field) => ({
  field,
  title: field,
}))

export const run: Body = async (_given, tools) => {
  const { records, torn } = await readJournal(tools.folders.state)
  if (torn) await tools.note('note: the last line of the journal was cut off, and is left out')
  return rows(exported(records), columns, 'no writes')
}

/** Each step with the facts of its write, so that every row has every field. */
async function* exported(records: readonly JournalRecord[]): AsyncGenerator<Json> {
  const known = new Map<string, Planned>()
  for (const record of records) {
    if (isPlanned(record)) known.set(record.id, record)
    const write = known.get(record.id)
    const fields = (from: object | undefined, names: readonly string[]) =>
      names.map((name): [string, Json] => [name, (from as Record<string, Json> | undefined)?.[name] ?? null])
    yield Object.fromEntries([
      ...fields(record, ['id', 'at', 'state']),
      ...fields(write, [...planned, ...kept]),
      ['pid', write?.holder.pid ?? null],
      ...fields(record, said),
    ])
  }
}
