/** Lists the writes, the newest first. Its line is in ./index.ts. */
import type { Json } from '../../contract/digits.ts'
import { operationNames, operationOf } from '../../contract/operations.ts'
import { usage } from '../../errors.ts'
import type { Write } from '../../journal/writes.ts'
import { cellText } from '../../output/fields.ts'
import { rows, type Column } from '../../output/view.ts'
import { textFlag, type Body, type Given } from '../command.ts'
import type { Tools } from '../tools.ts'
import { bulkRowsOf, writesOf } from './records.ts'

const columns: Column[] = [
  { field: 'id', title: 'Id' },
  { field: 'at', title: 'Sent' },
  {
    field: 'state',
    title: 'State',
    show: (state) => (state === 'unknown' ? 'unknown (in doubt)' : cellText(state)),
  },
  { field: 'operation', title: 'Operation' },
  { field: 'network', title: 'Network' },
  { field: 'profile', title: 'Profile' },
  { field: 'address', title: 'Address' },
  { field: 'status', title: 'HTTP' },
  { field: 'code', title: 'Code' },
]
const ofRuns: Column[] = [
  { field: 'run', title: 'Run' },
  { field: 'line', title: 'Line', right: true },
]

export const run: Body = async (given, tools) => {
  const wanted = filterOf(given, tools)
  const found = (await writesOf(tools)).filter(wanted)
  const open = ['sending', 'unknown'].includes(textFlag(given, 'state') ?? '')
  for await (const row of bulkRowsOf(tools, open ? 'open' : undefined)) if (wanted(row)) found.push(row)
  const newestFirst = found.toReversed().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const shown = found.some(({ run }) => run) ? [...columns, ...ofRuns] : columns
  return rows(listed(newestFirst), shown, 'no writes')
}

async function* listed(writes: readonly Write[]): AsyncGenerator<Json> {
  for (const write of writes) yield rowOf(write)
}

const rowOf = (write: Write): Json => ({
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

/** The filters that were given; --profile and --network count where they are flags. */
function filterOf(given: Given, { globals }: Tools): (write: Write) => boolean {
  const state = textFlag(given, 'state')
  const named = textFlag(given, 'operation')
  const operation = named === undefined ? undefined : operationNamed(named)
  return (write) =>
    (state === undefined || write.state === state) &&
    (operation === undefined || write.operation === operation) &&
    (globals['profile'] === undefined || write.profile === globals['profile']) &&
    (globals['network'] === undefined || write.network === globals['network'])
}

/** `token claim`, `token.claim` or `POST /path` as the journal has it. Throws CLI_USAGE for what is no write. */
function operationNamed(text: string): string {
  const writing = operationNames.filter((name) => operationOf(name).kind === 'write')
  const name = text.trim().replace(/\s+/, ' ')
  if (/^[A-Za-z]+ \//.test(name)) {
    const [method = '', path = ''] = name.split(' ')
    const known = writing.find(
      (each) => operationOf(each).path === path && operationOf(each).method === method.toUpperCase(),
    )
    return known ?? `${method.toUpperCase()} ${path}`
  }
  const known = writing.find((each) => each === name.replace(' ', '.'))
  if (known) return known
  throw usage(
    '--operation names no operation that writes.',
    `One of ${writing.map((each) => each.replace('.', ' ')).join(', ')}, or METHOD /path.`,
  )
}
