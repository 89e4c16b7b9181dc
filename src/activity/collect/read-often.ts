/** Watches that are read every few minutes: what a counter rose by behind a silence was moved right before it was read. */
import { presence } from '../pauses.ts'
import type { DayOf } from '../zone.ts'
import { mergedInOrder, type Entry } from './series.ts'

/** Seconds without a reading in which a watch was off, or read no counter that stood still. */
const silence = { ofAll: 3600, ofChanges: presence }
/** A watch is read often where this part of a day's readings follow another within minutes, and surely where so many do. */
const often = { share: 0.25, sure: 3 }
/** Of the times between two such readings this part is no longer than the usual one. */
const usualShare = 0.8
/** A watch that is read by its clock has this part of them near the usual time, which is so much of it. */
const regular = { share: 0.3, near: 0.1 }
/** A watch that writes changes alone states no more than this part of its readings again. */
const stated = 0.05

/**
 * How a watch that is read often was read on a day: when first, seconds between two readings, whether that was by its clock,
 * whether many show it, whether it was by the hour at rest, and the seconds without a reading behind which its counters rose
 * right before they were read.
 */
export type Often = {
  first: number
  every: number
  isRegular: boolean
  isSure: boolean
  isByHour: boolean
  silence: number
}

/** When a watch was read, in order, and how on each day. */
export type Readings = { times: readonly number[]; often: ReadonlyMap<number, Often> }

type Counter = { sorted(): IteratorObject<Entry> }

/** When counters were read, in order. */
export function timesOf(counters: readonly Counter[]): readonly number[] {
  const times: number[] = []
  for (const { start } of mergedInOrder(counters.map((counter) => counter.sorted())))
    if (start !== times.at(-1)) times.push(start)
  return times
}

/** Of the readings of each counter of one watch, in order, the same whenever they are asked for. */
export function readingsOf(counters: readonly Counter[], dayOf: DayOf): Readings {
  const times: number[] = []
  const days = new Map<number, { own: number[]; isFromMidnight: boolean }>()
  for (const reading of mergedInOrder(counters.map((counter) => counter.sorted()))) {
    const { start, offset } = reading
    if (start === times.at(-1)) continue
    times.push(start)
    const day = dayOf(reading)
    const known = days.get(day) ?? {
      own: [],
      isFromMidnight: dayOf({ start: start - 1, offset }) !== day,
    }
    known.own.push(start)
    days.set(day, known)
  }
  const changes = changesOnly(counters, dayOf)
  const found = new Map<number, Often>()
  for (const [day, { own, isFromMidnight }] of days) {
    const between = own.slice(1).map((time, at) => time - own[at]!)
    const short = between.filter((length) => length <= presence).toSorted((a, b) => a - b)
    if (short.length === 0 || short.length < often.share * between.length) continue
    const every = short[Math.floor(usualShare * (short.length - 1))]!
    const near = short.filter((length) => Math.abs(length - every) <= regular.near * every)
    // Every watch begins anew at midnight.
    const isByHour = isReadByHour(isFromMidnight ? own.slice(1) : own)
    const isRegular = near.length >= regular.share * short.length && !isByHour
    const isSure = isRegular && short.length >= often.sure
    const longest = isRegular && changes(day) ? silence.ofChanges : silence.ofAll
    found.set(day, { first: own[0]!, every, isRegular, isSure, isByHour, silence: longest })
  }
  return { times, often: found }
}

/** Is a watch read by the hour while nobody moves? Most readings without others near them are on full or half hours then. */
function isReadByHour(times: readonly number[]): boolean {
  const alone = times.filter(
    (time, at) =>
      time - (times[at - 1] ?? -Infinity) > presence && (times[at + 1] ?? Infinity) - time > presence,
  )
  const onHour = alone.filter((time) => time % halfHour === 0)
  return onHour.length > 0 && onHour.length >= mostly * alone.length
}
const halfHour = 1800
const mostly = 0.5

