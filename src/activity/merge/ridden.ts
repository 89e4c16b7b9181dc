/** What counters of rides and swims rose by: a track or a sample that names no way of moving may be of the same ride. */
import type { Entry } from '../collect/series.ts'
import type { Stretch } from './coverage.ts'

type Rise = { start: number; end: number; left: number; value: number; swum: boolean }

/**
 * Takes of what was ridden or swum in a stretch what is the same as `value` meters, and returns it: nothing of a rise is
 * taken twice. Stretches are asked for by their start, in order. `sure`: every ride is in these values.
 */
export type TakeRidden = (stretch: Stretch, value: number, sure: boolean) => number

/** A longer rise does not say when in its time it was ridden. Seconds. */
const longestNear = 3600
/** Shorter ones were ridden at one speed. Seconds. */
const longestEven = 5 * 60
/** Two devices measure one ride to within this part of it. */
const about = 0.9
/** Nobody walks faster, in meters per second. */
const fastestWalk = 2.2

export function createRidden() {
  const rises: Rise[] = []
  return {
    add: ({ start, length, value }: Pick<Entry, 'start' | 'length' | 'value'>, swum: boolean): void =>
      void rises.push({ start, end: start + Math.max(1, length), left: value, value, swum }),
    /** Of the rises that there are now; undefined where there is none. */
    taker(): TakeRidden | undefined {
      if (rises.length === 0) return undefined
      const ordered = rises.toSorted((a, b) => a.start - b.start)
      let next = 0
      let open: Rise[] = []
      return ({ start, end }, value, sure) => {
        for (; next < ordered.length && ordered[next]!.start < end; next++) open.push(ordered[next]!)
        open = open.filter((rise) => rise.end > start)
        const within = open.filter((rise) => rise.start < end)
        const near = within.filter(isNear)
        const far = within.filter((rise) => !isNear(rise))
        const share = (rise: Rise): number => offered(rise, start, end)
        const isFast = value > fastestWalk * (end - start)
        const nearBy = total(near.map(share))
        const all = nearBy + total(far.map(share))
        // A long rise may be of another time: it is this ride's where it has its length, and its speed or its end.
        const isSame = all >= value * about && all * about <= value
        const isRide = nearBy > 0 || isFast || far.every(({ swum }) => swum)
        let wanted = value
        for (const rise of (isSame && isRide) || (sure && isFast) ? [...near, ...far] : near) {
          const taken = Math.min(share(rise), wanted)
          rise.left -= taken
          wanted -= taken
        }
        return wanted <= value * (1 - about) ? value : value - wanted
      }
    },
  }
}

const isNear = ({ start, end }: Rise): boolean => end - start <= longestNear

function offered(rise: Rise, start: number, end: number): number {
  const length = rise.end - rise.start
  if (length > longestEven) return rise.left
  const shared = Math.min(end, rise.end) - Math.max(start, rise.start)
  return Math.min(rise.left, (rise.value * shared) / length)
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
