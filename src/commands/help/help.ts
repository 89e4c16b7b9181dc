/** Prints the help of a command or of a topic. Its line is in ./index.ts. */
import { nearest } from '../../config/nearest.ts'
import { usage } from '../../errors.ts'
import { text } from '../../output/view.ts'
import type { Body, Noun } from '../command.ts'
import { helpOfLine, helpOfNoun, helpOfRoot } from './text.ts'
import { topics } from './topics.ts'

export const run: Body = async ({ args }) => {
  const { nouns } = await import('../index.ts')
  const words = wordsOn(args, nouns)
  return text(words, { topic: args.join(' '), text: words })
}

function wordsOn([first, second]: readonly string[], nouns: readonly Noun[]): string {
  if (first === undefined) return helpOfRoot(nouns)
  const topic = Object.hasOwn(topics, first) ? topics[first] : undefined
  if (topic) return topic()
  const noun = nouns.find(({ name }) => name === first)
  if (!noun) throw unknown(first, [...nouns.map(({ name }) => name), ...Object.keys(topics)])
  if (!('lines' in noun)) return helpOfLine(noun, [noun.name])
  if (second === undefined) return helpOfNoun(noun)
  const line = noun.lines.find(({ name, aliases = [] }) => name === second || aliases.includes(second))
  if (!line)
    throw unknown(
      second,
      noun.lines.map(({ name }) => name),
    )
  return helpOfLine(line, [noun.name, line.name])
}

function unknown(word: string, known: string[]) {
  const near = nearest(word, known)
  return usage(
    'There is no such command or topic.',
    near ? `Did you mean ${near}?` : `There are ${known.join(', ')}.`,
  )
}
