/** When a session of FIT was: as it says, where its records and its time stamp do not show that this is wrong. */
import type { Interval } from '../../contract/interval.ts'
import type { Message } from './messages.ts'
import { fitTime } from './time.ts'

type Session = Extract<Message, { is: 'session' }>

/** `first` and `last` of all records; `seconds` in which the timer ran, where they are of this session alone. */
type Recorded = { first: number; last: number; seconds?: number }

/** Seconds in motion; `isWrong`: it says a time that cannot be, and what is known counts. */
export type SessionTimes = Interval & { duration?: number | undefined; isWrong?: true }

const minute = 60_000

/** Milliseconds since 1970. Nothing where no time is known. */
export function sessionTimes(session: Session, { first, last, seconds }: Recorded): SessionTimes | undefined {
  const [elapsed, timer] = [session.elapsed, session.timer].map((value) =>
    typeof value === 'number' ? value : undefined,
  )
  const stamp = fitTime(session.timestamp)
  const isAlone = seconds !== undefined && last > first
  const lasted = elapsed || timer
  const began =
    fitTime(session.startTime) ??
    (isAlone ? first : stamp === undefined ? undefined : stamp - (lasted ?? 0) * 1000)
  if (began === undefined) return undefined
  const timed = began + (timer ?? 0) * 1000
  // One that says its time in motion alone may have been paused, and its records may go on behind it.
  const isStamped = timer && stamp !== undefined && stamp > Math.max(began, timed - minute)
  const recorded = isStamped ? Math.min(stamp, last) : last
  const unrecorded = timer ? timed : (stamp ?? began)
  const unsaid = isAlone ? Math.max(timed, recorded) : unrecorded
  const end = elapsed ? began + elapsed * 1000 : unsaid
  const isRecorded = isAlone && first <= began + minute && last >= end - minute
  const ran = timer === 0 || isRecorded ? Math.min(seconds ?? 0, lasted || Infinity) : 0
  const duration = timer || ran || lasted || seconds || undefined
  // Records may go on behind an activity, but its time stamp then is of its end.
  const isShort = last - first > 10 * (end - began) + minute && (stamp ?? began) > end + minute
  if (isAlone && isShort) return { start: first, end: last, duration: seconds, isWrong: true }
  if (isAlone && (end < first || began > last)) return { start: first, end: last, duration }
  const until = latestEnd(began, end, { stamp, last })
  if (!isAlone || duration === undefined || duration * 1000 <= until - began + minute)
    return { start: began, end: until, duration }
  return { start: began, end: until, duration: seconds, isWrong: true }
}

/** One that lasts for longer than to its time stamp and to all records says a wrong time. Some are stamped at their start. */
function latestEnd(
  began: number,
  end: number,
  { stamp = began, last }: { stamp: number | undefined; last: number },
): number {
  const known = Math.max(stamp, last)
  const isTooLong = last > began ? end > known + minute : end - began > 2 * (known - began) + minute
  return stamp > began + minute && isTooLong ? known : end
}
