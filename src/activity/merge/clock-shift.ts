/** Samples beside those of better sources: two clocks differ, and what one has in a sample the other has in the next one. */
import { clockError } from './clocks.ts'
import type { Within } from './counted.ts'
import { partLeft, type Coverage } from './coverage.ts'
import type { Layer } from './layers.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'

/** Seconds that one clock may be behind the other, each being wrong by one error. */
const furthest = 2 * clockError
const shiftStep = 20
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
  let best = run.map(({ within }) => within)
  let least = beyondOf(run, best) * (1 - leastExplained.ofRun)
  for (const around of run.some(({ left }) => left > 0) ? counted : []) {
    const until = least > 0 ? around(run[0]!.entry.start, entryEnd(run.at(-1)!.entry)) : undefined
    for (const shift of until ? shifts : []) {
      const known = shifted(run, shift, until!)
      const beyond = beyondOf(run, known)
      if (beyond < least) [best, least] = [known, beyond]
    }
  }
  for (const [at, { entry }] of run.entries()) yield [entry, best[at]!]
}

const beyondOf = (run: readonly BesideSample[], known: readonly number[]): number =>
  run.reduce((sum, { entry: { value } }, at) => sum + Math.max(0, value - known[at]!), 0)

/**
 * What is known of each sample by a clock that is so many seconds behind. Of a source that goes on alone nothing comes from
 * before its first sample or behind its last: it was not there.
 */
function shifted(run: readonly BesideSample[], shift: number, until: CountedUntil): number[] {
  const [first, last] = [run[0]!.entry.start, entryEnd(run.at(-1)!.entry)]
  const knownTo = (from: number, to: number): number[] => {
    const at = (time: number): number => until(Math.min(to, Math.max(from, time)))
    return run.map(({ entry, within }) => {
      const [start, end] = [entry.start, entryEnd(entry)]
      return Math.max(0, within + at(end + shift) - until(end) - at(start + shift) + until(start))
    })
  }
  const open = knownTo(first - furthest, last + furthest)
  const beside = run.map((one, at) => ({ ...one, known: open[at]! })).filter(({ left }) => left === 1)
  const alone = beside.reduce((sum, { entry, known }) => sum + Math.max(0, entry.value - known), 0)
  const isAlone = alone > mostAlone * beside.reduce((sum, { entry }) => sum + entry.value, 0)
  return (isAlone ? knownTo(first, last) : open).map((moved, at) => {
    const one = run[at]!
    return moved <= one.within || isReason(one, moved) ? moved : one.within
  })
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
      const [one, next] = [sums[before] ?? sums.at(-1)!, sums[before + 1] ?? sums.at(-1)!]
      return one + (next - one) * (place - before)
    }
  }
}
