/** A wrong command line in our words: the nearest right one, the next step, and never what may be a secret. */
import type { Argument, Flag } from './commands/command.ts'
import { nearest } from './config/nearest.ts'
import { usage, type MoveError } from './errors.ts'

type Path = readonly string[]

const command = (path: Path): string => ['movecli', ...path].join(' ')
/** The page that has the flag: a global one stands on none but its own. */
const page = (path: Path | undefined): string =>
  path ? `See ${command(path)} --help.` : 'See movecli help flags.'

/** A flag that nobody knows: named without its value, and not at all where it may be a secret. */
export function unknownFlag(
  typed: string,
  path: Path,
  flags: readonly Flag[],
  takesArguments: boolean,
): MoveError {
  const name = /^--[\w-]+/.exec(typed)?.[0] ?? (/^-\w$/.test(typed) ? typed : undefined)
  const dashes = takesArguments ? ' An argument that begins with - goes after --.' : ''
  if (name === undefined || name.length > 30)
    return usage(`${command(path)} has no such flag.`, `${page(path)}${dashes}`)
  const near = nearest(
    name,
    flags.map((flag) => `--${flag.name}`),
  )
  const hint = near ? `Did you mean ${near}? ${page(path)}` : `${page(path)}${dashes}`
  return usage(`${command(path)} has no flag ${name}.`, hint)
}

/** A flag of the command that a noun stands for, before another of its commands. */
export const misplacedFlag = (path: Path): MoveError =>
  usage(`A flag before ${path.at(-1)} is not one of ${command(path)}.`, page(path))

export function unknownCommand(typed: string, path: Path, known: readonly string[]): MoveError {
  const near = nearest(typed, known)
  const what = isOrdinary(typed) ? `command "${typed}"` : 'such command'
  return usage(
    `${command(path)} has no ${what}.`,
    near ? `Did you mean ${command([...path, near])}? ${page(path)}` : page(path),
  )
}

export const noCommand = (): MoveError =>
  usage('There is no command before --.', 'Write one before --, for example movecli motion daily.')

export const switchWithValue = ({ name }: Flag, path: Path | undefined): MoveError =>
  usage(`--${name} takes no value.`, `Give --${name} alone, or leave it out. ${page(path)}`)

export const missingValue = (flag: Flag, path: Path | undefined): MoveError =>
  usage(
    `--${flag.name} needs a value.`,
    flag.choices
      ? `Choose ${flag.choices.join(', ')}. ${page(path)}`
      : `Write --${flag.name} ${flag.value}. ${page(path)}`,
  )

/** A value that is none of those there are; repeated only where it is an ordinary word. */
export const noChoice = ({ name, choices = [] }: Flag, value: string, path: Path | undefined): MoveError =>
  usage(
    `--${name} cannot be ${isOrdinary(value) ? `"${value}"` : 'that'}; choose ${choices.join(', ')}.`,
    page(path),
  )

export const ambiguousValue = ({ name, value = '' }: Flag, path: Path): MoveError =>
  usage(
    `What follows --${name} may be its value or flags.`,
    `Write --${name}=${value.replace(/[[\]]/g, '').replace(/.+/, '<$&>')}, or put the flags before it. ${page(path)}`,
  )

export const missingArgument = ({ name }: Argument, path: Path): MoveError =>
  usage(`<${name}> is required.`, page(path))

/** Named where it is letters alone: what stands where nothing belongs may be a secret. */
export const extraArgument = (typed: string, path: Path): MoveError =>
  usage(
    /^[a-z-]{1,20}$/i.test(typed) ? `Unexpected argument "${typed}".` : 'There is an argument too many.',
    page(path),
  )

const isOrdinary = (word: string) => /^[a-z][a-z0-9-]{0,19}$/i.test(word)
