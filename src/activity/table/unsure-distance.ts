/** Distances without a unit, which are taken in kilometers where they can be. */
import { fastest } from '../collect/plausible.ts'
import type { Measure, Sport } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/** Meters in a second that nobody goes. */
const fastestOf: Partial<Record<Sport, number>> = {
  walk: 6,
  hike: 6,
  run: 9,
  swim: 3,
}
/** Meters of a step that nobody makes. */
const stepLimit = 50

/** Throws Unreadable for meters that nobody goes in so many milliseconds, or steps; 0 where nothing says how many. */
export function refuseTooFar(
  { distance = 0, steps = 0 }: Partial<Record<Measure, number>>,
  length: number,
  sport?: Sport,
): void {
  const speed = sport && fastestOf[sport]
  if (length > 0 && distance > ((speed ?? fastest.distance) * length) / 1000) throw unsureDistance()
  if (speed && speed > 0 && steps > 0 && distance > stepLimit * steps) throw unsureDistance()
}

export const unsureDistance = (): Unreadable =>
  new Unreadable(
    'has distances without a unit that are too far for kilometers in their time. Name the units in its columns, such as distance (m) or distance (km), duration (s) or duration (min)',
  )
