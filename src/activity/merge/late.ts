/** What a watch that is put on late or again, or read late, has counted in hours: it says how much, and not when. */
import { mergedInOrder, type Entry } from '../collect/series.ts'
import type { Ground } from '../sample.ts'
import type { Layer } from './layers.ts'

/** `ground`: of an activity, where it says surely how one moved. */
export type CountedEntry = Pick<Entry, 'start' | 'length' | 'value'> & { ground?: Ground | undefined }

/**
 * What is left of each rise of one source beyond what others counted in its time: that is the same motion, and is taken off
 * once; where both say surely how one moved, of that alone. No sample has more in a part of its time than `most` in each
 * second. All in the order of their starts.
 */
export function leftOf(
  rises: readonly CountedEntry[],
  counted: Iterable<CountedEntry>,
  most: number,
): number[] {
  const all = rises.map(({ start, length, value, ground }) => ({
    start,
    end: start + length,
    left: value,
    ground,
  }))
  if (all.length > 0) takeOff(all, counted, most)
  return all.map(({ left }) => left)
}

/** What is left of each entry of a layer of rises beyond what others counted, all rises of its source held against that. */
export function leftOfLayer(
  { entries, otherRises, apart, late = 1 }: Layer,
  counted: Iterable<CountedEntry>,
): number[] {
  const own = [...entries()]
  const all = apart && otherRises ? [...mergedInOrder([own.values(), otherRises()])] : own
  const left = new Map(leftOf(all, counted, late).map((value, at) => [all[at]!, value]))
  return own.map((rise) => left.get(rise)!)
}

type Budget = { start: number; end: number; left: number; ground: Ground | undefined }

/** What ends first is taken off first, and of the rises of its time the one that ends first: it has the fewest to come. */
function takeOff(rises: readonly Budget[], counted: Iterable<CountedEntry>, most: number): void {
  let [next, longest] = [0, 0]
  const open: Budget[] = []
  function* read(): Generator<CountedEntry> {
    for (const counts of counted) {
      longest = Math.max(longest, counts.length)
      yield counts
    }
  }
  for (const { start, length, value, ground } of inOrderOfEnds(read())) {
    const end = start + Math.max(1, length)
    const known = next
    for (; next < rises.length && rises[next]!.start < end; next++) open.push(rises[next]!)
    if (next > known) open.sort((a, b) => a.end - b.end)
    while (open.length > 0 && open[0]!.end <= end - 1 - longest) open.shift()
    let same = value
    for (const rise of open) {
      const shared = Math.min(end, rise.end) - Math.max(start, rise.start)
      if (shared <= 0 || (ground && rise.ground && ground !== rise.ground)) continue
      const taken = Math.min(rise.left, same, shared < end - start ? most * shared : same)
      rise.left -= taken
      same -= taken
    }
  }
}

/** Of what comes in the order of starts. */
function* inOrderOfEnds(counted: Iterable<CountedEntry>): Generator<CountedEntry> {
  const endOf = ({ start, length }: CountedEntry): number => start + length
  const open: CountedEntry[] = []
  for (const each of counted) {
    while (open.length > 0 && endOf(open[0]!) <= each.start) yield open.shift()!
    const behind = open.findLastIndex((other) => endOf(other) <= endOf(each))
    open.splice(behind + 1, 0, each)
  }
  yield* open
}
