/** What a command is: a line of plain data, loaded with every start, and a body that is loaded when it runs. */
import type { OperationName } from '../contract/operations.ts'
import type { Result } from '../output/view.ts'
import type { Completion, Flag, ValuesOf } from './flag.ts'
import type { Tools } from './services.ts'

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
  flags?: readonly Flag[]
  examples: readonly string[]
  /** Changes something, at the service or here. */
  writes?: true
  /** Offered to agents, although it is about no single operation of the service. */
  agent?: true
  /** Exit codes worth naming besides 0, 1 and 2. */
  exits: readonly number[]
  /** Takes words after `--`. */
  passthrough?: true
  load: () => Promise<{ run: CommandHandler<never> }>
  readonly [checked]: true
}
declare const checked: unique symbol

type Line<F extends readonly Flag[]> = Omit<CommandSpec, 'flags' | 'load' | typeof checked> & {
  flags?: F
  load: () => Promise<{ run: CommandHandler<ValuesOf<NoInfer<F>>> }>
}

/** A line whose body asks for no flag but those of the line: another one does not compile. */
export const command = <const F extends readonly Flag[] = readonly []>(line: Line<F>): CommandSpec =>
  line as unknown as CommandSpec

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

/** What the user gave; flags by their names in camel case (`ValuesOf` of the flags that are read). */
export type ParsedArgs<V extends object = object> = {
  args: readonly string[]
  flags: V
  /** What stood after `--`. */
  passthrough: readonly string[]
}

/** A body that reads these flags. */
export type CommandHandler<V extends object = object> = (
  given: ParsedArgs<V>,
  tools: Tools,
) => Promise<Result>
