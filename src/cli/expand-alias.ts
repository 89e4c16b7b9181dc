/** A line whose command is an alias, with what it stands for in its place. Looked at only where no command has that name. */
import { allNouns } from '../commands/nouns.ts'
import { folders } from '../config/folders.ts'
import { everywhere } from '../runtime/global-flags.ts'
import { aliasNamed } from '../config/settings.ts'
import { readSettings } from '../config/settings-file.ts'
import type { MoveError } from '../errors.ts'
import { nodeNames } from '../runtime/command.ts'
import type { Context } from '../runtime/context.ts'
import { firstWord } from './grammar.ts'
import { guessVerb } from './guess-verb.ts'

/**
 * Undefined where the line holds no alias. Throws CLI_USAGE or CLI_CONFIG for one that cannot be replaced, and what is
 * `wrong` with the line with its fix where the first word is a verb whose noun is missing.
 */
export async function expandAlias(
  argv: readonly string[],
  context: Context,
  wrong: MoveError,
): Promise<string[] | undefined> {
  const { aliasName, expandedAlias } = await import('../config/aliases.ts')
  const first = firstWord(argv, everywhere)
  const nouns = await allNouns()
  const commands = nouns.flatMap(nodeNames)
  if (!first || commands.includes(first.word) || !aliasName.test(first.word)) return undefined
  // Settings that cannot be read are not what is wrong with a word that nobody knows.
  const settings = await readSettings(folders(context).config).catch(() => undefined)
  const line = settings && aliasNamed(settings, first.word)
  if (line === undefined) {
    const guess = guessVerb(wrong, first.word, nouns)
    if (guess) throw guess
    return undefined
  }
  const { word, at } = first
  return [...argv.slice(0, at), ...expandedAlias(word, line, argv.slice(at + 1), commands)]
}
