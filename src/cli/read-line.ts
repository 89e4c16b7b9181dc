/** A command line by the tree of commands, as Commander reads its normal form. */
import type { ParsedArgs, HelpOf, CommandSpec, CommandNode } from '../runtime/command.ts'
import { camelCase, type Flag } from '../runtime/flag.ts'
import { globalFlags } from '../runtime/global-flags.ts'
import type { GlobalFlags } from '../config/types.ts'
import type { MoveError } from '../errors.ts'
import { parseWords, type FlagValues } from './commander.ts'
import { normalForm, typedAs } from './grammar.ts'
import { knownAt, type TreePosition } from './tree-position.ts'

export type Parsed =
  | { kind: 'run'; line: CommandSpec; path: string[]; given: ParsedArgs<never> }
  /** `of`: the command that help is wanted on; movecli itself where there is none. */
  | { kind: 'help'; of?: HelpOf; asked: boolean }
  | { kind: 'version' }
  /** Nothing but global flags. */
  | { kind: 'bare' }

/** The global flags are known also where the rest of the line is wrong. */
export type LineReading = { globals: GlobalFlags } & ({ parsed: Parsed } | { wrong: MoveError })

/** Reads a command line; a wrong one is answered with one mistake (exit 2), without an echo of what may be a secret. */
export function readLine(argv: readonly string[], nouns: readonly CommandNode[]): LineReading {
  const top: TreePosition = { path: [], flags: [], below: nouns }
  const { words, rest } = normalForm(argv, knownAt(top))
  const { command, place, mistakes, stray } = parseWords(words, top)
  const values = command.opts<FlagValues>()
  const globals = among(globalFlags, values)
  const wrong = mistakes[0]
  const { path, line, of } = place
  // A command that does not exist comes before --help.
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
