/** When another source counted what an activity of a list did: its list says how much, and not when within its time. */
import type { Stream } from '../../collect/collection.ts'
import { createSeries, mergedInOrder, type SampleSeries } from '../../collect/series.ts'
import { presence } from '../../pauses.ts'
import { groundOf, grounds, keyOf, type Activity, type Ground } from '../../sample.ts'
import { compare } from '../recordings/activities.ts'
import { evenlyWithin, longestExact } from '../counted.ts'
import { coverageOf, extend, union, type Stretch } from '../coverage.ts'
import { tiers } from '../layers.ts'
import { entryEnd } from '../own-overlaps.ts'
import { countedIn, type CountedTime } from './count-time.ts'
import type { CountingWay, Wanted } from './most-in.ts'
import type { CountedSample } from './written-late.ts'

/** A source that counted so much more of an activity knows its time better than one with shorter samples. */
const muchMore = 0.1
/** Two devices and a list agree to within this part. */
const muchLess = 0.05

/**
 * Of each by the source that counted most of it, or all together where one was changed for another on the way; of those the one
 * without a pause, then with the shortest samples, by its steps where any counts them. `byOthers`: not by its own source;
 * `beside`: what samples have of these is of no other.
 */
export function countedElsewhere(
  wanted: readonly Wanted[],
  streams: readonly Stream[],
  { byOthers, beside = [] }: { byOthers: boolean; beside?: readonly Wanted[] },
): ReadonlyMap<Activity, CountedTime> {
  const found = new Map<Activity, CountedTime>()
  const isWanted = new Set(wanted.map(({ activity }) => activity))
  const own = new Set(byOthers ? wanted.map(({ activity }) => keyOf(activity.source)) : [])
  const isOwn = ({ activity }: Wanted, { source }: SourceSamples): boolean =>
    byOthers && keyOf(activity.source) === source
  const sampled = streams.filter(({ counter }) => counter === undefined)
  for (const measure of ['steps', 'distance'] as const) {
    const ofMeasure = wanted.filter(({ activity }) => (activity[measure] ?? 0) > 0)
    const recorded = beside.filter(({ activity }) => (activity[measure] ?? 0) > 0)
    const best = new Map<Activity, CountedTime>()
    const ofStreams = sampled.filter((each) => each.measure === measure)
    // What names no way of moving counts those of all.
    const isUnnamed = ofStreams.some(({ unnamed }) => unnamed)
    for (const ways of isUnnamed ? [grounds] : grounds.map((ground) => [ground])) {
      const isHere = ({ activity }: Wanted) => ways.includes(groundOf(activity.sport))
      const counted = ofMeasure.filter(isHere)
      if (counted.length === 0) continue
      const sources = samplesBySource(
        ofStreams.filter(({ ground }) => ways.includes(ground)),
        sampled,
      )
      const others = sources.filter(({ source }) => !own.has(source))
      for (const way of others.length > 1 ? [...sources, inTurn(others)] : sources) {
        const how = { measure, inTurn: way.source === '' }
        const ofWay = counted.filter((each) => !isOwn(each, way))
        const carried = carriedBy(way, recorded.filter(isHere), how)
        for (const [activity, time] of countedIn(way.samples(), [...ofWay, ...carried], how))
          if (isWanted.has(activity) && isBetter(time, best.get(activity))) best.set(activity, time)
      }
      const unplaced = others.length > 1 ? counted.filter(({ activity }) => !best.get(activity)?.parts) : []
      for (const [activity, time] of countedIn(addedUp(others), unplaced, { measure, isSum: true }))
        if (time.parts && isAll(time)) best.set(activity, time)
    }
    for (const [activity, time] of best)
      if (!found.get(activity)?.parts && (time.parts || !found.has(activity))) found.set(activity, time)
  }
  return found
}

/** Recordings that a source counted too. */
function carriedBy(way: SourceSamples, recorded: readonly Wanted[], how: CountingWay): Wanted[] {
  const counted = new Map(countedIn(way.samples(), recorded, how))
  return recorded.filter(({ activity }) => counted.get(activity)?.parts)
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

type SourceSamples = { source: string; samples: () => IteratorObject<CountedSample> }

/** What each source counts, in the order in which they are trusted. */
function samplesBySource(streams: readonly Stream[], all: readonly Stream[]): SourceSamples[] {
  const sources = new Map<string, Stream[]>()
  for (const stream of streams) {
    const key = keyOf(stream.source)
    sources.set(key, [...(sources.get(key) ?? []), stream])
  }
  return [...sources.entries()]
    .toSorted(
      ([a, [one]], [b, [other]]) => tiers[one!.source.kind] - tiers[other!.source.kind] || compare(a, b),
    )
    .map(([source, own]) => {
      const steps = all.filter((each) => each.measure === 'steps' && keyOf(each.source) === source)
      const samplesIn = ({ series, ground, unnamed }: Stream) =>
        unnamed ? withSteps(series, steps) : samplesOf({ series, ground })
      return { source, samples: () => mergedInOrder(own.map(samplesIn)) }
    })
}

function* samplesOf({
  series,
  ground,
}: {
  series: SampleSeries
  ground: Ground | undefined
}): Generator<CountedSample> {
  for (const entry of series.sorted()) yield { ...entry, ground }
}

/** Samples that name no way of moving, each with the steps that its source counted in its time, where it counts steps. */
function* withSteps(series: SampleSeries, streams: readonly Stream[]): Generator<CountedSample> {
  const stepsIn = evenlyWithin(mergedInOrder(streams.map((each) => each.series.sorted())))
  for (const entry of series.sorted())
    yield {
      ...entry,
      ground: undefined,
      ...(streams.length > 0 && { steps: stepsIn(entry.start, entryEnd(entry)) }),
    }
}

/** All that several sources count, as one sample where samples of theirs overlap: nobody knows in which part of those. */
function* addedUp(sources: readonly SourceSamples[]): Generator<CountedSample> {
  let sum: CountedSample | undefined
  for (const entry of mergedInOrder(sources.map(({ samples }) => samples()))) {
    if (entry.value === 0) continue
    if (sum && entry.start < entryEnd(sum)) {
      const end = Math.max(entryEnd(sum), entryEnd(entry))
      const ground = sum.ground === entry.ground ? sum.ground : undefined
      sum = { ...sum, length: end - sum.start, value: sum.value + entry.value, ground }
      continue
    }
    if (sum) yield sum
    sum = entry
  }
  if (sum) yield sum
}

/** Of several sources each second by the first that was there. */
function inTurn(sources: readonly SourceSamples[]): SourceSamples {
  let taken: Stretch[] = []
  const kept = sources.flatMap(({ samples }) => {
    const byGround = new Map<Ground | undefined, SampleSeries>()
    const coverage = coverageOf(taken)
    const own: Stretch[] = []
    for (const { ground, ...entry } of samples()) {
      const series = byGround.get(ground) ?? createSeries()
      byGround.set(ground, series)
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
    return [...byGround].map(([ground, series]) => ({ ground, series }))
  })
  return { source: '', samples: () => mergedInOrder(kept.map(samplesOf)) }
}
