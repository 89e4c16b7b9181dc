/** When another source counted what an activity of a list did: its list says how much, and not when within its time. */
import type { Stream } from '../../collect/collection.ts'
import { createSeries, mergedInOrder, type Entry } from '../../collect/series.ts'
import { presence } from '../../pauses.ts'
import { groundOf, grounds, keyOf, type Activity } from '../../sample.ts'
import { compare } from '../recordings/activities.ts'
import { longestExact } from '../counted.ts'
import { coverageOf, extend, union, type Stretch } from '../coverage.ts'
import { tiers } from '../layers.ts'
import { entryEnd } from '../own-overlaps.ts'
import { countedIn, type CountedTime } from './count-time.ts'
import type { Wanted } from './most-in.ts'

/** A source that counted so much more of an activity knows its time better than one with shorter samples. */
const muchMore = 0.1
/** Two devices and a list agree to within this part. */
const muchLess = 0.05

/**
 * Of each by the source that counted most of it, or all together where one was changed for another on the way; of those the one
 * without a pause, then with the shortest samples, by its steps where any counts them. `byOthers`: not by its own source.
 */
export function countedElsewhere(
  wanted: readonly Wanted[],
  streams: readonly Stream[],
  byOthers: boolean,
): ReadonlyMap<Activity, CountedTime> {
  const found = new Map<Activity, CountedTime>()
  const own = new Set(byOthers ? wanted.map(({ activity }) => keyOf(activity.source)) : [])
  const isOwn = ({ activity }: Wanted, { source }: SourceSamples): boolean =>
    byOthers && keyOf(activity.source) === source
  const sampled = streams.filter(({ counter }) => counter === undefined)
  for (const measure of ['steps', 'distance'] as const) {
    const ofMeasure = wanted.filter(({ activity }) => (activity[measure] ?? 0) > 0)
    const best = new Map<Activity, CountedTime>()
    for (const ground of ofMeasure.length > 0 ? grounds : []) {
      const counted = ofMeasure.filter(({ activity }) => groundOf(activity.sport) === ground)
      const sources = samplesBySource(
        sampled.filter((each) => each.measure === measure && (each.ground === ground || each.unnamed)),
      )
      const others = sources.filter(({ source }) => !own.has(source))
      const ways = others.length > 1 ? [...sources, { source: '', samples: () => inTurn(others) }] : sources
      for (const way of counted.length > 0 ? ways : []) {
        const ofWay = counted.filter((each) => !isOwn(each, way))
        for (const [activity, time] of countedIn(way.samples(), ofWay, {
          measure,
          inTurn: way.source === '',
        }))
          if (isBetter(time, best.get(activity))) best.set(activity, time)
      }
      const unplaced = others.length > 1 ? counted.filter(({ activity }) => !best.get(activity)?.parts) : []
      for (const [activity, time] of countedIn(addedUp(others), unplaced, { measure }))
        if (time.parts && isAll(time)) best.set(activity, time)
    }
    for (const [activity, time] of best)
      if (!found.get(activity)?.parts && (time.parts || !found.has(activity))) found.set(activity, time)
  }
  return found
}

function isBetter(one: CountedTime, other: CountedTime | undefined): boolean {
  if (!other) return true
  if (Math.abs(one.share - other.share) > muchMore) return one.share > other.share
  if (isWithPause(one) && isWithoutPause(other)) return false
  if (isWithPause(other) && isWithoutPause(one)) return true
  const [longest, longestOther] = [longestOf(one), longestOf(other)]
  return longest < longestOther || (longest === longestOther && one.end > other.end)
}

/** A device that counted nothing for so long lay somewhere, where another one went on. */
const isWithPause = ({ parts = [] }: CountedTime): boolean =>
  parts.some(({ start }, at) => at > 0 && start - parts[at - 1]!.end > presence * 1000)

/** In longer samples a pause is not seen. */
const isWithoutPause = (time: CountedTime): boolean =>
  time.parts !== undefined && longestOf(time) <= presence * 1000 && !isWithPause(time)

/** Of devices that were changed for each other on the way: in long samples they counted what the list says, and no more. */
const isAll = (time: CountedTime): boolean =>
  time.share >= 1 - muchLess && time.rest <= muchLess && longestOf(time) > longestExact * 1000

const longestOf = ({ parts }: CountedTime): number =>
  parts?.reduce((longest, { start, end }) => Math.max(longest, end - start), 0) ?? Infinity

type SourceSamples = { source: string; samples: () => IteratorObject<Entry> }

/** What each source counts, in the order in which they are trusted. */
function samplesBySource(streams: readonly Stream[]): SourceSamples[] {
  const sources = new Map<string, Stream[]>()
  for (const stream of streams) {
    const key = keyOf(stream.source)
    sources.set(key, [...(sources.get(key) ?? []), stream])
  }
  return [...sources.entries()]
    .toSorted(
      ([a, [one]], [b, [other]]) => tiers[one!.source.kind] - tiers[other!.source.kind] || compare(a, b),
    )
    .map(([source, own]) => ({
      source,
      samples: () => mergedInOrder(own.map(({ series }) => series.sorted())),
    }))
}

/** All that several sources count, as one sample where samples of theirs overlap: nobody knows in which part of those. */
function* addedUp(sources: readonly SourceSamples[]): Generator<Entry> {
  let sum: Entry | undefined
  for (const entry of mergedInOrder(sources.map(({ samples }) => samples()))) {
    if (entry.value === 0) continue
    if (sum && entry.start < entryEnd(sum)) {
      const end = Math.max(entryEnd(sum), entryEnd(entry))
      sum = { ...sum, length: end - sum.start, value: sum.value + entry.value }
      continue
    }
    if (sum) yield sum
    sum = entry
  }
  if (sum) yield sum
}

/** Of several sources each second by the first that was there. */
function inTurn(sources: readonly SourceSamples[]): IteratorObject<Entry> {
  let taken: Stretch[] = []
  const kept = sources.map(({ samples }) => {
    const series = createSeries()
    const coverage = coverageOf(taken)
    const own: Stretch[] = []
    for (const entry of samples()) {
      const end = entryEnd(entry)
      for (const gap of coverage.gaps(entry.start, end)) {
        const length = gap.end - gap.start
        series.add({
          ...entry,
          start: gap.start,
          length,
          value: (entry.value * length) / (end - entry.start),
        })
      }
      extend(own, entry.start, end, presence)
    }
    taken = union(taken, own)
    return series.sorted()
  })
  return mergedInOrder(kept)
}
