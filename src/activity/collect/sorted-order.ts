/** The order of millions of entries, made without a copy of them. */

/**
 * Indices in order; nothing where the entries are in order already, as exports mostly are. `startAt`: whole numbers from 0;
 * `compare` decides where two start together.
 */
export function sortedOrder(
  size: number,
  startAt: (index: number) => number,
  compare: (one: number, other: number) => number,
): Uint32Array | undefined {
  let index = 1
  let first = size > 0 ? startAt(0) : 0
  while (index < size && compare(index - 1, index) <= 0) index += 1
  if (index >= size) return undefined
  for (let each = 0; each < size; each++) first = Math.min(first, startAt(each))
  // Start and index in one number of 53 bits: such are sorted in place, where a comparison would need copies.
  const unit = 2 ** Math.ceil(Math.log2(size))
  const keys = Float64Array.from({ length: size }, (_, each) => (startAt(each) - first) * unit + each)
  if (keys.some((key) => key > Number.MAX_SAFE_INTEGER)) return Uint32Array.from(keys.keys()).sort(compare)
  keys.sort()
  const order = Uint32Array.from(keys, (key) => key % unit)
  for (let from = 0; from < size;) {
    let to = from + 1
    while (to < size && startAt(order[to]!) === startAt(order[from]!)) to += 1
    if (to - from > 1) order.subarray(from, to).sort(compare)
    from = to
  }
  return order
}
