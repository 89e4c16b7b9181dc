/** How far one came in each minute of a track: a receiver that lies still drifts, and comes nowhere. */
import { minuteMs } from '../contract/activity-id.ts'
import type { Interval } from '../contract/interval.ts'
import { meters } from './geodesic.ts'

/** Meters in a straight line in each minute from `start` on, milliseconds since 1970; 0 where points are missing. */
export type Advance = { start: number; meters: readonly number[] }

type Fix = { lat: number; lon: number; at: number }

/** Minutes without a point behind which nobody knows where in them one moved. */
const longestGap = 3
/** Of a track of days the first ones. */
const mostMinutes = 48 * 60

export function createAdvance() {
  let [first, mark]: (Fix | undefined)[] = []
  const all: number[] = []
  const placeOf = ({ at }: Fix): number => Math.floor((at - first!.at) / minuteMs)
  return {
    /** Points in the order of their times. */
    point(fix: Fix): void {
      first ??= fix
      mark ??= fix
      const [from, to] = [placeOf(mark), placeOf(fix)]
      if (to <= from || to > mostMinutes) return
      const far = to - from > longestGap ? 0 : meters(mark.lat, mark.lon, fix.lat, fix.lon)
      for (let at = from; at < to; at++) all[at] = far / (to - from)
      mark = fix
    },
    get(): Advance | undefined {
      return first && all.length > 0 ? { start: first.at, meters: all } : undefined
    },
  }
}

/** Meters in a second: who is slower than half of the pace in that time, and than this, does not get on. */
const leastSpeed = { at: 0.25, most: 0.7 }
/** Of a walk or a run at most, and of what is faster so many times its pace in that time: a drive home is faster. */
const mostSpeed = { onFoot: 4, asFast: 1.6 }

/** Seconds in motion, and the meters in them. */
export type MovedPart = Interval & { seconds: number; meters: number }

/**
 * What was moved in its `own` time before another one and behind it, as far as it is no faster than a person, what is faster
 * (`driven`), and the meters within that time.
 */
export function movedOutside(
  advance: Advance,
  own: Interval,
  { start, end }: Interval,
): { parts: MovedPart[]; driven: MovedPart[]; within: number } {
  const first = Math.max(0, Math.ceil((own.start - advance.start) / minuteMs - 0.5))
  const last = Math.ceil((own.end - advance.start) / minuteMs - 0.5)
  const minutes = advance.meters.slice(first, Math.max(first, last)).map((far, at): Minute => {
    const from = advance.start + (first + at) * minuteMs
    const share = Math.max(0, Math.min(from + minuteMs, end) - Math.max(from, start)) / minuteMs
    return { from, far, share }
  })
  const together = minutes.filter(({ far, share }) => share > 0 && far >= 60 * leastSpeed.at)
  const within = together.reduce((sum, { far, share }) => sum + far * share, 0)
  const pace =
    within /
    60 /
    Math.max(
      1,
      together.reduce((sum, { share }) => sum + share, 0),
    )
  const least = Math.max(leastSpeed.at, Math.min(leastSpeed.most, pace / 2))
  const most = Math.max(mostSpeed.onFoot, pace * mostSpeed.asFast)
  const moves = (at: number): boolean => (minutes[at]?.far ?? 0) >= 60 * least
  // Who turned back in a minute came nowhere in it.
  const alone = minutes.filter(
    ({ far, share }, at) => share < 1 && (moves(at) || (moves(at - 1) && moves(at + 1))) && far <= 60 * most,
  )
  const driven = minutes.filter(({ far, share }) => share < 1 && far > 60 * most)
  const partsOf = (all: Minute[]): MovedPart[] =>
    [all.filter(({ from }) => from < start), all.filter(({ from }) => from >= start)]
      .filter((side) => side.length > 0)
      .map((side) => partIn(side, { start, end }))
  return { parts: partsOf(alone), driven: partsOf(driven), within }
}

/** A minute from an instant on, its meters, and how much of it the other time has. */
type Minute = { from: number; far: number; share: number }

/** Minutes before a time, or behind it. */
function partIn(minutes: readonly Minute[], { start, end }: Interval): MovedPart {
  const [first, last] = [minutes[0]!, minutes.at(-1)!]
  return {
    start: first.from < start ? first.from : Math.max(first.from, end),
    end: last.from < start ? Math.min(last.from + minuteMs, start) : last.from + minuteMs,
    seconds: minutes.reduce((sum, { share }) => sum + 60 * (1 - share), 0),
    meters: minutes.reduce((sum, { far, share }) => sum + far * (1 - share), 0),
  }
}
