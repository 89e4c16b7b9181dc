/** A track has every meter of its time, those of a ride within a walk too, so that it leaves the walk the rest and no more. */
import { walkingSpeed } from '../sample.ts'
import type { Counted } from './counted.ts'
import { coverageOf, partLeft, type Stretch } from './coverage.ts'
import type { Layer } from './layers.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'

/**
 * Which part of what is not covered of an entry its track has beyond all that was counted in its time, by its own way of moving
 * and by others. All of it where nobody counted, and where the device was not carried along: where the track is shorter, or
 * has the pace of its sport, or of walking, with what others counted in it rather than without.
 */
export function restOfTracks(
  { entries, gap }: Layer,
  covered: readonly Stretch[],
  { own, others }: { own: Counted; others: readonly Counted[] },
): (entry: SamplePart) => number {
  const tracks = new Map<number, Sums>()
  const coverage = coverageOf(covered)
  const [readOwn, readOthers] = [own.reader(), others.map((each) => each.reader({ rises: false }))]
  for (const entry of gap > 0 || others.length === 0 ? [] : entries()) {
    if (!entry.usualSpeed || entry.outdone) continue
    const [start, end] = [entry.start, entryEnd(entry)]
    const sums = tracks.get(keyOfTrack(entry)) ?? {
      value: 0,
      left: 0,
      seconds: 0,
      free: 0,
      own: 0,
      others: 0,
    }
    tracks.set(keyOfTrack(entry), sums)
    const part = partLeft(entry, coverage)
    sums.value += entry.value
    sums.left += entry.value * part
    sums.seconds += end - start
    sums.free += (end - start) * part
    sums.own += readOwn(start, end)
    for (const within of readOthers) sums.others += within(start, end)
  }
  return (entry) => {
    const sums = entry.usualSpeed ? tracks.get(keyOfTrack(entry)) : undefined
    if (!sums || sums.others === 0 || sums.left === 0) return 1
    const beyond = sums.value - sums.own - sums.others
    const rest = Math.max(0, beyond)
    const unlike = (meters: number, seconds: number) =>
      Math.min(...[entry.usualSpeed!, walkingSpeed].map((usual) => Math.abs(meters / seconds - usual)))
    const carried =
      beyond > -sums.value * tolerance && unlike(rest, sums.free) <= unlike(sums.value, sums.seconds)
    return carried ? Math.min(1, rest / sums.left) : 1
  }
}

/** Two devices measure one way to within this part of it. */
const tolerance = 0.05

/** Of a track: its meters, those that are not covered, its seconds, those that are free, and what was counted in them. */
type Sums = { value: number; left: number; seconds: number; free: number; own: number; others: number }

const keyOfTrack = ({ start, begun = start }: SamplePart): number => begun
