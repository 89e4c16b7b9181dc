/** Sources in the order they are trusted, each with its stretches of time. */
import { mostOnFoot, risesOf, type Rise } from '../collect/counters.ts'
import type { Stream } from '../collect/collection.ts'
import { possibleRise } from '../collect/plausible.ts'
import { mergedInOrder, type Entry } from '../collect/series.ts'
import {
  groundOf,
  isBeyondSteps,
  keyOf,
  type Activity,
  type Ground,
  type Measure,
  type Preference,
  type Source,
  type Sport,
} from '../sample.ts'
import { isSportKnown, type Merged } from './activities.ts'
import type { Counted } from './counted.ts'
import { extend, type Stretch } from './coverage.ts'
import { lengthOf } from './active-time.ts'
import { longestClear } from './late.ts'
import { levelLimit } from './levels.ts'
import { coveredUntil, withoutOwnOverlaps, type SamplePart } from './own-overlaps.ts'
import { activeParts, presence } from '../pauses.ts'
import type { Zone } from '../zone.ts'

/**
 * `gap`: a source that counts all day counts nothing where one stands still; it is there
 * while its pauses are no longer. Seconds.
 */
export type Layer = {
  source: Source
  order: number
  gap: number
  entries: () => Iterable<SamplePart>
  /** Hours of it may be of another way of moving than what was counted of them already. */
  apart?: true
  /** Of rises that do not say when in hours something moved; others come first. It moves no more than this in a second. */
  late?: number
}

/**
 * A watch that counts all day is trusted before what a person started and stopped, and
 * that before a phone. Its counter of active time comes after activities: hours may lie between two readings,
 * and it does not say when in them one moved. So do rises from zero in hours, in which a watch may have been put on, after
 * all others. Estimates come last.
 */
const tiers = { watch: 0, activity: 1, activeTime: 2, phone: 3, other: 4, late: 5, estimate: 6 } as const
const ofPreference = Object.keys(tiers).length

/** The place of a source that counts all day: as the user prefers, then as it is trusted. */
export const orderOf = (source: Source, preference: Preference): number =>
  preference(source) * ofPreference + tiers[source.kind]

/**
 * A layer for each source that counts all day: counters of its own (walking, running) add up, samples that overlap do not.
 * One more for its rises of hours, where other sources are taken first. `isLate`: are they for this one?
 */
export function dayLayers(
  streams: readonly Stream[],
  measure: Measure,
  ground: Ground | undefined,
  preference: Preference,
  zone: Zone,
  isLate: (rise: Entry) => boolean = () => true,
): Layer[] {
  const most = measure === 'duration' || (ground && ground !== 'foot') ? undefined : mostOnFoot[measure]
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
    const isHours = ({ fromZero, length, value }: Rise) =>
      most !== undefined && fromZero && length > longestClear && value > 0
    const rises = (late: boolean) =>
      counters.map(({ series }) =>
        risesWithin(
          risesOf(series.sorted(), zone, measure),
          measure,
          (rise) => (isHours(rise) && isLate(rise)) === late,
        ),
      )
    const entries = () =>
      mergedInOrder<SamplePart>([...rises(false), withoutOwnOverlaps(mergedInOrder(samples.map(entriesOf)))])
    const isActiveTime = measure === 'duration' && counters.length > 0
    const order = isActiveTime
      ? preference(source) * ofPreference + tiers.activeTime
      : orderOf(source, preference)
    const layer = { source, order, gap: presence, entries, ...(isActiveTime && { apart: true as const }) }
    if (most === undefined || counters.length === 0) return [layer]
    const lateOrder = preference(source) * ofPreference + tiers.late
    return [layer, { ...layer, order: lateOrder, late: most, entries: () => mergedInOrder(rises(true)) }]
  })
}

const entriesOf = ({ series, unnamed }: Stream): Generator<SamplePart> =>
  unnamed ? marked(series.sorted()) : series.sorted()

function* marked(entries: Iterable<Entry>): Generator<SamplePart> {
  for (const entry of entries) yield { ...entry, unnamed: true }
}

/** No counter rises by more than the time that passes allows. */
function* risesWithin(
  rises: Iterable<Rise>,
  measure: Measure,
  isWanted: (rise: Rise) => boolean,
): Generator<SamplePart> {
  for (const { fromZero, ...rise } of rises) {
    const value = possibleRise(measure, rise.value, rise.length)
    if (isWanted({ ...rise, value, fromZero })) yield { ...rise, value, rise: true }
  }
}

