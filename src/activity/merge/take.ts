/** Taking what layers counted, in their order: each second by the first that was there. */
import { mergedInOrder } from '../collect/series.ts'
import { keyOf } from '../sample.ts'
import { compare } from './recordings/activities.ts'
import { partsBeyond, type Book } from './beyond.ts'
import { clockError, clockStretches } from './clocks.ts'
import { coverageOf, extend, union, type Stretch } from './coverage.ts'
import { wornLayer } from './watches/late.ts'
import type { Layer } from './layers.ts'
import { coveredUntil, entryEnd, type SamplePart } from './own-overlaps.ts'
import { riddenFrom } from './watches/ridden.ts'

/**
 * Told of each entry of a layer, in order, and which part of it no better source has
 * counted, nor a better sample of its own.
 */
export type Taker = (layer: Layer) => (entry: SamplePart, part: number) => void

export const byOrder = (a: Layer, b: Layer): number =>
  a.order - b.order || compare(keyOf(a.source), keyOf(b.source))

/**
 * Goes through the layers in their order. Returns the time that they and `blocked` take, as far as they say when: rises of
 * hours do not.
 */
export function take(
  layers: readonly Layer[],
  blocked: Stretch[],
  taker: Taker,
  bookOf: (layer: Layer) => Book,
): Stretch[] {
  let [taken, clear] = [blocked, blocked]
  let begun = blocked
  for (const given of layers.toSorted(byOrder)) {
    const book = bookOf(given)
    const layer = wornLayer(given, [book.own.besides(keyOf(given.source)), ...countedByEach(layers, given)])
    const covered = layer.late ? blocked : withClock(layer, taken)
    const parts = partsBeyond(layer, { covered, begun }, book)
    const values = book.own.layer(layer.gap > 0 ? keyOf(layer.source) : undefined)
    const coverage = coverageOf(covered)
    const tell = taker(layer)
    const own: Stretch[] = []
    for (const [entry, part] of parts) {
      tell(entry, part)
      if (entry.outdone) continue
      const [start, end] = [entry.start, entryEnd(entry)]
      const counts = { ...entry, length: end - start, value: entry.value * part }
      if (counts.value > 0)
        values.add(
          counts,
          entry.moving === undefined ? undefined : inGaps(counts, coverage.gaps(start, end), book.own.most),
        )
      if (counts.value > 0 && entry.rise) book.onRise?.(counts)
      // Who writes zeros may lie on a charger, as who writes nothing.
      if (entry.value > 0 || layer.gap === 0) extend(own, takenFrom(entry), coveredUntil(entry), layer.gap)
    }
    taken = union(taken, own)
    if (layer.late === undefined) clear = union(clear, own)
    if (layer.gap === 0) begun = union(begun, own)
  }
  return clear
}

/** What each other watch counted, its rises of hours too. */
function countedByEach(layers: readonly Layer[], { source, late }: Layer): IteratorObject<SamplePart>[] {
  const watches = layers.filter((layer) => layer.late !== undefined && keyOf(layer.source) !== keyOf(source))
  const layersOf = (watch: Layer) =>
    layers.filter((layer) => layer.gap > 0 && keyOf(layer.source) === keyOf(watch.source))
  return late === undefined ? [] : watches.map((watch) => mergedInOrder(layersOf(watch).map(entriesIn)))
}

function* entriesIn({ entries }: Layer): Generator<SamplePart> {
  yield* entries()
}

/** Of hours in which a counter of rides or swims rose, others may have the first. */
const takenFrom = (entry: SamplePart): number =>
  entry.rise && entry.ground && entry.ground !== 'foot'
    ? riddenFrom(entry, entry.ground === 'swim')
    : entry.start

/** What was taken of the time of a layer, with what its clock makes of it. */
export const withClock = (layer: Layer, taken: readonly Stretch[]): readonly Stretch[] =>
  taken.length === 0 ? taken : union(taken, clockStretches(runsOf(layer), taken))

/** Entries of a layer that follow each other, each run as one stretch. */
function* runsOf({ entries, gap }: Layer): Generator<Stretch> {
  let run: Stretch | undefined
  for (const entry of entries()) {
    if (entry.outdone || entry.value === 0) continue
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

/** What an activity counts beside better sources it counts where they were not, as far as that can be done there. */
function inGaps<T extends SamplePart>(counts: T, gaps: readonly Stretch[], most: number): T[] {
  const all = gaps.reduce((sum, { start, end }) => sum + end - start, 0)
  if (counts.value > all * most) return [counts]
  return gaps.map(({ start, end }) => {
    const length = end - start
    const moving = Math.max(1, ((counts.moving ?? counts.length) * length) / counts.length)
    return { ...counts, start, length, value: (counts.value * length) / all, moving }
  })
}
