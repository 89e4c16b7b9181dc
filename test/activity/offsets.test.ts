/** Zones that are not whole hours from UTC, in the files that name them. */
import { expect, test } from 'vitest'
import { offsetIn } from '../../src/activity/fit/time.ts'
import { createClock } from '../../src/activity/xml/apple-time.ts'

test.each([
  ['2026-01-02 20:00:00 -0330', '2026-01-02T23:30:00Z', -210],
  ['2026-07-02 20:00:00 -0230', '2026-07-02T22:30:00Z', -150],
  ['2026-01-02 20:00:00 +0545', '2026-01-02T14:15:00Z', 345],
  ['2026-01-02 00:10:00 +0530', '2026-01-01T18:40:00Z', 330],
  ['2026-01-02 20:00:00 -0800', '2026-01-03T04:00:00Z', -480],
])('Apple Health: %s', (written, at, offset) => {
  expect(createClock()(written)).toEqual({ at: Date.parse(at), offset })
})

test.each([
  [5.5, 330],
  [5.75, 345],
  [-3.5, -210],
  [12.75, 765],
  [-8, -480],
  [0, 0],
])('FIT: a local time %d hours from UTC', (hours, offset) => {
  const timestamp = 1_140_000_000
  for (const late of [0, 90])
    expect(offsetIn({ timestamp, localTimestamp: timestamp + hours * 3600 + late })).toBe(offset)
})
