/** Which intervals share a time: what was sent of a time may be each row that shares it. */
import type { Interval } from '../../contract/interval.ts'

/** Two devices that record one after the other may share this much: each clock is wrong by a little. */
const clockErrorMs = 60_000

export type NumberedInterval = Interval & { number: number }

/** Intervals by number. A million of them take 44 MB: no object is made for each. */
export function createTimeTree() {
  const numbers: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  /** Places in these lists by start: the leaves of a tree, behind as many nodes; `2n` and `2n + 1` are below `n`. */
  let leaves = new Uint32Array()
  /** Of the intervals below each node the first start and the last end. */
  let first = new Float64Array()
  let last = new Float64Array()
  const build = (): void => {
    const count = numbers.length
    if (leaves.length === count) return
    leaves = Uint32Array.from(numbers.keys()).sort((a, b) => starts[a]! - starts[b]!)
    first = new Float64Array(2 * count)
    last = new Float64Array(2 * count)
    for (const [at, place] of leaves.entries()) {
      first[count + at] = starts[place]!
      last[count + at] = ends[place]!
    }
    for (let node = count - 1; node > 0; node--) {
      first[node] = Math.min(first[2 * node]!, first[2 * node + 1]!)
      last[node] = Math.max(last[2 * node]!, last[2 * node + 1]!)
    }
  }
  return {
    get any() {
      return numbers.length > 0
    },
    add(number: number, { start, end }: Interval): void {
      numbers.push(number)
      starts.push(start)
      ends.push(end)
    },
    *all(): Generator<NumberedInterval> {
      for (const [place, number] of numbers.entries())
        yield { number, start: starts[place]!, end: ends[place]! }
    },
    /** The interval of a number; numbers were added in their order. */
    get(number: number): Interval | undefined {
      let [low, high] = [0, numbers.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (numbers[middle]! < number) low = middle + 1
        else high = middle
      }
      return numbers[low] === number ? { start: starts[low]!, end: ends[low]! } : undefined
    },
    /** Does any of them share this time? */
    isShared(time: Interval): boolean {
      for (const _ of this.sharing(time)) return true
      return false
    },
    /** The numbers of those that share more than a minute with this time, or all of the shorter one. */
    *sharing(time: Interval): Generator<number> {
      build()
      const count = leaves.length
      const nodes = count > 0 ? [1] : []
      for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
        if (last[node]! < time.start || first[node]! > time.end) continue
        if (node < count) nodes.push(2 * node + 1, 2 * node)
        else if (sharesTime({ start: first[node]!, end: last[node]! }, time))
          yield numbers[leaves[node - count]!]!
      }
    },
  }
}

export function sharesTime(one: Interval, other: Interval): boolean {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  const shorter = Math.min(one.end - one.start, other.end - other.start)
  return shared > clockErrorMs || (shared >= 0 && shared >= shorter)
}

export type TimeTree = ReturnType<typeof createTimeTree>
