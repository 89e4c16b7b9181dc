/** Clocks of two devices that do not agree: what both counted of one walk does not begin and end at the same second. */
import { extend, type Stretch } from './coverage.ts'

/** Seconds by which a clock is wrong, and by which two devices are started or stopped apart. */
export const clockError = 60

/**
 * What a source counted before a better one began, or after it ended, and is the same walk for all that. It is the same
 * where more than half of a run lies within what was taken, or where the two begin and end together; then up to a minute
 * at either end is the clocks', and up to two where both ends say so: each clock may be wrong by one. Runs are in order,
 * and so is what was taken.
 */
export function clockStretches(runs: Iterable<Stretch>, taken: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  let first = 0
  for (const run of runs) {
    while (first < taken.length && taken[first]!.end < run.start - clockError) first += 1
    const same = partsOfOneWalk(run, taken, first)
    if (!same) continue
    const { start, end } = same
    const most = isClose(start - run.start, 2) && isClose(end - run.end, 2) ? 2 : 1
    if (run.start < start && isClose(start - run.start, most)) extend(found, run.start, start, 0)
    if (run.end > end && isClose(run.end - end, most)) extend(found, end, run.end, 0)
  }
  return found
}

/** From the first to the last that was taken while a run lasted; nothing where the run is another walk. */
function partsOfOneWalk(run: Stretch, taken: readonly Stretch[], first: number): Stretch | undefined {
  let together = 0
  let within: Stretch | undefined
  for (let at = first; at < taken.length && taken[at]!.start <= run.end + clockError; at++) {
    const { start, end } = taken[at]!
    if (isClose(start - run.start, 1) && isClose(end - run.end, 1)) return { start, end }
    const shared = Math.min(end, run.end) - Math.max(start, run.start)
    if (shared <= 0) continue
    together += shared
    within = { start: within?.start ?? start, end }
  }
  return together * 2 > run.end - run.start ? within : undefined
}

/** Seconds that so many clocks explain. */
const isClose = (apart: number, clocks: number): boolean => Math.abs(apart) <= clockError * clocks
