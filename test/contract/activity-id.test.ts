/** The id of an activity names the minute in which it starts, from its first millisecond to its last. */
import { expect, test } from 'vitest'
import { activityId, minuteIn, minuteOf } from '../../src/contract/activity-id.ts'

test.each([
  ['2026-01-31T06:30:00.000Z', 'activity-20260131T0630Z'],
  ['2026-01-31T06:30:29.999Z', 'activity-20260131T0630Z'],
  ['2026-01-31T06:30:59.999Z', 'activity-20260131T0630Z'],
  ['2026-01-31T06:31:00.000Z', 'activity-20260131T0631Z'],
  ['2025-12-31T23:59:59.999Z', 'activity-20251231T2359Z'],
  ['2024-02-29T00:00:00.000Z', 'activity-20240229T0000Z'],
])('an activity that starts at %s is %s', (start, id) => {
  const minute = minuteOf(Date.parse(start))
  expect([activityId(minute), minuteIn(id)]).toEqual([id, minute])
})

test('of another one that starts in the same minute the id has its end too, and names its start', () => {
  const start = minuteOf(Date.parse('2026-01-31T23:50:00Z'))
  expect(activityId(start, start + 20)).toBe('activity-20260131T2350Z-20260201T0010Z')
  expect(minuteIn('activity-20260131T2350Z-20260201T0010Z')).toBe(start)
})

test.each([
  'activity-20260131T0630Z-20260131T2460Z',
  'activity-20260131T2460Z-20260131T0630Z',
  'activity-20260131T0630Z-0715Z',
  'activity-20260131T0630Z-',
  'activity-20260230T0630Z',
  'activity-20260131T2460Z',
  'activity-20260131T0630',
  'activity-20260131T0630Zx',
  'xactivity-20260131T0630Z',
  'activity-2026-01-31T06:30Z',
  'day-2026-01-31',
  '',
])('%j is the id of no activity', (id) => expect(minuteIn(id)).toBeUndefined())
