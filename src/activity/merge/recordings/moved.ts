/** When and how far one moved by the minutes of a track. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Interval } from '../../../contract/interval.ts'
import type { Advance } from '../../advance.ts'
import { fastestFor } from '../../drive.ts'
import type { Activity, Sport } from '../../sample.ts'
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

/**
 * What was moved in its `own` time before another one and behind it, as far as it is no faster than a person, and what is
 * faster (`driven`).
 */
export function movedOutside(
  own: Activity & { advance: Advance },
  other: Activity,
): { parts: MovedPart[]; driven: MovedPart[] } {
  const { start } = other
  const minutes = minutesOf(own, other)
  const together = minutes.filter(({ way, share }) => share > 0 && way >= 60 * leastMoving)
  const time = Math.max(
    60,
    together.reduce((sum, { share }) => sum + 60 * share, 0),
  )
  const paceOf = (length: 'straight' | 'way'): number =>
    together.reduce((sum, minute) => sum + (minute[length] || 0) * minute.share, 0) / time
  const pace = paceOf('way')
  const least = Math.max(leastMoving, Math.min(mostStanding, paceOf('straight') / 2))
  const most = fastestFor(pace, mostIn([other, own]))
  const isOnward = (at: number): boolean => (minutes[at]?.straight ?? 0) >= 60 * least
  const mayTurn = (at: number): boolean =>
    isOnward(at) || !((minutes[at]?.toAndFro ?? Infinity) < 60 * turning.pace * pace)
  const turns = (at: number): boolean =>
    mayTurn(at) && [-2, -1, 1, 2].filter((beside) => mayTurn(at + beside)).length >= turning.beside
  const moves = (at: number): boolean =>
    (minutes[at]?.way ?? 0) >= 60 * least && (own.advance.isCounted || isOnward(at) || turns(at))
  const isFast = (at: number): boolean => {
    const { straight = 0, way = 0 } = minutes[at] ?? {}
    return straight > 60 * most || way > 60 * Math.max(most, mostOnPaths)
  }
  // Of the minute in which a drive begins or ends a part was driven.
  const isDriven = (at: number): boolean =>
    isFast(at) ||
    ((isFast(at - 1) || isFast(at + 1)) && pace > 0 && minutes[at]!.way > 60 * fastestFor(pace, 0))
  // Who turned back in a minute came nowhere in it.
  const alone = minutes.filter(
    ({ share }, at) => share < 1 && (moves(at) || (moves(at - 1) && moves(at + 1))) && !isDriven(at),
  )
  const driven = minutes.filter(({ share }, at) => share < 1 && isDriven(at))
  const partsOf = (all: Minute[], measured: number): MovedPart[] =>
    [all.filter(({ from }) => from < start), all.filter(({ from }) => from >= start)]
      .filter((side) => side.length > 0)
      .map((side) => partIn(side, other, measured))
  return { parts: partsOf(alone, partAgreed(together, own, other)), driven: partsOf(driven, 1) }
}

/** Minutes before another one or behind it, with so much of each meter of their way; no less than the straight one. */
function partIn(minutes: readonly Minute[], { start, end }: Interval, measured: number): MovedPart {
  const [first, last] = [minutes[0]!, minutes.at(-1)!]
  return {
    start: first.from < start ? first.from : Math.max(first.from, end),
    end: last.from < start ? Math.min(last.from + minuteMs, start) : last.from + minuteMs,
    seconds: minutes.reduce((sum, { share }) => sum + 60 * (1 - share), 0),
    meters: minutes.reduce(
      (sum, { straight, way, share }) =>
        sum + Math.min(way, Math.max(straight, measured * way)) * (1 - share),
      0,
    ),
  }
}
