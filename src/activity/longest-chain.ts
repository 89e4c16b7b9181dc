/** What is in order, where some of it has a wrong time. */

/** The most of them, in their order, whose times go forward from `from`; of two such, the one whose steps are shorter. */
export function longestChain<T extends { at: number }>(
  entries: readonly T[],
  from = -Infinity,
): readonly T[] {
  if (entries.every(({ at }, index) => at >= (entries[index - 1]?.at ?? from))) return entries
  const chains: { length: number; before: number }[] = []
  let best = -1
  entries.forEach(({ at }, index) => {
    let [length, before] = [at >= from ? 1 : 0, -1]
    for (let each = 0; each < index; each++) {
      const known = chains[each]!
      const isNearer = known.length + 1 === length && before >= 0 && entries[each]!.at > entries[before]!.at
      if (length > 0 && known.length > 0 && entries[each]!.at <= at && (known.length >= length || isNearer))
        [length, before] = [known.length + 1, each]
    }
    chains.push({ length, before })
    if (length > (chains[best]?.length ?? 0)) best = index
  })
  const found: T[] = []
  for (let index = best; index >= 0; index = chains[index]!.before) found.push(entries[index]!)
  return found.toReversed()
}
