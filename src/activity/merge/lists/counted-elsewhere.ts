/** When another source counted what an activity of a list did: its list says how much, and not when within its time. */
import type { Stream } from '../../collect/collection.ts'
import { createSeries, mergedInOrder, type Entry } from '../../collect/series.ts'
import { presence } from '../../pauses.ts'
import { groundOf, grounds, keyOf, type Activity } from '../../sample.ts'
import { compare } from '../activities.ts'
import { coverageOf, extend, union, type Stretch } from '../coverage.ts'
import { tiers } from '../layers.ts'
import { entryEnd } from '../own-overlaps.ts'
import { countedIn, type CountedTime, type Wanted } from './count-time.ts'

/** A source that counted so much more of an activity knows its time better than one with shorter samples. */
const muchMore = 0.1

/**
 * Of each by the source that counted most of it, or all together where one was changed for another on the way; of those the one
 * with the shortest samples, by its steps where any counts them. `byOthers`: not by its own source.
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
        sampled.filter((each) => each.measure === measure && each.ground === ground),
      )
      const others = sources.filter(({ source }) => !own.has(source))
      const ways = others.length > 1 ? [...sources, { source: '', samples: () => inTurn(others) }] : sources
      for (const way of counted.length > 0 ? ways : []) {
        const ofWay = counted.filter((each) => !isOwn(each, way))
        for (const [activity, time] of countedIn(way.samples(), ofWay, measure))
          if (isBetter(time, best.get(activity))) best.set(activity, time)
      }
    }
    for (const [activity, time] of best)
      if (!found.get(activity)?.parts && (time.parts || !found.has(activity))) found.set(activity, time)
  }
  return found
}

function isBetter(one: CountedTime, other: CountedTime | undefined): boolean {
  if (!other) return true
  if (Math.abs(one.share - other.share) > muchMore) return one.share > other.share
  const [longest, longestOther] = [longestOf(one), longestOf(other)]
  return longest < longestOther || (longest === longestOther && one.end > other.end)
}

const longestOf = ({ parts }: CountedTime): number =>
  parts?.reduce((longest, { start, end }) => Math.max(longest, end - start), 0) ?? Infinity

type SourceSamples = { source: string; samples: () => Iterable<Entry> }

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

/** Of several sources each second by the first that was there. */
function inTurn(sources: readonly SourceSamples[]): Iterable<Entry> {
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
