/** When a session of FIT was, from what it says of itself and from its records. */
import { expect, test } from 'vitest'
import { sessionTimes } from '../../src/activity/fit/session-times.ts'
import { fitTime } from './fit.ts'

const ten = Date.parse('2026-01-02T10:00:00Z')
const minutes = (count: number): number => count * 60
const fitAt = (seconds: number): number => fitTime('2026-01-02T10:00:00Z') + seconds

/** Seconds since ten o'clock, and lengths in seconds. */
type Said = { start?: number; stamp?: number; elapsed?: number; timer?: number }

const timesOf = (
  { start, stamp, elapsed, timer }: Said,
  { first, last, seconds }: { first: number; last: number; seconds?: number },
) => {
  const times = sessionTimes(
    {
      is: 'session',
      ...(start !== undefined && { startTime: fitAt(start) }),
      ...(stamp !== undefined && { timestamp: fitAt(stamp) }),
      ...(elapsed !== undefined && { elapsed }),
      ...(timer !== undefined && { timer }),
    },
    { first: ten + first * 1000, last: ten + last * 1000, ...(seconds !== undefined && { seconds }) },
  )
  return (
    times && [(times.start - ten) / 1000, (times.end - ten) / 1000, times.duration, times.isWrong === true]
  )
}

const [half, whole, day] = [minutes(30), minutes(60), 86_400]
const hour = { first: 0, last: whole, seconds: whole }

test.each<[string, Said, Parameters<typeof timesOf>[1], ReturnType<typeof timesOf>]>([
  ['as it says', { start: 0, stamp: whole, elapsed: whole, timer: half }, hour, [0, whole, half, false]],
  ['records go on', { start: 0, stamp: half, elapsed: half, timer: half }, hour, [0, half, half, false]],
  [
    'records go on, and it is saved then',
    { start: 0, stamp: whole, elapsed: half, timer: half },
    hour,
    [0, half, half, false],
  ],
  ['records before it', { start: half, stamp: whole, elapsed: half }, hour, [half, whole, half, false]],
  ['no elapsed time, and a pause', { start: 0, stamp: whole, timer: half }, hour, [0, whole, half, false]],
  [
    'no elapsed time, a pause, and records that go on',
    { start: 0, stamp: minutes(40), timer: half },
    { ...hour, seconds: minutes(50) },
    [0, minutes(40), half, false],
  ],
  [
    'no elapsed time, a pause, and stamped as it was saved',
    { start: 0, stamp: 2 * whole, timer: half },
    { ...hour, seconds: half },
    [0, whole, half, false],
  ],
  [
    'no elapsed time, a pause, stamped at its start',
    { start: 0, stamp: 0, timer: half },
    hour,
    [0, whole, half, false],
  ],
  ['no start, stamped at it', { stamp: 0, elapsed: whole, timer: half }, hour, [0, whole, half, false]],
  ['of the start of its watch', { start: -40 * 365 * day, timer: half }, hour, [0, whole, half, false]],
  ['no times', {}, hour, [0, whole, whole, false]],
  ['no timer', { start: 0, elapsed: whole, timer: 0 }, hour, [0, whole, whole, false]],
  [
    'no timer, and a pause',
    { start: 0, stamp: whole, elapsed: whole },
    { ...hour, seconds: half },
    [0, whole, half, false],
  ],
  [
    'no timer, and a receiver that came late',
    { start: 0, stamp: whole, elapsed: whole },
    { first: half, last: whole, seconds: half },
    [0, whole, whole, false],
  ],
  ['a thousandth', { start: 0, stamp: whole, elapsed: 3.6, timer: 3.6 }, hour, [0, whole, whole, true]],
  ['a day', { start: 0, stamp: whole, elapsed: day, timer: day }, hour, [0, whole, whole, true]],
  ['another day', { start: -day, stamp: -day + whole, elapsed: whole }, hour, [0, whole, whole, false]],
  ['a lost receiver', { start: 0, stamp: day, elapsed: day, timer: day }, hour, [0, day, day, false]],
])('%s', (_, said, records, times) => {
  expect(timesOf(said, records)).toEqual(times)
})

const nothing = { first: Infinity, last: -Infinity, seconds: 0 }

test.each<[string, Said, ReturnType<typeof timesOf>]>([
  ['as it says', { start: 0, stamp: half, elapsed: whole, timer: half }, [0, whole, half, false]],
  ['stamped at its start', { start: 0, stamp: 0, elapsed: whole }, [0, whole, whole, false]],
  ['no start', { stamp: whole, elapsed: whole }, [0, whole, whole, false]],
  ['a day', { start: 0, stamp: whole, elapsed: day, timer: day }, [0, whole, day, false]],
  ['no lengths', { start: 0, stamp: whole, elapsed: 0, timer: 0 }, [0, whole, undefined, false]],
  ['no times', {}, undefined],
])('without records: %s', (_, said, times) => {
  expect(timesOf(said, nothing)).toEqual(times)
})
