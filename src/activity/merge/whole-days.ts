/** Totals of whole days, in the order in which they count. */
import { keyOf, measures, type Preference, type Sport, type Total } from '../sample.ts'
import { orderOf } from './layers.ts'

/** A list of the same day that was exported later has more. */
function byMost(a: Total, b: Total): number {
  const differing = measures.find((measure) => (a[measure] ?? 0) !== (b[measure] ?? 0))
  return differing === undefined ? 0 : (b[differing] ?? 0) - (a[differing] ?? 0)
}

/** Those that are wanted, of each day the one that counts first; lines that name their types are added up, one for each. */
export const wholeDays = (
  totals: readonly Total[],
  { preference, isWanted }: { preference: Preference; isWanted: (sport: Sport) => boolean },
): Total[] =>
  addedUp(totals.filter(({ sport = 'walk' }) => isWanted(sport)).toSorted(byMost)).toSorted(
    (a, b) => orderOf(a.source, preference) - orderOf(b.source, preference) || byMost(a, b),
  )

/** Of each type the first line counts: the others of it may be copies. */
function addedUp(totals: readonly Total[]): Total[] {
  const days = new Map<string, { sum: Total; types: Set<string> }>()
  const others: Total[] = []
  for (const total of totals) {
    const { date, source, type } = total
    const key = `${date}\0${keyOf(source)}`
    const day = days.get(key)
    if (type === undefined || day?.types.has(type)) others.push(total)
    else if (!day) days.set(key, { sum: { ...total }, types: new Set([type]) })
    else {
      day.types.add(type)
      for (const measure of measures)
        if (total[measure] !== undefined) day.sum[measure] = (day.sum[measure] ?? 0) + total[measure]
    }
  }
  return [...[...days.values()].map(({ sum }) => sum), ...others]
}