/** `until`: the last whole second: activities that follow each other within a second do not overlap. */
type Timed = Entry & { until: number; moving: number; unnamed?: true; of?: Merged }

/**
 * Layers for each source of activities, one above the other where these go on at once (`levels`). Entries are `of` an activity
 * but for those of copies of its parts.
 */
export function activityLayers(
  levels: ReadonlyMap<Merged, number>,
  measure: Measure,
  ground: Ground | undefined,
  preference: Preference,
): Layer[] {
  const layers = new Map<string, { layer: Layer; entries: Timed[] }>()
  for (const [activity, level] of levels) {
    if (ground && groundOf(activity.sport) !== ground) continue
    const { estimated, filled, partly } = activity
    const value = activity[measure]
    // What a copy knows is of the copy's time.
    const known = filled[measure] ?? activity
    const tier = estimated === measure ? 'estimate' : 'activity'
    const unnamed = !isSportKnown(activity) && isBeyondSteps(activity)
    const how = { level, unnamed }
    add(known.source, tier, known.end > known.start ? known : activity, value, { ...how, of: activity })
    for (const copy of partly[measure] ?? []) add(copy.source, 'activity', copy, copy[measure], how)
  }
  return [...layers.values()].map(({ layer }) => layer)

  /** Who says 0 may not have measured it: the others are asked. */
  function add(
    source: Source,
    tier: 'estimate' | 'activity',
    of: Activity,
    value = 0,
    { level, unnamed, of: whose }: { level: number; unnamed: boolean; of?: Merged },
  ): void {
    if (value === 0) return
    const key = `${keyOf(source)}\0${tier}\0${level}`
    let own = layers.get(key)
    if (!own) {
      const entries: Timed[] = []
      const order = preference(source) * ofPreference + tiers[tier] + level / levelLimit
      const parts = () => withoutOwnOverlaps(byStart(entries), ({ until }) => until)
      layers.set(key, (own = { layer: { source, order, gap: 0, entries: parts }, entries }))
    }
    for (const stretch of stretchesOf(of, value))
      own.entries.push({
        ...stretch,
        offset: of.offset,
        ...(unnamed && { unnamed }),
        ...(whose && { of: whose }),
      })
  }
}

/** The parts of an activity between its pauses, each with its share of the value by its length; all are of the day it began. */
function stretchesOf(activity: Activity, value: number) {
  const { start: began, duration = 0 } = activity
  const whole = lengthOf(activity)
  const pace = paceOf(activity)
  return activeParts(activity).map(({ start, end }, at, parts) => {
    const from = Math.floor(start / 1000)
    const until = Math.floor(end / 1000)
    const length = Math.max(1, until - from)
    const share = whole > 0 ? (end - start) / whole : 1
    const moving = duration > 0 ? Math.min(duration * share, length) : Math.max(1, length)
    const begun = { ...(start > began && { begun: Math.floor(began / 1000) }) }
    const next = parts[at + 1]?.start ?? Infinity
    const covers = next - end < presence * 1000 ? { covers: Math.floor(next / 1000) } : {}
    return { start: from, length, until, value: value * share, moving, pace, ...covers, ...begun }
  })
}

/** Seconds that a step takes at the usual pace, by which time is estimated: a hundred in a minute, which is walking. */
export const secondsPerStep = 0.6
/** Steps of a second of an activity that says none. */
const usualSteps: Partial<Record<Sport, number>> = { run: 165 / 60, walk: 115 / 60, hike: 115 / 60 }

/** Who makes more steps than the usual ones is in motion for no longer than the activity tells. */
function paceOf(activity: Activity & Partial<Pick<Merged, 'filled'>>): number {
  const { steps = 0, duration = 0 } = activity.filled?.steps ?? activity
  const inSecond = steps > 0 && duration > 0 ? steps / duration : (usualSteps[activity.sport] ?? 0)
  return Math.max(1, secondsPerStep * inSecond)
}

/** Adds what activities count that are not wanted: nobody else counts it. */
export function addCounted(activities: readonly Activity[], measure: Measure, counted: Counted): void {
  const values = counted.layer()
  for (const stretch of byStart(activities.flatMap((each) => stretchesOf(each, each[measure] ?? 0))))
    values.add(stretch)
}

/** The time of activities. */
export function timesOf(activities: readonly Merged[]): Stretch[] {
  const all: Stretch[] = []
  for (const stretch of byStart(activities.flatMap((each) => stretchesOf(each, 0))))
    extend(all, stretch.start, coveredUntil(stretch), 0)
  return all
}

const byStart = <T extends { start: number }>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => a.start - b.start)
