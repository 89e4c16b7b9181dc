/** Which writes journal ls lists. */
import { commandWords } from '../../contract/command-words.ts'
import { operationNames, operationOf } from '../../contract/operations.ts'
import { usage } from '../../errors.ts'
import type { Write } from '../../journal/writes/fold.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import type { JournalListValues } from './flags.ts'

/** The filters that were given; --profile and --network count where they are flags. Throws CLI_USAGE. */
export function filterOf(
  given: ParsedArgs<JournalListValues>,
  { globals, context }: Part<'globals', 'now'>,
): (write: Write) => boolean {
  const { state, run, operation: named, since } = given.flags
  const operation = named === undefined ? undefined : operationNamed(named)
  const from = since === undefined ? undefined : context.now().getTime() - since.seconds * 1000
  const is = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value
  return (write) =>
    is(state, write.state) &&
    is(run, write.run?.name) &&
    is(operation, write.operation) &&
    is(globals['profile'], write.profile) &&
    is(globals['network'], write.network) &&
    (from === undefined || Date.parse(write.at) >= from)
}

/** `token claim`, `token.claim` or `POST /path` as the journal has it. Throws CLI_USAGE unless it is a write. */
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
    '--operation does not name an operation that writes.',
    `Use one of ${writing.map(commandWords).join(', ')}, or METHOD /path.`,
  )
}
