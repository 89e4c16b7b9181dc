/** How long activities went on, without their pauses. Milliseconds. */
import { activeParts } from '../../pauses.ts'
import type { Activity, Parts } from '../../sample.ts'
import { coverageOf } from '../coverage.ts'

/** Do two recordings say the same, to within this part of it, or one of them nothing? */
export const isAbout = (one = 0, two = 0, part = 0): boolean =>
  one === 0 || two === 0 || Math.abs(one - two) <= part * Math.max(one, two)

type Lasting = Pick<Activity, 'start' | 'end' | 'pauses'>

export const lengthOf = (activity: Lasting): number =>
  activeParts(activity).reduce((sum, { start, end }) => sum + end - start, 0)

/** In which both went on. */
export function sharedTime(one: Lasting, other: Lasting): number {
  const coverage = coverageOf(activeParts(other))
  return activeParts(one).reduce((sum, { start, end }) => sum + coverage.overlap(start, end), 0)
}

/** Its parts between its pauses, each with as much of it as it is long. */
export function evenParts(activity: Lasting): Parts {
  const whole = lengthOf(activity)
  return activeParts(activity).map((part) => ({
    ...part,
    share: whole > 0 ? (part.end - part.start) / whole : 1,
  }))
}

/** A time of it, with the pauses in it. */
export function within(
  { pauses }: Activity,
  start: number,
  end: number,
): Pick<Activity, 'start' | 'end' | 'pauses'> {
  const own = (pauses ?? []).filter((pause) => pause.start >= start && pause.end <= end)
  return { start, end, ...(own.length > 0 && { pauses: own }) }
}
