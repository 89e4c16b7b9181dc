import { expect, test } from 'vitest'
import {
  bucketMs,
  bulkLimit,
  countsFor,
  createBudget,
  createWindow,
  type CountStore,
} from '../../src/client/budget.ts'

const hour = 3_600_000

/** One store for all simulated processes. */
function store(): CountStore {
  const window = createWindow()
  return {
    exchange: async (_, decide) => {
      for (const count of decide(window)) window.add(count)
    },
  }
}

/**
 * What a service may do: refuse by a fixed window, a sliding one, or a bucket that fills
 * evenly. True where it takes a request.
 */
const services: Record<string, (limit: number) => (at: number) => boolean> = {
  'a fixed window': (limit) => {
    const counts = new Map<number, number>()
    return (at) => {
      const window = Math.floor((at + 1_234_567) / hour)
      counts.set(window, (counts.get(window) ?? 0) + 1)
      return counts.get(window)! <= limit
    }
  },
  'a sliding window': (limit) => {
    const taken: number[] = []
    let first = 0
    return (at) => {
      while (first < taken.length && taken[first]! <= at - hour) first += 1
      taken.push(at)
      return taken.length - first <= limit
    }
  },
  'a token bucket': (limit) => {
    let [tokens, last] = [limit, 0]
    return (at) => {
      tokens = Math.min(limit, tokens + ((at - last) * limit) / hour)
      last = at
      if (tokens < 1) return false
      tokens -= 1
      return true
    }
  },
}

/** `total` requests by `count` processes, each as fast as it may; the times at which they arrive. */
async function simulate(total: number, count: number, limit: number) {
  const shared = store()
  let seed = 7
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const processes = Array.from({ length: count }, () => ({
    budget: createBudget({ limit }, shared),
    at: random() * 1000,
  }))
  const arrivals: number[] = []
  let exchanges = 0
  while (arrivals.length < total) {
    const next = processes.reduce((first, each) => (each.at < first.at ? each : first))
    if (next.budget.tryAcquire(next.at)) {
      arrivals.push(next.at + random() * 2000)
      next.at += 1 + random() * 20
      continue
    }
    exchanges += 1
    next.at += await next.budget.refill(next.at)
  }
  return { arrivals: arrivals.sort((a, b) => a - b), exchanges }
}

test('a million requests by four processes stay within 5000 of any 3,600 seconds, meet no refusal, and use 96% of the hour', async () => {
  const limit = 5000
  const { arrivals, exchanges } = await simulate(1_000_000, 4, limit)
  let [most, first] = [0, 0]
  for (const [index, at] of arrivals.entries()) {
    while (arrivals[first]! <= at - hour) first += 1
    most = Math.max(most, index - first + 1)
  }
  const hours = (arrivals.at(-1)! - arrivals[0]!) / hour
  const allowed = (Math.floor(hours) + 1) * limit
  const refused = Object.entries(services).map(([name, make]) => {
    const takes = make(limit)
    return [name, arrivals.filter((at) => !takes(at)).length]
  })
  expect(most).toBeLessThanOrEqual(limit)
  expect(arrivals.length / allowed).toBeGreaterThanOrEqual(0.96)
  expect(Object.fromEntries(refused)).toEqual({
    'a fixed window': 0,
    'a sliding window': 0,
    'a token bucket': 0,
  })
  expect(exchanges).toBeLessThan(100_000)
})

test('a request counts until its bucket is an hour and the lateness old, and not a moment longer', () => {
  const window = createWindow()
  window.add({ at: 7000, count: 3 })
  expect([5000 + countsFor - 1, 5000 + countsFor].map((now) => window.used(now))).toEqual([3, 0])
})

test('room is free once enough of the oldest requests count no more, in whatever order they were heard of', () => {
  const window = createWindow()
  window.add({ at: 20_000, count: 1 })
  window.add({ at: 0, count: 1 })
  window.add({ at: 10_000, count: 1 })
  const free = (cap: number) => window.freeAt(30_000, cap)
  expect([4, 3, 2, 1].map(free)).toEqual([30_000, countsFor, 10_000 + countsFor, 20_000 + countsFor])
})

test('the forecast counts what was used, and waits for each part of it to count no more', () => {
  const window = createWindow()
  window.add({ at: 0, count: 2 })
  window.add({ at: 10_000, count: 2 })
  const done = (wanted: number) => window.doneAt(20_000, 5, wanted)
  expect([1, 2, 3, 4].map(done)).toEqual([20_000, countsFor, countsFor, 10_000 + countsFor])
  expect(done(6)).toBe(20_000 + countsFor)
})

test('blocks double while they are used up at once, are halved when not, and an unused one does not stand in its own way', async () => {
  const window = createWindow()
  const added: number[][] = []
  const shared: CountStore = {
    exchange: async (_, decide) => {
      const counts = decide(window)
      counts.forEach((count) => window.add(count))
      added.push(counts.map(({ count }) => count))
    },
  }
  const budget = createBudget({ limit: 10_000 }, shared, 8)
  const useUp = (now: number): void => {
    while (budget.tryAcquire(now));
  }
  for (let round = 0; round < 5; round++) {
    await budget.refill(0)
    useUp(0)
  }
  await budget.refill(0)
  await budget.refill(0)
  useUp(0)
  await budget.refill(bucketMs)
  await budget.end(bucketMs)
  await budget.end(bucketMs)
  expect(added).toEqual([[1], [2], [4], [8], [8], [8], [-8, 4], [2], [-2]])

  const last = createBudget({ limit: 1 }, store())
  expect([await last.refill(0), await last.refill(0)]).toEqual([0, 0])
})

test('bulk leaves two hundredths to single commands, and at least one request to itself', () => {
  expect([5000, 1000, 100, 1].map(bulkLimit)).toEqual([4900, 980, 98, 1])
})

test.each([
  ['', {}],
  ['against the part of its shard', { own: { tag: '1/2', limit: 100 }, limit: 1000 }],
])('what was fetched and not used is given back, and counts no more %s', async (_, more) => {
  const shared = store()
  const budget = () => createBudget({ limit: 100, ...more }, shared)
  const [one, other] = [budget(), budget()]
  let taken = 0
  for (let at = 0; at < 40; at++) {
    if (one.tryAcquire(at)) taken += 1
    else await one.refill(at)
  }
  await one.end(50)
  let left = 0
  for (;;)
    if (other.tryAcquire(60)) left += 1
    else if ((await other.refill(60)) > 0) break
  expect([taken + left, left > 0]).toEqual([98, true])
})

test('leave that was fetched is not kept for later: it counted for its own moment', async () => {
  const budget = createBudget({ limit: 1000 }, store())
  await budget.refill(0)
  expect([budget.tryAcquire(bucketMs), budget.tryAcquire(0)]).toEqual([false, true])
})

test('the wait is until the earliest request leaves the window', async () => {
  const window = createWindow()
  window.add({ at: 0, count: 98 })
  expect(window.freeAt(1000, 98)).toBeGreaterThanOrEqual(hour)
  expect(window.freeAt(1000, 99)).toBe(1000)
  expect(window.used(2 * hour)).toBe(0)
})

test('the forecast fills hour after hour', () => {
  const window = createWindow()
  expect(window.doneAt(0, 100, 100)).toBe(0)
  const two = window.doneAt(0, 100, 250)
  expect(two).toBeGreaterThan(2 * hour)
  expect(two).toBeLessThan(2.1 * hour)
})
