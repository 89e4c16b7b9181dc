/** After a stop: what has not left is given up at once, what has left is waited for, and never for longer than is said. */
import { expect, test } from 'vitest'
import { delayedAbort, stopGraceMs } from '../../src/client/delayed-abort.ts'

function stopping({ inFlight = 1, aborted = false, atOnce = new AbortController() } = {}) {
  const stop = new AbortController()
  if (aborted) stop.abort('SIGINT')
  const said: number[] = []
  const slept: { ms: number; over: () => void; signal: AbortSignal }[] = []
  const grace = delayedAbort(stop.signal, stopGraceMs, {
    atOnce: atOnce.signal,
    sleep: async (ms, signal) =>
      new Promise<void>((over, fail) => {
        slept.push({ ms, over, signal })
        signal.addEventListener('abort', () => fail(new Error('ended')))
      }),
    waits: (ms) => void said.push(ms),
    inFlight: () => inFlight,
  })
  return { stop, atOnce, said, slept, grace }
}
const turn = async () => new Promise((done) => setImmediate(done))
/** Work that ends with its signal. */
const untilAborted = async (signal: AbortSignal) =>
  new Promise<unknown>((done) => {
    if (signal.aborted) done(signal.reason)
    signal.addEventListener('abort', () => done(signal.reason))
  })

test('ten seconds are said and waited, then what is in flight is given up with the reason of the stop', async () => {
  const { stop, said, slept, grace } = stopping()
  expect([said, slept.length, grace.signal.aborted]).toEqual([[], 0, false])
  stop.abort('SIGTERM')
  expect([said, slept.map(({ ms }) => ms), grace.signal.aborted]).toEqual([[10_000], [10_000], false])
  slept[0]!.over()
  await turn()
  expect([grace.signal.aborted, grace.signal.reason]).toEqual([true, 'SIGTERM'])
})

test('a second stop ends the wait at once, also one that came before the first was heard', async () => {
  const { stop, atOnce, grace } = stopping()
  stop.abort('SIGINT')
  atOnce.abort('SIGINT')
  expect([grace.signal.aborted, grace.signal.reason]).toEqual([true, 'SIGINT'])
  const both = new AbortController()
  both.abort('SIGINT')
  const early = stopping({ aborted: true, atOnce: both })
  expect([early.grace.signal.aborted, early.said, early.slept]).toEqual([true, [], []])
})

test('a stop before the request begins leaves it its ten seconds', () => {
  const { slept, grace } = stopping({ aborted: true })
  expect([slept.length, grace.signal.aborted]).toEqual([1, false])
})

test('what has not left is given up by the stop itself, and nothing is said of a wait for it', async () => {
  const { stop, said, grace } = stopping()
  const own = new AbortController()
  const work = grace.unsent(own, async () => untilAborted(own.signal))
  stop.abort('SIGINT')
  expect(await work).toBe('SIGINT')
  expect([said, grace.signal.aborted]).toEqual([[], false])
})

test('of two in flight of which one has left the other is waited for', async () => {
  const { stop, said, grace } = stopping({ inFlight: 2 })
  const own = new AbortController()
  const work = grace.unsent(own, async () => untilAborted(own.signal))
  stop.abort('SIGINT')
  await work
  expect(said).toEqual([10_000])
})

test('one that left a while ago is no longer of those that have not', async () => {
  const { stop, said, grace } = stopping()
  await grace.unsent(new AbortController(), async () => 'connected')
  stop.abort('SIGINT')
  expect(said).toEqual([10_000])
})

test('what begins to connect after a stop is given up', async () => {
  const { grace } = stopping({ aborted: true })
  const own = new AbortController()
  expect(await grace.unsent(own, async () => untilAborted(own.signal))).toBe('SIGINT')
})

test('once it has ended no stop begins a wait, and one that was begun is let go', async () => {
  const { stop, atOnce, slept, grace } = stopping()
  stop.abort('SIGINT')
  grace.end()
  expect(slept[0]!.signal.aborted).toBe(true)
  await turn()
  atOnce.abort('SIGINT')
  await turn()
  expect(grace.signal.aborted).toBe(false)
})
