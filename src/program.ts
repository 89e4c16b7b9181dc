/** The lines as a Commander tree: what was typed becomes a line and what was given for it. The only file that knows Commander. */
import { Command, CommanderError, Option } from 'commander'
import type { Flag, Given, HelpOf, Line, Noun } from './commands/command.ts'
import { nouns as allNouns } from './commands/index.ts'
import { globalFlags } from './config/flags.ts'
import { usage, type MoveError } from './errors.ts'
import { wrongUsage } from './usage.ts'

export type Parsed =
  | { kind: 'run'; line: Line; path: string[]; given: Given; globals: Given['flags'] }
  /** `of`: the command that help is wanted on; movecli itself where there is none. */
  | { kind: 'help'; of?: HelpOf; asked: boolean }
  | { kind: 'version' }
  /** Nothing but global flags. */
  | { kind: 'bare'; globals: Given['flags'] }

type Found = (result: Parsed) => void

/** Reads a command line. Throws MoveError (exit 2) for a wrong one, without an echo of what may be a secret. */
export function parse(argv: readonly string[], nouns: readonly Noun[] = allNouns): Parsed {
  const split = argv.indexOf('--')
  const words = split < 0 ? argv : argv.slice(0, split)
  const rest = split < 0 ? [] : argv.slice(split + 1)
  const results: Parsed[] = []
  // Of the tree only what the words name is grown: that halves the time to the command itself.
  const named = nouns.filter(({ name }) => words.includes(name))
  const root = tree(named.length > 0 ? named : nouns, rest, (result) => results.push(result))
  try {
    root.parse([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (results.length === 0)
      throw usageError(
        error,
        tree(nouns, rest, () => {}),
        words,
      )
  }
  const [found = { kind: 'bare', globals: root.opts() }] = results
  if (found.kind === 'bare' && rest.length > 0)
    throw usage('No command stands before --.', 'Write it before --, as in movecli motion daily.')
  return found
}

/** The whole tree as Commander holds it. */
export function tree(nouns: readonly Noun[], rest: readonly string[], found: Found): Command {
  const root = quiet(new Command('movecli'), undefined, (result) =>
    found(result.kind === 'help' && !result.asked ? { kind: 'bare', globals: root.opts() } : result),
  )
  for (const flag of globalFlags) root.addOption(option(flag))
  root.addOption(new Option('-V, --version'))
  root.on('option:version', () => found({ kind: 'version' }))
  for (const noun of nouns) addNoun(root, noun, rest, found)
  return root
}

function addNoun(root: Command, noun: Noun, rest: readonly string[], found: Found): void {
  if (!('lines' in noun)) return addLine(root, noun, [noun.name], rest, found)
  const command = quiet(root.command(noun.name), noun, found)
  for (const line of noun.lines) {
    addLine(command, line, [noun.name, line.name], rest, found, line === noun.fallback)
  }
}

function addLine(
  parent: Command,
  line: Line,
  path: string[],
  rest: readonly string[],
  found: Found,
  isDefault = false,
): void {
  const command = quiet(parent.command(line.name, { isDefault }), { line, path }, found)
  command.aliases([...(line.aliases ?? [])])
  accept(command, line, path, rest, found)
}

function accept(command: Command, line: Line, path: string[], rest: readonly string[], found: Found): void {
  for (const { name, required, many } of line.args ?? []) {
    const inner = many ? `${name}...` : name
    command.argument(required ? `<${inner}>` : `[${inner}]`)
  }
  for (const flag of line.flags ?? []) command.addOption(option(flag))
  command.action(() => {
    if (rest.length > 0 && !line.rest)
      command.error('error: nothing may stand after --', { code: 'commander.excessArguments' })
    const given = { args: command.args, flags: command.opts<Given['flags']>(), rest }
    found({ kind: 'run', line, path, given, globals: command.optsWithGlobals() })
  })
}

/** Commander that throws and never writes; its help is ours. */
function quiet(command: Command, of: HelpOf | undefined, found: Found): Command {
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} })
  command.helpCommand(false).helpOption('-h, --help').allowExcessArguments(false)
  command.helpInformation = () => ''
  return command.on('beforeHelp', ({ error }: { error: boolean }) =>
    found({ kind: 'help', ...(of && { of }), asked: !error }),
  )
}

function option(flag: Flag): Option {
  const made = new Option(
    [flag.short && `-${flag.short},`, `--${flag.name}`, flag.value].filter(Boolean).join(' '),
    flag.about,
  )
  if (flag.choices) made.choices([...flag.choices])
  if (flag.many && flag.value)
    made.argParser((value: string, earlier: string[] | undefined) => [...(earlier ?? []), value])
  if (flag.many && !flag.value) made.default(0).argParser((_: string, earlier: number) => earlier + 1)
  return made
}

function usageError(error: CommanderError, root: Command, words: readonly string[]): MoveError {
  const at = deepest(root, words)
  return wrongUsage({
    code: error.code,
    message: error.message,
    path: at.path,
    typed: at.next,
    commands: at.command.commands.flatMap((each) => [each.name(), ...each.aliases()]),
    flags: [...at.command.options, ...root.options].flatMap(({ long }) => long ?? []),
  })
}

/** How far the words name commands, and the first word that does not. */
function deepest(root: Command, words: readonly string[]) {
  let command = root
  const path: string[] = []
  for (const word of words) {
    if (word.startsWith('-')) continue
    const below = command.commands.find((each) => each.name() === word || each.aliases().includes(word))
    if (!below && command.commands.length > 0 && !isValue(words, word)) return { command, path, next: word }
    if (!below) continue
    command = below
    path.push(below.name())
  }
  return { command, path, next: undefined }
}

/** Is the word the value of the flag before it? */
const isValue = (words: readonly string[], word: string): boolean => {
  const before = words[words.indexOf(word) - 1]
  return (
    before !== undefined &&
    globalFlags.some(({ name, short, value }) => value && (before === `--${name}` || before === `-${short}`))
  )
}
