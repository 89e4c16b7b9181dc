/** What a command is: a line of plain data, loaded with every start, and a body that is loaded when it runs. */
import type { FlagValue } from '../config/types.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Result } from '../output/view.ts'
import type { FlagKey, FlagName } from './flag-names.ts'
import type { Tools } from './services.ts'

export type Flag = {
  /** Long name without its dashes. */
  name: string
  short?: string
  /** Placeholder as `<date>`, or `[api-key]` where the value may be left out; a switch has none. */
  value?: string
  about: string
  choices?: readonly string[]
  /** May be given more than once. */
  many?: true
  complete?: Completion
  /**
   * How an agent gives it: not at all (`false`; neither what names a file or program of this machine), as data that the
   * command reads from stdin (`body`: an object, `rows`: a list of them), or as one of these words alone.
   */
  agent?: false | 'body' | 'rows' | readonly string[]
}

/** A flag of commands, by one of the names that a body may ask for. */
export type CommandFlag = Flag & { name: FlagName }

/** Its value may be left out. */
export const isOptional = ({ value }: Flag): boolean => value?.startsWith('[') === true

/** Its value is a file, a folder or a program of this machine. */
export const isLocalPath = ({ value = '' }: Pick<Flag, 'value'>): boolean =>
  /file|folder|program|keystore/.test(value)

/** What a shell offers where the values are not in `choices`: most are looked up when TAB is pressed. */
export type Completion =
  | 'profile'
  | 'alias'
  | 'file'
  | 'keystore'
  | 'config-key'
  /** Of the key before it. */
  | 'config-value'
  /** Id of a write in the journal, or of one whose outcome is unknown. */
  | 'write'
  | 'unknown-write'
  | 'run'
  /** What `journal unlock` may name. */
  | 'lock'
  | 'day'
  | 'api-path'

export type Argument = {
  name: string
  about: string
  required?: true
  many?: true
  choices?: readonly string[]
  complete?: Completion
}

export type CommandSpec = {
  name: string
  aliases?: readonly string[]
  operation?: OperationName
  /** One sentence, as a list of commands shows it. */
  summary: string
  /** What more a newcomer should know, in a few lines. */
  about?: string
  args?: readonly Argument[]
  flags?: readonly CommandFlag[]
  examples: readonly string[]
  /** Changes something, at the service or here. */
  writes?: true
  /** Offered to agents, although it is about no single operation of the service. */
  agent?: true
  /** Exit codes worth naming besides 0, 1 and 2. */
  exits: readonly number[]
  /** Takes words after `--`. */
  passthrough?: true
  load: () => Promise<{ run: CommandHandler }>
}

/** A command with verbs below it, or one that is its own verb (`login`). */
export type CommandNode =
  | CommandSpec
  | {
      name: string
      summary: string
      about?: string
      lines: readonly CommandSpec[]
      /** The one of them that the noun alone means. */
      defaultCommand?: CommandSpec
    }

/** What a help page is about: a noun with its verbs, or one command. */
export type HelpOf = Exclude<CommandNode, CommandSpec> | { line: CommandSpec; path: readonly string[] }

/** The names under which it is typed. */
export const nodeNames = (each: CommandNode): string[] => [
  each.name,
  ...('lines' in each ? [] : (each.aliases ?? [])),
]

/** What the user gave, by the flags' names in camel case. */
export type ParsedArgs = {
  args: readonly string[]
  flags: GivenFlags
  /** What stood after `--`. */
  passthrough: readonly string[]
}

/** Flags by their names in camel case. */
export type GivenFlags = Readonly<Partial<Record<FlagKey, FlagValue>>>

export type CommandHandler = (given: ParsedArgs, tools: Tools) => Promise<Result>

/** A flag's value where it is text. */
export const textFlag = ({ flags }: ParsedArgs, name: FlagKey): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
