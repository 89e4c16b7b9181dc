/** What a recording without points has before and behind a better one: what it says that is not of the time of both. */
import { minuteMs } from '../../../contract/activity-id.ts'
import type { Interval } from '../../../contract/interval.ts'
import { activeParts, presence } from '../../pauses.ts'
import { fastestFor } from '../../drive.ts'
import { groundOf, measures, secondsPerStep, walkingSpeed, type Activity } from '../../sample.ts'
import { evenParts, lengthOf } from './active-time.ts'
import type { MovedPart } from './moved.ts'
import { isLine, likeness } from './same-activity.ts'
import { shareBeside, shareIn, waysOf } from './ways.ts'

/** Meters in a second: a receiver that lies still drifts by less. */
const leastPace = 0.45
/** Meters in a second of a ride, however slow it was together. */
const mostRidden = 9
/** Meters of a step, of those who say no distance. */
const stride = walkingSpeed * secondsPerStep

/**
 * Of each side of a minute at least, with its share of what the copy says; nothing where it was left running there, or was
 * driven.
 */
export function movedBeside(copy: Activity, taken: Activity): MovedPart[] {
  if (isLine(copy) && (!copy.parts || sidesOf(copy, taken).length === 0)) return lineBeside(copy, taken)
  const beside = besideOf(copy, taken)
  if (!beside || beside.isDriven) return []
  const { duration = lengthOf(copy) / 1000 } = copy
  // Who walks before a run is in motion for longer than the way tells.
  const longer = duration - (taken.duration ?? duration) * beside.known
  return partsBeside(copy, beside, Math.max(duration * beside.share, longer))
}

/**
 * Of a line that names no end: what it says more than the other one takes the time from its start on until that one began, and
 * for the rest as long behind that one as it takes at its pace.
 */
function lineBeside(line: Activity, taken: Activity): MovedPart[] {
  const measure = measureOfBoth(line, taken)
  const lasting = taken.duration ?? lengthOf(taken) / 1000
  if (!measure || lasting === 0) return []
  const [all, whole] = [line[measure]!, taken[measure]!]
  const sooner = Math.max(0, taken.start - line.start) / 1000
  const known = whole * (sooner > 0 ? 1 : shareIn(waysOf(taken), { start: line.start, end: taken.end }))
  const more = all - known
  if (more <= likeness.distance * known) return []
  const pace = whole / lasting
  const before = sooner < 60 ? 0 : Math.min(more, sooner * fastestFor(pace, 0))
  const part = (start: number, end: number, much: number): MovedPart => ({
    start,
    end,
    seconds: Math.min((end - start) / 1000, much / pace),
    meters: ((line.distance ?? 0) * much) / all,
    share: much / all,
  })
  const behind = (1000 * (more - before)) / pace
  return [
    ...(before > 0 ? [part(line.start, taken.start, before)] : []),
    ...(behind >= minuteMs ? [part(taken.end, taken.end + behind, more - before)] : []),
  ]
}

/** Of a better recording without points, when and how far it was driven before or behind its copy. */
export function drivenBeside(taken: Activity, copy: Activity): MovedPart[] {
  const beside = besideOf(taken, copy)
  if (!beside?.isDriven) return []
  return partsBeside(taken, beside, beside.lasting)
}

/** What it says of each side, where it moved for so many seconds on both. */
function partsBeside(
  { distance = 0 }: Activity,
  { sides, lasting, share }: Beside,
  moving: number,
): MovedPart[] {
  return sides.map((side) => {
    const part = secondsOf(side) / lasting
    const [first, last] = [side[0]!, side.at(-1)!]
    const own = { meters: distance * share * part, share: share * part }
    return {
      start: first.start,
      end: last.end,
      seconds: Math.min(1, moving / lasting) * secondsOf(side),
      ...own,
    }
  })
}

type Beside = { sides: Interval[][]; lasting: number; share: number; known: number; isDriven: boolean }

/**
 * When the first one was made and the second was not, in seconds, and its share of what the first one says: as of the rest of
 * its time, where that agrees with what the first one says more. `known`: the part of the second one in the time of both.
 */
function besideOf(one: Activity, other: Activity): Beside | undefined {
  if ((isLine(one) && !one.parts) || lengthOf(other) === 0) return undefined
  const sides = sidesOf(one, other)
  const lasting = secondsOf(sides.flat())
  if (lasting === 0) return undefined
  const ways = one.parts ?? evenParts(one)
  const even = sides.flat().reduce((sum, part) => sum + shareIn(ways, part), 0)
  const known = shareIn(waysOf(other), one)
  const found = { sides, lasting, known, isDriven: false }
  const measure = measureOfBoth(one, other)
  if (!measure)
    return lasting >= presence && measures.some((each) => one[each]) ? { ...found, share: even } : undefined
  const meters = measure === 'steps' ? stride : 1
  const [all, whole] = [one[measure]! * meters, other[measure]! * meters]
  const share = shareBeside(all, whole * known, even)
  const speed = (all * share) / lasting
  const pace = whole / (other.duration ?? lengthOf(other) / 1000)
  const isDriven = speed > fastestFor(pace, groundOf(one.sport) === 'ride' ? mostRidden : undefined)
  return speed < leastPace ? undefined : { ...found, share, isDriven }
}

const measureOfBoth = (one: Activity, other: Activity): 'distance' | 'steps' | undefined =>
  (['distance', 'steps'] as const).find((each) => one[each] && other[each])

/** When one went on before the other one, and behind it. */
function sidesOf(one: Activity, other: Activity): Interval[][] {
  const parts = activeParts(one)
  const before = parts.map(({ start, end }) => ({ start, end: Math.min(end, other.start) }))
  const behind = parts.map(({ start, end }) => ({ start: Math.max(start, other.end), end }))
  return [before, behind]
    .map((side) => side.filter(({ start, end }) => end > start))
    .filter((side) => secondsOf(side) * 1000 >= minuteMs)
}

const secondsOf = (parts: readonly Interval[]): number =>
  parts.reduce((sum, { start, end }) => sum + (end - start) / 1000, 0)
