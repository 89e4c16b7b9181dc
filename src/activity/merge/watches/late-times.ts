/** What counters of active time rose by in hours: the time of the steps that others counted then is the same motion. */
import { mostOnFoot } from '../../collect/counters.ts'
import type { Entry } from '../../collect/series.ts'
import { keyOf } from '../../sample.ts'
import type { CountedEntry } from '../counted.ts'
import { leftOf } from './late.ts'
import type { Layer } from '../layers.ts'
import { entryEnd } from '../own-overlaps.ts'
import { timeOfSteps, timesOfSteps } from '../steps-as-time.ts'
import type { Taker } from '../take.ts'

/** Shares of entries, in their order, that late times leave. */
type Shares = IteratorObject<number>

/** Does the watch of a layer count its time on the day of a rise? */
export type IsTimed = (layer: Layer, rise: Entry) => boolean

/** The part of an entry that is beyond other times, where its steps take so many seconds. Asked in order. */
export type PartOf = (entry: Entry, seconds: number) => number

export type LateTimes = {
  /** Told of active time as it is taken. */
  taker: Taker
  /** Told of the layers of steps, once the active time is taken. */
  addSteps: (layers: readonly Layer[], isTimed: IsTimed) => void
  /** The shares of the steps of a layer that rises of hours leave: their time, and that of as many steps as they have. */
  besides: (layer: Layer, parts: () => PartOf) => Shares[]
}

export function createLateTimes(): LateTimes {
  /** As far as they are beyond what others say. */
  const times: CountedEntry[] = []
  let steps: readonly CountedEntry[] = []
  /** Since when each rise was counted, and its share that is beyond others. */
  const rises = new Map<string, { since: number; share: number }>()
  const stepsOf = (source: string, entry: Entry): CountedEntry => {
    const { since, share } = rises.get(riseOf(source, entry)) ?? { since: 0, share: 1 }
    const start = Math.max(entry.start, since)
    return { start, length: entryEnd(entry) - start, value: entry.value * share }
  }
  return {
    taker:
      ({ late, source }) =>
      (entry, part) => {
        if (late === undefined) return
        const { start, length, value } = entry
        const rise = riseOf(keyOf(source), entry)
        rises.set(rise, { since: start, share: Math.max(part, rises.get(rise)?.share ?? 0) })
        if (part > 0) times.push({ start, length, value: value * part })
      },
    addSteps(layers, isTimed) {
      const all: CountedEntry[] = []
      for (const layer of layers)
        for (const entry of layer.late === undefined ? [] : layer.entries())
          if (isTimed(layer, entry)) all.push(stepsOf(keyOf(layer.source), entry))
      steps = inTime(all)
    },
    besides({ entries, late, gap }, parts) {
      if (times.length === 0 || late !== undefined || gap === 0) return []
      const [partOfTime, partOfSteps] = [parts(), parts()]
      return [
        sharesBeside(inTime(times), timesOfSteps(entries()), {
          most: 1,
          partOf: (entry) => partOfTime(entry, entry.value),
        }),
        sharesBeside(steps, entries(), {
          most: mostOnFoot.steps,
          partOf: (entry) => partOfSteps(entry, timeOfSteps(entry)),
        }),
      ]
    },
  }
}

/** Those of one watch come behind those of another. */
const inTime = (entries: readonly CountedEntry[]): CountedEntry[] =>
  entries.toSorted((a, b) => a.start - b.start)

/** One rise of a source in all its measures: they were read together. */
const riseOf = (source: string, entry: Entry): string => `${source}\0${entryEnd(entry)}`

/** The share of each entry that rises leave of the part that counts. */
function sharesBeside(
  rises: readonly CountedEntry[],
  entries: Iterable<Entry>,
  { partOf, most }: { partOf: (entry: Entry) => number; most: number },
): Shares {
  const values: number[] = []
  function* open(): Generator<Entry> {
    for (const each of entries) {
      const value = each.value * partOf(each)
      values.push(value)
      yield { ...each, value }
    }
  }
  return leftOf(open(), rises, most)
    .map((left, at) => (values[at]! > 0 ? left / values[at]! : 1))
    .values()
}
