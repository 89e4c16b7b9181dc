/** The whole tree as a list: what `commands`, the completions and the reference are made from. */
import { configKeys } from '../config/keys.ts'
import { globalFlags } from '../runtime/global-flags.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import type { Argument, CommandSpec, CommandNode } from '../runtime/command.ts'
import type { Flag, Valued } from '../runtime/flag.ts'

export type CommandEntry = {
  /** Its words: `['motion', 'daily']`; none for movecli itself. */
  path: readonly string[]
  aliases: readonly string[]
  /** Runs something by itself; a noun without a verb does not. */
  runs: boolean
  summary: string
  about?: string
  operation?: OperationName
  args: readonly Argument[]
  flags: readonly Flag[]
  examples: readonly string[]
  exits: readonly number[]
  writes: boolean
  /** Offered to agents. */
  agent: boolean
  rest: boolean
}

/** Every command and noun, movecli itself first, in the order of the help. */
export const entriesOf = (nouns: readonly CommandNode[]): CommandEntry[] => [
  { ...emptyEntry, path: [], runs: true, summary: 'Show what movecli is and how to start', flags: rootFlags },
  ...nouns.flatMap((noun): CommandEntry[] =>
    'lines' in noun
      ? [nounEntry(noun), ...noun.lines.map((line) => entryOf(line, [noun.name, line.name]))]
      : [entryOf(noun, [noun.name])],
  ),
]

/** `--profile` offers the profiles there are. */
const rootFlags: readonly Flag[] = globalFlags.map((flag) =>
  flag.name === 'profile' ? { ...flag, complete: 'profile' } : flag,
)

const emptyEntry = {
  aliases: [],
  args: [],
  flags: [],
  examples: [],
  exits: [],
  writes: false,
  agent: false,
  rest: false,
}

const nounEntry = ({
  name,
  summary,
  about,
  defaultCommand,
}: Extract<CommandNode, { lines: readonly CommandSpec[] }>): CommandEntry => ({
  ...emptyEntry,
  ...(defaultCommand && entryOf(defaultCommand, [name])),
  path: [name],
  aliases: [],
  agent: false,
  runs: defaultCommand !== undefined,
  summary,
  ...(about !== undefined && { about }),
})

const entryOf = (line: CommandSpec, path: readonly string[]): CommandEntry => ({
  path,
  aliases: line.aliases ?? [],
  runs: true,
  summary: line.summary,
  ...(line.about !== undefined && { about: line.about }),
  ...(line.operation && { operation: line.operation }),
  args: line.args ?? [],
  flags: line.flags ?? [],
  examples: line.examples,
  exits: exitsOf(line),
  writes: line.writes === true,
  agent: line.agent ?? (line.operation !== undefined && operationOf(line.operation).kind !== 'login'),
  rest: line.passthrough === true,
})

/** What a line names, and what everything that asks the service or changes files may end with; in order. */
export function exitsOf({ exits, operation, writes }: CommandSpec): readonly number[] {
  const more = operation ? requestExits(operation) : writes ? everyFile : []
  return [...new Set([...exits, ...more])].toSorted((a, b) => a - b)
}

function requestExits(name: OperationName): readonly number[] {
  const { kind, idempotent } = operationOf(name)
  return kind === 'write' && !idempotent ? [...everyRequest, 9] : everyRequest
}

/** Any path may answer 404. */
const everyRequest = [3, 4, 5, 6, 7, 8]
/** A file that cannot be written, and one that another process holds. */
const everyFile = [3, 8]

/** The words that a flag or argument may be, where they are known beforehand. */
export const allowedOf = ({ choices, complete }: Valued): readonly string[] | undefined =>
  choices ?? (complete === 'config-key' ? [...configKeys.keys()] : undefined)
