/** Activities of lists that were written down when they were over: when they were before that, by the samples of one source. */
import type { Entry } from '../../collect/series.ts'
import { presence } from '../../pauses.ts'
import { groundOf, type Activity, type Ground, type Parts } from '../../sample.ts'
import { usualOf } from './usual-time.ts'

export type Amount = 'steps' | 'distance'
/** `ground`: of one that names how one moved; `steps`: in the time of one that does not. */
export type CountedSample = Entry & { ground: Ground | undefined; steps?: number }
/** A sample, and what of it no activity has, from when on and until when. */
export type SharedSample = CountedSample & { free: number; since: number; until: number }

/** The part of an activity that shows that what counts was carried, and the part behind which there is no more of it. */
export const carried = { from: 0.1, until: 0.95 }
/** The part that shows that it was before its stamp: two devices do not count the same. */
export const allOfIt = 0.88
/** One is looked for so many times its usual time before its stamp. */
const timesBefore = 1.5
const longestBefore = 3 * 3600

/** Less than this of a step or a meter is nothing. */
export const negligible = 0.5

/** May it have some of an activity? */
export const isOfWay = ({ ground }: CountedSample, { sport }: Activity): boolean =>
  ground === undefined || ground === groundOf(sport)

export const endOf = ({ start, length }: Entry): number => start + length

/** The rest of one that was written down late, where it was right before that; nothing where all of it is not there. */
export function partsBefore(
  { activity, begin, left, parts }: { activity: Activity; begin: number; left: number; parts: Parts },
  recent: readonly SharedSample[],
  measure: Amount,
): { parts: Parts; take: () => void } {
  const none = { parts: [], take: () => undefined }
  const all = activity[measure]!
  if (1 - left / all >= carried.until) return none
  const earliest = begin - Math.min(longestBefore, (timesBefore * usualOf(activity)) / 1000)
  const found: [SharedSample, Parts[number]][] = []
  let [rest, from] = [left, parts.length > 0 ? parts[0]!.start / 1000 : begin]
  let reached = from
  for (let at = recent.length - 1; at >= 0; at--) {
    const sample = recent[at]!
    if (sample.start >= from || !isOfWay(sample, activity)) continue
    if (rest < negligible || endOf(sample) < Math.max(reached - presence, earliest)) break
    if (sample.value > 0) reached = Math.min(reached, sample.start)
    const to = Math.min(sample.until, from)
    const value = Math.min(sample.free, rest)
    if (value <= 0 || to <= sample.since) continue
    const length = ((to - sample.since) * value) / sample.free
    rest -= value
    from = to - length
    found.unshift([sample, { start: from * 1000, end: to * 1000, share: value / all }])
  }
  if (1 - rest / all < allOfIt) return none
  return {
    parts: found.map(([, part]) => part),
    take() {
      for (const [sample, { start, share }] of found) {
        sample.free -= share * all
        sample.until = start / 1000
      }
    },
  }
}
