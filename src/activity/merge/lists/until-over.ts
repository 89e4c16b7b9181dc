/** When an activity was over, by its parts in what a device counted. */
import { presence } from '../../pauses.ts'
import type { Parts } from '../../sample.ts'
import { clockError } from '../clocks.ts'
import { longestExact } from '../counted.ts'
import type { Wanted } from './most-in.ts'
import { sumOf } from './parts.ts'
import { usualOf } from './usual-time.ts'
import { endOf, type SharedSample } from './written-late.ts'

/** A part of it that a sample may have `more` of. */
export type CountedPart = { -readonly [Key in keyof Parts[number]]: Parts[number][Key] } & {
  sample: SharedSample
  more: number
}

type WithParts = Pick<Wanted, 'activity' | 'begin' | 'lasting'> & { parts: CountedPart[] }

/** The part that a device counts at least that was carried. */
const leastCounted = 0.85
/** The same in two samples. */
const alike = 0.03
/** The part of its pace that is one. */
const leastPace = 0.8

/**
 * Seconds in which it was in motion, by its share of all: a device that counts less shows it where it counted most in a second,
 * in two samples of its time at least. `left`: those that it says beyond that, but for what clocks explain where a device
 * counts less.
 */
export function movedIn({ begin, lasting, parts }: Omit<WithParts, 'activity'>): {
  moved: number
  left: number
} {
  const share = sumOf(parts)
  const within = parts.filter(({ start, end }) => start >= begin * 1000 && end - start >= clockError * 1000)
  const [most = 0, second = 0] = within
    .map((part) => (part.share * lasting * 1000) / (part.end - part.start))
    .toSorted((one, other) => other - one)
  const counts = second >= leastCounted && most - second <= alike ? Math.min(1, most) : 1
  const moved = (share * lasting) / counts
  return { moved, left: lasting - moved - clockError * Math.min(1, (1 - counts) * 20) }
}

/** Its parts, the last one as long as it took at the pace of all, where a long sample does not say when it was over. */
export function withEnd({ activity, lasting, parts }: WithParts): CountedPart[] {
  const last = parts.at(-1)
  if (!last || last.sample.length <= longestExact || last.end < (endOf(last.sample) - clockError) * 1000)
    return parts
  const seconds = lasting || usualOf(activity) / 1000
  return [
    ...parts.slice(0, -1),
    { ...last, end: Math.min(last.end, last.start + seconds * last.share * 1000) },
  ]
}

/**
 * Its parts until a long stop behind which something was moved at another pace than the activity was, by the time that it says
 * it was in motion: that was another one. Where in its first and last sample it was moved is not known.
 */
export function untilOther({ lasting, parts }: Pick<WithParts, 'lasting' | 'parts'>): Parts {
  const stop = parts.findIndex(({ start }, at) => at > 0 && start - parts[at - 1]!.end > presence * 1000)
  if (lasting === 0 || stop < 0) return parts
  const behind = parts.slice(stop)
  const sure = behind.length > 1 ? behind.slice(1, -1) : behind
  const seconds = sure.reduce((sum, { start, end }) => sum + (end - start) / 1000, 0)
  const least = behind.length > 1 ? seconds : seconds / 2
  return sumOf(sure) * lasting < least * leastPace ? parts.slice(0, stop) : parts
}
