/** A track has every meter of its time, those of a ride within a walk too, so that it leaves the walk the rest and no more. */
import type { Counted } from './counted.ts'
import { coverageOf, partLeft, type Stretch } from './coverage.ts'
import type { Layer } from './layers.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'

/**
 * Which part of what is not covered of an entry its track has beyond all that was counted in its time, by its own way of moving
 * and by others. All of it where others counted nothing, or more than the track has: it was not carried along then.
 */
export function restOfTracks(
  { entries, gap }: Layer,
  covered: readonly Stretch[],
  { own, others }: { own: Counted; others: readonly Counted[] },
): (entry: SamplePart) => number {
  const tracks = new Map<number, { value: number; left: number; own: number; others: number }>()
  const coverage = coverageOf(covered)
  const [readOwn, readOthers] = [own.reader(), others.map((each) => each.reader({ rises: false }))]
  for (const entry of gap > 0 || others.length === 0 ? [] : entries()) {
    if (!entry.track || entry.outdone) continue
    const [start, end] = [entry.start, entryEnd(entry)]
    const sums = tracks.get(keyOfTrack(entry)) ?? { value: 0, left: 0, own: 0, others: 0 }
    tracks.set(keyOfTrack(entry), sums)
    sums.value += entry.value
    sums.left += entry.value * partLeft(entry, coverage)
    sums.own += readOwn(start, end)
    for (const within of readOthers) sums.others += within(start, end)
  }
  return (entry) => {
    const sums = entry.track && tracks.get(keyOfTrack(entry))
    if (!sums || sums.others === 0 || sums.others >= sums.value || sums.left === 0) return 1
    return Math.min(1, Math.max(0, sums.value - sums.own - sums.others) / sums.left)
  }
}

const keyOfTrack = ({ start, begun = start }: SamplePart): number => begun
