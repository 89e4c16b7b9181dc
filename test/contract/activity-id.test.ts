/** The id of an activity names the minute in which it starts, from its first millisecond to its last. */
import { expect, test } from 'vitest'
import { activityId, minuteOf, startIn } from '../../src/contract/activity-id.ts'

test.each([
  ['2026-01-31T06:30:00.000Z', 'activity-20260131T0630Z'],
  ['2026-01-31T06:30:29.999Z', 'activity-20260131T0630Z'],
  ['2026-01-31T06:30:59.999Z', 'activity-20260131T0630Z'],
  ['2026-01-31T06:31:00.000Z', 'activity-20260131T0631Z'],
  ['2025-12-31T23:59:59.999Z', 'activity-20251231T2359Z'],
  ['2024-02-29T00:00:00.000Z', 'activity-20240229T0000Z'],
])('an activity that starts at %s is %s', (start, id) => {
  const minute = minuteOf(Date.parse(start))
  expect([activityId(minute), startIn(id)]).toEqual([id, { minute, nth: 1 }])
})

test.each([
  'activity-20260131T2460Z-2',
  'activity-20260131T0630Z-0',
  'activity-20260131T0630Z-1',
  'activity-20260131T0630Z-02',
  'activity-20260131T0630Z-1000000',
  'activity-20260131T0630Z-',
  'activity-20260230T0630Z',
  'activity-20260131T2460Z',
  'activity-20260131T0630',
  'activity-20260131T0630Zx',
  'xactivity-20260131T0630Z',
  'activity-2026-01-31T06:30Z',
  'day-2026-01-31',
  '',
])('%j is the id of no activity', (id) => expect(startIn(id)).toBeUndefined())
