/** What each activity counts for itself: of time that several share each second counts for one of them, measure by measure. */
import { groundOf, grounds, measures, type Activity, type Measure, type Preference } from '../sample.ts'
import type { Merged } from './activities.ts'
import { createCounted, type Counted } from './counted.ts'
import { levelLimit, levelsOf } from './levels.ts'
import { stretchesOf, type Layer, type Timed } from './layers.ts'
import { withoutOwnOverlaps, type SamplePart } from './own-overlaps.ts'
import { take, type Taker } from './take.ts'

type Counts = Record<Measure, number>
type ActivityPart = SamplePart & { of: Merged }

const source = { name: 'activities', kind: 'other' } as const

/** Of each activity, as the days have it: the better file's first, of equal ones the shorter. */
export function activityCounts(activities: readonly Merged[], preference: Preference): Map<Merged, Counts> {
  const counts = new Map(
    activities.map((each): [Merged, Counts] => [each, { steps: 0, distance: 0, duration: 0 }]),
  )
  const taker =
    (measure: Measure): Taker =>
    () =>
    (entry, part) => {
      if (!entry.outdone) counts.get((entry as ActivityPart).of)![measure] += entry.value * part
    }
  const levels: Merged[][] = []
  for (const [activity, level] of levelsOf(activities, preference)) (levels[level] ??= []).push(activity)
  for (const measure of measures) {
    // Who rides does not walk in the same seconds, but meters of a walk are no meters of a ride.
    const books = new Map<Layer, Counted>()
    for (const ground of measure === 'distance' ? grounds : [undefined]) {
      const own = createCounted(measure, ground)
      for (const [order, level] of levels.entries())
        for (const isEstimate of [false, true]) {
          const wanted = level.filter(
            ({ sport, estimated }) =>
              (estimated === measure) === isEstimate && (!ground || groundOf(sport) === ground),
          )
          books.set(layerOf(wanted, measure, isEstimate ? order + levelLimit : order), own)
        }
    }
    take([...books.keys()], [], taker(measure), (layer) => ({ own: books.get(layer)! }))
  }
  return counts
}

function layerOf(activities: readonly Merged[], measure: Measure, order: number): Layer {
  const parts = activities.flatMap((of) => partsToCount(of, measure)).toSorted((a, b) => a.start - b.start)
  return { source, order, gap: 0, entries: () => withoutOwnOverlaps(parts, ({ until }) => until) }
}

/** What a copy knows is of the copy's time. Activities that follow each other within a second do not overlap. */
function partsToCount(of: Merged, measure: Measure): (Timed & ActivityPart)[] {
  const value = of[measure] ?? 0
  const known: Activity = of.filled[measure] ?? of
  if (value === 0) return []
  return stretchesOf(known.end > known.start ? known : of, value).map((each) => ({
    ...each,
    offset: of.offset,
    of,
  }))
}
