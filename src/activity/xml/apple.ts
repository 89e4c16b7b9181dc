/** Apple Health's export.xml: records of steps and distances from every device, and workouts. */
import {
  groundOf,
  type Collector,
  type Ground,
  type Kind,
  type Measure,
  type Offset,
  type Source,
  type Sport,
} from '../sample.ts'
import { createPauses, type Pauses } from '../pauses.ts'
import type { Zone } from '../zone.ts'
import { createClock } from './apple-time.ts'
import { isJourney } from '../journeys.ts'
import { kindNamed } from '../source-kind.ts'
import type { XmlAttributes, Reader } from './parse-xml.ts'
import { nameOf, toNumber } from '../values.ts'

const records = new Map<string, { measure: 'steps' | 'distance'; ground: Ground }>([
  ['HKQuantityTypeIdentifierStepCount', { measure: 'steps', ground: 'foot' }],
  ['HKQuantityTypeIdentifierDistanceWalkingRunning', { measure: 'distance', ground: 'foot' }],
  ['HKQuantityTypeIdentifierDistanceCycling', { measure: 'distance', ground: 'ride' }],
  ['HKQuantityTypeIdentifierDistanceSwimming', { measure: 'distance', ground: 'swim' }],
])

const workouts = new Map<string, Sport>([
  ['HKWorkoutActivityTypeWalking', 'walk'],
  ['HKWorkoutActivityTypeRunning', 'run'],
  ['HKWorkoutActivityTypeHiking', 'hike'],
  ['HKWorkoutActivityTypeCycling', 'ride'],
  ['HKWorkoutActivityTypeSwimming', 'swim'],
])

/** Apple writes the words of another sport as one: HKWorkoutActivityTypeSailing. */
function sportOf(type = ''): Sport {
  const words = type.replace('HKWorkoutActivityType', '').replaceAll(/\B[A-Z]/g, ' $&')
  return workouts.get(type) ?? (isJourney(words.toLowerCase()) ? 'vehicle' : 'other')
}

/** Of each unit, in steps, meters or seconds. */
const units: Record<Measure, ReadonlyMap<string, number>> = {
  steps: new Map([['count', 1]]),
  distance: new Map(Object.entries({ m: 1, km: 1000, mi: 1609.344, yd: 0.9144, ft: 0.3048, cm: 0.01 })),
  duration: new Map(Object.entries({ s: 1, min: 60, hr: 3600 })),
}

type Times = { start: number; end: number; offset: Offset }
const pausing = new Set(['HKWorkoutEventTypePause', 'HKWorkoutEventTypeMotionPaused'])
const resuming = new Set(['HKWorkoutEventTypeResume', 'HKWorkoutEventTypeMotionResumed'])

/** `distances`: meters by their type, such as those that a triathlon swims, rides and runs. `paused`: since when. */
type Workout = Times & {
  paused?: number | undefined
  pauses: Pauses
  source: Source
  sport: Sport
  sums: Partial<Record<Measure, number>>
  distances: Map<string, number>
}

