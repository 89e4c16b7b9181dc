/** Watches that are read every few minutes: what a counter rose by behind a silence was moved right before it was read. */
import { presence } from '../pauses.ts'
import { mergedInOrder, type Entry } from './series.ts'

/** Seconds without a reading in which a watch was off, or read no counter that stood still. */
const silence = { ofAll: 3600, ofChanges: presence }
/** This part of a watch's readings follow another one within minutes where it is read often, and so many where that is sure. */
const often = { share: 0.25, sure: 3 }
/** A watch that writes changes alone states no more than this part of its readings again. */
const stated = 0.05

/**
 * When a watch was read, in order; `every`: the usual seconds between two readings where it is read often; `isSure`: many show
 * that; `silence`: seconds without a reading behind which its counters rose right before they were read.
 */
export type Readings = {
  times: readonly number[]
  every: number | undefined
  isSure: boolean
  silence: number
}

/** `counters`: the readings of each counter of one watch, in order, the same whenever it is asked for. */
export function readingsOf(counters: readonly { sorted(): IteratorObject<Entry> }[]): Readings {
  const times: number[] = []
  for (const { start } of mergedInOrder(counters.map((counter) => counter.sorted())))
    if (start !== times.at(-1)) times.push(start)
  const between = times.slice(1).map((time, at) => time - times[at]!)
  const short = between.filter((seconds) => seconds <= presence).toSorted((a, b) => a - b)
  const isOften = short.length > 0 && short.length >= often.share * between.length
  return {
    times,
    every: isOften ? short[short.length >> 1] : undefined,
    isSure: short.length >= often.sure,
    silence: writesChanges(counters) ? silence.ofChanges : silence.ofAll,
  }
}

function writesChanges(counters: Parameters<typeof readingsOf>[0]): boolean {
  let [all, again] = [0, 0]
  for (const counter of counters) {
    let before: number | undefined
    for (const { value } of counter.sorted()) {
      all += 1
      if (value === before) again += 1
      before = value
    }
  }
  return again <= stated * all
}

/**
 * Rises of a counter, each since its watch was read before where that is read often, as far as that can be done since then at
 * `pace` in a second. `isOfDay`: what a watch says first on a day may have been counted at any time of it, and it has to be sure.
 */
export function* sinceReadBefore(
  rises: Iterable<Entry>,
  { times, every, isSure, silence: longest }: Readings,
  { pace, isOfDay }: { pace: number; isOfDay: boolean },
): Generator<Entry> {
  let next = 0
  for (const rise of rises) {
    const { start, length, value } = rise
    const end = start + length
    while (next < times.length && times[next]! < end) next += 1
    const took = Math.ceil(value / pace)
    const least = Math.max(((isSure || !isOfDay) && every) || Infinity, took)
    const wasRead = !isOfDay || (next > 0 && times[next - 1]! >= start)
    if (length <= longest || least > presence || !wasRead) {
      yield rise
      continue
    }
    let before = next - 1
    while (before >= 0 && times[before]! > end - took) before -= 1
    const since = Math.max(end - least, times[before] ?? 0)
    yield { ...rise, start: since, length: end - since }
  }
}
