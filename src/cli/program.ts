/** A command line by the tree of commands, as Commander reads its normal form. The only file that knows Commander. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import {
  nodeNames,
  type ParsedArgs,
  type HelpOf,
  type CommandSpec,
  type CommandNode,
} from '../runtime/command.ts'
import { camelCase, type Flag } from '../runtime/flag.ts'
import { everywhere, globalFlags } from '../runtime/global-flags.ts'
import type { GlobalFlags } from '../config/types.ts'
import type { MoveError } from '../errors.ts'
import { followsDashes, normalForm, typedAs, type Known } from './grammar.ts'
import { misplacedFlag, noChoice, wrongUsage, wrongValue } from './usage-error.ts'

export type Parsed =
  | { kind: 'run'; line: CommandSpec; path: string[]; given: ParsedArgs<never> }
  /** `of`: the command that help is wanted on; movecli itself where there is none. */
  | { kind: 'help'; of?: HelpOf; asked: boolean }
  | { kind: 'version' }
  /** Nothing but global flags. */
  | { kind: 'bare' }

/** The global flags are known also where the rest of the line is wrong. */
export type LineReading = { globals: GlobalFlags } & ({ parsed: Parsed } | { wrong: MoveError })

/** A place in the tree. `flags`: its own; a noun that means one of its lines has that one's. */
type TreePosition = {
  path: string[]
  flags: readonly Flag[]
  below: readonly CommandNode[]
  line?: CommandSpec
  of?: HelpOf
}
type FlagValues = Record<string, unknown>
/** How far Commander came, and what was wrong on the way. */
type ParseState = { command: Command; place: TreePosition; mistakes: MoveError[]; stray: boolean }

/** Reads a command line. Throws MoveError (exit 2) for a wrong one, without an echo of what may be a secret. */
export function parse(argv: readonly string[], nouns: readonly CommandNode[]): Parsed {
  const read = readLine(argv, nouns)
  if ('wrong' in read) throw read.wrong
  return read.parsed
}

/** Reads a command line; a wrong one is answered with one mistake. A command that does not exist comes before --help. */
export function readLine(argv: readonly string[], nouns: readonly CommandNode[]): LineReading {
  const top: TreePosition = { path: [], flags: [], below: nouns }
  const { words, rest } = normalForm(argv, knownAt(top))
  const { command, place, mistakes, stray } = parseWords(words, top)
  const values = command.opts<FlagValues>()
  const globals = among(globalFlags, values)
  const wrong = mistakes[0]
  const { path, line, of } = place
  if (stray && wrong) return { globals, wrong }
  if (values['help']) return { globals, parsed: { kind: 'help', asked: true, ...(of && { of }) } }
  if (values['version']) return { globals, parsed: { kind: 'version' } }
  if (wrong) return { globals, wrong }
  if (!line) return { globals, parsed: of ? { kind: 'help', of, asked: false } : { kind: 'bare' } }
  const whole = of && 'lines' in of ? [...path, line.name] : path
  // Of this line's flags: `command` has checked that its body asks for no other.
  const flags = among(place.flags, values) as never
  const given = { args: command.args.map(typedAs), flags, passthrough: rest }
  return { globals, parsed: { kind: 'run', line, path: whole, given } }
}

/** The values of some flags; false of one whose value was refused. */
const among = (flags: readonly Flag[], values: FlagValues): FlagValues =>
  Object.fromEntries(
    flags.flatMap(({ name }) => {
      const value = values[camelCase(name)]
      return (value ?? false) === false ? [] : [[camelCase(name), value]]
    }),
  )

function placeBelow({ path: above }: TreePosition, next: CommandNode): TreePosition {
  const path = [...above, next.name]
  if (!('lines' in next))
    return { path, flags: next.flags ?? [], below: [], line: next, of: { line: next, path } }
  const { defaultCommand, lines } = next
  return {
    path,
    flags: defaultCommand?.flags ?? [],
    below: lines,
    of: next,
    ...(defaultCommand && { line: defaultCommand }),
  }
}

const knownAt = (place: TreePosition): Known => ({
  flags: [...place.flags, ...everywhere],
  rest: place.line?.passthrough === true,
  below: (word) => {
    const next = place.below.find((each) => nodeNames(each).includes(word))
    return next && knownAt(placeBelow(place, next))
  },
})

const silent = () => {}
/** Where Commander writes: by itself it would open the streams of the process to ask them for their width and colors. */
const nowhere = {
  writeOut: silent,
  writeErr: silent,
  getOutHelpWidth: () => 80,
  getErrHelpWidth: () => 80,
  getOutHasColors: () => false,
  getErrHasColors: () => false,
  stripColor: (text: string) => text,
}

