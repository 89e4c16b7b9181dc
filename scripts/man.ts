/** man/movecli.1: the manual page, made from the same lines as the help. Macros of man(7) alone. */
import { exitCodes } from '../src/contract/codes.ts'
import { allowedOf, entriesOf, type CommandEntry } from '../src/reference/command-tree.ts'
import type { CommandNode } from '../src/runtime/command.ts'
import type { Flag } from '../src/runtime/flag.ts'

/** The page as roff text. */
export function manPage(nouns: readonly CommandNode[], summary: string): string {
  const [root, ...entries] = entriesOf(nouns)
  return [
    '.\\" Made by `npm run docs` from the command lines; do not edit.',
    '.TH MOVECLI 1 "" "movecli" "User Commands"',
    '.SH NAME',
    `movecli \\- ${words(summary)}`,
    '.SH SYNOPSIS',
    '.B movecli',
    '.RI < command >',
    '.RI [ flags ]',
    '.SH COMMANDS',
    ...entries.filter(({ runs }) => runs).flatMap(command),
    '.SH GLOBAL FLAGS',
    'Before or after the command.',
    ...(root?.flags ?? []).flatMap(flag),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodes).flatMap(([code, meaning]) => item(`\\fB${code}\\fR`, meaning)),
    '.SH SEE ALSO',
    words(
      'movecli <command> --help, movecli help exit-codes, environment, signing, networks, sandbox, flags.',
    ),
    '',
  ].join('\n')
}

function command(entry: CommandEntry): string[] {
  const { path, args, flags, summary, about, examples, exits } = entry
  const names = args.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`))
  return [
    `.SS ${words(['movecli', ...path, ...names].join(' '))}`,
    words(`${summary}.${about === undefined ? '' : ` ${about}`}`),
    ...args.flatMap((argument) =>
      item(`\\fI${words(argument.name)}\\fR`, withValues(argument.about, allowedOf(argument))),
    ),
    ...flags.flatMap(flag),
    ...(examples.length === 0 ? [] : ['.PP', '.nf', ...examples.map(words), '.fi']),
    '.PP',
    words(`Exit codes: ${[0, 1, 2, ...exits].join(', ')}.`),
  ]
}

const flag = (each: Flag): string[] => {
  const { name, short, value, about, env = [] } = each
  const title = [
    short && `\\fB${words(`-${short}`)}\\fR,`,
    `\\fB${words(`--${name}`)}\\fR`,
    value && `\\fI${words(value)}\\fR`,
  ]
  const named = env.length === 0 ? '' : ` (${env.join(', ')})`
  return item(title.filter(Boolean).join(' '), `${withValues(about, allowedOf(each))}${named}`)
}

const item = (title: string, about: string): string[] => ['.TP', title, words(`${about}.`)]

const withValues = (about: string, values: readonly string[] | undefined): string =>
  values === undefined || values.length > 12 ? about : `${about}: ${values.join(', ')}`

/** Text that roff prints as it stands, on one line: no line of it is a request, and a dash can be copied. */
const words = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('\n', ' ')
    .replace(/^(?=[.'])/, '\\&')
    .replace(/…/g, '...')
