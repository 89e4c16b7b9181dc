/** What is in order, where some of it has a wrong time. */

/**
 * The most of them, in their order, whose times go forward from `from`; of two such, the one whose times lie closer. Takes
 * n log n steps, for a file may hold millions.
 */
export function longestChain<T extends { at: number }>(
  entries: readonly T[],
  from = -Infinity,
): readonly T[] {
  if (entries.every(({ at }, index) => at >= (entries[index - 1]?.at ?? from))) return entries
  const times = [...new Set(entries.map(({ at }) => at))].toSorted((a, b) => a - b)
  const places = new Map(times.map((at, place) => [at, place + 1]))
  const lengths = new Int32Array(entries.length)
  const before = new Int32Array(entries.length)
  /** A Fenwick tree: of the entries up to a time, the last of the longest chain. */
  const tree = new Int32Array(times.length + 1).fill(-1)
  const better = (one: number, other: number): number => {
    if (one < 0 || other < 0) return Math.max(one, other)
    const longer = lengths[one]! - lengths[other]! || entries[one]!.at - entries[other]!.at
    return longer > 0 ? one : other
  }
  let last = -1
  entries.forEach(({ at }, index) => {
    if (at < from) return
    let found = -1
    const place = places.get(at)!
    for (let node = place; node > 0; node -= node & -node) found = better(tree[node]!, found)
    before[index] = found
    lengths[index] = found < 0 ? 1 : lengths[found]! + 1
    for (let node = place; node < tree.length; node += node & -node) tree[node] = better(index, tree[node]!)
    const longer = last < 0 ? 1 : lengths[index] - lengths[last]! || entries[last]!.at - at
    if (longer > 0) last = index
  })
  const chain: T[] = []
  for (let index = last; index >= 0; index = before[index]!) chain.push(entries[index]!)
  return chain.toReversed()
}
