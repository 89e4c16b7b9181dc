/** How much was counted, and when: a coarse sample, or an activity with pauses, adds no more than it has beyond that. */
import { createSeries, type Entry } from '../collect/series.ts'

/** How much was counted between two times, in seconds since 1970. Times are asked for by their start, in order. */
type Within = (start: number, end: number) => number

export type Counted = ReturnType<typeof createCounted>

/** Longer samples do not say when in their time something moved. */
const longestExact = 5 * 60

export function createCounted() {
  const layers: Values[] = []
  return {
    /** For what one more layer counts, in the order of its starts. `even`: at the same rate from its start to its end. */
    layer(even = false): Values {
      const values = createValues(even)
      layers.push(values)
      return values
    },
    /** Of the layers that there are now. */
    reader(): Within {
      const readers = layers.map((each) => each.reader())
      return (start, end) => readers.reduce((sum, within) => sum + within(start, end), 0)
    },
  }
}

type Values = ReturnType<typeof createValues>

function createValues(even: boolean) {
  const series = createSeries()
  return {
    add(start: number, end: number, value: number): void {
      series.add({ start, length: end - start, value, offset: undefined })
    },
    reader(): Within {
      const entries = series.sorted()
      let next = entries.next()
      let open: Entry[] = []
      return (start, end) => {
        for (; !next.done && next.value.start < end; next = entries.next()) open.push(next.value)
        open = open.filter((entry) => entry.start + entry.length > start)
        return open.reduce((sum, entry) => sum + share(entry, start, end), 0)
      }
    },
  }

  /** Of a quarter of an hour all of it may have been in the few minutes that are asked for. */
  function share({ start, length, value }: Entry, from: number, to: number): number {
    const shared = Math.min(to, start + length) - Math.max(from, start)
    if (shared <= 0) return 0
    return even || length <= longestExact ? (value * shared) / length : value
  }
}
