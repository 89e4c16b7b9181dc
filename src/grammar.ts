/** The words of a line, read by the flags that are known there: what follows a flag that takes a value is its value. */
import { parseArgs } from 'node:util'
import { isOptional, type Flag } from './commands/command.ts'

export type Part =
  /** A command or an argument; `after`: it follows `--`. */
  | { kind: 'word'; word: string; at: number; after: boolean }
  /** `value` is missing for a switch, and where the line ends too soon. */
  | { kind: 'flag'; flag: Flag; value?: string }
  | { kind: 'unknown'; typed: string }
  /** What follows a flag whose value may be left out, and may be that value or flags. */
  | { kind: 'ambiguous'; flag: Flag }

/** Flags by their long names, groups of short ones (`-qy`), values joined (`-fa=1`, `--type=shoes`) or as the next word. */
export function partsOf(words: readonly string[], flags: readonly Flag[]): Part[] {
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

const tokensOf = (words: readonly string[], flags: readonly Flag[]) =>
  parseArgs({
    args: [...words],
    options: Object.fromEntries(flags.map((flag) => [flag.name, optionOf(flag)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens

const optionOf = (flag: Flag) => ({
  type: flag.value === undefined || isOptional(flag) ? ('boolean' as const) : ('string' as const),
  ...(flag.short && { short: flag.short }),
})
