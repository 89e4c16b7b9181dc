/**
 * Help as text, made from the lines: purpose, usage, examples, flags, exit codes, where to look next;
 * within 80 columns, or a narrower terminal.
 */
import { exitCodes } from '../contract/codes.ts'
import type { Argument, HelpOf, CommandSpec, CommandNode } from '../runtime/command.ts'
import type { Flag } from '../runtime/flag.ts'
import { exitsOf } from './command-tree.ts'
import { block, joinParts, titled, usualWidth, wrap } from './layout.ts'

/** Groups of the root help, by what people come to do. */
export const groups: readonly [title: string, names: readonly string[]][] = [
  ['Sign in', ['login', 'logout', 'whoami']],
  ['Move and earn', ['motion', 'nft', 'token']],
  ['You', ['user', 'kyc']],
  ['Tools', ['api', 'smoke', 'limits', 'journal', 'mcp', 'sandbox', 'wallet']],
  ['Setup', ['profile', 'config', 'alias', 'doctor', 'completion', 'commands', 'explain', 'help']],
]

const firstExamples: [string, string][] = [
  ['movecli motion daily -n sandbox', 'try it now, with made-up data'],
  ['movecli login', 'store your API key and sign in'],
  ['movecli motion daily --json', 'your day, for a script'],
]

const globalFlagsOn = (width: number): string =>
  wrap(
    'global flags: -p --profile, -n --network, --json, --format, --fields, --dry-run, -q, -v, -y --yes and more, before or after the command: movecli help flags',
    width,
    '  ',
  )

/** The help page on a command; on movecli itself where there is none. */
export function helpOf(of: HelpOf | undefined, nouns: readonly CommandNode[], width = usualWidth): string {
  if (of === undefined) return helpOfRoot(nouns, width)
  return 'line' in of ? helpOfLine(of.line, of.path, width) : helpOfNoun(of, width)
}

/** The help of movecli itself. */
export function helpOfRoot(nouns: readonly CommandNode[], width = usualWidth): string {
  const known = new Map(nouns.map((noun) => [noun.name, noun]))
  const sections = groups.flatMap(([title, names]) => {
    const rows = names.flatMap((name): [string, string][] => {
      const noun = known.get(name)
      return noun ? [[name, noun.summary]] : []
    })
    return rows.length === 0 ? [] : [titled(`${title}:`, rows, width)]
  })
  return joinParts([
    wrap(
      'The command line of a move-to-earn sports-health service: your day of motion, what it earned, and every operation of the API.',
      width,
    ),
    'usage: movecli <command> [flags]',
    ...sections,
    titled('examples:', firstExamples, width, 31),
    globalFlagsOn(width),
    wrap(
      'exit codes: 0 done; 2 wrong usage; 3 configuration; 4 authentication; 5 rejected; 6 not found; 7 rate limited; 8 unavailable, try again; 9 unknown outcome, do not repeat; 10 finished with failures: movecli help exit-codes',
      width,
      '  ',
    ),
    wrap(
      'more: movecli <command> --help; movecli help exit-codes, environment, signing, networks, sandbox or flags',
      width,
      '  ',
    ),
  ])
}

/** The help of a noun with verbs. */
export function helpOfNoun(
  noun: Extract<CommandNode, { lines: readonly CommandSpec[] }>,
  width = usualWidth,
): string {
  const rows = noun.lines.map((line): [string, string] => [
    signature(line, [noun.name, line.name]),
    line.summary,
  ])
  return joinParts([
    wrap(noun.summary, width),
    noun.about && wrap(noun.about, width),
    `usage: movecli ${noun.name} <command> [flags]`,
    titled('commands:', rows, width),
    block('examples:', noun.lines.flatMap((line) => line.examples.slice(0, 1)).slice(0, 4), width),
    globalFlagsOn(width),
    `more: movecli ${noun.name} <command> --help`,
  ])
}

/** The help of one command. */
export function helpOfLine(line: CommandSpec, path: readonly string[], width = usualWidth): string {
  const flags = line.flags ?? []
  const args = line.args ?? []
  return joinParts([
    wrap(`${line.summary}.`, width),
    line.about && wrap(line.about, width),
    `usage: movecli ${[path.slice(0, -1).join(' '), signature(line, path), '[flags]', line.passthrough && '[-- …]'].filter(Boolean).join(' ')}`,
    block('examples:', line.examples, width),
    args.length > 0 &&
      titled(
        'arguments:',
        args.map((each) => [each.name, argumentAbout(each)]),
        width,
      ),
    flags.length > 0 &&
      titled(
        'flags:',
        flags.map((flag) => [flagWords(flag), flagAbout(flag)]),
        width,
      ),
    globalFlagsOn(width),
    `${titled('exit codes:', exitRows(line), width)}\nmore: movecli help exit-codes`,
  ])
}

const exitRows = (line: CommandSpec): [string, string][] =>
  [0, 2, ...exitsOf(line)].map((code) => [String(code), exitCodes[code as keyof typeof exitCodes]])

const signature = (line: CommandSpec, path: readonly string[]): string =>
  [path.at(-1) ?? line.name, ...(line.args ?? []).map(argument)].join(' ')

const argument = ({ name, required, many }: Argument): string => {
  const inner = many ? `${name}...` : name
  return required ? `<${inner}>` : `[${inner}]`
}

/** `-n, --network <name>` as it is typed. */
export const flagWords = (flag: Flag): string =>
  `${flag.short ? `-${flag.short}, ` : '    '}--${flag.name}${flag.value ? ` ${flag.value}` : ''}`

/** An argument's words; those of a long list of values are left to `explain`, the shell's TAB and the like. */
const argumentAbout = ({ about, choices = [] }: Argument): string =>
  choices.length > 0 && choices.length <= 8 ? `${about}: ${choices.join(', ')}` : about

/** A flag's words with the values it may have. */
export const flagAbout = ({ about, choices }: Flag): string =>
  choices ? `${about}: ${choices.join(', ')}` : about
