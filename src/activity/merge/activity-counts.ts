/** What each activity counts for itself: of time that several share each second counts for one of them, measure by measure. */
import { grounds, measures, type Measure, type Preference } from '../sample.ts'
import type { Merged } from './recordings/merged.ts'
import type { Book } from './beyond.ts'
import { createCounted } from './counted.ts'
import { activityLayers } from './activity-layers.ts'
import type { Layer } from './layers.ts'
import { levelsOf } from './levels.ts'
import type { SamplePart } from './own-overlaps.ts'
import { take, type Taker } from './take.ts'

type Counts = Record<Measure, number>
type ActivityPart = SamplePart & { of?: Merged }

/** Of each activity, as the days have it: the better file's first, of equal ones the shorter. */
export function activityCounts(activities: readonly Merged[], preference: Preference): Map<Merged, Counts> {
  const counts = new Map(
    activities.map((each): [Merged, Counts] => [each, { steps: 0, distance: 0, duration: 0 }]),
  )
  const taker =
    (measure: Measure): Taker =>
    () =>
    (entry: ActivityPart, part) => {
      if (!entry.outdone) counts.get(entry.of!)![measure] += entry.value * part
    }
  const levels = levelsOf(activities, preference)
  for (const measure of measures) {
    // Who rides does not walk in the same seconds, but meters of a walk are no meters of a ride.
    const all = (measure === 'distance' ? grounds : [undefined]).map((ground) => ({
      own: createCounted(measure, ground),
      layers: activityLayers(levels, measure, ground, preference),
    }))
    const books = new Map<Layer, Book>()
    for (const { own, layers } of all) {
      const besideTracks = all.map((other) => other.own).filter((other) => other !== own)
      for (const layer of layers)
        books.set({ ...layer, entries: () => withActivity(layer.entries()) }, { own, besideTracks })
    }
    take([...books.keys()], [], taker(measure), (layer) => books.get(layer)!)
  }
  return counts
}

/** What a copy says of a part is no value of the whole. */
function* withActivity(parts: Iterable<ActivityPart>): Generator<ActivityPart> {
  for (const part of parts) if (part.of) yield part
}
