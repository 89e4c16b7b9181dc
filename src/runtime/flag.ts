/** A flag of a command as data, and the types of the values that follow from the flags of a line. */

export type Flag = {
  /** Long name without its dashes. */
  name: string
  short?: string
  /** Placeholder as `<date>`, or `[api-key]` where the value may be left out; a switch has none. */
  value?: string
  about: string
  choices?: readonly string[]
  /** Environment variables that stand for it. */
  env?: readonly string[]
  /** May be given more than once. */
  many?: true
  /** A second one is refused: it would leave out what the first one names. Of any other the last one counts. */
  once?: true
  complete?: Completion
  /** Reads its text as the value that the command is given; without one the value is the text. Of a flag that is given once. */
  parse?: FlagParser<unknown>
  /**
   * How an agent gives it: not at all (`false`; neither what names a file or program of this machine), as data that the
   * command reads from stdin (`body`: an object, `rows`: a list of them), or as one of these words alone.
   */
  agent?: false | 'body' | 'rows' | readonly string[]
}

/** What says which values a flag or an argument takes. */
export type Valued = Pick<Flag, 'choices' | 'complete' | 'value'>

/**
 * The value of a text, or what is wrong with it: as `must …` with an example of a right
 * one, or as a sentence with what to type.
 */
export type FlagParser<T> = (text: string) => { value: T } | WrongText
export type WrongText = { problem: string; example?: string } | { message: string; hint: string }

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
  /** Tools of `mcp` that ask before they write, with commas. */
  | 'tool'
  /** What the sandbox can be told to do wrong. */
  | 'fault'

/** `device-id` or `device_id` → `deviceId`: the name under which a flag's value is found. */
export type CamelCase<S extends string> = S extends `${infer Head}${'-' | '_'}${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : S

/** `device_id` → `deviceId`: the name under which a flag's value is found. */
export const camelCase = <S extends string>(name: S): CamelCase<S> =>
  name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<S>

/** `device_id` → `device-id`. */
export type Dashed<S extends string> = S extends `${infer Head}_${infer Rest}` ? `${Head}-${Dashed<Rest>}` : S

/**
 * All texts of one that may be repeated, what its parser reads, one of its choices, its text; true
 * of a switch, and where a value was left out.
 */
type ValueOf<F extends Flag> = F extends { many: true }
  ? readonly string[]
  : F extends { parse: FlagParser<infer T> }
    ? T
    : F extends { choices: readonly (infer C)[] }
      ? C
      : F extends { value: `[${string}` }
        ? string | true
        : F extends { value: string }
          ? string
          : true

/**
 * What a line with these flags gives to its body. A key is always there, so that a body
 * cannot ask for a flag of another line.
 */
export type ValuesOf<F extends readonly Flag[]> = {
  readonly [E in F[number] as CamelCase<E['name']>]: ValueOf<E> | undefined
}
