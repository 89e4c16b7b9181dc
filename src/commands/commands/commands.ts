/** Prints the whole tree. Its line is in ./index.ts. */
import type { Json } from '../../contract/lossless-json.ts'
import { operationOf } from '../../contract/operations.ts'
import { rows, streamed, type Column } from '../../output/view.ts'
import type { Argument, CommandHandler, CommandNode } from '../../runtime/command.ts'
import type { Flag } from '../../runtime/flag.ts'
import { allowedOf, entriesOf, type CommandEntry } from '../../reference/command-tree.ts'
import { inputOf } from '../../reference/schemas/inputs.ts'
import { outputOf } from '../../reference/schemas/outputs.ts'

const commandColumns: Column[] = [
  { field: 'command', title: 'Command', show: (value) => `movecli ${value as string}`.trim() },
  { field: 'writes', title: 'Writes', show: (value) => (value === true ? 'yes' : '') },
  { field: 'summary', title: 'Summary' },
  { field: 'input', title: 'Input', hidden: true, deep: true },
  { field: 'output', title: 'Output', hidden: true, deep: true },
]

export const run =
  (nouns: readonly CommandNode[]): CommandHandler =>
  async () =>
    rows(
      streamed(
        entriesOf(nouns)
          .filter(({ runs }) => runs)
          .map(entryData),
      ),
      commandColumns,
      'no commands',
    )

/** An entry as data: absent things are null or empty, so that every entry has the same fields. */
export const entryData = (entry: CommandEntry): { [key: string]: Json } => {
  const operation = entry.operation && operationOf(entry.operation)
  return {
    command: entry.path.join(' '),
    summary: entry.summary,
    about: entry.about ?? null,
    aliases: [...entry.aliases],
    operation: operation ? `${operation.method} ${operation.path}` : null,
    writes: entry.writes,
    arguments: entry.args.map(argumentOf),
    flags: entry.flags.map(flagOf),
    words_after_dashes: entry.rest,
    exit_codes: [0, 1, 2, ...entry.exits],
    examples: [...entry.examples],
    input: inputOf(entry) as Json,
    output: (outputOf(entry) ?? {}) as Json,
  }
}

const argumentOf = (argument: Argument): Json => ({
  name: argument.name,
  about: argument.about,
  required: argument.required === true,
  many: argument.many === true,
  values: [...(allowedOf(argument) ?? [])],
})

const flagOf = (flag: Flag): Json => ({
  name: `--${flag.name}`,
  short: flag.short === undefined ? null : `-${flag.short}`,
  value: flag.value ?? null,
  about: flag.about,
  many: flag.many === true,
  values: [...(allowedOf(flag) ?? [])],
  environment: [...(flag.env ?? [])],
})
