/** When a session counts as ended. */
import { expect, test } from 'vitest'
import { hasEnded, isEnding, isPast } from '../../src/config/credentials/session-end.ts'

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
