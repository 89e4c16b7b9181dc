/** What every reader yields: measurements of movement, each with its time, its source and the zone it was taken in. */
import type { Interval } from '../contract/interval.ts'
import type { Advance } from './advance.ts'

export const sports = ['walk', 'run', 'hike', 'ride', 'swim', 'other'] as const
/** A vehicle moves, and nobody in it. */
export type Sport = (typeof sports)[number] | 'vehicle'

/**
 * Ways of moving. Walking, running and hiking are one: a phone and a watch name the same minutes differently. What is not
 * known is on foot too: golf and soccer are, and some formats have no word for a walk.
 */
export const grounds = ['foot', 'ride', 'swim'] as const
export type Ground = (typeof grounds)[number]

export const groundOf = (sport: Sport): Ground => (sport === 'ride' || sport === 'swim' ? sport : 'foot')

/** Are these meters more than the steps beside them are long, so that they may be ridden or swum? */
export const isBeyondSteps = ({ steps = 0, distance = 0 }: Partial<Record<Measure, number>>): boolean =>
  distance > steps * longestStep
const longestStep = 1

/** What measured: a watch is trusted before a phone, a phone before anything else. */
export type Kind = 'watch' | 'phone' | 'other'
export type Source = {
  name: string
  kind: Kind
  /** Tells devices of one name apart; otherwise the name does. */
  serial?: string
  /** It names a model: another device may be called the same. */
  isModel?: true
}

export const keyOf = ({ name, kind, serial }: Source): string => `${name}\0${kind}\0${serial ?? ''}`

export const measures = ['steps', 'distance', 'duration'] as const
/** Steps, meters, and seconds of movement. */
export type Measure = (typeof measures)[number]

/** Advance east of UTC; undefined where the file does not say. */
export type Offset = number | undefined

/** A stretch of a day as a phone or watch counts all day long. Times are milliseconds since 1970. */
export type Sample = {
  source: Source
  measure: Measure
  ground: Ground
  start: number
  end: number
  offset: Offset
  value: number
  /** It may be of a ride or a swim: nobody says how one moved. */
  unnamed?: true
}

/** Values of the file that are impossible and do not count, beside those that do; NaN unless it is a number. */
type Amounts = Partial<Record<Measure, number>>

/** Seconds that a step takes at the usual pace, by which time is estimated: a hundred in a minute, which is walking. */
export const secondsPerStep = 0.6
/** Meters in a second of that. */
export const walkingSpeed = 1.4
/** Meters in a second that nobody goes on foot. */
export const fastestOnFoot = 12

/** The lower, the sooner a source is taken. */
export type Preference = (source: Source) => number

/** A sample of a list that names no end: another one of its `list` comes later, and `end` is what it is taken to have. */
export type OpenLine = Sample & { list: object }

/** Shares of an activity, in order, each with the time in which it was moved. */
export type Parts = readonly (Interval & { share: number })[]

/** A walk, a run, a ride: started and stopped by a person. `duration` leaves pauses out. */
export type Activity = Interval & {
  source: Source
  sport: Sport
  /** The sport is a guess by the speed. */
  guessed?: boolean
  /** Those that the file tells, in order, and long ones in which nothing was recorded. */
  pauses?: readonly Interval[]
  /** One of each list that has activities: it says how much, and not when within its time. */
  list?: object
  /** Its list does not say when it ended. */
  isOpen?: true
  /** When it is taken to have been by its list alone. */
  told?: Interval
  /** The lines of lists that are one with it, and itself: the same for each of them. */
  together?: object
  /** Another source counted it: which share of it in which time, in order. */
  parts?: Parts
  /** Its points tell that it was recorded from its start to its end, but for the pauses. */
  isTrack?: true
  /** When the way began that it is a part of: it counts on that day. */
  began?: number
  /** Which share of its way its points show in which time; its time in motion is of all of it. */
  wayParts?: Parts | undefined
  /** It was recorded where its copy was not. */
  isAlone?: true
  /** It was left running in a car, and that is left out. */
  hadDrive?: true
  /** How far its points came in each minute. */
  advance?: Advance | undefined
  /** Where its sport is a guess: what its points add up to with those that are too fast for that. */
  asRide?: { advance?: Advance | undefined; distance: number }
  /** A receiver told where it was: its distance has every meter of its time, ridden ones too. */
  isLocated?: true
  offset: Offset
  /** Its list names an hour that comes twice, and does not say which: it may have been then. */
  other?: Interval
  /** Where two files hold one activity, the lower rank is taken. */
  rank: number
  /** What was not measured but worked out from another number. */
  estimated?: Measure
  refused?: Amounts
} & Amounts

/** One whose points tell how far one came in each minute. */
export type Tracked = Activity & { advance: Advance }

/** A whole day in one number, as summaries have it. `date` is YYYY-MM-DD. */
export type Total = {
  source: Source
  date: string
  refused?: Amounts
  /** How one moved, and in which words of which file, where its line says it: those of one day are parts of it. */
  sport?: Sport
  type?: string
  list?: object
  /** Its file has another line of this day and sport. */
  isAnother?: true
} & Amounts

export const refusedOf = ({ refused = {} }: { refused?: Amounts }): [Measure, number][] =>
  Object.entries(refused) as [Measure, number][]

/** A value of a sample or a reading that does not count. */
export type RefusedValue = {
  source: Source
  measure: Measure
  value: number
  why: Extract<RefusalName, Omission>
  at: number
  offset: Offset
}

/** A counter that starts at zero each midnight; it may go on in a later file of the same device. */
export type Counter = {
  measure: Measure
  ground: Ground
  /** What is counted apart: walking and running have counters of their own. */
  counter: string
}

/** What a counter stands at. */
export type Reading = { at: number; offset: Offset; value: number }

/** Why something that was read is not counted: what one is called, and what several are. */
export const omissions = {
  spike: ['GPS jump', 'GPS jumps'],
  disorder: ['track point out of order', 'track points out of order'],
  value: ['impossible value', 'impossible values'],
  time: ['impossible time', 'impossible times'],
  long: ['sample longer than a day', 'samples longer than a day'],
  shown: ['total that may be of the day before', 'totals that may be of the day before'],
  vehicle: [
    'journey by car, train, motorcycle, boat or plane',
    'journeys by car, train, motorcycle, boat or plane',
  ],
} as const
export type Omission = keyof typeof omissions

/** What is said of a single one of them. */
export const refusals = {
  value: 'an impossible value',
  long: 'a sample longer than a day',
  day: 'more than anybody moves in a day',
  estimate: 'estimated from steps that are left out',
} as const
export type RefusalName = keyof typeof refusals

/** What a file does not say and is assumed: a usual unit, or for its times the zone of the user. */
export type Assumed = 'distance' | 'duration' | 'zone'

/** Where readers put what they read. */
export type Collector = {
  sample(sample: Sample | OpenLine): void
  activity(activity: Activity): void
  total(total: Total): void
  /** What each counter of one device stood at in one file, by its times. */
  readings(source: Source, counters: ReadonlyMap<Counter, Iterable<Reading>>): void
  omit(why: Omission, count?: number): void
  /** A number without a unit was taken in kilometers, or seconds; a time without an offset in the zone of the user. */
  assume(what: Assumed): void
}
