/** What the readings of a day's running total come to, without what still shows a day before it. */
import { dayMs } from '../../contract/calendar.ts'
import { corrected, evening } from '../collect/counters.ts'

/** `wall`: when it was read, as clocks showed it, in milliseconds as of UTC. */
export type TotalAt = { wall: number; value: number }

/** The last one of a day; `isAnew`: the device had begun anew on that day. */
export type LastTotal = TotalAt & { isAnew: boolean }

/** Seconds after a midnight in which a device may show the day before. */
const noon = 12 * 3600

/** `midnight`: the begin of a day. `most`: what one counts in a second. `before`: the last reading of any day before it. */
type DayBefore = { midnight: number; most: number; before: LastTotal | undefined }

/**
 * The highest of a day's readings, in order. Where the first ones show a day before, the higher one of what they rose by and of
 * the readings behind them; undefined where there is neither. `left`: how many show it.
 */
export function dayTotalOf(
  readings: readonly TotalAt[],
  day: DayBefore,
): { total: number | undefined; last: LastTotal; left: number } {
  const first = readings[0]!.value
  const isNoLess = day.before !== undefined && first >= day.before.value
  const fall = readings.findIndex(({ value }, at) => {
    const last = readings[at - 1]?.value ?? 0
    return value < last * (isNoLess && last === first ? 1 : corrected)
  })
  const shown = fall < 0 ? readings : readings.slice(0, fall)
  const isShown = isOfBefore(shown, fall > 0, day)
  const own = highest(isShown ? readings.slice(shown.length) : readings)
  const last = readings.at(-1)!
  const stood = day.before?.isAnew ? day.before.value : first
  return {
    total: isShown ? Math.max(highest(shown) - stood, own) || undefined : own,
    last: { ...last, isAnew: last.value < own * corrected },
    left: isShown ? shown.length : 0,
  }
}

/** Are these first readings of a day of one before it? `isFallen`: a lower one comes next. */
function isOfBefore(
  shown: readonly TotalAt[],
  isFallen: boolean,
  { midnight, most, before }: DayBefore,
): boolean {
  const { wall, value } = shown[0]!
  const isSame = shown.every((each) => each.value === value)
  if (value === before?.value && !isFallen) return isSame && !shown.every(isInEvening(midnight))
  if (value > (most * (wall - midnight + 60_000)) / 1000) return true
  const isDayBefore = before !== undefined && before.wall > midnight - dayMs
  const isEarly = shown.at(-1)!.wall < midnight + (isSame && shown.length > 1 ? evening : noon) * 1000
  if (isDayBefore || value === before?.value) return (isFallen || isEarly) && value >= before.value
  return isFallen && isSame && wall < midnight + noon * 1000
}

const isInEvening =
  (midnight: number) =>
  ({ wall }: TotalAt): boolean =>
    wall >= midnight + evening * 1000 && wall < midnight + dayMs

const highest = (readings: readonly TotalAt[]): number =>
  readings.reduce((most, { value }) => Math.max(most, value), 0)