/** Has Commander read a line in normal form. */
function parseWords(words: string[], top: TreePosition): ParseState {
  const root = new Command('movecli').helpOption(false)
  root.enablePositionalOptions().allowExcessArguments(false).showSuggestionAfterError(false)
  root.exitOverride().configureOutput(nowhere)
  const result: ParseState = { command: root, place: top, mistakes: [], stray: false }
  // A command by its name, a flag by what stands before its `=`.
  grow(root, top, new Set(words.map((word) => word.split('=', 1)[0] ?? '')), result)
  try {
    root.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const { command, place } = result
    // Only a command is missing: the words that say what is wrong are not needed.
    if (error.code === 'commander.help' && command.args.length === 0) return result
    const at = { ...place, flags: [...place.flags, ...everywhere], commands: place.below.flatMap(nodeNames) }
    const args = command.args.map((word) => ({
      word: typedAs(word),
      after: followsDashes(word),
      flag: /^-./su.test(word),
    }))
    const [, named = ''] = /'([\s\S]*)'/.exec(error.message) ?? []
    const found = wrongUsage(error.code, typedAs(named), at, args)
    if (found) result.mistakes.push(found.wrong)
    result.stray = found?.stray === true
  }
  return result
}

/** Of the tree only what the words name is grown, commands and flags: the rest would cost each start. */
function grow(command: Command, place: TreePosition, named: ReadonlySet<string>, result: ParseState): void {
  command.helpCommand(false).helpInformation = () => ''
  const typed = ({ name }: Flag) => named.has(`--${name}`)
  for (const flag of everywhere.filter(typed)) command.addOption(commanderOption(flag, undefined, result))
  for (const flag of place.flags.filter(typed)) command.addOption(commanderOption(flag, place.path, result))
  // Commander counts from the left; in `[method] <path>` one word alone is the path.
  const args = place.line?.args ?? []
  for (const { name, required, many } of args.toSorted((a, b) => Number(!a.required) - Number(!b.required))) {
    const inner = many ? `${name}...` : name
    command.argument(required ? `<${inner}>` : `[${inner}]`)
  }
  if (place.line) command.action(() => {})
  const below = place.below.filter((each) => nodeNames(each).some((name) => named.has(name)))
  for (const each of below.length > 0 ? below : place.below) {
    const next = command.command(each.name).aliases(nodeNames(each).slice(1))
    if (below.length > 0) grow(next, placeBelow(place, each), named, result)
  }
  command.hook('preSubcommand', (_, next) => goDown(command, place, next, result))
}

/** What was given before a command holds for it; a noun that means one of its lines has flags that not all of them have. */
function goDown(command: Command, place: TreePosition, to: Command, result: ParseState): void {
  const next = place.below.find(({ name }) => name === to.name())
  if (!next) return
  const values = Object.entries(command.opts<FlagValues>())
  for (const [key, value] of values) to.setOptionValue(key, value)
  result.command = to
  result.place = placeBelow(place, next)
  const { flags, path } = result.place
  const fits = (key: string) => [...flags, ...everywhere].some(({ name }) => camelCase(name) === key)
  if (!values.every(([key]) => fits(key))) result.mistakes.push(misplacedFlag(path))
}

/** A flag as Commander knows it. `path`: its command; a global flag has none. */
function commanderOption(flag: Flag, path: readonly string[] | undefined, { mistakes }: ParseState): Option {
  const { name, value = '', choices, many, parse } = flag
  const option = new Option(`--${name} ${value}`.trim())
  // --no-header is a switch of that name, and no denial of --header.
  option.negate = false
  if (many && !value) return option.argParser((_: string, earlier: number | undefined) => (earlier ?? 0) + 1)
  if (parse)
    return option.argParser<unknown>((text, earlier) => {
      const read = parse(text)
      if ('value' in read) return read.value
      mistakes.push(wrongValue(flag, read, path))
      return earlier ?? false
    })
  if (!many && !choices) return option
  if (choices) option.choices([...choices])
  const chosen = option.parseArg
  const kept = (text: string, earlier: string | string[] | false | undefined) =>
    many ? [...(Array.isArray(earlier) ? earlier : []), text] : text
  return option.argParser<string | string[] | false | undefined>((text, earlier) => {
    try {
      chosen?.(text, undefined)
      return kept(text, earlier)
    } catch (error) {
      // A wrong choice ends no reading: the flags behind it count for how the mistake is told.
      if (!(error instanceof InvalidArgumentError)) throw error
      mistakes.push(noChoice(flag, text, path))
      return earlier ?? false
    }
  })
}
