/** Long samples beside better sources: the two clocks differ, so what is counted at their edges may be in the sample beside. */
import { clockError } from './clocks.ts'
import { longestExact, type Within } from './counted.ts'
import type { Coverage } from './coverage.ts'
import { partLeft } from './coverage.ts'
import type { Layer } from './layers.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'

/** Seconds by which one clock may be behind the other, each being wrong by one error; the nearest first. */
const shiftStep = 20
const most = (2 * clockError) / shiftStep
const shifts = [0, ...Array.from({ length: most }, (_, at) => [at + 1, -at - 1]).flat()]
/** What differs by less is no reason to take one clock for wrong. */
const negligible = 0.5
/** Of so many samples at most one clock is found at once. */
const longestRun = 1000

/** What better sources counted: in the time of a sample, all of it that may be, and evenly in that of theirs. */
type Known = { within: Within; evenly: Within }

/** A sample that follows another one; `left`: the part of its time that nobody has; `edges`: what may move over them. */
type Long = { entry: SamplePart; left: number; within: number; edges: { start: Edge; end: Edge } }
/** What was counted from an edge until each shift of it; what was before it is below zero. */
type Edge = (shift: number) => number

/**
 * The samples of a layer in order; with each long one what is known of its time, by the difference of the two clocks that
 * leaves least beyond that of all that follow each other.
 */
export function* withKnown(
  { entries, gap, apart, late }: Layer,
  coverage: Coverage,
  known: Known,
): Generator<[SamplePart, number?]> {
  const isAllDay = gap > 0 && !apart && late === undefined
  let run: Long[] = []
  for (const entry of entries()) {
    const isLong = isAllDay && !entry.outdone && entry.value > 0 && entry.length > longestExact
    const last = run.at(-1)
    if (last && !(isLong && entry.start === entryEnd(last.entry) && run.length < longestRun)) {
      yield* shifted(run)
      run = []
    }
    if (isLong) run.push(longOf(entry, run.at(-1)?.edges.end, coverage, known))
    else yield [entry]
  }
  yield* shifted(run)
}

function longOf(
  entry: SamplePart,
  before: Edge | undefined,
  coverage: Coverage,
  { within, evenly }: Known,
): Long {
  const { start } = entry
  const end = entryEnd(entry)
  return {
    entry,
    left: partLeft(entry, coverage),
    within: within(start, end),
    edges: { start: before ?? edgeAt(start, evenly), end: edgeAt(end, evenly) },
  }
}

function edgeAt(time: number, evenly: Within): Edge {
  const counted = Array.from({ length: 2 * most }, (_, at) => {
    const from = time + (at - most) * shiftStep
    return evenly(from, from + shiftStep)
  })
  const sum = (from: number, until: number): number =>
    counted.slice(from, until).reduce((all, each) => all + each, 0)
  return (shift) => (shift > 0 ? sum(most, most + shift) : -sum(most + shift, most))
}

function* shifted(run: readonly Long[]): Generator<[SamplePart, number]> {
  const isAlone = run.some(({ left }) => left === 1)
  let best = { beyond: Infinity, known: [] as number[] }
  for (const shift of shifts) {
    const known = run.map((one, at) => {
      const moved = knownOf(one, shift, { isFirst: at === 0, isLast: at === run.length - 1, isAlone })
      return isReason(one, moved) ? moved : one.within
    })
    const beyond = run.reduce((sum, { entry }, at) => sum + Math.max(0, entry.value - known[at]!), 0)
    if (beyond < best.beyond - negligible) best = { beyond, known }
  }
  for (const [at, { entry }] of run.entries()) yield [entry, best.known[at]!]
}

type Place = { isFirst: boolean; isLast: boolean; isAlone: boolean }

/** Of a source that goes on alone nothing comes from before its first sample or behind its last: it was not there. */
function knownOf({ within, edges }: Long, shift: number, { isFirst, isLast, isAlone }: Place): number {
  const gained = isAlone && isLast && shift > 0 ? 0 : edges.end(shift)
  const lost = isAlone && isFirst && shift < 0 ? 0 : edges.start(shift)
  return Math.max(0, within + gained - lost)
}

/** Clocks that explain less than half of what a sample has beyond are no reason for it: something was moved then. */
const isReason = ({ entry: { value }, within }: Long, moved: number): boolean =>
  moved <= within || (value - moved) * 2 <= value - within
