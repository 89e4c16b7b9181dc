/** Steps are movement for as long as they take: a phone adds up an hour in which somebody walked once. */
import type { Entry } from '../collect/series.ts'
import { secondsPerStep } from '../sample.ts'

/** Seconds. */
export const timeOfSteps = ({ length, value }: Entry): number => Math.min(length, value * secondsPerStep)

export function* timesOfSteps(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) yield { ...entry, value: timeOfSteps(entry) }
}
