/** A wrong command line in our words: the nearest right one, the next step, and never what may be a secret. */
import type { CommandSpec } from '../runtime/command.ts'
import { isOptional, type Flag, type WrongText } from '../runtime/flag.ts'
import { everywhere } from '../runtime/global-flags.ts'
import { nearest } from '../config/nearest.ts'
import { usage, type MoveError } from '../errors.ts'

type Path = readonly string[]

const command = (path: Path): string => ['movecli', ...path].join(' ')
/** The page that has the flag: a global one stands on none but its own. */
const helpPage = (path: Path | undefined): string =>
  path ? `See ${command(path)} --help.` : 'See movecli help flags.'

/** What is known where a line went wrong. `flags`: its own and the global ones. */
export type LinePosition = {
  path: Path
  line?: CommandSpec
  flags: readonly Flag[]
  commands: readonly string[]
}
/** `stray`: a command does not exist. */
export type UsageMistake = { wrong: MoveError; stray?: true }

/**
 * What the parser says is wrong, in our words; nothing where only a command is missing.
 * `named`: what it names, as that was typed. `args`: the words that were left, and which of them follow `--` or are flags.
 */
export function wrongUsage(
  code: string,
  named: string,
  at: LinePosition,
  args: readonly { word: string; after: boolean; flag: boolean }[],
): UsageMistake | undefined {
  const { path, line, flags, commands } = at
  const stray = (typed: string): UsageMistake => ({
    wrong: unknownCommand(typed, path, commands),
    stray: true,
  })
  const first = args[0]
  if (commands.length > 0 && first && !first.after && !first.flag) return stray(first.word)
  if (code === 'commander.unknownOption') return { wrong: notThere(named, at) }
  if (code === 'commander.unknownCommand') return { wrong: noCommand() }
  if (code === 'commander.optionMissingArgument') {
    const flag = flags.find(({ name }) => `--${name}` === named.split(' ')[0])
    return flag && { wrong: missingValue(flag, pathOfPage(flag, path)) }
  }
  if (code === 'commander.missingArgument') return { wrong: missingArgument(named, path) }
  if (code !== 'commander.excessArguments') return undefined
  const extra = args[line?.args?.length ?? 0]
  return { wrong: extraArgument(extra?.word ?? '', path) }
}

/** What is no flag here: a switch with a value, a flag whose value is unclear, or one that nobody knows. */
function notThere(typed: string, { path, line, flags }: LinePosition): MoveError {
  const name = typed.split('=')[0] ?? ''
  const flag = flags.find((each) => `--${each.name}` === name)
  if (flag && isOptional(flag)) return ambiguousValue(flag, path)
  if (flag) return switchWithValue(flag, pathOfPage(flag, path))
  return unknownFlag(typed, path, flags, (line?.args ?? []).length > 0)
}

/** A global flag stands on no page of a command. */
const pathOfPage = (flag: Flag, path: Path): Path | undefined =>
  everywhere.some((each) => each === flag) ? undefined : path

/** A flag that nobody knows: named without its value, and not at all where it may be a secret. */
function unknownFlag(typed: string, path: Path, flags: readonly Flag[], takesArguments: boolean): MoveError {
  // One word of the shell with a blank in the place of a name is no flag: it was meant as an argument.
  if (takesArguments && /^-[^=\s]*\s/.test(typed))
    return usage(
      `${command(path)} takes what begins with - as a flag.`,
      `Put an argument that begins with - after --. ${helpPage(path)}`,
    )
  const name = /^--[\w-]+/.exec(typed)?.[0] ?? (/^-\w$/.test(typed) ? typed : undefined)
  const dashes = takesArguments ? ' Put an argument that begins with - after --.' : ''
  if (name === undefined || name.length > 30)
    return usage(`${command(path)} has no such flag.`, `${helpPage(path)}${dashes}`)
  const near = nearest(
    name,
    flags.map((flag) => `--${flag.name}`),
  )
  const hint = near ? `Did you mean ${near}? ${helpPage(path)}` : `${helpPage(path)}${dashes}`
  return usage(`${command(path)} has no flag ${name}.`, hint)
}

/** A flag of the command that a noun stands for, before another of its commands. */
export const misplacedFlag = (path: Path): MoveError =>
  usage(`A flag before ${path.at(-1)} is not one of ${command(path)}.`, helpPage(path))

function unknownCommand(typed: string, path: Path, known: readonly string[]): MoveError {
  const near = nearest(typed, known)
  const what = isOrdinary(typed) ? `command "${typed}"` : 'such command'
  return usage(
    `${command(path)} has no ${what}.`,
    near ? `Did you mean ${command([...path, near])}? ${helpPage(path)}` : helpPage(path),
  )
}

const noCommand = (): MoveError =>
  usage('No command before --.', 'Put one before --, for example movecli motion daily.')

const switchWithValue = ({ name }: Flag, path: Path | undefined): MoveError =>
  usage(`--${name} takes no value.`, `Give --${name} alone, or leave it out. ${helpPage(path)}`)

const missingValue = (flag: Flag, path: Path | undefined): MoveError =>
  usage(
    `--${flag.name} needs a value.`,
    flag.choices
      ? `Choose ${flag.choices.join(', ')}. ${helpPage(path)}`
      : `Write --${flag.name} ${flag.value}. ${helpPage(path)}`,
  )

/** A value that is none of those there are; repeated only where it is an ordinary word. */
export const noChoice = ({ name, choices = [] }: Flag, value: string, path: Path | undefined): MoveError =>
  usage(
    `--${name} cannot be ${isOrdinary(value) ? `"${value}"` : 'that'}; choose ${choices.join(', ')}.`,
    helpPage(path),
  )

/** A flag that names all there is, given again. */
export const givenTwice = ({ name }: Flag, path: Path | undefined): MoveError =>
  usage(`--${name} was given twice.`, `Run the command once for each. ${helpPage(path)}`)

/** A value that its parser does not take; it is not repeated where it may be a secret. */
export function wrongValue({ name }: Flag, wrong: WrongText, path: Path | undefined): MoveError {
  if ('message' in wrong) return usage(wrong.message, wrong.hint)
  const { problem, example } = wrong
  return usage(
    `--${name} ${problem}.`,
    example === undefined ? helpPage(path) : `For example --${name} ${example}.`,
  )
}

const ambiguousValue = ({ name, value = '' }: Flag, path: Path): MoveError =>
  usage(
    `What follows --${name} may be its value or flags.`,
    `Write --${name}=${value.replace(/[[\]]/g, '').replace(/.+/, '<$&>')}, or put the flags before it. ${helpPage(path)}`,
  )

const missingArgument = (name: string, path: Path): MoveError =>
  usage(`<${name}> is required.`, helpPage(path))

/** Named where it is letters alone: what stands where nothing belongs may be a secret. */
const extraArgument = (typed: string, path: Path): MoveError =>
  usage(
    /^[a-z-]{1,20}$/i.test(typed) ? `Unexpected argument "${typed}".` : 'Unexpected argument.',
    helpPage(path),
  )

const isOrdinary = (word: string) => /^[a-z][a-z0-9-]{0,19}$/i.test(word)
