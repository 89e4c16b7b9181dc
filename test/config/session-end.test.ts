/** When a session counts as ended. */
import { expect, test } from 'vitest'
import {
  hasEnded,
  isEnding,
  isPast,
  isUnsure,
  surelyLeftMs,
  withSkew,
} from '../../src/config/credentials/session-end.ts'

const now = new Date('2026-01-02T12:00:00Z')

test('an end that cannot be read has passed, and one that is not known has not', () => {
  for (const expiresAt of ['', 'soon', '2026-13-45T00:00:00Z']) {
    expect(hasEnded(expiresAt, undefined, now)).toBe(true)
    expect(isEnding({ apiKey: 'k', expiresAt }, now)).toBe(true)
  }
  expect(hasEnded(undefined, undefined, now)).toBe(false)
  expect(isEnding({ apiKey: 'k' }, now)).toBe(false)
})

test('a session has ended at its end, not a millisecond before, by the clock of the service', () => {
  expect([1, 0, -1].map(isPast)).toEqual([false, true, true])
  expect(hasEnded('2026-01-02T12:00:00.001Z', undefined, now)).toBe(false)
  expect(hasEnded('2026-01-02T12:00:00Z', undefined, now)).toBe(true)
  expect(hasEnded('2026-01-02T12:00:05Z', { clockSkewMs: '5000' }, now)).toBe(true)
  expect(hasEnded('2026-01-02T11:59:56Z', { clockSkewMs: '-5000' }, now)).toBe(false)
})

/** `life` and `left` in seconds, by the service's clock, which is `ahead` seconds ahead of this machine's. */
const session = ({ life, left, ahead = 0 }: { life?: number; left: number; ahead?: number }) => {
  const expiresAt = new Date(now.getTime() + (left + ahead) * 1000)
  return {
    expiresAt: expiresAt.toISOString(),
    ...(life !== undefined && {
      signedInAt: new Date(expiresAt.getTime() - (life + ahead) * 1000).toISOString(),
    }),
    ...(ahead !== 0 && { clockSkewMs: String(ahead * 1000) }),
  }
}

test.each([
  ['an hour', { life: 3600, left: 30 }, true],
  ['an hour', { life: 3600, left: 31 }, false],
  ['two minutes', { life: 120, left: 30 }, true],
  ['two minutes', { life: 120, left: 31 }, false],
  ['a minute', { life: 60, left: 15 }, true],
  ['a minute', { life: 60, left: 16 }, false],
  ['a life that is not known', { left: 0.001 }, false],
  ['a life that is not known', { left: 0 }, true],
  ['an end before its beginning', { life: -60, left: 1 }, false],
  ['a minute by a clock that is ahead', { life: 60, left: 15, ahead: 3600 }, true],
  ['a minute by a clock that is ahead', { life: 60, left: 16, ahead: 3600 }, false],
  ['an hour by a clock that is behind', { life: 3600, left: 31, ahead: -3600 }, false],
])('the last quarter of a session, at most 30 seconds, is its end: %s with %j', (_, parts, ending) => {
  expect(isEnding(session(parts), now)).toBe(ending)
})

test.each([
  ['agree', { left: 60 }, 60_000],
  ['agree that it has ended', { left: -60 }, -60_000],
  ['differ, and by both it goes on', { left: 60, ahead: 30 }, 60_000],
  ["differ, and it has ended by the service's", { left: -30, ahead: 60 }, -30_000],
  ["differ, and it has ended by this machine's", { left: 60, ahead: -90 }, -30_000],
  ['differ, and by both it has ended', { left: -60, ahead: 30 }, -60_000],
])('what is surely left of a session where the clocks %s', (_, parts, left) => {
  const kept = session(parts)
  expect(surelyLeftMs(kept.expiresAt, kept, now)).toBe(left)
})

test('nothing is known of what is left of a session without an end', () => {
  expect(surelyLeftMs(undefined, { clockSkewMs: '5000' }, now)).toBeUndefined()
})

test.each([
  ['the clocks agree', { life: 60, left: 10 }, false],
  ["it goes on by the service's clock alone", { life: 60, left: 60, ahead: -90 }, true],
  ["it goes on by this machine's clock alone", { life: 60, left: 10, ahead: 90 }, true],
  ['it goes on by both', { life: 60, left: 60, ahead: 30 }, false],
  ['it ends by both', { life: 60, left: 5, ahead: -30 }, false],
])('whether the clocks disagree about an end, where %s', (_, parts, unsure) => {
  expect(isUnsure(session(parts), now)).toBe(unsure)
})

test('a difference of the clocks takes the place of the one before, and none is kept of zero', () => {
  const kept = { origin: 'https://a.example', clockSkewMs: '5000' }
  expect([withSkew(kept, -7000), withSkew(kept, 0)]).toEqual([
    { origin: 'https://a.example', clockSkewMs: '-7000' },
    { origin: 'https://a.example' },
  ])
})
