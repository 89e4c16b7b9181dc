/** Rides and swims of lists that nobody counted: when one walked again, they were over. */
import type { Stream } from '../../collect/collection.ts'
import { mergedInOrder } from '../../collect/series.ts'
import { groundOf, type Activity } from '../../sample.ts'
import { brisklyOf, usualOf } from './usual-time.ts'

/** Steps in a second of who walks. */
const walking = 1

/** When one walked first behind each of `open`, in milliseconds, as far as that is before it is usually over. */
export function walkedAfter(
  open: readonly Activity[],
  streams: readonly Stream[],
): ReadonlyMap<Activity, number> {
  const found = new Map<Activity, number>()
  const waiting = open.filter(({ sport }) => groundOf(sport) !== 'foot')
  if (waiting.length === 0) return found
  const steps = streams.filter(({ measure, counter }) => measure === 'steps' && counter === undefined)
  let next = 0
  for (const { start, length, value } of mergedInOrder(steps.map(({ series }) => series.sorted()))) {
    if (value < walking * length) continue
    const at = start * 1000
    while (next < waiting.length && waiting[next]!.start + usualOf(waiting[next]!) < at) next += 1
    for (let one = next; one < waiting.length && waiting[one]!.start < at; one++) {
      const ride = waiting[one]!
      if (!found.has(ride) && ride.start + brisklyOf(ride) <= at && at < ride.start + usualOf(ride))
        found.set(ride, at)
    }
  }
  return found
}
