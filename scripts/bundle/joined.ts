/**
 * Which modules share a file, of those for which groups.ts names none. What the same import()s lead to is one file from the start.
 * Then files are joined two by two, those first that cost least, as long as nothing that import() leads to brings more than
 * `most` bytes in vain: each file of the package costs whoever installs it a millisecond.
 */
import { relative } from 'node:path'
import type { Module } from './modules.ts'

/** Bytes that may be loaded in vain by one import(), and by one of those that are made often. */
const most = { rarely: 12_000, often: 3_000 }

export type Rules = {
  /** The files that there are in any case, by what is in them. */
  named: (id: string) => string | null
  /** The file that is loaded when it is used first, and what has it loaded at once (lazy.ts). */
  lazy: { name: string; atOnce: (id: string) => boolean }
  often: (id: string) => boolean
}

/** What is together from the start: what it imports, and what import() in it leads to. */
type Part = {
  name: string | null
  ids: string[]
  bytes: number
  now: Set<Part>
  later: Set<Part>
  atOnce: boolean
}
/** Parts that share a file, and the files that it imports. */
type File = { parts: Part[]; needs: Set<File> }
type Pair = { one: File; other: File; cost: number }

/** The name of each module's file. */
export function fileNames(
  main: string,
  modules: ReadonlyMap<string, Module>,
  rules: Rules,
): Map<string, string> {
  const files = joined(partsOf(main, modules, rules), rules)
  const taken = new Set(files.map(({ parts }) => parts[0]!.name))
  const names = files.flatMap(({ parts }) => {
    const [{ name, ids }] = parts.toSorted((one, other) => other.bytes - one.bytes) as [Part]
    const free = name ?? namesOf(ids[0]!).find((each) => !taken.has(each))!
    taken.add(free)
    return parts.flatMap((part) => part.ids.map((id) => [id, free] as const))
  })
  return new Map(names)
}

/** The names that a file may have by its largest part, short ones first: the first file names many. */
function namesOf(id: string): string[] {
  const words = relative('.', id)
    .replace(/(?:\/index)?\.\w+$/, '')
    .split(/[^\w.]+/)
  return words.map((_, index) => words.slice(-1 - index).join('-'))
}

/** The parts, main's first. */
function partsOf(main: string, modules: ReadonlyMap<string, Module>, { named, lazy }: Rules): Part[] {
  const ids = [...modules.keys()].toSorted()
  const starts = [main, ...new Set(ids.flatMap((id) => modules.get(id)!.later))]
  const leading = new Map<string, number[]>(ids.map((id) => [id, []]))
  for (const [index, start] of starts.entries())
    for (const id of closureOf(start, (each) => modules.get(each)!.now)) leading.get(id)!.push(index)

  const parts = new Map<string, Part>()
  const partOf = new Map<string, Part>()
  for (const id of [main, ...ids.filter((each) => each !== main)]) {
    const name = named(id)
    const key = name ?? leading.get(id)!.join()
    const empty = { name, ids: [], bytes: 0, now: new Set<Part>(), later: new Set<Part>(), atOnce: false }
    const part = parts.get(key) ?? empty
    parts.set(key, part)
    partOf.set(id, part)
    part.ids.push(id)
    part.bytes += modules.get(id)!.bytes
    part.atOnce ||= lazy.atOnce(id)
  }
  for (const { id, now, later } of modules.values()) {
    for (const each of now) partOf.get(id)!.now.add(partOf.get(each)!)
    for (const each of later) partOf.get(id)!.later.add(partOf.get(each)!)
  }
  return [...parts.values()]
}

