/** From what files hold to rows: activities or days, chosen by sport and date. */
import type { Collection } from './collect/collection.ts'
import { withPartsOfCopies } from './merge/recordings/absorb.ts'
import { mergeActivities } from './merge/recordings/activities.ts'
import { beganAt, type Merged } from './merge/recordings/merged.ts'
import { activityCounts } from './merge/activity-counts.ts'
import { activityIds } from './merge/activity-ids.ts'
import { notWhole, otherTotal } from './merge/activity-days.ts'
import { withOpenLines } from './merge/lists/open-lines.ts'
import { withTimes } from './merge/lists/times.ts'
import { mergeDays } from './merge/days-of-sources.ts'
import { rowOfActivity, rowOfDay, type MergeResult, type RowOrigin } from './merge/rows.ts'
import { groundOf, keyOf, measures, refusals, type Preference, type Sport, type Total } from './sample.ts'
import { dayAt, type Zone } from './zone.ts'

/**
 * `since` and `until` are dates, both counted in. `stride` in meters: steps of walks and
 * runs that have none are worked out from it.
 */
export type Selection = {
  per: 'activity' | 'day'
  zone: Zone
  preference: Preference
  sports?: readonly Sport[]
  since?: string
  until?: string
  stride?: number
}

/** In the order of their dates. */
export function resultsOf(
  collection: Collection,
  { per, zone, preference, sports, since = '', until = '9999', stride }: Selection,
): {
  results: MergeResult[]
  activities: number
  /** Activities that another file had too. */
  duplicates: number
  /** Days that one source gives several totals of. */
  repeated: string[]
  /** Days of which another source's total counts, and the sources that are left out. */
  outranked: Outranked
  /** Days whose total does not count, since parts of them are known. */
  inParts: string[]
  /** Days that have a total, where activities alone are asked for. */
  unused: string[]
  /** Days with a recording whose drive is left out. */
  driven: string[]
  /** Days of which something does not count, since it is more than anybody moves. */
  impossible: string[]
} {
  const isWanted = (sport: Sport): boolean => sports === undefined || sports.includes(sport)
  const placed = withTimes(collection.activities, collection.streams)
  const streams = withOpenLines(collection, placed)
  const merged = mergeActivities(placed, ({ source }) => preference(source))
  const known = per === 'activity' ? merged.map(withPartsOfCopies) : merged
  const activities = stride === undefined ? known : known.map((activity) => withSteps(activity, stride))
  // Of all of them: an id does not depend on which ones are asked for.
  const ids = activityIds(activities)
  const counts = per === 'activity' ? activityCounts(activities, preference) : undefined
  const found = counts
    ? activities
        .filter(({ sport }) => isWanted(sport))
        .map((each) => rowOfActivity(each, { id: ids.get(each)!, zone, counts: counts.get(each)! }))
    : mergeDays({ ...collection, streams }, activities, { zone, preference, isWanted }).map(rowOfDay)
  const dated = (each: Merged) => ({ date: dayAt(beganAt(each), each.offset, zone) })
  const isAsked = (date: string): boolean => date >= since && date <= until
  const results = found.filter((result) => result !== undefined).filter(({ date }) => isAsked(date))
  return {
    results,
    outranked: outrankedIn(results),
    inParts: daysWith(results, notWhole),
    unused: per === 'activity' ? datesOf(collection.totals).filter(isAsked) : [],
    driven: datesOf(merged.filter(({ hadDrive }) => hadDrive).map(dated)).filter(isAsked),
    impossible: daysWith(results, refusals.day),
    repeated: per === 'day' ? repeatedDays(collection.totals).filter(isAsked) : [],
    activities: merged.length,
    duplicates: placed.length - merged.filter(({ isAlone }) => !isAlone).length,
  }
}

/** An activity on foot without steps, with as many as its distance takes. Its source says so. */
function withSteps(activity: Merged, stride: number): Merged {
  const { distance, steps, sport, source } = activity
  const isOnFoot = sport !== 'other' && groundOf(sport) === 'foot'
  if (steps !== undefined || distance === undefined || !isOnFoot) return activity
  const name = `${source.name} (steps by stride)`
  return { ...activity, steps: distance / stride, estimated: 'steps', source: { ...source, name } }
}

type Outranked = { days: string[]; sources: string[] }

/** Where the total of another source counts, and what it leaves out. */
const outrankedIn = (results: readonly MergeResult[]): Outranked => ({
  days: daysWith(results, otherTotal),
  sources: [...new Set(leftFor(results, otherTotal).map(({ source }) => source))].toSorted(),
})

const leftFor = (results: readonly MergeResult[], why: string): RowOrigin[] =>
  results.flatMap(({ origins }) => origins.filter(({ reason }) => reason === why))
const daysWith = (results: readonly MergeResult[], why: string): string[] => datesOf(leftFor(results, why))

const datesOf = (dated: readonly { date: string }[]): string[] =>
  [...new Set(dated.map(({ date }) => date))].toSorted()

/** Days that one source gives different totals of, or one file several. Two copies of one export say the same. */
function repeatedDays(totals: readonly Total[]): string[] {
  const first = new Map<string, Total>()
  const repeated = new Set<string>()
  for (const total of totals) {
    const { date, source, type = '' } = total
    const day = `${date}${keyOf(source)}`
    const other = first.get(`${day}\0${type}`) ?? (type === '' ? first.get(day) : first.get(`${day}\0`))
    for (const key of [day, `${day}\0${type}`]) if (!first.has(key)) first.set(key, total)
    if (!other) continue
    if (total.isAnother || measures.some((measure) => total[measure] !== other[measure]))
      repeated.add(total.date)
  }
  return [...repeated].toSorted()
}
