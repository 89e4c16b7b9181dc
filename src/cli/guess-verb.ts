/** What a verb without its noun was probably meant for. */
import { nodeNames, type CommandNode } from '../runtime/command.ts'
import { usage, type MoveError } from '../errors.ts'

/** A word such as list, which more nouns have, means none of them. */
const mostGuesses = 3

/** The mistake about a first word with the commands of that name as its fix; undefined for any other mistake or word. */
export function guessVerb(
  wrong: MoveError,
  word: string,
  nouns: readonly CommandNode[],
): MoveError | undefined {
  if (wrong.message !== `movecli has no command "${word}".`) return undefined
  const commands = nouns.flatMap((noun) =>
    'lines' in noun
      ? noun.lines
          .filter((line) => nodeNames(line).includes(word))
          .map(({ name }) => `movecli ${noun.name} ${name}`)
      : [],
  )
  const found = word === 'version' ? ['movecli --version'] : commands
  if (found.length === 0 || found.length > mostGuesses) return undefined
  return usage(wrong.message, `Did you mean ${found.join(' or ')}? See movecli --help.`)
}
