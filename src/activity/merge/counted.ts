/** How much was counted, and when: a coarse sample, or an activity with pauses, adds no more than it has beyond that. */

/** How much was counted between two times, in seconds since 1970. Times are asked for by their start, in order. */
type Within = (start: number, end: number) => number

export type Counted = ReturnType<typeof createCounted>

export function createCounted() {
  const layers: Values[] = []
  return {
    /** For what one more layer counts, in the order of its starts. */
    layer(): Values {
      const values = createValues()
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

function createValues() {
  const [starts, ends, values]: [number[], number[], number[]] = [[], [], []]
  return {
    add(start: number, end: number, value: number): void {
      starts.push(start)
      ends.push(end)
      values.push(value)
    },
    reader(): Within {
      const size = starts.length
      let first = 0
      return (start, end) => {
        while (first < size && ends[first]! <= start) first += 1
        let sum = 0
        for (let at = first; at < size && starts[at]! < end; at++) {
          const shared = Math.min(end, ends[at]!) - Math.max(start, starts[at]!)
          if (shared > 0) sum += (values[at]! * shared) / (ends[at]! - starts[at]!)
        }
        return sum
      }
    },
  }
}
