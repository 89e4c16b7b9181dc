/** Help as text, made from the lines: purpose, usage, examples, flags, exit codes, where to look next; within 80 columns. */
import { exitCodes } from '../../contract/errors.ts'
import type { Argument, Flag, HelpOf, Line, Noun } from '../command.ts'
import { exitsOf } from '../tree.ts'

const width = 80

/** Groups of the root help, by what people come to do. */
export const groups: readonly [title: string, names: readonly string[]][] = [
  ['Sign in', ['login', 'logout', 'whoami']],
  ['Move and earn', ['motion', 'nft', 'token']],
  ['You', ['user', 'kyc']],
  ['Tools', ['api', 'smoke', 'limits', 'journal', 'sandbox', 'wallet']],
  ['Set-up', ['profile', 'config', 'doctor', 'completion', 'commands', 'explain', 'help']],
]

const globalLines = [
  'global flags: -p --profile, -n --network, --json, --format, --fields, --dry-run,',
  '  -q, -v, -y --yes and more, before or after the command: movecli help flags',
]

/** The help page on a command; on movecli itself where there is none. */
export function helpOf(of: HelpOf | undefined, nouns: readonly Noun[]): string {
  if (of === undefined) return helpOfRoot(nouns)
  return 'line' in of ? helpOfLine(of.line, of.path) : helpOfNoun(of)
}

/** The help of movecli itself. */
export function helpOfRoot(nouns: readonly Noun[]): string {
  const known = new Map(nouns.map((noun) => [noun.name, noun]))
  const sections = groups.flatMap(([title, names]) => {
    const rows = names.flatMap((name): [string, string][] => {
      const noun = known.get(name)
      return noun ? [[name, noun.summary]] : []
    })
    return rows.length === 0 ? [] : [[`${title}:`, ...table(rows)].join('\n')]
  })
  return page([
    'The command line of a move-to-earn sports-health service: your day of motion,\nwhat it earned, and every operation of the API.',
    'usage: movecli <command> [flags]',
    ...sections,
    block('examples:', [
      'movecli motion daily -n sandbox   try it now, with made-up data',
      'movecli login                     store your API key and sign in',
      'movecli motion daily --json       your day, for a script',
    ]),
    globalLines.join('\n'),
    'exit codes: 0 done; 2 wrong usage; 3 set-up; 4 sign in; 5 rejected; 6 not found;\n  7 limit; 8 try again; 9 in doubt, do not repeat; 10 finished with failures:\n  movecli help exit-codes',
    'more: movecli <command> --help\n  movecli help exit-codes, environment, signing, networks, sandbox or flags',
  ])
}

/** The help of a noun with verbs. */
export function helpOfNoun(noun: Extract<Noun, { lines: readonly Line[] }>): string {
  const rows = noun.lines.map((line): [string, string] => [
    signature(line, [noun.name, line.name]),
    line.summary,
  ])
  return page([
    wrap(noun.summary),
    noun.about && wrap(noun.about),
    `usage: movecli ${noun.name} <command> [flags]`,
    ['commands:', ...table(rows)].join('\n'),
    block('examples:', noun.lines.flatMap((line) => line.examples.slice(0, 1)).slice(0, 4)),
    globalLines.join('\n'),
    `more: movecli ${noun.name} <command> --help`,
  ])
}

/** The help of one command. */
export function helpOfLine(line: Line, path: readonly string[]): string {
  const flags = line.flags ?? []
  const args = line.args ?? []
  return page([
    wrap(`${line.summary}.`),
    line.about && wrap(line.about),
    `usage: movecli ${[path.slice(0, -1).join(' '), signature(line, path), '[flags]', line.rest && '[-- …]'].filter(Boolean).join(' ')}`,
    block('examples:', line.examples),
    args.length > 0 &&
      ['arguments:', ...table(args.map((each) => [each.name, argumentAbout(each)]))].join('\n'),
    flags.length > 0 &&
      ['flags:', ...table(flags.map((flag) => [flagWords(flag), flagAbout(flag)]))].join('\n'),
    globalLines.join('\n'),
    ['exit codes:', ...table(exits(line)), 'more: movecli help exit-codes'].join('\n'),
  ])
}

const exits = (line: Line): [string, string][] =>
  [0, 2, ...exitsOf(line)].map((code) => [String(code), exitCodes[code as keyof typeof exitCodes]])

const signature = (line: Line, path: readonly string[]): string =>
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

const page = (parts: readonly (string | false | undefined)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`
const block = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line) => `  ${continued(line)}`)].join('\n')

/** A long command goes on in the next line as a shell would have it, broken before a flag. */
function continued(line: string): string {
  if (line.length + 2 <= width) return line
  const at = line.lastIndexOf(' -', width - 4)
  return at < 20 ? line : `${line.slice(0, at)} \\\n    ${line.slice(at + 1)}`
}

/** Two columns within the width; the second begins on a line of its own where the first is too long. */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const first = Math.min(28, Math.max(...rows.map(([left]) => left.length)))
  return rows.flatMap(([left, right]) => {
    const indent = ' '.repeat(first + 4)
    const lines = wrap(right, indent, first + 4).split('\n')
    if (left.length > first) return [`  ${left}`, `${indent}${lines[0]}`, ...lines.slice(1)]
    return [`  ${left.padEnd(first)}  ${lines[0]}`, ...lines.slice(1)]
  })
}

/** Text in lines of at most 80 columns; lines after the first begin with `indent`, the first stands at column `from`. */
export function wrap(text: string, indent = '', from = 0): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const used = lines.length === 0 ? from : indent.length
    if (line && used + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join(`\n${indent}`)
}
