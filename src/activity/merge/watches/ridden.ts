/** What counters of rides and swims rose by: a track or a sample that names no way of moving may be of the same ride. */
import type { Entry } from '../../collect/series.ts'
import type { Stretch } from '../coverage.ts'

/** `near`: when it may have been ridden, however slowly. */
type Rise = { start: number; near: number; end: number; left: number; value: number }

/**
 * Takes of what was ridden or swum in a stretch what is the same as `value` meters, and returns it: nothing of a rise is
 * taken twice from one source. Stretches are asked for by their start, in order.
 */
export type TakeRidden = (stretch: Stretch, value: number) => number

/** A rise does not say when it was ridden: most likely before it was read, and no slower than this. Meters per second. */
const slowest = { ride: 4, swim: 0.7 }
/** Seconds in which it may have been ridden in any case, for a counter is read late. */
const leastTime = 3600
/** Nobody runs faster for minutes: what does was ridden. Meters per second. */
const fastestRun = 5
/** Shorter rises were ridden at one speed. Seconds. */
const longestEven = 5 * 60
/** Two devices measure one ride to within this part of it. */
const about = 0.9

/** From when on, in seconds since 1970, what a counter rose by was ridden or swum, however slowly. */
export function riddenFrom(
  { start, length, value }: Pick<Entry, 'start' | 'length' | 'value'>,
  swum: boolean,
): number {
  const time = Math.max(leastTime, value / slowest[swum ? 'swim' : 'ride'])
  return Math.max(start, start + Math.max(1, length) - time)
}

export function createRidden() {
  const rises: Omit<Rise, 'left'>[] = []
  return {
    add(rise: Pick<Entry, 'start' | 'length' | 'value'>, swum: boolean): void {
      const { start, length, value } = rise
      rises.push({ start, near: riddenFrom(rise, swum), end: start + Math.max(1, length), value })
    },
    /** Are there hours in it of which only the sum of rides or swims is known? */
    isUnclear: ({ start: from, length }: Pick<Entry, 'start' | 'length'>): boolean =>
      rises.some(({ start, end }) => end - start > leastTime && start < from + length && end > from),
    /** For one source, of the rises that there are now; undefined where there is none. */
    taker(): TakeRidden | undefined {
      if (rises.length === 0) return undefined
      const ordered: Rise[] = rises
        .map((rise) => ({ ...rise, left: rise.value }))
        .toSorted((a, b) => a.start - b.start)
      let next = 0
      let open: Rise[] = []
      return ({ start, end }, value) => {
        for (; next < ordered.length && ordered[next]!.start < end; next++) open.push(ordered[next]!)
        open = open.filter((rise) => rise.end > start)
        const isFast = value > fastestRun * (end - start)
        let wanted = value
        for (const rise of open.filter((each) => (isFast ? each.start : each.near) < end)) {
          const taken = Math.min(offered(rise, start, end), wanted)
          rise.left -= taken
          wanted -= taken
        }
        return wanted <= value * (1 - about) ? value : value - wanted
      }
    },
  }
}

function offered({ near: from, end: until, left, value }: Rise, start: number, end: number): number {
  const length = until - from
  if (length > longestEven) return left
  return Math.min(left, (value * (Math.min(end, until) - Math.max(start, from))) / length)
}
