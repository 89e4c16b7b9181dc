/** When and how far one moved by the minutes of a track. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Interval } from '../../../contract/interval.ts'
import type { Advance } from '../../advance.ts'
import { fastestFor } from '../../drive.ts'
import type { Activity, Parts, Sport } from '../../sample.ts'
import { isSportKnown } from './same-activity.ts'

/** Meters in a second: who is slower than half of the pace in that time, and than this, does not get on. */
const leastSpeed = { at: 0.25, most: 0.7 }

/** Seconds in motion, and the meters in them; where no points tell, the `share` of all that the recording says. */
export type MovedPart = Interval & { seconds: number; meters: number; share?: number }

/** Meters in a second at most; of one that movecli does not know, as skating, as of a ride; of what names none as on foot. */
const mostOf: Record<Sport, number> = { walk: 4, hike: 4, swim: 4, run: 5, ride: 13, other: 13, vehicle: 4 }
const mostIn = (recordings: readonly Activity[]): number => {
  const named = recordings.find(isSportKnown)?.sport
  return mostOf[named ?? (recordings.some(({ guessed }) => guessed) ? 'walk' : 'other')]
}

/**
 * What was moved in its `own` time before another one and behind it, as far as it is no faster than a person, what is faster
 * (`driven`), and the meters within that time; 0 where points of it are missing.
 */
export function movedOutside(
  own: Activity & { advance: Advance },
  other: Activity,
): { parts: MovedPart[]; driven: MovedPart[]; within: number } {
  const { advance } = own
  const { start, end } = other
  const first = Math.max(0, Math.ceil((own.start - advance.start) / minuteMs - 0.5))
  const lasting = (own.end - advance.start) / minuteMs
  const count = advance.meters.length
  const last = lasting > count - 1 ? count : Math.ceil(lasting - 0.5)
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
  const most = fastestFor(pace, mostIn([other, own]))
  const moves = (at: number): boolean => (minutes[at]?.far ?? 0) >= 60 * least
  const isFast = (at: number): boolean => (minutes[at]?.far ?? 0) > 60 * most
  // Of the minute in which a drive begins or ends a part was driven.
  const isDriven = (at: number): boolean =>
    isFast(at) ||
    ((isFast(at - 1) || isFast(at + 1)) && pace > 0 && minutes[at]!.far > 60 * fastestFor(pace, 0))
  // Who turned back in a minute came nowhere in it.
  const alone = minutes.filter(
    ({ share }, at) => share < 1 && (moves(at) || (moves(at - 1) && moves(at + 1))) && !isDriven(at),
  )
  const driven = minutes.filter(({ share }, at) => share < 1 && isDriven(at))
  const partsOf = (all: Minute[]): MovedPart[] =>
    [all.filter(({ from }) => from < start), all.filter(({ from }) => from >= start)]
      .filter((side) => side.length > 0)
      .map((side) => partIn(side, { start, end }))
  const isWhole = minutes.every(({ far, share }) => share === 0 || !Number.isNaN(far))
  return { parts: partsOf(alone), driven: partsOf(driven), within: isWhole ? within : 0 }
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

/** Minutes of a stop on the way that its points show. */
const leastStop = 3

/**
 * The parts of its `own` time in which one moved, with the share of its way in each; nothing where one hardly stood, or points
 * are missing.
 */
export function movedParts(advance: Advance, own: Interval): Parts | undefined {
  const parts: Parts[number][] = []
  let stood = 0
  let longest = 0
  for (const [at, far] of advance.meters.entries()) {
    const start = Math.max(own.start, advance.start + at * minuteMs)
    const end = Math.min(own.end, advance.start + (at + 1) * minuteMs)
    if (start >= end) continue
    if (Number.isNaN(far)) return undefined
    const moves = far >= 60 * leastSpeed.at
    const last = parts.at(-1)
    if (moves && last && stood < leastStop)
      parts[parts.length - 1] = { ...last, end, share: last.share + far }
    else if (moves) parts.push({ start, end, share: far })
    stood = moves ? 0 : stood + 1
    longest = Math.max(longest, stood)
  }
  const all = parts.reduce((sum, { share }) => sum + share, 0)
  return longest < leastStop || all === 0
    ? undefined
    : parts.map((part) => ({ ...part, share: part.share / all }))
}
