/** When another source counted what an activity of a list did: its list says how much, and not when within its time. */
import type { Stream } from '../../collect/collection.ts'
import { mergedInOrder } from '../../collect/series.ts'
import { groundOf, keyOf, type Activity } from '../../sample.ts'
import { compare } from '../activities.ts'
import { countedIn, type Amount, type CountedTime, type Wanted } from './count-time.ts'

/** Of each by the source with the shortest samples, by its steps where any counts them. `byOthers`: not by its own. */
export function countedElsewhere(
  wanted: readonly Wanted[],
  streams: readonly Stream[],
  byOthers: boolean,
): ReadonlyMap<Activity, CountedTime> {
  const found = new Map<Activity, CountedTime>()
  for (const measure of ['steps', 'distance'] as const) {
    const ofMeasure = wanted.filter(({ activity }) => (activity[measure] ?? 0) > 0)
    const best = new Map<Activity, CountedTime>()
    for (const { source, ground, samples } of waysOf(streams, measure)) {
      const counted = ofMeasure.filter(
        ({ activity }) =>
          groundOf(activity.sport) === ground && !(byOthers && keyOf(activity.source) === source),
      )
      for (const [activity, time] of countedIn(samples(), counted, measure))
        if (isBetter(time, best.get(activity))) best.set(activity, time)
    }
    for (const [activity, time] of best)
      if (!found.get(activity)?.parts && (time.parts || !found.has(activity))) found.set(activity, time)
  }
  return found
}

const isBetter = (one: CountedTime, other: CountedTime | undefined): boolean =>
  !other || longestOf(one) < longestOf(other) || (longestOf(one) === longestOf(other) && one.end > other.end)

const longestOf = ({ parts }: CountedTime): number =>
  parts?.reduce((longest, { start, end }) => Math.max(longest, end - start), 0) ?? Infinity

/** What each source counts on each ground. */
function waysOf(streams: readonly Stream[], measure: Amount) {
  const ways = new Map<string, Stream[]>()
  for (const stream of streams) {
    if (stream.counter !== undefined || stream.measure !== measure) continue
    const key = `${keyOf(stream.source)}\0${stream.ground}`
    ways.set(key, [...(ways.get(key) ?? []), stream])
  }
  return [...ways.entries()]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([, way]) => ({
      source: keyOf(way[0]!.source),
      ground: way[0]!.ground,
      samples: () => mergedInOrder(way.map(({ series }) => series.sorted())),
    }))
}
