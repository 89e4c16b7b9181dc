/** What is in order, where some of it has a wrong time. */

/** The most of them, in their order, whose times go forward from `from`. */
export function longestChain<T extends { at: number }>(entries: readonly T[], from = -Infinity): T[] {
  /** Of the chains of each length, the index of the last entry of the one that ends earliest. */
  const ends: number[] = []
  const before: number[] = []
  entries.forEach(({ at }, index) => {
    if (at < from) return
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (entries[ends[middle]!]!.at <= at) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1] ?? -1
    ends[low] = index
  })
  const found: T[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) found.push(entries[index]!)
  return found.toReversed()
}
