/** What there is to complete, as every shell's script needs it: words below a path, values of flags, places of arguments. */
import { helpFlag, versionFlag } from '../../runtime/global-flags.ts'
import type { Argument, CommandNode } from '../../runtime/command.ts'
import { isOptional, type Flag } from '../../runtime/flag.ts'
import { consentNeeded, toolsOf } from '../../mcp/tools.ts'
import { configValues, listMark, outputFields, offerFor, type Offer } from './offers.ts'
import { entriesOf, type CommandEntry } from '../../reference/command-tree.ts'

export type Word = { word: string; about: string }
export type CompletionNode = {
  /** `motion daily`; empty for movecli itself. */
  path: string
  commands: readonly Word[]
  flags: readonly Word[]
  /** By position; the last one repeats where `many`. */
  args: readonly Offer[]
  many: boolean
}

/** A flag that takes a value, under each of its names; `path` is where it is known, nothing everywhere. */
export type ValuedFlag = { path?: string; names: readonly string[]; offer: Offer }

export type Words = {
  places: readonly CompletionNode[]
  valued: readonly ValuedFlag[]
  /** Flags that every command takes. */
  globals: readonly Word[]
  /** The path that typed words lead to: `nft list` to `nft ls`. */
  steps: readonly { typed: string; path: string }[]
  /** What a config key may be set to. */
  configValues: readonly (readonly [key: string, Offer])[]
}

/** Everything that a script offers. */
export function completionWords(nouns: readonly CommandNode[]): Words {
  const [root, ...entries] = entriesOf(nouns)
  const all = root ? [root, ...entries] : entries
  const globals = [...(root?.flags ?? []), helpFlag]
  const tools = consentNeeded(toolsOf(entries, { readOnly: false })).map(({ name }) => name)
  const places = [
    ...all.map((entry) => ({
      path: pathOf(entry),
      commands: commandsBelow(entry, all),
      flags: entry.path.length === 0 ? [flagWord(versionFlag)] : entry.flags.map(flagWord),
      args: entry.args.map((argument) => offerOf(argument, nouns)),
      many: entry.args.at(-1)?.many === true && entry.path[0] !== 'help',
    })),
    ...helpPlaces(entries),
  ]
  return {
    globals: globals.map(flagWord),
    places,
    valued: [
      ...globals.flatMap((flag) => valuedOf(flag, tools)),
      ...entries.flatMap((entry) => entry.flags.flatMap((flag) => valuedOf(flag, tools, pathOf(entry)))),
      ...entries.flatMap(fieldsFlag),
    ],
    configValues: configValues(),
    steps: [
      ...places.filter(({ path }) => path !== '').map(({ path }) => ({ typed: path, path })),
      ...entries.flatMap((entry) =>
        entry.aliases.map((alias) => ({
          typed: [...entry.path.slice(0, -1), alias].join(' '),
          path: pathOf(entry),
        })),
      ),
    ],
  }
}

/** `help motion` goes on with the words of motion. */
const helpPlaces = (entries: readonly CommandEntry[]): CompletionNode[] =>
  entries.flatMap((entry) => {
    const commands = commandsBelow(entry, entries)
    const none = { flags: [], args: [], many: false }
    return commands.length > 0 ? [{ path: `help ${pathOf(entry)}`, commands, ...none }] : []
  })

const commandsBelow = (entry: CommandEntry, all: readonly CommandEntry[]): Word[] =>
  all.filter((each) => isBelow(each, entry)).map(commandWord)

/** Help is on topics and on every command. */
const offerOf = (argument: Argument, nouns: readonly CommandNode[]): Offer =>
  argument.name === 'topic'
    ? [...(argument.choices ?? []), ...nouns.map(({ name }) => name)]
    : offerFor(argument)

const pathOf = ({ path }: CommandEntry) => path.join(' ')
const isBelow = ({ path }: CommandEntry, above: CommandEntry) =>
  path.length === above.path.length + 1 && above.path.every((word, at) => path[at] === word)
const commandWord = ({ path, summary }: CommandEntry): Word => ({ word: path.at(-1) ?? '', about: summary })
const flagWord = ({ name, about }: Flag): Word => ({ word: `--${name}`, about })

/** A value that may be left out is never waited for: there is nothing to offer for it. */
const valuedOf = (flag: Flag, tools: readonly string[], path?: string): ValuedFlag[] =>
  flag.value === undefined || isOptional(flag)
    ? []
    : [
        {
          names: [`--${flag.name}`, ...(flag.short ? [`-${flag.short}`] : [])],
          offer: flag.complete === 'tool' ? [listMark, ...tools] : offerFor(flag),
          ...(path !== undefined && { path }),
        },
      ]

/** --fields offers those of the command. */
const fieldsFlag = (entry: CommandEntry): ValuedFlag[] => {
  const offer = outputFields(entry)
  return offer.length === 0 ? [] : [{ path: pathOf(entry), names: ['--fields'], offer }]
}

/** How an offer stands in a script: its words and marks; `@any` where any text will do. */
export const offered = (offer: Offer): string => (offer.length === 0 ? '@any' : offer.join(' '))

/** The first line of every script. */
export const notice = (shell: string): string =>
  `Completes movecli in ${shell}. Made by \`npm run docs\` from the command lines; do not edit.`
