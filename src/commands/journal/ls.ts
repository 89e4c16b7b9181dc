/** Lists the writes, the newest first. Its line is in ./index.ts. */
import type { Plain } from '../../contract/plain.ts'
import { usage } from '../../errors.ts'
import type { Write } from '../../journal/writes/fold.ts'
import { cellText } from '../../output/fields.ts'
import { rows, streamed, type Column } from '../../output/view.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { filterOf } from './filter.ts'
import { narrowed } from './narrowed.ts'
import { bulkRowsOf, writesOf } from './records.ts'
import type { JournalListValues } from './flags.ts'

const writeColumns: Column[] = [
  { field: 'id', title: 'Id' },
  { field: 'at', title: 'Sent', show: (at) => cellText(at).replace(/\.\d+Z$/, 'Z') },
  { field: 'state', title: 'State' },
  { field: 'operation', title: 'Operation' },
  { field: 'network', title: 'Network' },
  { field: 'profile', title: 'Profile' },
  { field: 'address', title: 'Address' },
  { field: 'status', title: 'HTTP' },
  { field: 'code', title: 'Code' },
  { field: 'as', title: 'Verdict', hidden: true },
]
const ofRuns: Column[] = [
  { field: 'run', title: 'Run' },
  { field: 'line', title: 'Line', right: true },
]

/** Writes that a terminal shows where nothing else is asked for. */
const usual = 30

export const run: CommandHandler<JournalListValues> = async (given, tools) => {
  const most = mostOf(given, tools)
  const wanted = filterOf(given, tools)
  const found = (await writesOf(tools)).filter(wanted)
  const open = ['sending', 'unknown'].includes(given.flags.state ?? '')
  for await (const row of bulkRowsOf(tools, open ? 'open' : undefined)) if (wanted(row)) found.push(row)
  const newestFirst = found.toReversed().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const list = newestFirst.slice(0, most).map(writeRow)
  if (list.length < found.length)
    await tools.note(`note: The newest ${list.length} of ${found.length} writes. --all lists every one.`)
  const hidden = !found.some(({ run }) => run)
  const shown = [...writeColumns, ...ofRuns.map((column) => ({ ...column, hidden }))]
  return rows(
    streamed(list),
    isTable(tools)
      ? await narrowed(
          list,
          shown.filter((column) => !column.hidden),
          tools,
        )
      : shown,
    'no writes',
  )
}

const isTable = ({ format, context }: Part<'format', 'stdout'>): boolean =>
  format === 'table' && context.stdout.isTTY

/** How many are listed at most. Throws CLI_USAGE. */
function mostOf(given: ParsedArgs<JournalListValues>, tools: Part<'format', 'stdout'>): number | undefined {
  const { limit } = given.flags
  const all = given.flags.all === true
  if (all && limit !== undefined)
    throw usage('--all and --limit cannot be used together.', 'Use only one of them.')
  return all ? undefined : (limit ?? (isTable(tools) ? usual : undefined))
}

const writeRow = (write: Write): Plain => ({
  id: write.id,
  at: write.at,
  state: write.state,
  operation: write.operation,
  network: write.network,
  profile: write.profile,
  address: write.address ?? write.key,
  status: write.status ?? null,
  code: write.code ?? null,
  as: write.as ?? null,
  run: write.run?.name ?? null,
  line: write.run?.line ?? null,
})