/** Does a watch write on that day what changed, and nothing else? */
function changesOnly(counters: readonly Counter[], dayOf: DayOf): (day: number) => boolean {
  const days = new Map<number, { all: number; again: number }>()
  for (const counter of counters) {
    let before: number | undefined
    for (const reading of counter.sorted()) {
      const day = dayOf(reading)
      const { all, again } = days.get(day) ?? { all: 0, again: 0 }
      days.set(day, { all: all + 1, again: again + Number(reading.value === before) })
      before = reading.value
    }
  }
  return (day) => {
    const { all, again } = days.get(day) ?? { all: 0, again: 0 }
    return again <= stated * all
  }
}

/**
 * Seconds that a rise takes at least, and at a usual pace as far as a quarter of an hour has room for it. `isSeen`: another
 * device counted the same in its time; `isLess`: the rise is far less than that, so that the watch was not worn all the time.
 */
export type Needs = { least: number; usual: number; isSeen: boolean; isLess: boolean }

/** How much something counted between two times, in seconds since 1970. Times are asked for by their start, in order. */
type Within = (start: number, end: number) => number
/** One measure of a counter; `most` is moved in a second; `others` count the same measure all day. */
type Measured = { rises: Iterable<Entry>; most: number; usually: number; others: readonly Within[] }

/** What another device counted of a rise is as much as the rise, within this part of it. */
const same = 0.25
/** What was worn all the time has no less than this part of what another device counted in it. */
export const farLess = 0.8

/** What rises that were read together need, by their ends: that of several measures is the longest. */
export function needsOf(measures: readonly Measured[]): ReadonlyMap<number, Needs> {
  const needs = new Map<number, Needs>()
  for (const { rises, most, usually, others } of measures)
    for (const { start, length, value } of rises) {
      const end = start + length
      const seen = others.map((within) => within(start, end))
      if (length <= presence) continue
      const known = needs.get(end) ?? { least: 0, usual: 0, isSeen: false, isLess: false }
      needs.set(end, {
        least: Math.max(known.least, Math.ceil(value / most)),
        usual: Math.max(known.usual, Math.min(presence, Math.ceil(value / usually))),
        isSeen: known.isSeen || seen.some((each) => Math.abs(each - value) <= same * value),
        isLess: known.isLess || seen.some((each) => value < farLess * each),
      })
    }
  return needs
}

/**
 * Rises of a counter, each since its watch was read before where that is read often, as far as that is enough for it.
 * `isOfDay`: what a watch says first on a day may have been counted at any time of it, and it has to be sure, or the watch was
 * not worn meanwhile. `own`: when the counter was read, in any measure.
 */
export function* sinceReadBefore(
  rises: Iterable<Entry>,
  { times, often: days }: Readings,
  {
    own,
    needs,
    dayOf,
    isOfDay,
  }: { own: readonly number[]; needs: ReadonlyMap<number, Needs>; dayOf: DayOf; isOfDay: boolean },
): Generator<Entry> {
  let [next, nextOwn] = [0, 0]
  for (const rise of rises) {
    const { start, length, offset } = rise
    const end = start + length
    while (next < times.length && times[next]! < end) next += 1
    const read = days.get(dayOf({ start: end, offset }))
    const need = needs.get(end)
    const wasRead = !isOfDay || (next > 0 && times[next - 1]! >= start)
    const isKnown = read && need && length > read.silence
    const isSure = !isOfDay || read?.isSure || (need?.isLess && !read?.isByHour)
    while (nextOwn < own.length && own[nextOwn]! < end) nextOwn += 1
    // Another measure of its counter was read meanwhile.
    const isOpen = nextOwn > 0 && own[nextOwn - 1]! > start
    if (!isKnown || !isSure || !wasRead || isOpen || need.isSeen || need.least > presence) {
      yield rise
      continue
    }
    let before = next - 1
    while (before >= 0 && times[before]! > end - need.usual) before -= 1
    const every = read.isRegular ? read.every : presence
    const since = Math.max(start, end - Math.max(every, need.usual), times[before] ?? 0)
    yield { ...rise, start: since, length: end - since }
  }
}
