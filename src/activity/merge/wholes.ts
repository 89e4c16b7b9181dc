/** Activities as wholes: when in its time one was moved is not known, so its parts and samples beside it go together. */
import type { CountedEntry, Within } from './counted.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'

/** Counters of strides and of meters round: so small a part is no more steps. */
export const rounded = 0.001

/** Who counted so much of an activity was carried along. */
const carriedAlong = 0.9

/**
 * Samples of a device that was carried along have together no more than they have beyond the activities in their time: when in
 * its time an activity was moved is not known.
 */
export function* besideWholes(
  parts: Iterable<[SamplePart, number]>,
  inAnyOrder: readonly CountedEntry[],
): Generator<[SamplePart, number]> {
  const activities = inAnyOrder.toSorted((a, b) => a.start - b.start)
  let run: [SamplePart, number][] = []
  let [next, until, counted] = [0, -Infinity, 0]
  function* endRun(): Generator<[SamplePart, number]> {
    const samples = run.filter(([{ outdone }]) => !outdone)
    const all = samples.reduce((sum, [{ value }]) => sum + value, 0)
    const taken = samples.reduce((sum, [{ value }, part]) => sum + value * part, 0)
    const most = all >= carriedAlong * counted ? Math.max(0, all - counted) : Infinity
    for (const [entry, part] of run) yield [entry, taken > most ? (part * most) / taken : part]
    run = []
    counted = 0
  }
  for (const part of parts) {
    const [entry] = part
    const end = entryEnd(entry)
    if (run.length > 0 && entry.start >= until) yield* endRun()
    for (; next < activities.length && activities[next]!.start < end; next++) {
      const { start, length, value } = activities[next]!
      if (start + length <= entry.start) continue
      counted += value
      until = Math.max(until, start + length)
    }
    if (until > entry.start) run.push(part)
    else yield part
  }
  yield* endRun()
}

/**
 * Activities with pauses have no more than they have as a whole beyond what is known of their time: it is not known how much of
 * them was in which of their parts.
 */
export function asWholes(
  all: Iterable<[SamplePart, number]>,
  [readParts, readWhole]: [() => Within, () => Within],
): [SamplePart, number][] {
  const inPart = readParts()
  const wholes = new Map<
    number,
    { start: number; end: number; value: number; beyond: number; known: number }
  >()
  const parts = [...all]
  for (const [entry, part] of parts) {
    if (entry.outdone || !entry.spread) continue
    const { start, value, begun = start } = entry
    const end = entryEnd(entry)
    const whole = wholes.get(begun) ?? { start, end, value: 0, beyond: 0, known: 0 }
    whole.end = end
    whole.value += value
    whole.beyond += value * part
    whole.known += inPart(start, end)
    wholes.set(begun, whole)
  }
  const inWhole = readWhole()
  const shares = new Map(
    [...wholes].map(([begun, { start, end, value, beyond, known }]) => {
      const most = value * shareBeyond(value, Math.min(known, inWhole(start, end)))
      return [begun, beyond > most ? most / beyond : 1]
    }),
  )
  const shareOf = ({ spread, start, begun = start }: SamplePart) => (spread && shares.get(begun)) ?? 1
  return parts.map(([entry, part]) => [entry, part * shareOf(entry)])
}

/** The share of a value beyond what is known of it. */
export const shareBeyond = (value: number, known: number): number =>
  value <= known + value * rounded ? 0 : 1 - known / value
