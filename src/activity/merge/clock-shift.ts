/** Samples beside those of better sources: two clocks differ, and what one has in a sample the other has in the next one. */
import { clockError } from './clocks.ts'
import type { Within } from './counted.ts'
import { partLeft, type Coverage } from './coverage.ts'
import type { Layer } from './layers.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'

/** Seconds that one clock may be behind the other, each being wrong by one error. */
const furthest = 2 * clockError
const shiftStep = 10
const shifts = Array.from({ length: furthest / shiftStep }, (_, at) => [
  (at + 1) * shiftStep,
  -(at + 1) * shiftStep,
]).flat()
/** A difference of the clocks that explains less than this part of what is beyond them is no reason for it. */
const leastExplained = { ofRun: 0.1, ofSample: 0.5 }
/** A source that has more than this part of what it counted beside nobody goes on alone. */
const mostAlone = 0.15
/** Of so many samples the difference is looked for at once. */
const longestRun = 1000
/** Of longer ones, in seconds, two minutes are nothing. */
const longestSample = 2 * 3600

/** What better sources counted in a time: all of it that may be, and by each way in which it may lie in their samples. */
type KnownTimes = { within: Within; ways: readonly Within[] }

/** `left`: the part of its time that nobody has; `within`: what they counted of it. */
type BesideSample = { entry: SamplePart; left: number; within: number }

/**
 * The samples of a layer in order. Those of a source that counts all day come with what is known of their time, by the
 * difference of the two clocks that leaves least beyond that of samples that follow each other; not those of many hours.
 */
export function* withKnown(
  { entries, gap, apart, late }: Layer,
  coverage: Coverage,
  known: KnownTimes,
): Generator<[SamplePart, number?]> {
  const isAllDay = gap > 0 && !apart && late === undefined
  const counted = known.ways.map(countedAround)
  let run: BesideSample[] = []
  for (const entry of entries()) {
    const isOne = isAllDay && !entry.outdone && entry.value > 0 && entry.length <= longestSample
    const last = run.at(-1)
    const follows = last && isOne && entry.start - entryEnd(last.entry) <= clockError
    if (last && !(follows && run.length < longestRun)) {
      yield* knownOfRun(run, counted)
      run = []
    }
    if (!isOne) yield [entry]
    else run.push(besideSample(entry, partLeft(entry, coverage), known))
  }
  yield* knownOfRun(run, counted)
}

const besideSample = (entry: SamplePart, left: number, { within }: KnownTimes): BesideSample => ({
  entry,
  left,
  within: left === 1 ? 0 : within(entry.start, entryEnd(entry)),
})

function* knownOfRun(
  run: readonly BesideSample[],
  counted: readonly CountedAround[],
): Generator<[SamplePart, number]> {
  let best = Float64Array.from(run, ({ within }) => within)
  let least = beyondOf(run, best) * (1 - leastExplained.ofRun)
  const isLeft = least > 0 && run.some(({ left }) => left > 0)
  let known = new Float64Array(isLeft ? run.length : 0)
  for (const around of isLeft ? counted : []) {
    const until = around(run[0]!.entry.start, entryEnd(run.at(-1)!.entry))
    for (const shift of until ? shifts : []) {
      shiftInto(known, run, shift, until!)
      const beyond = beyondOf(run, known)
      if (beyond >= least) continue
      ;[best, known] = [known, best]
      least = beyond
    }
  }
  for (const [at, { entry }] of run.entries()) yield [entry, best[at]!]
}

// For each of very many runs and differences: without an object for each sample.
function beyondOf(run: readonly BesideSample[], known: Float64Array): number {
  let sum = 0
  for (let at = 0; at < run.length; at++) sum += Math.max(0, run[at]!.entry.value - known[at]!)
  return sum
}

/**
 * What is known of each sample by a clock that is so many seconds behind. Of a source that goes on alone nothing comes from
 * before its first sample or behind its last: it was not there.
 */
function shiftInto(
  known: Float64Array,
  run: readonly BesideSample[],
  shift: number,
  until: CountedUntil,
): void {
  const [first, last] = [run[0]!.entry.start, entryEnd(run.at(-1)!.entry)]
  const moveTo = (from: number, to: number): void => {
    for (let at = 0; at < run.length; at++) {
      const { entry, within } = run[at]!
      const { start } = entry
      const end = entryEnd(entry)
      const gained = until(Math.min(to, Math.max(from, end + shift))) - until(end)
      const lost = until(Math.min(to, Math.max(from, start + shift))) - until(start)
      known[at] = Math.max(0, within + gained - lost)
    }
  }
  moveTo(first - furthest, last + furthest)
  if (goesOnAlone(run, known)) moveTo(first, last)
  for (let at = 0; at < run.length; at++) {
    const one = run[at]!
    if (known[at]! > one.within && !isReason(one, known[at]!)) known[at] = one.within
  }
}

function goesOnAlone(run: readonly BesideSample[], known: Float64Array): boolean {
  let all = 0
  let alone = 0
  for (let at = 0; at < run.length; at++) {
    const { entry, left } = run[at]!
    if (left < 1) continue
    all += entry.value
    alone += Math.max(0, entry.value - known[at]!)
  }
  return alone > mostAlone * all
}

/** Does it explain enough of what the sample has beyond what was counted in its own time? */
const isReason = ({ entry: { value }, within }: BesideSample, moved: number): boolean =>
  value - moved <= (value - within) * leastExplained.ofSample

/** What was counted until a time. */
type CountedUntil = (time: number) => number
type CountedAround = (from: number, to: number) => CountedUntil | undefined

/** What was counted in a time and in what two clocks may differ around it; nothing where that is nothing. Asked in order. */
function countedAround(within: Within): CountedAround {
  let [first, sums] = [0, [0]]
  return (from, to) => {
    const [begin, end] = [Math.floor((from - furthest) / shiftStep), Math.ceil((to + furthest) / shiftStep)]
    const known = sums.slice(Math.max(0, begin - first))
    ;[first, sums] = known.length > 1 ? [begin, known] : [begin, [0]]
    for (let at = first + sums.length - 1; at < end; at++)
      sums.push(sums.at(-1)! + within(at * shiftStep, (at + 1) * shiftStep))
    if (sums[0] === sums.at(-1)) return undefined
    return (time) => {
      const place = time / shiftStep - first
      const before = Math.floor(place)
      const one = sums[before] ?? sums.at(-1)!
      const next = sums[before + 1] ?? sums.at(-1)!
      return one + (next - one) * (place - before)
    }
  }
}