export function apple(into: Collector, _: XmlAttributes, zone: Zone): Reader {
  const sourceOf = createSources()
  const clock = createClock()
  /**
   * Every time is written in the offset that was in force at the export, in summer and in winter. Where it was the zone's,
   * the times are the zone's too.
   */
  let written: Offset
  const exported = ({ value }: XmlAttributes): void => {
    const time = clock(value)
    if (time && zone(time.at) === time.offset) written = time.offset
  }
  let workout: Workout | undefined
  const timesOf = ({ startDate, endDate }: XmlAttributes): Times | undefined => {
    const start = clock(startDate)
    const end = clock(endDate)
    if (start && end && end.at >= start.at) {
      const offset = start.offset === written ? undefined : start.offset
      return { start: start.at, end: end.at, offset }
    }
    into.omit('time')
    return undefined
  }
  const record = (attributes: XmlAttributes): void => {
    const kind = records.get(attributes['type'] ?? '')
    if (kind === undefined) return
    const value = valueInUnit(kind.measure, attributes['value'], attributes['unit'])
    if (value === undefined) return into.omit('value')
    const times = timesOf(attributes)
    if (times) into.sample({ source: sourceOf(attributes), ...kind, ...times, value })
  }
  /** A value of a workout, which need not have it. */
  const stated = (measure: Measure, text: string | undefined, unit: string | undefined) => {
    const value = valueInUnit(measure, text, unit)
    if (text !== undefined && value === undefined) into.omit('value')
    return value
  }
  const begin = (attributes: XmlAttributes): void => {
    const times = timesOf(attributes)
    if (!times) return
    const duration = stated('duration', attributes['duration'], attributes['durationUnit'] ?? 'min')
    const distance = stated('distance', attributes['totalDistance'], attributes['totalDistanceUnit'] ?? 'km')
    workout = {
      ...times,
      source: sourceOf(attributes),
      sport: sportOf(attributes['workoutActivityType']),
      sums: { ...(duration !== undefined && { duration }), ...(distance !== undefined && { distance }) },
      distances: new Map(),
      pauses: createPauses(),
    }
  }
  const event = ({ type = '', date }: XmlAttributes): void => {
    if (!workout || !(pausing.has(type) || resuming.has(type))) return
    const at = clock(date)?.at
    if (at === undefined) return into.omit('time')
    if (pausing.has(type)) workout.paused ??= at
    else resume(workout, at)
  }
  const resume = (paused: Workout, at: number): void => {
    if (paused.paused !== undefined) paused.pauses.add(paused.paused, at)
    paused.paused = undefined
  }
  const statistic = ({ type = '', sum, unit }: XmlAttributes): void => {
    const kind = records.get(type)
    if (!workout || !kind) return
    const value = stated(kind.measure, sum, unit)
    if (value === undefined) return
    if (kind.measure === 'distance') workout.distances.set(type, value)
    else workout.sums[kind.measure] = value
  }
  return {
    open(tag, attributes) {
      if (tag === 'Record') record(attributes)
      else if (tag === 'Workout') begin(attributes)
      else if (tag === 'WorkoutStatistics') statistic(attributes)
      else if (tag === 'WorkoutEvent') event(attributes)
      else if (tag === 'ExportDate') exported(attributes)
    },
    close(tag) {
      if (tag !== 'Workout' || !workout) return
      resume(workout, workout.end)
      const { sums, distances, pauses, paused: _, ...rest } = workout
      const own = [...distances].filter(([type]) => records.get(type)!.ground === groundOf(rest.sport))
      const counted = rest.sport === 'other' || own.length === 0 ? [...distances] : own
      if (counted.length > 0) sums.distance = counted.reduce((sum, [, meters]) => sum + meters, 0)
      into.activity({ ...rest, ...pauses.within(rest.start, rest.end), rank: 1, ...sums })
      workout = undefined
    },
    // An export of someone who never moved is an export too.
    end: () => undefined,
  }
}

function valueInUnit(
  measure: Measure,
  text: string | undefined,
  unit: string | undefined,
): number | undefined {
  const value = toNumber(text) * (units[measure].get(unit ?? '') ?? Number.NaN)
  return value >= 0 ? value : undefined
}

/** Sources by their name and what the device says of itself. The same ones come a million times. */
function createSources(): (attributes: XmlAttributes) => Source {
  const known = new Map<string, Source>()
  return ({ sourceName = 'Apple Health', device = '' }) => {
    const kind = recordKind(sourceName, device)
    const hardware = hardwareOf(device)
    const key = `${kind}${hardware}\0${sourceName}`
    let source = known.get(key)
    if (!source) {
      const serial = nameOf(hardware)
      source = { name: nameOf(sourceName) ?? 'Apple Health', kind, ...(serial !== undefined && { serial }) }
      if (known.size < 10_000) known.set(key, source)
    }
    return source
  }
}

/**
 * `iPhone12,1` of `<<HKDevice: 0x28>, name:iPhone, hardware:iPhone12,1, software:17.1>`: the
 * rest changes with each start, name and update.
 */
function hardwareOf(device: string): string {
  const at = device.indexOf(hardwareMark)
  if (at < 0) return ''
  const start = at + hardwareMark.length
  const [comma, bracket] = [device.indexOf(', ', start), device.indexOf('>', start)]
  const end = comma < 0 ? bracket : comma
  return end < 0 ? device.slice(start) : device.slice(start, end)
}
const hardwareMark = 'hardware:'

function recordKind(name: string, device: string): Kind {
  const kind = device.includes('Watch') ? 'watch' : kindNamed(name)
  return kind === 'other' && device.includes('iPhone') ? 'phone' : kind
}
