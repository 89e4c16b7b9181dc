/** Distances without a unit, which are taken in kilometers where they can be. */
import { fastest } from '../collect/plausible.ts'
import { fastestOnFoot, type Sport } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/** Throws Unreadable for meters that nobody goes in so many milliseconds; 0 where nothing says how long it took. */
export function refuseTooFar(distance: number, length: number, sport: Sport | undefined): void {
  const isOnFoot = sport === 'walk' || sport === 'run' || sport === 'hike'
  if (length > 0 && distance > ((isOnFoot ? fastestOnFoot : fastest.distance) * length) / 1000)
    throw unsureDistance()
}

export const unsureDistance = (): Unreadable =>
  new Unreadable(
    'has distances without a unit that are too far for kilometers in their time. Name the units in its columns, such as distance (m) or distance (km), duration (s) or duration (min)',
  )
