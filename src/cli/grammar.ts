/**
 * The words of a line in normal form, by the flags that are known there: what follows a
 * flag that takes a value is its value.
 */
import { parseArgs } from 'node:util'
import { isOptional, type Flag } from '../runtime/flag.ts'

/** What is known at a place of a line: its flags, and the commands below it. */
export type Known = {
  flags: readonly Flag[]
  below: (word: string) => Known | undefined
  /** Takes the words after `--` for itself. */
  rest?: boolean
}

type Part =
  /** A command or an argument; `after`: it follows `--`. */
  | { kind: 'word'; word: string; at: number; after: boolean }
  /** `value` is missing for a switch, and where the line ends too soon. */
  | { kind: 'flag'; flag: Flag; value?: string }
  | { kind: 'unknown'; typed: string }
  /** What follows a flag whose value may be left out, and may be that value or flags. */
  | { kind: 'ambiguous'; flag: Flag }

/** No argument of a program holds it: what begins with it was never typed so. */
const mark = '\0'
const unknownMark = `-${mark}`

/**
 * A line in one spelling: `--flag=value`, `--switch`, a word after `--` behind a mark that no command bears.
 * What is no flag there stands behind a dash and the mark. `rest`: the words that the command takes for itself.
 */
export function normalForm(argv: readonly string[], line: Known): { words: string[]; rest: string[] } {
  const words: string[] = []
  let known = line
  let left = argv
  for (;;) {
    const parts = partsOf(left, known.flags)
    const at = parts.findIndex((part) => part.kind === 'word' && !part.after)
    const word = parts[at]
    const next = word?.kind === 'word' ? known.below(word.word) : undefined
    if (word?.kind !== 'word' || !next) {
      const rest = known.rest ? parts.filter((part) => part.kind === 'word' && part.after) : []
      words.push(...parts.filter((part) => !rest.includes(part)).map(spelled))
      return { words, rest: rest.map((part) => typedAs(spelled(part))) }
    }
    words.push(...parts.slice(0, at).map(spelled), word.word)
    left = left.slice(word.at + 1)
    known = next
  }
}

/** The word that names the command, with its place in the line; nothing where there is none before `--`. */
export function firstWord(
  argv: readonly string[],
  flags: readonly Flag[],
): { word: string; at: number } | undefined {
  const found = partsOf(argv, flags).find((part) => part.kind === 'word' && !part.after)
  return found?.kind === 'word' ? { word: found.word, at: found.at } : undefined
}

function spelled(part: Part): string {
  if (part.kind === 'word') return part.after ? `${mark}${part.word}` : part.word
  if (part.kind === 'unknown') return `${unknownMark}${part.typed}`
  if (part.kind === 'ambiguous') return `${unknownMark}--${part.flag.name}`
  return part.value === undefined ? `--${part.flag.name}` : `--${part.flag.name}=${part.value}`
}

/** Does a word of the normal form follow `--`? */
export const followsDashes = (word: string): boolean => word.startsWith(mark)

/** A word of the normal form as it was typed. */
export const typedAs = (word: string): string =>
  word.startsWith(unknownMark) ? word.slice(unknownMark.length) : word.slice(followsDashes(word) ? 1 : 0)

/** Flags by their long names, groups of short ones (`-qy`), values joined (`-fa=1`, `--type=shoes`) or as the next word. */
function partsOf(words: readonly string[], flags: readonly Flag[]): Part[] {
  const known = new Map(flags.map((flag) => [flag.name, flag]))
  const parts: Part[] = []
  let after = false
  let taken: number | undefined
  for (const token of tokensOf(words, flags)) {
    const { index: at } = token
    const typed = words[at] ?? ''
    if (token.kind === 'positional') {
      if (at !== taken) parts.push({ kind: 'word', word: token.value, at, after })
    } else if (token.kind === 'option-terminator') {
      after = true
      // parseArgs also finds one in a group of short flags: -q-
      if (typed !== '--') parts.push({ kind: 'unknown', typed })
    } else {
      const flag = known.get(token.name)
      const part = flag ? partOf(flag, token.value, words[at + 1]) : { kind: 'unknown' as const, typed }
      if (part.kind === 'flag' && part.value !== undefined && token.value === undefined) taken = at + 1
      parts.push(part)
    }
  }
  return parts
}

/** A value that may be left out is the next word, unless that begins with a dash (a lone `-` is a value). */
function partOf(flag: Flag, value: string | undefined, next: string | undefined): Part {
  if (value !== undefined) return { kind: 'flag', flag, value }
  if (!isOptional(flag) || next === undefined) return { kind: 'flag', flag }
  if (next === '-' || !next.startsWith('-')) return { kind: 'flag', flag, value: next }
  return /^-[^-]./su.test(next) ? { kind: 'ambiguous', flag } : { kind: 'flag', flag }
}

const mayHold = (word: string, { name, short }: Flag): boolean =>
  word.startsWith('-') &&
  (word[1] === '-' ? word.startsWith(name, 2) : short !== undefined && word.includes(short))

/** Only flags that a word may hold are told: to tell all of them takes longer than to read the words. */
const tokensOf = (words: readonly string[], flags: readonly Flag[]) =>
  parseArgs({
    args: [...words],
    options: Object.fromEntries(
      flags
        .filter((flag) => words.some((word) => mayHold(word, flag)))
        .map((flag) => [flag.name, parseArgsOption(flag)]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens

const parseArgsOption = (flag: Flag) => ({
  type: flag.value === undefined || isOptional(flag) ? ('boolean' as const) : ('string' as const),
  ...(flag.short && { short: flag.short }),
})
