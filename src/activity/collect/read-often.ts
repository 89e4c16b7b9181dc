/** Watches that write what changed every few minutes: what a counter rose by after hours was moved right before it was read. */
import { presence } from '../pauses.ts'
import { mergedInOrder, type Entry } from './series.ts'

/** Seconds without a reading in which nothing may have changed, or the watch was off. */
const silence = 3600
/** This part of a watch's readings follow another one within minutes where it is read often, and so many where that is sure. */
const often = { share: 0.25, sure: 3 }

/** When a watch was read, in order, and the usual seconds between two readings where it is read often. */
export type Readings = { times: readonly number[]; every: number | undefined; isSure: boolean }

/** `counters`: the readings of all counters of one watch, each in order. */
export function readingsOf(counters: readonly IteratorObject<Entry>[]): Readings {
  const times: number[] = []
  for (const { start } of mergedInOrder(counters)) if (start !== times.at(-1)) times.push(start)
  const between = times.slice(1).map((time, at) => time - times[at]!)
  const short = between.filter((seconds) => seconds <= presence).toSorted((a, b) => a - b)
  const isOften = short.length > 0 && short.length >= often.share * between.length
  return { times, every: isOften ? short[short.length >> 1] : undefined, isSure: short.length >= often.sure }
}

/**
 * Rises of a counter, each since its watch was read before where that is read often, as far as that can be done since then at
 * `pace` in a second. `isOfDay`: what a watch says first on a day may have been counted at any time of it.
 */
export function* sinceReadBefore(
  rises: Iterable<Entry>,
  { times, every, isSure }: Readings,
  { pace, isOfDay }: { pace: number; isOfDay: boolean },
): Generator<Entry> {
  let next = 0
  for (const rise of rises) {
    const { start, length, value } = rise
    const least = Math.max((isSure && every) || Infinity, value / pace)
    if (length <= silence || least > presence) {
      yield rise
      continue
    }
    while (next < times.length && times[next]! < start) next += 1
    const wasRead = !isOfDay || (next < times.length && times[next]! < start + length)
    yield wasRead ? { ...rise, start: start + length - Math.ceil(least), length: Math.ceil(least) } : rise
  }
}
