/** Prints the help of a command or of a topic. Its line is in ./index.ts. */
import { nearest } from '../../config/nearest.ts'
import { usage } from '../../errors.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler, CommandNode } from '../../runtime/command.ts'
import { widthOf } from '../../reference/layout.ts'
import { helpOfLine, helpOfNoun, helpOfRoot } from '../../reference/help-text.ts'
import { topics } from './topics.ts'

export const run =
  (nouns: readonly CommandNode[]): CommandHandler =>
  async ({ args }, { context: { stdout } }) => {
    const words = wordsOn(args, nouns, widthOf(stdout))
    return text(words, { topic: args.join(' '), text: words })
  }

function wordsOn(args: readonly string[], nouns: readonly CommandNode[], width: number): string {
  const [first, second, third] = args
  if (first === undefined) return helpOfRoot(nouns, width)
  const topic = Object.hasOwn(topics, first) ? topics[first] : undefined
  const noun = nouns.find(({ name }) => name === first)
  if (topic && (second === undefined || !noun)) return only(second, topic(width))
  if (!noun) throw unknown(first, [...new Set([...nouns.map(({ name }) => name), ...Object.keys(topics)])])
  if (!('lines' in noun)) return only(second, helpOfLine(noun, [noun.name], width))
  if (second === undefined) return helpOfNoun(noun, width)
  const line = noun.lines.find(({ name, aliases = [] }) => name === second || aliases.includes(second))
  const verbs = noun.lines.map(({ name }) => name)
  if (!line) throw unknown(second, verbs, `${noun.name} `)
  return only(third, helpOfLine(line, [noun.name, line.name], width))
}

/** The page, where no word is left over. */
function only(extra: string | undefined, page: string): string {
  if (extra === undefined) return page
  throw usage('Unexpected argument of help.', 'For example movecli help motion daily.')
}

function unknown(word: string, known: string[], before = '') {
  const near = nearest(word, known)
  return usage(
    'No such command or topic.',
    near ? `Did you mean movecli help ${before}${near}?` : `Choose from ${known.join(', ')}.`,
  )
}
