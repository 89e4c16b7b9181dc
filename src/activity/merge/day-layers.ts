/** Layers of what counts all day: a watch, a phone. */
import { mostOnFoot } from '../collect/counters.ts'
import type { Stream } from '../collect/collection.ts'
import { mergedInOrder, type Entry, type SampleSeries } from '../collect/series.ts'
import { keyOf, type Ground, type Measure, type Preference } from '../sample.ts'
import { ofPreference, orderOf, tiers, type Layer } from './layers.ts'
import { withoutOwnOverlaps, type SamplePart } from './own-overlaps.ts'
import { presence } from '../pauses.ts'
import type { Rises } from './watches/rises.ts'

/**
 * A layer for each source that counts all day: counters of its own (walking, running) add up, samples that overlap do not.
 * One more for its rises of hours, where other sources are taken first. `isLate`: are they for this one?
 */
export function dayLayers(
  streams: readonly Stream[],
  measure: Measure,
  ground: Ground | undefined,
  preference: Preference,
  rises: Rises,
  isLate: (rise: Entry) => boolean = () => true,
): Layer[] {
  const most = measure === 'duration' ? 1 : ground && ground !== 'foot' ? undefined : mostOnFoot[measure]
  const wanted = streams.filter(
    (stream) => stream.measure === measure && (!ground || stream.ground === ground),
  )
  const sources = new Map<string, Stream[]>()
  for (const stream of wanted) {
    const key = keyOf(stream.source)
    sources.set(key, [...(sources.get(key) ?? []), stream])
  }
  return [...sources.values()].flatMap((own): Layer[] => {
    const { source } = own[0]!
    const [counters, samples] = [own.filter(({ counter }) => counter), own.filter(({ counter }) => !counter)]
    const isHours = ({ length, value }: Entry) => most !== undefined && length > presence && value > 0
    const risen = (late: boolean) =>
      counters.map((counter) =>
        markedRises(
          rises.of(
            counter,
            counters.filter((other) => other !== counter),
          ),
          counter.ground,
          (rise) => (isHours(rise) && isLate(rise)) === late,
        ),
      )
    const entries = () =>
      mergedInOrder<SamplePart>([...risen(false), withoutOwnOverlaps(mergedInOrder(samples.map(entriesOf)))])
    const isActiveTime = measure === 'duration' && counters.length > 0
    const order = isActiveTime
      ? preference(source) * ofPreference + tiers.activeTime
      : orderOf(source, preference)
    const gap = ground && ground !== 'foot' ? ridePresence : presence
    const layer = { source, order, gap, entries, ...(isActiveTime && { apart: true as const }) }
    if (most === undefined || counters.length === 0) return [layer]
    const every = (rise: Entry) => rises.every(source, rise)
    const lateOrder = preference(source) * ofPreference + tiers.late
    const [clear, late] = [false, true].map((isOfHours) => () => mergedInOrder(risen(isOfHours)))
    return [
      { ...layer, otherRises: late! },
      {
        ...layer,
        order: lateOrder,
        late: most,
        entries: late!,
        otherRises: clear!,
        every,
        putOn: rises.putOn(source),
        recorded: (from, until) => rises.recorded(source, from, until),
      },
    ]
  })
}

/** Seconds: who rides counts meters all the time, but at traffic lights. */
const ridePresence = 3 * 60

const entriesOf = ({ series, unnamed }: Stream): Generator<SamplePart> =>
  unnamed ? marked(series.sorted()) : series.sorted()

function* marked(entries: Iterable<Entry>): Generator<SamplePart> {
  for (const entry of entries) yield { ...entry, unnamed: true }
}

function* markedRises(
  rises: SampleSeries,
  ground: Ground,
  isWanted: (rise: Entry) => boolean,
): Generator<SamplePart> {
  for (const rise of rises.range(0, rises.size)) if (isWanted(rise)) yield { ...rise, rise: true, ground }
}
