/** Totals of whole days, in the order in which they count. */
import { keyOf, measures, type Preference, type Sport, type Total } from '../../sample.ts'
import { orderOf } from '../layers.ts'

/** A list of the same day that was exported later has more. */
function byMost(a: Total, b: Total): number {
  const differing = measures.find((measure) => (a[measure] ?? 0) !== (b[measure] ?? 0))
  return differing === undefined ? 0 : (b[differing] ?? 0) - (a[differing] ?? 0)
}

/** Those that are wanted, of each day the one that counts first; lines that name their types are added up, one for each. */
export function wholeDays(
  totals: readonly Total[],
  { preference, isWanted }: { preference: Preference; isWanted: (sport: Sport) => boolean },
): Total[] {
  const lists = new Map<object | undefined, number>()
  for (const { list } of totals) if (!lists.has(list)) lists.set(list, lists.size)
  const dayOf = ({ date, source }: Total) => `${date}\0${keyOf(source)}`
  const wanted = totals.filter(({ sport = 'walk' }) => isWanted(sport)).toSorted(byMost)
  // Two files may call one way of moving by two words.
  const ofLists = addedUp(
    wanted,
    (total) => `${dayOf(total)}\0${total.sport}\0${lists.get(total.list)}`,
    'type',
  )
  return addedUp(ofLists.toSorted(byMost), dayOf, 'sport').toSorted(
    (a, b) => orderOf(a.source, preference) - orderOf(b.source, preference) || byMost(a, b),
  )
}

/** The sum of each group: of each part its first total, since the others may be copies. They follow by themselves. */
function addedUp(
  totals: readonly Total[],
  groupOf: (total: Total) => string,
  part: 'type' | 'sport',
): Total[] {
  const groups = new Map<string, { sum: Total; parts: Set<string> }>()
  const others: Total[] = []
  for (const total of totals) {
    const name = total[part]
    const key = groupOf(total)
    const group = groups.get(key)
    if (name === undefined || group?.parts.has(name)) others.push(total)
    else if (!group) groups.set(key, { sum: { ...total }, parts: new Set([name]) })
    else {
      group.parts.add(name)
      for (const measure of measures)
        if (total[measure] !== undefined) group.sum[measure] = (group.sum[measure] ?? 0) + total[measure]
    }
  }
  return [...[...groups.values()].map(({ sum }) => sum), ...others]
}
