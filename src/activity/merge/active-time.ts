/** How long activities went on, without their pauses. Milliseconds. */
import { activeParts } from '../pauses.ts'
import type { Activity } from '../sample.ts'

type Lasting = Pick<Activity, 'start' | 'end' | 'pauses'>

export const lengthOf = (activity: Lasting): number =>
  activeParts(activity).reduce((sum, { start, end }) => sum + end - start, 0)

/** In which both went on. */
export function sharedTime(one: Lasting, other: Lasting): number {
  const parts = activeParts(other)
  let [shared, first] = [0, 0]
  for (const { start, end } of activeParts(one)) {
    while (first < parts.length && parts[first]!.end <= start) first += 1
    for (let at = first; at < parts.length && parts[at]!.start < end; at++)
      shared += Math.min(end, parts[at]!.end) - Math.max(start, parts[at]!.start)
  }
  return shared
}
