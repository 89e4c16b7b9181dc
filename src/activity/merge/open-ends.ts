/** When activities ended of which a list says when they began, and not how long they took. */
import type { Stream } from '../collect/collection.ts'
import { mostOnFoot } from '../collect/counters.ts'
import { presence } from '../pauses.ts'
import type { Entry } from '../collect/series.ts'
import { groundOf, keyOf, secondsPerStep, type Activity, type Source, type Sport } from '../sample.ts'

/** Meters in a second at an easy pace, where that is no walk. */
const easySpeeds: Partial<Record<Sport, number>> = { run: 2.2, ride: 4, swim: 0.6 }
const easySpeed = (sport: Sport): number => easySpeeds[sport] ?? 1.2
/** Seconds of a step of an easy run. */
const stepOfRun = 0.45
/** The fastest goes so many times as far. */
const timesAsFar = 5
/** The slowest takes so many times as long. */
const timesAsLong = 2
const clockMs = 60_000

/**
 * Such an activity goes on for as long as its steps take at the usual pace, or its distance at an easy one, or longer, until
 * another source has counted as much; it ends with another recording that began in its minute, or where a later activity
 * begins. What cannot be done until the next one of its own source was written down afterwards, and takes no time.
 */
export function withEnds(activities: readonly Activity[], streams: readonly Stream[]): Activity[] {
  const ordered = activities.toSorted((a, b) => a.start - b.start)
  const open = ordered.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return ordered
  const counted = new Map<Activity, number>()
  for (const { series, counter, measure, source, ground } of streams) {
    if (counter !== undefined || measure === 'duration') continue
    const others = open.filter((each) => groundOf(each.sport) === ground && !isOf(source, each))
    for (const [activity, end] of endsIn(series.sorted(), others, measure))
      counted.set(activity, Math.max(end, counted.get(activity) ?? 0))
  }
  const copyOf = createCopies(ordered.filter(({ isOpen }) => !isOpen))
  const laterThan = firstLater(ordered)
  return ordered.map((activity, at) => {
    if (!activity.isOpen) return activity
    const { start, source, sport, other } = activity
    const soonest =
      start + millisecondsOf(activity, 1 / mostOnFoot.steps, 1 / (timesAsFar * easySpeed(sport)))
    let next = laterThan[at]!
    while (next < ordered.length && ordered[next]!.start < soonest && !isOf(source, ordered[next]!)) next += 1
    const until = ordered[next]?.start ?? Infinity
    const usual = copyOf(activity)?.end ?? counted.get(activity) ?? start + usualOf(activity)
    const end = until < soonest ? start : Math.max(start, Math.min(usual, until))
    return {
      ...activity,
      end,
      ...(other && { other: { start: other.start, end: other.start + end - start } }),
    }
  })
}

const isOf = (source: Source, activity: Activity): boolean => keyOf(activity.source) === keyOf(source)

/** Of each activity the place of the first one that begins later. */
function firstLater(ordered: readonly Activity[]): number[] {
  const places: number[] = []
  for (let at = ordered.length - 1; at >= 0; at--)
    places[at] = ordered[at]!.start === ordered[at + 1]?.start ? places[at + 1]! : at + 1
  return places
}

/** Finds the recording that began in the minute of an activity; activities come in order. */
function createCopies(recorded: readonly Activity[]): (activity: Activity) => Activity | undefined {
  let first = 0
  return ({ start, sport }) => {
    while (first < recorded.length && recorded[first]!.start < start - clockMs) first += 1
    for (let at = first; at < recorded.length && recorded[at]!.start <= start + clockMs; at++)
      if (groundOf(recorded[at]!.sport) === groundOf(sport)) return recorded[at]
    return undefined
  }
}

/** `left` of what an activity did when its samples end in second `last`; `over`: when they have all of it. */
type Counting = { activity: Activity; left: number; last: number; over: number | undefined }

/** Until when samples count what each activity did, without a gap. */
function* endsIn(
  samples: Iterable<Entry>,
  open: readonly Activity[],
  measure: 'steps' | 'distance',
): Generator<[Activity, end: number]> {
  const waiting = open.filter((each) => measure === ((each.steps ?? 0) > 0 ? 'steps' : 'distance'))
  let active: Counting[] = []
  let next = 0
  for (const { start, length, value } of samples) {
    const end = start + length
    for (; next < waiting.length && waiting[next]!.start < end * 1000; next++) {
      const activity = waiting[next]!
      const begin = activity.start / 1000
      active.push({ activity, left: activity[measure] ?? 0, last: begin, over: undefined })
    }
    for (const each of active) {
      const from = Math.max(start, each.activity.start / 1000)
      if (length === 0 || from >= end || start > each.last + presence) continue
      const share = Math.min(value, each.left, mostOnFoot[measure] * (end - from))
      each.left -= share
      each.last = end
      if (each.left === 0) each.over = evenEnd(each.activity, share / each.activity[measure]!, { from, end })
    }
    const isOver = ({ activity, left, last }: Counting): boolean =>
      left <= 0 || start > last + presence || last * 1000 >= activity.start + timesAsLong * usualOf(activity)
    for (const each of active.filter(isOver)) yield endOf(each)
    active = active.filter((each) => !isOver(each))
  }
  for (const each of active) yield endOf(each)
}

const endOf = ({ activity, last, over }: Counting): [Activity, end: number] => [
  activity,
  over ?? Math.max(last * 1000, activity.start + usualOf(activity)),
]

/** Where the last share of an activity is as long as the others are, for what it counts, within the sample that has it. */
function evenEnd(activity: Activity, share: number, { from, end }: { from: number; end: number }): number {
  const { start } = activity
  const even = share < 1 ? (from * 1000 - share * start) / (1 - share) : start + usualOf(activity)
  return Math.min(end * 1000, Math.max(from * 1000, even))
}

const usualOf = (activity: Activity): number =>
  millisecondsOf(
    activity,
    activity.sport === 'run' ? stepOfRun : secondsPerStep,
    1 / easySpeed(activity.sport),
  )

/** By its steps, else by its distance. */
const millisecondsOf = ({ steps = 0, distance = 0 }: Activity, aStep: number, aMeter: number): number =>
  Math.ceil(steps > 0 ? steps * aStep : distance * aMeter) * 1000
