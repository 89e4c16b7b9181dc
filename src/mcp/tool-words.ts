/** Rewrites a command's messages for agents: flags become input names; what no tool takes stays a command to type. */
import { globalFlags } from '../runtime/global-flags.ts'
import { lastingFlags } from './lasting-flags.ts'
import type { Property } from './properties.ts'

/** A command's words, its flags by name, and which of them are inputs of the tool. */
export type Vocabulary = { command: string; flags: readonly string[]; properties: readonly Property[] }

const flagName = /(?<![\w-])--([a-z][a-z-]*)/g
/** To its end, as a sentence quotes it. */
const commandLine = /(\bmovecli (?:[^,;().]|\.(?! |$))*)/
const ofBody = /(?:fields with )?-f(?:\/-F| and -F)(?:,? or (?:the whole body with )?--input)?/g
const help = /See (?:the --help of the command, or movecli help flags|movecli [a-z ]+ --help)\./g

/** A message or a hint: flags of the tool as inputs, those of the server and of the terminal as the commands that take them. */
export function inToolWords(text: string, words: Vocabulary): string {
  const named = namesOf(words)
  const others = [
    ...words.flags.map((name) => [name, words.command] as const),
    ...lastingFlags.map((name) => [name, 'mcp'] as const),
  ]
  const command = new Map(others)
  const said = (part: string) =>
    part
      .replace(ofBody, named.has('input') ? 'body' : '$&')
      .replace(flagName, (typed, name: string) => {
        const owner = command.get(name)
        return named.get(name) ?? (owner === undefined ? typed : `movecli ${owner} ${typed}`)
      })
      .replace(/(?<![\w-])-[np] /g, 'movecli mcp $&')
  return text
    .replace(help, 'See the input schema of the tool.')
    .split(commandLine)
    .map((part, at) => (at % 2 === 1 ? part : said(part)))
    .join('')
}

/** A description without the sentences about flags that the tool does not take, and about files. */
export function aboutTool(text: string, words: Vocabulary): string {
  const named = namesOf(words)
  const known = new Set([...words.flags, ...globalFlags.map(({ name }) => name)])
  const isForOthers = (sentence: string) =>
    [...sentence.matchAll(flagName)].some(([, name = '']) => known.has(name) && !named.has(name)) ||
    sentence.includes('--input -')
  const sentences = text.split(/(?<=\.) (?=[A-Z-])/).filter((sentence) => !isForOthers(sentence))
  return inToolWords(sentences.join(' '), words)
}

const namesOf = ({ properties }: Vocabulary): ReadonlyMap<string, string> =>
  new Map(properties.flatMap(({ flag, key }) => (flag === undefined ? [] : [[flag, key] as const])))
