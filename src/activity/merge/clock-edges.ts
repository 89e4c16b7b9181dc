/** Long samples at whose edge a better source counted: a minute of it may be in the sample beside, by another clock. */
import { clockError } from './clocks.ts'
import { longestExact, type KnownAround } from './counted.ts'
import type { Layer } from './layers.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'

/** How much of a sample the one beside it has to lack: two devices do not count the same. */
const mostOfIt = 0.75

/** A sample, what is known of its time, and how much of that it lacks. */
type Beside = { entry: SamplePart; known: ReturnType<KnownAround>; lack: number }

/**
 * The samples of a layer in order, and whether two clocks explain one: right beside it a better source counted as much as it
 * has, and the sample that touches it there lacks that.
 */
export function* withClockEdges(
  { entries, gap, apart, late }: Layer,
  known: KnownAround,
): Generator<[SamplePart, boolean]> {
  const isAllDay = gap > 0 && !apart && late === undefined
  let last: Beside | undefined
  let one: Beside | undefined
  for (const entry of entries()) {
    if (entry.outdone || !isAllDay || entry.length <= longestExact) {
      if (one) yield [one.entry, isExplained(last, one, undefined)]
      yield [entry, false]
      last = one = undefined
      continue
    }
    const around = known(entry.start, entryEnd(entry))
    const next = { entry, known: around, lack: Math.max(0, around.within - entry.value) }
    if (one) yield [one.entry, isExplained(last, one, next)]
    ;[last, one] = [one, next]
  }
  if (one) yield [one.entry, isExplained(last, one, undefined)]
}

/** What it takes of another's lack is no other's. */
function isExplained(last: Beside | undefined, one: Beside, next: Beside | undefined): boolean {
  const { entry, known } = one
  if (entry.value === 0) return false
  const before = last && touches(last, one) ? Math.min(known.before, last.lack / mostOfIt) : 0
  const behind = next && touches(one, next) ? Math.min(known.behind, next.lack / mostOfIt) : 0
  const rest = entry.value - known.within
  if (rest <= 0 || before + behind < rest) return false
  const ofLast = Math.min(before, rest)
  if (last) last.lack -= ofLast * mostOfIt
  if (next) next.lack -= (rest - ofLast) * mostOfIt
  return true
}

const touches = (one: Beside, other: Beside): boolean =>
  Math.abs(other.entry.start - entryEnd(one.entry)) <= clockError
