/** When rows may leave (trouble is waited out, not piled up). */
import { expect, test } from 'vitest'
import { createBackoff } from '../../../src/bulk/send/backoff.ts'

const hour = 3_600_000
/** Jitter in the middle: pauses as they are. */
const gateOf = (maxWaitMs = hour) => createBackoff({ concurrency: 8, maxWaitMs, random: () => 0.5 })

test('pauses double from one second to five minutes, and one row goes alone', () => {
  const gate = gateOf()
  expect({ allowed: gate.allowed(), alone: gate.alone(), pauseLeft: gate.pauseLeft(0) }).toEqual({
    allowed: 8,
    alone: false,
    pauseLeft: 0,
  })
  const pauses: number[] = []
  for (let [n, now] = [0, 0]; n < 12; n++) {
    gate.onTrouble(now, gate.round())
    pauses.push(gate.pauseLeft(now) / 1000)
    now += gate.pauseLeft(now)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  expect({ allowed: gate.allowed(), alone: gate.alone(), atLongest: gate.atLongest() }).toEqual({
    allowed: 1,
    alone: true,
    atLongest: true,
  })
})

test('jitter takes a quarter of a pause or adds one', () => {
  for (const [random, ms] of [
    [0, 750],
    [0.999, 1249.5],
  ] as const) {
    const gate = createBackoff({ concurrency: 8, maxWaitMs: hour, random: () => random })
    gate.onTrouble(0, gate.round())
    expect(gate.pauseLeft(0)).toBeCloseTo(ms, 0)
  }
})

test('rows that left together make one pause; an old one says nothing new', () => {
  const gate = gateOf()
  const round = gate.round()
  for (let n = 0; n < 8; n++) gate.onTrouble(n, round)
  expect(gate.pauseLeft(0)).toBe(1000)
  gate.applied(round)
  expect(gate.alone()).toBe(true)
  gate.applied(gate.round())
  expect({ alone: gate.alone(), allowed: gate.allowed(), atLongest: gate.atLongest() }).toEqual({
    alone: false,
    allowed: 8,
    atLongest: false,
  })
  gate.onTrouble(5000, gate.round())
  expect(gate.pauseLeft(5000)).toBe(1000)
})

test('what the service asks to wait counts where it is longer, of an old row too', () => {
  const gate = gateOf()
  const round = gate.round()
  gate.onTrouble(0, round, 30_000)
  expect(gate.pauseLeft(0)).toBe(30_000)
  gate.onTrouble(0, round, 40_000)
  expect(gate.pauseLeft(0)).toBe(40_000)
  gate.onTrouble(0, round, 10_000)
  expect([gate.pauseLeft(0), gate.pauseLeft(50_000)]).toEqual([40_000, 0])
})

test('trouble since its first moment is held against the longest wait', () => {
  const gate = gateOf(10_000)
  expect(gate.onTrouble(0, gate.round())).toBe(false)
  expect(gate.onTrouble(8000, gate.round())).toBe(false)
  expect(gate.onTrouble(8001, gate.round())).toBe(true)
  gate.applied(gate.round())
  expect(gate.onTrouble(60_000, gate.round())).toBe(false)
})

test('a limit that is said to be used up holds all rows, and is too long where it is longer than allowed', () => {
  const gate = gateOf(10_000)
  expect({ pauseFor: gate.pauseFor(0, 10_000), pauseLeft: gate.pauseLeft(0), alone: gate.alone() }).toEqual({
    pauseFor: false,
    pauseLeft: 10_000,
    alone: false,
  })
  expect({ pauseFor: gate.pauseFor(0, 10_001), pauseLeft: gate.pauseLeft(4000) }).toEqual({
    pauseFor: true,
    pauseLeft: 6001,
  })
  gate.pauseFor(0, 1)
  expect(gate.pauseLeft(0)).toBe(10_001)
})
