/** Layers of activities: their parts between pauses, each with its share of what the activity counts. */
import type { Entry } from '../collect/series.ts'
import {
  groundOf,
  isBeyondSteps,
  keyOf,
  secondsPerStep,
  walkingSpeed,
  type Activity,
  type Ground,
  type Measure,
  type Preference,
  type Source,
  type Sport,
} from '../sample.ts'
import { beganAt, type Merged } from './recordings/merged.ts'
import { isLine, isSportKnown } from './recordings/same-activity.ts'
import type { Counted } from './counted.ts'
import { extend, type Stretch } from './coverage.ts'
import { evenParts } from './recordings/active-time.ts'
import { ofPreference, tiers, type Layer } from './layers.ts'
import { levelLimit } from './levels.ts'
import { coveredUntil, withoutOwnOverlaps } from './own-overlaps.ts'
import { presence } from '../pauses.ts'

/** `until`: the last whole second: activities that follow each other within a second do not overlap. */
type Timed = Entry & {
  until: number
  moving: number
  ground?: Ground
  unnamed?: true
  timed?: true
  isAlone?: true
  spread?: true
  usualSpeed?: number
  of?: Merged
}

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
    for (const stretch of stretchesOf(of, value, measure))
      own.entries.push({
        ...stretch,
        offset: of.offset,
        ...(unnamed && { unnamed }),
        ...(tier === 'activity' && !isLine(of) && { timed: true }),
        ...(of.isAlone && { isAlone: of.isAlone }),
        ...groundIn(of),
        ...((of.isTrack ?? of.isLocated) && {
          usualSpeed: (!of.guessed && usualSpeeds[of.sport]) || walkingSpeed,
        }),
        ...(whose && { of: whose }),
      })
  }
}

/** The parts of an activity between its pauses, each with its share of the value by its length; all are of the day it began. */
function stretchesOf(activity: Activity, value: number, measure?: Measure) {
  const { duration = 0 } = activity
  const began = beganAt(activity)
  const pace = paceOf(activity)
  const own = activity.parts ?? (measure === 'duration' ? undefined : activity.wayParts)
  // Of a ride with no pause all meters of its time are its own, those of who walked in a stop too.
  const isWhole = activity.parts ?? (activity.sport === 'ride' && own)
  return (own ?? evenParts(activity)).map(({ start, end, share }, at, parts) => {
    const from = Math.floor(start / 1000)
    const until = Math.floor(end / 1000)
    const length = Math.max(1, until - from)
    const moving = duration > 0 ? Math.min(duration * share, length) : Math.max(1, length)
    const begun = { ...(start !== began && { begun: Math.floor(began / 1000) }) }
    const next = parts[at + 1]?.start ?? Infinity
    const covers =
      next < Infinity && (isWhole || next - end < presence * 1000) ? { covers: Math.floor(next / 1000) } : {}
    const spread = !own && parts.length > 1 && { spread: true as const }
    return { start: from, length, until, value: value * share, moving, pace, ...covers, ...begun, ...spread }
  })
}

/** Steps of a second of an activity that says none. */
const usualSteps: Partial<Record<Sport, number>> = { run: 165 / 60, walk: 115 / 60, hike: 115 / 60 }

/** Meters in a second, as far as they tell a ride from what is on foot. */
const usualSpeeds: Partial<Record<Sport, number>> = { run: 2.8, ride: 5.5, swim: 0.8 }

/**
 * Who makes more steps than the usual ones is in motion for no longer than the activity tells; a ride or swim is time in motion
 * of the steps that it has, of a walk before it none.
 */
function paceOf(activity: Activity & Partial<Pick<Merged, 'filled'>>): number {
  const { steps = 0, duration = 0 } = activity.filled?.steps ?? activity
  const inSecond = steps > 0 && duration > 0 ? steps / duration : (usualSteps[activity.sport] ?? 0)
  const pace = secondsPerStep * inSecond
  const isOnFoot = activity.sport === 'other' || groundOf(activity.sport) === 'foot'
  return isOnFoot ? Math.max(1, pace) : Math.min(1, pace)
}

/** How one surely moved. */
const groundIn = ({ sport }: Activity) => (sport === 'other' ? {} : { ground: groundOf(sport) })

/** Adds what activities count that are not wanted: nobody else counts it. */
export function addCounted(activities: readonly Activity[], measure: Measure, counted: Counted): void {
  const values = counted.layer()
  const stretches = activities.flatMap((each) =>
    stretchesOf(each, each[measure] ?? 0, measure).map((stretch) => ({ ...stretch, ...groundIn(each) })),
  )
  for (const stretch of byStart(stretches)) values.add(stretch)
}

/** The time of activities. */
export function timesOf(activities: readonly Merged[]): Stretch[] {
  const all: Stretch[] = []
  // By an exact clock: others count right before and behind.
  const told = activities.map(({ parts, ...each }) => (parts && each.isOpen ? { ...each, parts } : each))
  for (const stretch of byStart(told.flatMap((each) => stretchesOf(each, 0))))
    extend(all, stretch.start, coveredUntil(stretch), 0)
  return all
}

const byStart = <T extends { start: number }>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => a.start - b.start)
