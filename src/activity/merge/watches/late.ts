/** What a watch that is put on late or again, or read late, has counted in hours: it says how much, and not when. */
import { farLess } from '../../collect/read-often.ts'
import { mergedInOrder, withOwner, type Entry } from '../../collect/series.ts'
import type { Ground } from '../../sample.ts'
import { evenlyWithin, type CountedEntry } from '../counted.ts'
import type { Layer } from '../layers.ts'

/**
 * What is left of each rise of one source beyond what others counted in its time: that is the same motion, and is taken off
 * once; where both say surely how one moved, of that alone. No sample has more in a part of its time than `most` in each
 * second. All in the order of their starts.
 */
export function leftOf(
  rises: Iterable<CountedEntry>,
  counted: Iterable<CountedEntry>,
  most: number,
): number[] {
  const left: number[] = []
  const coming = rises[Symbol.iterator]()
  let next = coming.next()
  const take = (): Budget => {
    const { start, length, value, ground } = next.value as CountedEntry
    next = coming.next()
    return { start, end: start + length, at: left.push(value) - 1, ground }
  }
  const before = (time: number): boolean => !next.done && next.value.start < time
  if (!next.done) takeOff({ left, take, before }, counted, most)
  while (before(Infinity)) take()
  return left
}

/**
 * A layer of rises, each since its watch was put on. Of a watch that is read often, what is far less than one of `counted` has
 * in its time was counted since it would have been read before, or in as long as it takes; or since it recorded an activity.
 */
export function wornLayer(layer: Layer, counted: readonly IteratorObject<CountedEntry>[]): Layer {
  const { entries, every, putOn, recorded, late } = layer
  if (late === undefined || every === undefined || putOn === undefined) return layer
  const rises = [...entries()]
  const grounds = new Set(rises.map(({ ground }) => ground))
  // What was surely moved in another way than its counters say is none of them.
  const readers = counted.map((each) => evenlyWithin(onGrounds(each, grounds)))
  const most = (start: number, end: number) => Math.max(...readers.map((within) => within(start, end)))
  // At half the pace of a run; time in motion takes as long as it is.
  const pace = late === 1 ? 1 : late / 2
  const together = new Map<number, number>()
  for (const { start, length, value } of rises)
    together.set(start + length, (together.get(start + length) ?? 0) + value)
  const sinceOf = (rise: Entry): number => {
    const { start, length, value } = rise
    const took = Math.max(every(rise) ?? length, value / pace)
    // Counters that were read together are of one watch: it walked before a run.
    const isAll = length <= took || together.get(start + length)! >= farLess * most(start, start + length)
    return isAll ? start : start + length - took
  }
  const worn = rises.map((rise) => {
    const end = rise.start + rise.length
    const put = Math.max(sinceOf(rise), putOn.get(end) ?? 0)
    const since = Math.min(put, recorded?.(rise.start, put) ?? Infinity)
    if (since === rise.start) return rise
    putOn.set(end, since)
    return { ...rise, start: since, length: end - since }
  })
  const ordered = worn.toSorted((a, b) => a.start - b.start)
  return { ...layer, entries: () => ordered }
}

function* onGrounds(
  counted: Iterable<CountedEntry>,
  grounds: ReadonlySet<Ground | undefined>,
): Generator<CountedEntry> {
  for (const each of counted) if (each.ground === undefined || grounds.has(each.ground)) yield each
}

/** What is left of each entry of a layer of rises beyond what others counted, all rises of its source held against that. */
export function leftOfLayer(
  { entries, otherRises, apart, late = 1 }: Layer,
  counted: Iterable<CountedEntry>,
): number[] {
  if (!apart || !otherRises) return leftOf(entries(), counted, late)
  /** Their places among all. */
  const own: number[] = []
  function* all(): Generator<CountedEntry> {
    let at = 0
    const layers = [withOwner(entries(), true), withOwner(otherRises!(), false)]
    for (const { isOwn, entry } of mergedInOrder(layers)) {
      if (isOwn) own.push(at)
      at += 1
      yield entry
    }
  }
  const left = leftOf(all(), counted, late)
  return own.map((at) => left[at]!)
}

/** A rise that others may have counted too: what is left of it is known by its place. */
type Budget = { start: number; end: number; at: number; ground: Ground | undefined }
type Rising = { left: number[]; take: () => Budget; before: (time: number) => boolean }

/** What ends first is taken off first, and of the rises of its time the one that ends first: it has the fewest to come. */
function takeOff({ left, take, before }: Rising, counted: Iterable<CountedEntry>, most: number): void {
  let longest = 0
  const open: Budget[] = []
  function* read(): Generator<CountedEntry> {
    for (const counts of counted) {
      longest = Math.max(longest, counts.length)
      yield counts
    }
  }
  for (const { start, length, value, ground } of inOrderOfEnds(read())) {
    const end = start + Math.max(1, length)
    let isNew = false
    for (; before(end); isNew = true) open.push(take())
    if (isNew) open.sort((a, b) => a.end - b.end)
    while (open.length > 0 && open[0]!.end <= end - 1 - longest) open.shift()
    let same = value
    for (const rise of open) {
      const shared = Math.min(end, rise.end) - Math.max(start, rise.start)
      if (shared <= 0 || (ground && rise.ground && ground !== rise.ground)) continue
      const taken = Math.min(left[rise.at]!, same, shared < end - start ? most * shared : same)
      left[rise.at]! -= taken
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
