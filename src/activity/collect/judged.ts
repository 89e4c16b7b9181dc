/** What an activity or a day says, without what is not possible. */
import { dayMs } from '../../contract/calendar.ts'
import { measures, type Activity, type Measure, type Offset, type Omission, type Total } from '../sample.ts'
import { lengthOfDay, localDay, type Zone } from '../zone.ts'
import { isAmount, isPlausibleTime, isPossible, withinSpan } from './plausible.ts'

/** `now` in milliseconds since 1970; `omit` is told of what is left out. */
type JudgeOptions = { now: number; zone: Zone; omit: (why: Omission) => void }

/** Nothing where all of it is left out. One of days that tells no pauses lasts for as long as it was in motion. */
export function judgedActivity(activity: Activity, { now, zone, omit }: JudgeOptions): Activity | undefined {
  const { start, end, sport, pauses, isTrack } = activity
  const isRight = isPlausibleTime(start, now) && isPlausibleTime(end, now) && end >= start
  if (sport === 'vehicle' || !isRight) {
    omit(sport === 'vehicle' ? 'vehicle' : 'time')
    return
  }
  const seconds = (end - start) / 1000
  const judged = parted(activity, (measure, value) => isPossible(measure, value, seconds), omit)
  const { duration } = judged
  if (duration === undefined) return judged
  judged.duration = withinSpan('duration', duration, seconds)
  // Nobody knows on which of its days it was moved: from its start on, as far as anybody knows.
  if (!pauses && !isTrack && isLongerThanDay(activity, zone)) judged.end = start + judged.duration * 1000
  return judged
}

/** Nothing where its day is not possible. */
export function judgedTotal(total: Total, { now, zone, omit }: JudgeOptions): Total | undefined {
  const midnight = Date.parse(`${total.date}T00:00:00Z`)
  if (!isPlausibleTime(midnight, now)) {
    omit('time')
    return
  }
  const seconds = lengthOfDay(midnight / dayMs, zone) / 1000
  return parted(
    total,
    (measure, value) => isAmount(measure, value) && (measure !== 'duration' || value <= seconds),
    omit,
  )
}

type Lasting = { start: number; end: number; offset: Offset }

export const isLongerThanDay = ({ start, end, offset }: Lasting, zone: Zone): boolean =>
  end - start > dayMs && end - start > lengthOfDay(localDay(start, offset, zone), zone)

/** Its impossible values are `refused`. */
function parted<T extends Activity | Total>(
  all: T,
  isRight: (measure: Measure, value: number) => boolean,
  omit: JudgeOptions['omit'],
): T {
  const kept = { ...all }
  for (const measure of measures) {
    const value = kept[measure]
    if (value === undefined || isRight(measure, value)) continue
    delete kept[measure]
    kept.refused = { ...kept.refused, [measure]: value }
    omit('value')
  }
  return kept
}
