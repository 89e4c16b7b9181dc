/** A wrong command line in our words: the nearest right one, the next step, and never what may be a secret. */
import { nearest } from './config/nearest.ts'
import { usage, type MoveError } from './errors.ts'

export type Wrong = {
  /** Commander's code and message. */
  code: string
  message: string
  /** The commands that were understood, and the first word that was not. */
  path: readonly string[]
  typed: string | undefined
  commands: readonly string[]
  flags: readonly string[]
}

/** The MoveError (CLI_USAGE, exit 2) of a wrong command line. */
export function wrongUsage(wrong: Wrong): MoveError {
  const command = ['movecli', ...wrong.path].join(' ')
  const help = `See ${command} --help.`
  if (wrong.code === 'commander.unknownOption') return unknownOption(wrong, command, help)
  if (wrong.typed !== undefined && wrong.commands.length > 0)
    return unknownCommand(wrong, wrong.typed, command, help)
  if (wrong.code === 'commander.invalidArgument') return usage(withoutValue(wrong.message), help)
  return usage(sentence(wrong.message), help)
}

function unknownOption({ message, flags }: Wrong, command: string, help: string): MoveError {
  const typed = /'(-[^']*)'?/.exec(message)?.[1] ?? ''
  const name = /^--[\w-]+/.exec(typed)?.[0] ?? (/^-\w$/.test(typed) ? typed : undefined)
  if (name === undefined || name.length > 30) return usage(`${command} has no such flag.`, help)
  if (flags.includes(name) && typed.length > name.length)
    return usage(`${name} takes no value.`, `Give ${name} alone, or leave it out. ${help}`)
  const near = nearest(name, flags)
  return usage(`${command} has no flag ${name}.`, near ? `Did you mean ${near}? ${help}` : help)
}

function unknownCommand({ commands }: Wrong, typed: string, command: string, help: string): MoveError {
  const near = nearest(typed, commands)
  const what = isOrdinary(typed) ? `command "${typed}"` : 'such command'
  return usage(`${command} has no ${what}.`, near ? `Did you mean ${command} ${near}? ${help}` : help)
}

/** `option '--type <type>' argument 'x' is invalid. Allowed choices are a, b.` with x only where it is an ordinary word. */
const withoutValue = (message: string): string => {
  const [, flag = '', value = '', allowed = ''] =
    /'(?:-\w, )?--(\S+)[^']*' argument '([\s\S]*)' is invalid\.? ?(?:Allowed choices are )?([\s\S]*?)\.?$/.exec(
      message,
    ) ?? []
  return `--${flag} cannot be ${isOrdinary(value) ? `"${value}"` : 'that'}; choose ${allowed}.`
}

const isOrdinary = (word: string) => /^[a-z][a-z0-9-]{0,19}$/i.test(word)

const sentence = (message: string) => {
  const words = message.replace(/^error: /, '').replaceAll("'", '"')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1).replace(/\.?$/, '.')}`
}