function joined(parts: readonly Part[], { lazy, often }: Rules): File[] {
  const fileOf = new Map<Part, File>(parts.map((part) => [part, { parts: [part], needs: new Set() }]))
  let files = [...fileOf.values()]
  for (const {
    parts: [part],
    needs,
  } of files)
    for (const each of part!.now) if (each !== part) needs.add(fileOf.get(each)!)

  const entries = [...new Set(parts.flatMap((part) => [...part.later]))]
  const had = hadBefore(parts, lazy.name)
  const limitOf = new Map(entries.map((entry) => [entry, entry.ids.some(often) ? most.often : most.rarely]))
  /** Bytes that a file brings in vain to who has loaded `now`. */
  const vainOf = (entry: Part, more: Iterable<File>, now?: ReadonlySet<File>) =>
    [...more]
      .filter((file) => !now?.has(file))
      .flatMap((file) => file.parts.filter((part) => !had.get(entry)!.has(part)))
      .reduce((sum, { bytes }) => sum + bytes, 0)

  const isLazy = (from: File, to: File) =>
    to.parts[0]!.name === lazy.name && !from.parts.some(({ atOnce }) => atOnce)
  const look = () => ({
    needed: new Map(files.map((file) => [file, closureOf(file, ({ needs }) => needs)])),
    brought: new Map(
      files.map((file) => [
        file,
        closureOf(file, (from) => [...from.needs].filter((to) => !isLazy(from, to))),
      ]),
    ),
  })
  let { needed, brought } = look()
  const loadedBy = (entry: Part) => brought.get(fileOf.get(entry)!)!

  const needsLazy = ({ needs }: File) => [...needs].some(({ parts: [part] }) => part!.name === lazy.name)
  /** Whether one has loaded at once, for the other, what neither loads at once alone. */
  const wakes = (one: File, other: File) =>
    one.parts.some(({ atOnce }) => atOnce) && !needsLazy(one) && needsLazy(other)
  /** What all who ask for one of the two load in vain if they are one; Infinity for what is too much, or needs itself. */
  const costOf = (one: File, other: File): number => {
    const rest = [...one.needs, ...other.needs].filter((file) => file !== one && file !== other)
    if (rest.some((file) => needed.get(file)!.has(one) || needed.get(file)!.has(other))) return Infinity
    if (wakes(one, other) || wakes(other, one)) return Infinity
    let cost = 0
    for (const entry of entries) {
      const now = loadedBy(entry)
      if (now.has(one) === now.has(other)) continue
      const extra = vainOf(entry, brought.get(now.has(one) ? other : one)!, now)
      if (extra > 0 && vainOf(entry, now) + extra > limitOf.get(entry)!) return Infinity
      cost += extra
    }
    return cost
  }
  const free = () => files.filter((file) => file.parts[0]!.name === null)
  const pairsOf = (one: File, others: readonly File[]): Pair[] =>
    others.map((other) => ({ one, other, cost: costOf(one, other) })).filter(({ cost }) => cost < Infinity)

  let pairs = free().flatMap((one, index, all) => pairsOf(one, all.slice(index + 1)))
  for (;;) {
    let best: Pair | undefined
    for (const pair of pairs) if (pair.cost < (best?.cost ?? Infinity)) best = pair
    if (best === undefined) return files
    const { one, other, cost } = best
    // What was joined since may have changed it.
    best.cost = costOf(one, other)
    if (best.cost > cost) continue
    for (const part of other.parts) fileOf.set(part, one)
    one.parts.push(...other.parts)
    for (const each of other.needs) one.needs.add(each)
    files = files.filter((file) => file !== other)
    for (const { needs } of files) if (needs.delete(other)) needs.add(one)
    one.needs.delete(one)
    ;({ needed, brought } = look())
    const kept = pairs.filter(
      (pair) => ![pair.one, pair.other].some((file) => file === one || file === other),
    )
    pairs = [
      ...kept,
      ...pairsOf(
        one,
        free().filter((file) => file !== one),
      ),
    ]
  }
}

/** Of each part, what everybody has loaded once it is there. */
function hadBefore(parts: readonly Part[], lazy: string): Map<Part, Set<Part>> {
  const comesWith = (part: Part) =>
    closureOf(part, ({ now, atOnce }) => [...now].filter(({ name }) => name !== lazy || atOnce))
  const askers = new Map<Part, Part[]>(parts.map((part) => [part, []]))
  for (const part of parts) for (const each of [...part.now, ...part.later]) askers.get(each)!.push(part)
  const [main, ...rest] = parts as [Part, ...Part[]]
  const had = new Map(parts.map((part) => [part, new Set(parts)])).set(main, comesWith(main))
  for (let changed = true; changed;) {
    changed = false
    for (const part of rest) {
      const before = askers.get(part)!.map((each) => had.get(each)!)
      const common = parts.filter((each) => before.every((known) => known.has(each)))
      const now = new Set([...common, ...comesWith(part)])
      changed ||= now.size !== had.get(part)!.size
      had.set(part, now)
    }
  }
  return had
}

function closureOf<T>(start: T, next: (each: T) => Iterable<T>): Set<T> {
  const seen = new Set([start])
  for (const each of seen) for (const needed of next(each)) seen.add(needed)
  return seen
}
