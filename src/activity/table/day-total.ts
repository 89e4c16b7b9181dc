/** What the readings of a day's running total come to, without what still shows the day before. */
import { dayMs } from '../../contract/calendar.ts'

/** `wall`: when it was read, as clocks showed it, in milliseconds as of UTC. */
export type TotalAt = { wall: number; value: number }
/** `isAnew`: it is less than the device had counted on its day. */
export type LastTotal = TotalAt & { isAnew: boolean }

const hourMs = 3_600_000
/** From this time of a day on one may have counted as much as the day before. */
const evening = 18 * hourMs
/** Until this time a device whose day before is not known may show that. */
const noon = 12 * hourMs
/** Times on both sides of midnight in which a device that is worn has counted. */
const worn = { before: 6 * hourMs, after: 3 * hourMs }
/** What falls by less than a tenth was corrected. */
const corrected = 0.9

/** The last reading of a day, for the next one. */
export const lastOf = (readings: readonly TotalAt[]): LastTotal => {
  const last = readings.at(-1)!
  return { ...last, isAnew: last.value < highest(readings)! * corrected }
}

/**
 * The highest of the readings of a day that begins at `midnight`, in order; `before`: the last one of a day before it. First
 * ones that stay the same until one is lower do not count, where the day before had no more or is not known; nor do those of
 * which the day before had the very number. Where a device counts on past midnight and begins anew later, what it rose by
 * until then is added. Undefined where none counts.
 */
export function dayTotalOf(
  readings: readonly TotalAt[],
  midnight: number,
  before: LastTotal | undefined,
): number | undefined {
  const [first, last] = [readings[0]!, readings.at(-1)!]
  const isStatedAgain = first.value === before?.value
  const lower = isStatedAgain ? 1 : corrected
  const fall = readings.findIndex(({ value }, at) => at > 0 && value < readings[at - 1]!.value * lower)
  const shown = fall < 0 ? readings : readings.slice(0, fall)
  const rest = readings.slice(shown.length)
  const isDayBefore = before !== undefined && before.wall > midnight - dayMs
  const isOfBefore = isDayBefore
    ? first.value >= before.value && !before.isAnew
    : first.wall < midnight + noon
  if (
    shown.every(({ value }) => value === first.value) &&
    (isStatedAgain || isOfBefore) &&
    (rest.length > 0 || (isStatedAgain && last.wall < midnight + evening))
  )
    return highest(rest)
  const countsOn =
    before !== undefined &&
    first.value >= before.value &&
    before.wall >= midnight - worn.before &&
    first.wall <= midnight + worn.after &&
    (rest.length > 0 || last.wall < midnight + hourMs)
  return countsOn ? highest(shown)! - before.value + (highest(rest) ?? 0) : highest(readings)
}

const highest = (readings: readonly TotalAt[]): number | undefined =>
  readings.length === 0 ? undefined : readings.reduce((most, { value }) => Math.max(most, value), 0)
