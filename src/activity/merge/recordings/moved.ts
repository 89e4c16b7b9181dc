/** When and how far one moved by the minutes of a track. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Interval } from '../../../contract/interval.ts'
import { fastestFor } from '../../drive.ts'
import type { Activity, Sport, Tracked } from '../../sample.ts'
import { minutesOf, partAgreed, type Minute } from './minutes.ts'
import { isSportKnown } from './same-activity.ts'
import { leastMoving } from './ways.ts'

/** Meters in a second: who is slower than half of the pace in that time, and than this, does not get on. */
const mostStanding = 0.7
/** Who comes nowhere in a minute walks to and fro at this part of the pace, and in so many of the four minutes beside it. */
const turning = { pace: 0.8, beside: 3 }
/** Meters in a second: on paths that wind one runs downhill, and laps on a track. */
const mostOnPaths = 7

/** Seconds in motion, and the meters in them; where no points tell, the `share` of all that the recording says. */
export type MovedPart = Interval & { seconds: number; meters: number; share?: number }

/** Meters in a second at most; of one that movecli does not know, as skating, as of a ride; of what names none as on foot. */
const mostOf: Record<Sport, number> = { walk: 4, hike: 4, swim: 4, run: 5, ride: 13, other: 13, vehicle: 4 }
const mostIn = (recordings: readonly Activity[]): number => {
  const named = recordings.find(isSportKnown)?.sport
  return mostOf[named ?? (recordings.some(({ guessed }) => guessed) ? 'walk' : 'other')]
}

const sumBy = (minutes: readonly Minute[], of: (minute: Minute) => number): number =>
  minutes.reduce((sum, minute) => sum + of(minute), 0)

/** Minutes in which both go on, and the paces of those by the straight way and by the whole one, in meters a second. */
type Together = { minutes: Minute[]; straight: number; way: number }

function togetherOf(minutes: readonly Minute[]): Together {
  const both = minutes.filter(({ way, share }) => share > 0 && way >= 60 * leastMoving)
  const time = Math.max(
    60,
    sumBy(both, ({ share }) => 60 * share),
  )
  const paceOf = (length: 'straight' | 'way'): number =>
    sumBy(both, (minute) => (minute[length] || 0) * minute.share) / time
  return { minutes: both, straight: paceOf('straight'), way: paceOf('way') }
}

/** In which of the minutes one moved and was not driven, and in which one was driven. */
function motionIn(
  minutes: readonly Minute[],
  { straight, way: pace }: Together,
  { mostMeters, isCounted }: { mostMeters: number; isCounted: boolean },
) {
  const least = Math.max(leastMoving, Math.min(mostStanding, straight / 2))
  const most = fastestFor(pace, mostMeters)
  const isOnward = (at: number): boolean => (minutes[at]?.straight ?? 0) >= 60 * least
  /** Who walks to and fro; where no points tell, one may have. */
  const mayTurn = (at: number): boolean => {
    const far = minutes[at]?.toAndFro ?? NaN
    return isOnward(at) || Number.isNaN(far) || far >= 60 * turning.pace * pace
  }
  const turns = (at: number): boolean =>
    mayTurn(at) && [-2, -1, 1, 2].filter((beside) => mayTurn(at + beside)).length >= turning.beside
  const comes = (at: number): boolean =>
    (minutes[at]?.way ?? 0) >= 60 * least && (isCounted || isOnward(at) || turns(at))
  const isFast = (at: number): boolean => {
    const { straight: far = 0, way = 0 } = minutes[at] ?? {}
    return far > 60 * most || way > 60 * Math.max(most, mostOnPaths)
  }
  // Of the minute in which a drive begins or ends a part was driven.
  const isEdge = (at: number): boolean =>
    (isFast(at - 1) || isFast(at + 1)) && pace > 0 && minutes[at]!.way > 60 * fastestFor(pace, 0)
  const isDriven = (at: number): boolean => isFast(at) || isEdge(at)
  // Who turned back in a minute came nowhere in it.
  const moves = (at: number): boolean => comes(at) || (comes(at - 1) && comes(at + 1))
  return { moves: (at: number): boolean => moves(at) && !isDriven(at), isDriven }
}

/**
 * What was moved in its `own` time before another one and behind it, as far as it is no faster than a person, and what is
 * faster (`driven`).
 */
export function movedOutside(own: Tracked, other: Activity): { parts: MovedPart[]; driven: MovedPart[] } {
  const { start } = other
  const minutes = minutesOf(own, other)
  const together = togetherOf(minutes)
  const { moves, isDriven } = motionIn(minutes, together, {
    mostMeters: mostIn([other, own]),
    isCounted: own.advance.isCounted,
  })
  const partsOf = (isPart: (at: number) => boolean, measured: number): MovedPart[] => {
    const alone = minutes.filter(({ share }, at) => share < 1 && isPart(at))
    return [alone.filter(({ from }) => from < start), alone.filter(({ from }) => from >= start)]
      .filter((side) => side.length > 0)
      .map((side) => partIn(side, other, measured))
  }
  return { parts: partsOf(moves, partAgreed(together.minutes, own, other)), driven: partsOf(isDriven, 1) }
}

/** Minutes before another one or behind it, with so much of each meter of their way; no less than the straight one. */
function partIn(minutes: readonly Minute[], { start, end }: Interval, measured: number): MovedPart {
  const [first, last] = [minutes[0]!, minutes.at(-1)!]
  return {
    start: first.from < start ? first.from : Math.max(first.from, end),
    end: last.from < start ? Math.min(last.from + minuteMs, start) : last.from + minuteMs,
    seconds: sumBy(minutes, ({ share }) => 60 * (1 - share)),
    meters: sumBy(
      minutes,
      ({ straight, way, share }) => Math.min(way, Math.max(straight, measured * way)) * (1 - share),
    ),
  }
}
