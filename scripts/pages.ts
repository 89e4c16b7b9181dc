/** The pages of the reference, made from the same lines as the help. */
import type { Argument, CommandNode } from '../src/runtime/command.ts'
import type { Flag } from '../src/runtime/flag.ts'
import { allowedOf, entriesOf, type CommandEntry } from '../src/reference/command-tree.ts'
import { exitCodes, localCodes, serviceCodes, type Retry } from '../src/contract/codes.ts'
import { operationOf } from '../src/contract/operations.ts'
import { cell, table } from './markdown.ts'

const made = '<!-- Made by `npm run docs` from the command lines and the contract; do not edit. -->'

/** docs/commands.md */
export function commandsPage(nouns: readonly CommandNode[]): string {
  const [root, ...entries] = entriesOf(nouns)
  const commands = entries.filter(({ runs }) => runs)
  return page([
    made,
    '# Commands',
    'What `movecli <command> --help` says, on one page. [Exit codes](exit-codes.md) has the codes. For programs: `movecli commands --json`.',
    table(
      ['Command', 'What it does'],
      commands.map((entry) => [`[\`${wordsOf(entry)}\`](#${anchor(entry)})`, entry.summary]),
    ),
    '## Global flags',
    'Before or after the command.',
    flagTable(root?.flags ?? []),
    ...commands.flatMap(section),
  ])
}

function section(entry: CommandEntry): string[] {
  const operation = entry.operation && operationOf(entry.operation)
  return [
    `## ${wordsOf(entry)}`,
    `${entry.summary}.${entry.about ? ` ${cell(entry.about)}` : ''}`,
    fenced([['movecli', usage(entry)].join(' ')]),
    ...(entry.args.length > 0 ? [table(['Argument', 'Meaning'], entry.args.map(argumentRow))] : []),
    ...(entry.flags.length > 0 ? [flagTable(entry.flags)] : []),
    ...(entry.examples.length > 0 ? [fenced(entry.examples)] : []),
    facts([
      operation && `Operation: \`${operation.method} ${operation.path}\``,
      entry.aliases.length > 0 && `also called ${entry.aliases.map((alias) => `\`${alias}\``).join(', ')}`,
      entry.writes && 'it writes (`--dry-run` shows what)',
      `exit codes ${[0, 1, 2, ...entry.exits].join(', ')}`,
    ]),
  ]
}

/** docs/exit-codes.md */
export const exitCodesPage = (): string =>
  page([
    made,
    '# Exit codes and error codes',
    'Scripts may rely on both. `movecli explain <code>` says the same.',
    table(
      ['Exit', 'Meaning'],
      Object.entries(exitCodes).map(([code, meaning]) => [code, meaning]),
    ),
    "## The service's codes",
    table(
      ['Code', 'HTTP', 'Exit', 'When', 'Again?', 'What to do'],
      Object.entries(serviceCodes).map(([code, entry]) => [
        `\`${code}\``,
        String(entry.status),
        String(entry.exit),
        entry.when,
        code === 'CHAIN_001' ? 'a read: yes; a write: its outcome is unknown, exit 9' : again[entry.retry],
        entry.fix,
      ]),
    ),
    "## movecli's own codes",
    table(
      ['Code', 'Exit', 'When', 'Again?', 'What to do'],
      Object.entries(localCodes).map(([code, entry]) => [
        `\`${code}\``,
        String(entry.exit),
        entry.when,
        again[entry.retry],
        entry.fix,
      ]),
    ),
  ])

const again: Record<Retry, string> = { never: 'no', later: 'yes', after: 'once that is done' }

const wordsOf = ({ path }: CommandEntry) => path.join(' ')
const anchor = (entry: CommandEntry) => wordsOf(entry).replaceAll(' ', '-')

const usage = (entry: CommandEntry): string =>
  [...entry.path, ...entry.args.map(signature), '[flags]', entry.rest && '[-- words…]']
    .filter(Boolean)
    .join(' ')

const signature = ({ name, required, many }: Argument): string => {
  const inner = many ? `${name}...` : name
  return required ? `<${inner}>` : `[${inner}]`
}

const argumentRow = (argument: Argument): string[] => [
  `\`${argument.name}\``,
  withValues(argument.about, allowedOf(argument)),
]

const flagTable = (flags: readonly Flag[]): string =>
  table(
    ['Flag', 'Meaning'],
    flags.map((flag) => [
      `\`${[flag.short && `-${flag.short},`, `--${flag.name}`, flag.value].filter(Boolean).join(' ')}\``,
      withValues(flag.about, allowedOf(flag)) +
        (flag.env ? `; ${flag.env.map((name) => `\`${name}\``).join(', ')}` : ''),
    ]),
  )

const withValues = (about: string, values: readonly string[] | undefined): string =>
  cell(about) + (values ? `: ${values.map((value) => `\`${value}\``).join(', ')}` : '')

const page = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`
const fenced = (lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n')
const facts = (all: readonly (string | false | undefined)[]): string => {
  const words = all.filter(Boolean).join('; ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}
