/** Taking what layers counted, in their order: each second by the first that was there. */
import type { Entry } from '../collect/series.ts'
import { keyOf } from '../sample.ts'
import { compare } from './activities.ts'
import { clockError, clockStretches } from './clocks.ts'
import { createCounted, type Counted, type Matcher, type Within } from './counted.ts'
import { coverageOf, extend, union, type Coverage, type Stretch } from './coverage.ts'
import type { Layer } from './layers.ts'
import type { TakeRidden } from './ridden.ts'
import type { SamplePart } from './own-overlaps.ts'

/**
 * Told of each entry of a layer, in order, and which part of it no better source has
 * counted, nor a better sample of its own. `beside`: of a late rise, with what worse sources counted of it.
 */
export type Taker = (layer: Layer) => (entry: SamplePart, part: number, beside?: number) => void

export const byOrder = (a: Layer, b: Layer): number =>
  a.order - b.order || compare(keyOf(a.source), keyOf(b.source))

/**
 * What the layers of one ground counted, and that of others which a layer holds too. `takeRidden`: what counters of rides
 * rose by, for entries that may hold it; `unclear`: hours of which they say no better when. `onRise`: told of what a
 * counter's rise has that counts.
 */
export type Book = {
  own: Counted
  others?: readonly Counted[]
  takeRidden?: TakeRidden | undefined
  unclear?: Stretch[]
  onRise?: (rise: Entry) => void
}

/** Goes through the layers in their order; the time that they and `blocked` take is returned. */
export function take(
  layers: readonly Layer[],
  blocked: Stretch[],
  taker: Taker,
  bookOf: (layer: Layer) => Book,
): Stretch[] {
  let taken = blocked
  let held: Held[] = []
  let late: Stretch[] = []
  const settle = (): void => {
    taken = union(taken, takeHeld(held, taker))
    held = []
  }
  for (const layer of layers.toSorted(byOrder)) {
    if (layer.estimated) settle()
    const { own: counted, others = [], takeRidden, unclear = [], onRise } = bookOf(layer)
    const coverage = coverageFor(layer, taken)
    const rode = coverageOf(unclear)
    const withLate = unclear.length > 0 ? coverageFor(layer, union(taken, late)) : coverage
    const tell = taker(layer)
    const inOthers = others.map((each) => each.reader({ rises: false }))
    const before = [counted.reader(), ...inOthers]
    const clear = [counted.reader({ late: false }), ...inOthers]
    const values = counted.layer()
    const own: Stretch[] = []
    const ownLate: Stretch[] = []
    const rises: HeldRise[] = []
    for (const entry of layer.entries()) {
      if (entry.outdone) {
        tell(entry, 0)
        continue
      }
      const { start, value } = entry
      const end = endOf(entry)
      const known = (from: number, to: number) => sumOf(before, from, to)
      // What may be one of rides at some time of hours is no finer than a late rise.
      const isUnclear = entry.unnamed && rode.overlap(start, end) > 0
      const covered = isUnclear ? withLate : coverage
      let part = layer.apart ? partLeft(entry, covered) : partBeyond(entry, value, covered, known)
      if (takeRidden && entry.unnamed && value > 0) {
        const beside = Math.max(0, value - sumOf(isUnclear ? before : clear, start, end))
        const ridden = takeRidden({ start, end }, beside)
        if (ridden > 0) part = Math.min(part, (beside - ridden) / value)
      }
      const counts = { ...entry, length: end - start, value: value * part }
      if (counts.value > 0) values.add(counts)
      if (counts.value > 0 && entry.rise) onRise?.(counts)
      if (entry.late) {
        rises.push({ entry, part })
        extend(ownLate, start, end, 0)
        continue
      }
      tell(entry, part)
      extend(own, start, end, layer.gap)
    }
    if (rises.length > 0) held.push({ layer, rises: rises.toSorted(byTime), worse: counted.matcher() })
    late = union(late, ownLate)
    taken = union(taken, own)
  }
  settle()
  return taken
}

/** A late rise, and the part of it that no better source has counted. */
type HeldRise = { entry: SamplePart; part: number }
type Held = { layer: Layer; rises: readonly HeldRise[]; worse: () => Matcher }

/** Of rises from one midnight, as of walking and running, the shorter is matched first: it has fewer samples to choose from. */
const byTime = ({ entry: a }: HeldRise, { entry: b }: HeldRise): number =>
  a.start - b.start || a.length - b.length

/**
 * A late rise does not say when in its hours something moved. What worse sources counted in them is the same motion, and the
 * rise has what is left. The time of all of them is returned.
 */
function takeHeld(held: readonly Held[], taker: Taker): Stretch[] {
  let taken: Stretch[] = []
  const counted = createCounted()
  for (const { layer, rises, worse } of held) {
    const tell = taker(layer)
    const coverage = coverageOf(taken)
    const known = counted.reader()
    const match = worse()
    const values = counted.layer()
    const own: Stretch[] = []
    for (const { entry, part: most } of rises) {
      const { start, value } = entry
      const end = endOf(entry)
      const part = Math.min(most, partBeyond(entry, value, coverage, known))
      const same = match({ start: start - clockError, end: end + clockError }, value * part)
      tell(entry, value > 0 ? part - same / value : part, part)
      if (part > 0) values.add({ start, length: end - start, value: value * part })
      extend(own, start, end, layer.gap)
    }
    taken = union(taken, own)
  }
  return taken
}

const sumOf = (counted: readonly Within[], from: number, to: number): number =>
  counted.reduce((sum, within) => sum + within(from, to), 0)

/** What was taken of the time of a layer, with what its clock makes of it. */
export function coverageFor(layer: Layer, taken: readonly Stretch[]): Coverage {
  return coverageOf(taken.length === 0 ? taken : union(taken, clockStretches(runsOf(layer), taken)))
}

/** Entries of a layer that follow each other, each run as one stretch. */
function* runsOf({ entries, gap }: Layer): Generator<Stretch> {
  let run: Stretch | undefined
  for (const entry of entries()) {
    if (entry.outdone) continue
    const end = endOf(entry)
    if (run && entry.start - run.end <= Math.min(gap, clockError)) run.end = Math.max(run.end, end)
    else {
      if (run) yield run
      run = { start: entry.start, end }
    }
  }
  if (run) yield run
}

/** When something moved, without pauses. A counter does not say when in hours it rose. */
export const movingTimes = (layer: Layer): Stretch[] => [
  ...runsOf({
    ...layer,
    *entries() {
      for (const entry of layer.entries()) if (!entry.rise && entry.value > 0) yield entry
    },
  }),
]

/** What has no length of its own took a second. */
const endOf = ({ start, length }: Entry): number => start + Math.max(1, length)

/** The part of an entry that is not covered, and that `value` has beyond what is known of its time. */
export function partBeyond(
  entry: Entry,
  value: number,
  coverage: Coverage,
  known: (start: number, end: number) => number,
): number {
  const part = partLeft(entry, coverage)
  if (part === 0 || part === 1 || value === 0) return part
  return Math.min(part, Math.max(0, 1 - known(entry.start, endOf(entry)) / value))
}

/** The part of an entry that is not covered: 1 for all of it. */
export function partLeft(entry: Entry, coverage: Coverage): number {
  const { start } = entry
  const end = endOf(entry)
  return 1 - coverage.overlap(start, end) / (end - start)
}
