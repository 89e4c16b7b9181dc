/** Taking what layers counted, in their order: each second by the first that was there. */
import type { Entry } from '../collect/series.ts'
import { keyOf } from '../sample.ts'
import { compare } from './activities.ts'
import { withKnown } from './clock-shift.ts'
import { clockError, clockStretches } from './clocks.ts'
import { knownBy, together, type Counted, type KnownAround } from './counted.ts'
import { coverageOf, extend, partLeft, union, type Coverage, type Stretch } from './coverage.ts'
import { leftOf } from './late.ts'
import type { Layer } from './layers.ts'
import type { TakeRidden } from './ridden.ts'
import { coveredUntil, entryEnd, type SamplePart } from './own-overlaps.ts'
import { restOfTracks } from './track-rest.ts'

/**
 * Told of each entry of a layer, in order, and which part of it no better source has
 * counted, nor a better sample of its own.
 */
export type Taker = (layer: Layer) => (entry: SamplePart, part: number) => void

export const byOrder = (a: Layer, b: Layer): number =>
  a.order - b.order || compare(keyOf(a.source), keyOf(b.source))

/**
 * What the layers of one ground counted, and that of others which a layer holds too, or its tracks alone (`besideTracks`).
 * `takeRidden`: what counters of rides rose by, for entries that may hold it; `onRise`: told of what a counter's rise has that
 * counts.
 */
export type Book = {
  own: Counted
  others?: readonly Counted[]
  besideTracks?: readonly Counted[]
  takeRidden?: TakeRidden | undefined
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
  for (const layer of layers.toSorted(byOrder)) {
    const { own: counted, others = [], besideTracks = [], takeRidden, onRise } = bookOf(layer)
    const owner = layer.gap > 0 ? keyOf(layer.source) : undefined
    const covered = layer.late ? blocked : withClock(layer, taken)
    const { coverage, alone } = coverageFor(layer, covered)
    const left = layer.late && leftOf([...layer.entries()], counted.besides(keyOf(layer.source)), layer.late)
    const tell = taker(layer)
    const readers = (how: { evenly?: boolean } = {}) => [
      counted.reader(how),
      ...others.map((each) => each.reader({ rises: false, ...how })),
    ]
    const known = knownBy(readers)
    const samples = withKnown(layer, coverageOf(covered), {
      within: together(readers()),
      evenly: together(readers({ evenly: true })),
    })
    const restOf = restOfTracks(layer, covered, { own: counted, others: besideTracks })
    const values = counted.layer(owner)
    const own: Stretch[] = []
    for (const [entry, expected] of samples) {
      if (entry.outdone) {
        tell(entry, 0)
        continue
      }
      const { start, value } = entry
      const end = entryEnd(entry)
      let part =
        layer.apart || left
          ? partLeft(entry, coverage)
          : expected === undefined
            ? partBeyond(entry, value, { coverage, alone, known, byHand: layer.gap === 0 })
            : Math.min(partLeft(entry, coverage), shareBeyond(value, expected))
      if (left) part = Math.min(part, left.shift()! / value)
      part = Math.min(part, partLeft(entry, coverage) * restOf(entry))
      if (takeRidden && entry.unnamed && value > 0) {
        const beside = Math.max(0, value - known(start, end).within)
        const ridden = takeRidden({ start, end }, beside)
        if (ridden > 0) part = Math.min(part, (beside - ridden) / value)
      }
      tell(entry, part)
      const counts = { ...entry, length: end - start, value: value * part }
      if (counts.value > 0)
        for (const each of entry.moving === undefined ? [counts] : inGaps(counts, coverage.gaps(start, end)))
          values.add(each)
      if (counts.value > 0 && entry.rise) onRise?.(counts)
      extend(own, start, coveredUntil(entry), layer.gap)
    }
    taken = union(taken, own)
  }
  return taken
}

/** What was taken of the time of a layer, with what its clock makes of it. */
export const withClock = (layer: Layer, taken: readonly Stretch[]): readonly Stretch[] =>
  taken.length === 0 ? taken : union(taken, clockStretches(runsOf(layer), taken))

/** What is covered of a layer's time, and when it counted alone: its entries of which nothing is covered. */
export function coverageFor(
  { entries }: Layer,
  covered: readonly Stretch[],
): { coverage: Coverage; alone: Coverage } {
  const coverage = coverageOf(covered)
  const times: Stretch[] = []
  // Where nothing is covered no entry is beside another.
  for (const entry of covered.length > 0 ? entries() : [])
    if (!entry.outdone && entry.value > 0 && partLeft(entry, coverage) === 1)
      extend(times, entry.start, entryEnd(entry), 0)
  return { coverage: coverageOf(covered), alone: coverageOf(times) }
}

/** Entries of a layer that follow each other, each run as one stretch. */
function* runsOf({ entries, gap }: Layer): Generator<Stretch> {
  let run: Stretch | undefined
  for (const entry of entries()) {
    if (entry.outdone) continue
    const end = coveredUntil(entry)
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

/** Counters of strides and of meters round: so small a part is no more steps. */
const rounded = 0.001

/** What an activity counts beside better sources it counts where they were not. */
function inGaps<T extends SamplePart>(counts: T, gaps: readonly Stretch[]): T[] {
  const all = gaps.reduce((sum, { start, end }) => sum + end - start, 0)
  return gaps.map(({ start, end }) => {
    const length = end - start
    const moving = Math.max(1, ((counts.moving ?? counts.length) * length) / counts.length)
    return { ...counts, start, length, value: (counts.value * length) / all, moving }
  })
}

/**
 * The part of an entry that is not covered, and that `value` has beyond what is known of its time. Nothing where two clocks
 * explain what it has beyond that, unless its source goes on alone right before or behind. A clock moves both ends of an
 * entry alike; who starts and stops by hand is wrong at each.
 */
export function partBeyond(
  entry: Entry,
  value: number,
  {
    coverage,
    alone,
    known,
    byHand = false,
  }: { coverage: Coverage; alone: Coverage; known: KnownAround; byHand?: boolean },
): number {
  const part = partLeft(entry, coverage)
  if (part === 0 || part === 1 || value === 0) return part
  const [start, end] = [entry.start, entryEnd(entry)]
  const { within, before, behind } = known(start, end)
  const goesOn = alone.overlap(start - clockError, end + clockError) > 0
  const beside = byHand ? before + behind : Math.max(before, behind)
  const explained = goesOn ? 0 : beside + value * rounded
  return value <= within + explained ? 0 : Math.min(part, 1 - within / value)
}

/** The share of a value beyond what is known of it. */
const shareBeyond = (value: number, known: number): number =>
  value <= known + value * rounded ? 0 : 1 - known / value
