/** A command line by the tree of commands: what was typed becomes a line and what was given for it. */
import { isOptional, type Flag, type Given, type HelpOf, type Line, type Noun } from './commands/command.ts'
import { camel } from './commands/flags.ts'
import { nouns as allNouns } from './commands/index.ts'
import { globalFlags, helpFlag, versionFlag } from './config/flags.ts'
import type { MoveError } from './errors.ts'
import { partsOf, type Part } from './grammar.ts'
import * as wrong from './usage.ts'

export type Parsed =
  | { kind: 'run'; line: Line; path: string[]; given: Given }
  /** `of`: the command that help is wanted on; movecli itself where there is none. */
  | { kind: 'help'; of?: HelpOf; asked: boolean }
  | { kind: 'version' }
  /** Nothing but global flags. */
  | { kind: 'bare' }

/** The global flags are known also where the rest of the line is wrong. */
export type Read = { globals: Given['flags'] } & ({ parsed: Parsed } | { wrong: MoveError })

type Place = { path: string[]; flags: readonly Flag[]; below: readonly Noun[]; line?: Line; of?: HelpOf }
type Values = Record<string, string | boolean | number | string[]>

const everywhere: readonly Flag[] = [...globalFlags, helpFlag, versionFlag]

/** Reads a command line. Throws MoveError (exit 2) for a wrong one, without an echo of what may be a secret. */
export function parse(argv: readonly string[], nouns: readonly Noun[] = allNouns): Parsed {
  const read = readLine(argv, nouns)
  if ('wrong' in read) throw read.wrong
  return read.parsed
}

/** Reads a command line; a wrong one is answered with its first mistake. A command that does not exist comes before --help. */
export function readLine(argv: readonly string[], nouns: readonly Noun[] = allNouns): Read {
  const { place, stray, taken } = walk(argv, nouns)
  const { globals, switches, mistakes } = taken
  const { path, of, line } = place
  if (stray) return { globals, wrong: mistakes[0] ?? stray }
  if (switches.has('help')) return { globals, parsed: { kind: 'help', asked: true, ...(of && { of }) } }
  if (switches.has('version')) return { globals, parsed: { kind: 'version' } }
  const mistake = mistakes[0] ?? (line ? countMistake(line, path, taken) : undefined)
  if (mistake) return { globals, wrong: mistake }
  if (line) {
    const whole = of && 'lines' in of ? [...path, line.name] : path
    return { globals, parsed: { kind: 'run', line, path: whole, given: givenFor(line, taken) } }
  }
  if (taken.rest.length > 0) return { globals, wrong: wrong.noCommand() }
  return { globals, parsed: of ? { kind: 'help', of, asked: false } : { kind: 'bare' } }
}

/** Word by word down the tree: each command brings its flags, by which the words after it are read. */
function walk(argv: readonly string[], nouns: readonly Noun[]) {
  const taken = emptyTaken()
  let place: Place = { path: [], flags: [], below: nouns }
  let words = argv
  for (;;) {
    const parts = partsOf(words, [...place.flags, ...everywhere])
    const at = place.below.length === 0 ? -1 : parts.findIndex((part) => part.kind === 'word' && !part.after)
    const word = parts[at]
    take(at < 0 ? parts : parts.slice(0, at), place, taken)
    if (word?.kind !== 'word') return { place, taken }
    const next = place.below.find((each) => answersTo(each, word.word))
    if (!next) {
      const stray = wrong.unknownCommand(word.word, place.path, place.below.flatMap(namesOf))
      take(parts.slice(at + 1), place, { ...taken, mistakes: [] })
      return { place, taken, stray }
    }
    place = below(place, next, taken)
    words = words.slice(word.at + 1)
  }
}

const namesOf = (each: Noun): string[] => [each.name, ...('lines' in each ? [] : (each.aliases ?? []))]
const answersTo = (each: Noun, word: string): boolean => namesOf(each).includes(word)

/** A noun that means one of its lines takes the flags of that line, and so do no others. */
function below({ path: above }: Place, next: Noun, { own, mistakes }: Taken): Place {
  const path = [...above, next.name]
  if (!('lines' in next)) {
    const flags = next.flags ?? []
    const foreign = Object.keys(own).find((name) => !flags.some((flag) => camel(flag.name) === name))
    const place = { path, flags, below: [], line: next, of: { line: next, path } }
    if (foreign !== undefined) mistakes.push(wrong.misplacedFlag(path))
    return place
  }
  const { fallback, lines } = next
  if (!fallback) return { path, flags: [], below: lines, of: next }
  return { path, flags: fallback.flags ?? [], below: lines, of: next, line: fallback }
}

type Taken = {
  globals: Values
  own: Values
  switches: Set<string>
  args: string[]
  rest: string[]
  mistakes: MoveError[]
}
const emptyTaken = (): Taken => ({
  globals: {},
  own: {},
  switches: new Set(),
  args: [],
  rest: [],
  mistakes: [],
})

function take(parts: readonly Part[], { path, flags, line }: Place, taken: Taken): void {
  const known = [...flags, ...everywhere]
  for (const part of parts) {
    if (part.kind === 'word') (part.after ? taken.rest : taken.args).push(part.word)
    else if (part.kind === 'unknown')
      taken.mistakes.push(wrong.unknownFlag(part.typed, path, known, (line?.args ?? []).length > 0))
    else if (part.kind === 'ambiguous') taken.mistakes.push(wrong.ambiguousValue(part.flag, path))
    else {
      const global = everywhere.includes(part.flag)
      const mistake = valueMistake(part.flag, part.value, global ? undefined : path)
      if (mistake) taken.mistakes.push(mistake)
      else if (part.flag === helpFlag || part.flag === versionFlag) taken.switches.add(part.flag.name)
      else put(global ? taken.globals : taken.own, part.flag, part.value)
    }
  }
}

function valueMistake(
  flag: Flag,
  value: string | undefined,
  path: readonly string[] | undefined,
): MoveError | undefined {
  if (flag.value === undefined) return value === undefined ? undefined : wrong.switchWithValue(flag, path)
  if (value === undefined) return isOptional(flag) ? undefined : wrong.missingValue(flag, path)
  return flag.choices?.includes(value) === false ? wrong.noChoice(flag, value, path) : undefined
}

/** The last one counts; a flag that may be given more than once keeps its values, a switch how often it came. */
function put(into: Values, { name, many }: Flag, value: string | undefined): void {
  const key = camel(name)
  const earlier = into[key]
  if (!many) into[key] = value ?? true
  else if (value === undefined) into[key] = Number(earlier ?? 0) + 1
  else into[key] = [...(Array.isArray(earlier) ? earlier : []), value]
}

/** Words after `--` are arguments, but for a command that takes them for itself. */
const givenFor = (line: Line, { args, rest, own }: Taken): Given =>
  line.rest ? { args, flags: own, rest } : { args: [...args, ...rest], flags: own, rest: [] }

function countMistake(line: Line, path: readonly string[], taken: Taken): MoveError | undefined {
  const wanted = line.args ?? []
  const { args } = givenFor(line, taken)
  const required = wanted.filter((each) => each.required)
  const missing = required[args.length]
  if (missing) return wrong.missingArgument(missing, path)
  const extra = wanted.at(-1)?.many ? undefined : args[wanted.length]
  return extra === undefined ? undefined : wrong.extraArgument(extra, path)
}
