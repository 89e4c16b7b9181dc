/** Which time of another source is that of an activity that does not say how long it took: until it has counted as much. */
import { mostOnFoot } from '../collect/counters.ts'
import type { Stream } from '../collect/collection.ts'
import { mergedInOrder, type Entry } from '../collect/series.ts'
import { presence } from '../pauses.ts'
import { groundOf, isSameSource, keyOf, type Activity, type Measure } from '../sample.ts'
import { clockError } from './clocks.ts'
import { usualOf } from './usual-time.ts'

/** Until when samples count what an activity did, and in which parts of it, where they count most of it. */
type CountedTime = { activity: Activity; end: number; parts?: Activity['parts'] }
type Parts = NonNullable<Activity['parts']>

/** Seconds since 1970. `left` of what it did when samples end at `last`; another of its source begins at `until`. */
type Counting = {
  activity: Activity
  begin: number
  until: number
  left: number
  last: number
  parts: Parts[number][]
}

/** The slowest takes so many times as long as is usual. */
const timesAsLong = 3
/** The longest stop on the way, in seconds, of one that carries what counts. */
const longestPause = 3600
/** The part of an activity that shows that what counts was carried, and the part behind which there is no more of it. */
const carried = { from: 0.25, until: 0.95 }
/** The part that shows when it was: two devices do not count the same. */
const mostOfIt = 0.75
/** Less than this of a step or a meter is nothing. */
const negligible = 0.5

/** Of each activity by the source that goes on with it longest, which is not its own; activities come in order. */
export function countedElsewhere(
  activities: readonly Activity[],
  streams: readonly Stream[],
): ReadonlyMap<Activity, CountedTime> {
  const found = new Map<Activity, CountedTime>()
  const ways = new Map<string, Stream[]>()
  for (const stream of streams) {
    const { source, measure, ground, counter } = stream
    if (counter !== undefined || measure === 'duration') continue
    const key = [keyOf(source), measure, ground].join('\0')
    ways.set(key, [...(ways.get(key) ?? []), stream])
  }
  for (const way of ways.values()) {
    const { source, measure, ground } = way[0]!
    const others = activities.filter(
      (each) =>
        groundOf(each.sport) === ground &&
        !isSameSource(each.source, source) &&
        measure === ((each.steps ?? 0) > 0 ? 'steps' : 'distance'),
    )
    for (const each of countedIn(mergedInOrder(way.map(({ series }) => series.sorted())), others, measure))
      if (each.end > (found.get(each.activity)?.end ?? 0)) found.set(each.activity, each)
  }
  return found
}

function* countedIn(
  samples: Iterable<Entry>,
  waiting: readonly Activity[],
  measure: Measure,
): Generator<CountedTime> {
  let active: Counting[] = []
  let next = 0
  for (const sample of samples) {
    for (; next < waiting.length && beginOf(waiting[next]!) - clockError < endOf(sample); next++) {
      const activity = waiting[next]!
      const begin = beginOf(activity)
      for (const each of active)
        if (isSameSource(each.activity.source, activity.source) && begin > each.begin + clockError)
          each.until = Math.min(each.until, begin)
      active.push({ activity, begin, until: Infinity, left: activity[measure] ?? 0, last: begin, parts: [] })
    }
    const isGone = ({ activity, until, last, left }: Counting): boolean => {
      const counted = 1 - left / activity[measure]!
      const pause = counted >= carried.from && counted < carried.until ? longestPause : presence
      return sample.start > last + pause || sample.start >= until
    }
    const going = active.filter((each) => !isGone(each))
    if (sample.length > 0) shareAmong(going, sample, measure)
    const isOver = (each: Counting): boolean =>
      each.left < negligible ||
      isGone(each) ||
      each.last >= each.begin + slowest(each.activity) + longestPause
    yield* active.filter(isOver).map(countedOf)
    active = active.filter((each) => !isOver(each))
  }
  yield* active.map(countedOf)
}

const slowest = (activity: Activity): number => (timesAsLong * usualOf(activity)) / 1000
const beginOf = ({ start }: Activity): number => start / 1000
const endOf = ({ start, length }: Entry): number => start + length

/** A sample is of those that began first; those that began together are one, which several lists have. */
function shareAmong(active: readonly Counting[], sample: Entry, measure: Measure): void {
  const end = endOf(sample)
  const taken: number[] = []
  let [free, begin, next] = [sample.value, sample.start, 0]
  for (const each of active) {
    const soonest = each.begin - clockError
    for (; active[next]!.begin < soonest; next++) {
      free -= taken[next]!
      begin = Math.max(begin, active[next]!.last)
    }
    const from = Math.max(begin, each.parts.length > 0 ? each.last : soonest)
    const to = Math.min(end, each.until)
    const value = from < to ? Math.min(free, each.left, mostOnFoot[measure] * (to - from)) : 0
    taken.push(value)
    if (value <= 0) continue
    each.left -= value
    each.last = each.left >= negligible ? to : Math.min(to, from + ((end - from) * value) / free)
    each.parts.push({ start: from * 1000, end: each.last * 1000, share: value / each.activity[measure]! })
  }
}

function countedOf({ activity, last, parts }: Counting): CountedTime {
  if (sumOf(parts) >= mostOfIt) return { activity, end: last * 1000, parts }
  const end = Math.min(last, beginOf(activity) + slowest(activity)) * 1000
  return { activity, end: Math.max(activity.start + usualOf(activity), end) }
}

/** The parts until then, with all of the activity. */
export function partsUntil(end: number, parts: Parts = []): Parts {
  const kept = parts.filter(({ start }) => start < end)
  const all = sumOf(kept)
  return kept.map((part) => ({ ...part, end: Math.min(part.end, end), share: part.share / all }))
}

const sumOf = (parts: Parts): number => parts.reduce((sum, { share }) => sum + share, 0)
