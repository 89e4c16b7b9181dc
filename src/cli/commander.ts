/** Has Commander read a line by the tree of commands. The only file that knows Commander. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { MoveError } from '../errors.ts'
import { nodeNames } from '../runtime/command.ts'
import { camelCase, type Flag } from '../runtime/flag.ts'
import { everywhere } from '../runtime/global-flags.ts'
import { followsDashes, typedAs } from './grammar.ts'
import { placeBelow, type TreePosition } from './tree-position.ts'
import { givenTwice, misplacedFlag, noChoice, wrongUsage, wrongValue } from './usage-error.ts'

export type FlagValues = Record<string, unknown>
/** How far Commander came, and what was wrong on the way. */
type ParseState = { command: Command; place: TreePosition; mistakes: MoveError[]; stray: boolean }

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

/** Reads the words of a line in normal form. */
export function parseWords(words: string[], top: TreePosition): ParseState {
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
  const { name, value = '', choices, many, once, parse } = flag
  const option = new Option(`--${name} ${value}`.trim())
  // --no-header is a switch of that name, and no denial of --header.
  option.negate = false
  if (many && !value) return option.argParser((_: string, earlier: number | undefined) => (earlier ?? 0) + 1)
  const heedEarlier = (earlier: unknown) => {
    if (once && earlier !== undefined) mistakes.push(givenTwice(flag, path))
  }
  if (parse)
    return option.argParser<unknown>((text, earlier) => {
      heedEarlier(earlier)
      const read = parse(text)
      if ('value' in read) return read.value
      mistakes.push(wrongValue(flag, read, path))
      return earlier ?? false
    })
  if (once)
    return option.argParser<string>((text, earlier) => {
      heedEarlier(earlier)
      return text
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
