/** Millions of samples of one source and measure, 13 bytes each. */
import { sortedOrder } from './sorted-order.ts'

const blockSize = 1 << 14
/** Stands for an offset that the file does not say; others are quarters of an hour. */
const noOffset = -128

type Block = { start: Uint32Array; length: Uint32Array; value: Float32Array; offset: Int8Array }

/** Times in seconds since 1970, `length` in seconds; `offset` in minutes. */
export type Entry = { start: number; length: number; value: number; offset: number | undefined }

export type SampleSeries = ReturnType<typeof createSeries>

/** An empty series. Entries are kept in the order they are added. */
export function createSeries() {
  const blocks: Block[] = []
  let size = 0
  /** Known until entries come or go. */
  let known: { order: Uint32Array | undefined } | undefined
  const startAt = (index: number): number => blocks[Math.floor(index / blockSize)]!.start[index % blockSize]!
  const at = (index: number): Entry => {
    const block = blocks[Math.floor(index / blockSize)]!
    const place = index % blockSize
    const offset = block.offset[place]!
    return {
      start: block.start[place]!,
      length: block.length[place]!,
      value: block.value[place]!,
      offset: offset === noOffset ? undefined : offset * 15,
    }
  }
  const compare = (one: number, other: number): number => {
    const [a, b] = [blocks[Math.floor(one / blockSize)]!, blocks[Math.floor(other / blockSize)]!]
    const [i, j] = [one % blockSize, other % blockSize]
    return a.start[i]! - b.start[j]! || a.length[i]! - b.length[j]! || a.value[i]! - b.value[j]!
  }
  return {
    get size() {
      return size
    },
    add({ start, length, value, offset }: Entry): void {
      known = undefined
      const place = size % blockSize
      if (place === 0 && blocks.length * blockSize === size) blocks.push(newBlock())
      const block = blocks[Math.floor(size / blockSize)]!
      block.start[place] = start
      block.length[place] = length
      block.value[place] = value
      block.offset[place] = offset === undefined ? noOffset : Math.round(offset / 15)
      size += 1
    },
    /** Forgets what was added last. */
    truncate(length: number): void {
      known = undefined
      size = Math.min(size, length)
      blocks.length = Math.ceil(size / blockSize)
    },
    at,
    /** In the order in which they were added. */
    *range(from: number, to: number): Generator<Entry> {
      for (let index = from; index < Math.min(to, size); index++) yield at(index)
    },
    /** By their times; of entries that are equal, as two copies of an export have them, one. */
    *sorted(): Generator<Entry> {
      known ??= { order: sortedOrder(size, startAt, compare) }
      const { order } = known
      let last = -1
      for (let index = 0; index < size; index++) {
        const next = order?.[index] ?? index
        if (last >= 0 && compare(last, next) === 0) continue
        last = next
        yield at(next)
      }
    },
  }
}

/** Entries of several series in the order of their starts. */
export const mergedInOrder = <T extends Pick<Entry, 'start'>>(
  series: readonly IteratorObject<T>[],
): IteratorObject<T> => (series.length === 1 ? series[0]! : interleaved(series))

function* interleaved<T extends Pick<Entry, 'start'>>(series: readonly IteratorObject<T>[]): Generator<T> {
  const open = series.map((entries) => ({ entries, next: entries.next() }))
  for (;;) {
    let first: (typeof open)[number] | undefined
    for (const each of open)
      if (!each.next.done && (!first || each.next.value.start < (first.next.value as T).start)) first = each
    if (!first) return
    yield first.next.value as T
    first.next = first.entries.next()
  }
}

/** Entries with whose they are, for when those of two are merged. */
export function* withOwner<T extends Pick<Entry, 'start'>>(
  entries: Iterable<T>,
  isOwn: boolean,
): Generator<{ start: number; entry: T; isOwn: boolean }> {
  for (const entry of entries) yield { start: entry.start, entry, isOwn }
}

const newBlock = (): Block => ({
  start: new Uint32Array(blockSize),
  length: new Uint32Array(blockSize),
  value: new Float32Array(blockSize),
  offset: new Int8Array(blockSize),
})
