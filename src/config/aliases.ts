/** Own words for command lines: how a line is cut into words without a shell, and what an alias may not do. */
import { misconfigured, usage, type MoveError } from '../errors.ts'

/** What a name may be. */
export const aliasName = /^[a-z][a-z0-9_-]{0,31}$/

/** Flags that stand for a person's consent: they are typed each time, so that no alias hides a question. */
const consent = ['yes', 'force', 'resubmit', 'retry-unknown', 'allow']

/** Flags that name a program to run; what stands after -- may be another, whose own words answer any question. */
const programs = ['exec', 'prover']
const noProgram = 'an alias starts no program, and holds no words after --'

/**
 * The words of a line: blanks part them, '…' and "…" keep them together, a backslash takes the next character as it is.
 * Nothing is expanded. Throws CLI_USAGE for a quote that is not closed.
 */
export function wordsIn(line: string): string[] {
  const part = /\s*(?:'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+))/y
  const words: string[] = []
  const end = line.trimEnd().length
  for (let joined = false; part.lastIndex < end;) {
    const from = part.lastIndex
    const found = part.exec(line)
    if (!found) throw usage('A quote in the line is not closed.', 'Write the line with both of its quotes.')
    const [whole, single, double, escaped, plain] = found
    const text = single ?? double?.replace(/\\(["\\$])/g, '$1') ?? escaped ?? plain ?? ''
    joined = from > 0 && !/^\s/.test(whole)
    if (joined) words.push(`${words.pop() ?? ''}${text}`)
    else words.push(text)
  }
  return words
}

/** What is wrong with an alias, in a sentence; nothing where it may be kept. `commands`: the names of all commands. */
export function aliasProblem(words: readonly string[], commands: readonly string[]): string | undefined {
  const [first = ''] = words
  if (!commands.includes(first)) return 'the line must begin with a command, without movecli before it'
  if (startsProgram(words)) return noProgram
  const flags = words.filter((word) => word !== '--')
  const hidden = flags.find(givesConsent)
  if (hidden !== undefined)
    return `${hidden.startsWith('--') ? hidden.split('=')[0] : '-y'} must be typed each time, so that no alias hides a question`
  if (flags.some((word) => /^-[^=]*\$\d|^\$\d./s.test(word)))
    return 'an argument cannot become the name of a flag'
  const key = flags.indexOf('--key')
  const bare = key < 0 ? undefined : flags[key + 1]
  if (flags.some((word) => word.startsWith('--key=')) || (bare !== undefined && !bare.startsWith('-')))
    return 'an alias must not hold an API key; use --key-file'
  return undefined
}

/** A flag by its long name, or a group of short ones that may hold -y. */
const givesConsent = (word: string): boolean => isOneOf(consent, word) || /^-[A-Za-z0-9]*y/.test(word)

/** A flag that names a program, or something after --. */
const startsProgram = (words: readonly string[]): boolean =>
  words.some((word, at) => isOneOf(programs, word) || (word === '--' && at < words.length - 1))

const isOneOf = (names: readonly string[], word: string): boolean =>
  names.some((name) => word === `--${name}` || word.startsWith(`--${name}=`))

/**
 * The words that an alias stands for: `$1` to `$9` are replaced by what was typed after it, within their word, and what is
 * left of that follows. Throws CLI_USAGE where an argument is missing, CLI_CONFIG where the settings hold what may not be.
 */
export function expandedAlias(
  name: string,
  line: string,
  typed: readonly string[],
  commands: readonly string[],
): string[] {
  const words = wordsIn(line)
  const problem = aliasProblem(words, commands)
  if (problem !== undefined) throw unusable(name, problem)
  const used = new Set<number>()
  const filled = words.map((word) =>
    word.replace(/\$([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const value = typed[at]
      if (value === undefined)
        throw usage(
          `Alias ${name} needs ${at + 1} ${at === 0 ? 'argument' : 'arguments'}.`,
          `It stands for: ${line}`,
        )
      used.add(at)
      return value
    }),
  )
  // An argument may itself be `--` or `--exec`, so the filled line is checked again.
  if (startsProgram(filled)) throw unusable(name, noProgram)
  return [...filled, ...typed.filter((_, at) => !used.has(at))]
}

const unusable = (name: string, problem: string): MoveError =>
  misconfigured(`Alias ${name} cannot be used: ${problem}.`, `movecli alias delete ${name}`)
