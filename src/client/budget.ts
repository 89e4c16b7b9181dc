/**
 * The hourly limit (docs/service.md §8), held across processes in any 3,600 seconds. Times
 * are milliseconds of a clock that nobody sets.
 */

/**
 * `count` requests made, or about to be made, within the bucket of `at`; less than none: given
 * back. `tag`: who has a share of their own.
 */
export type Count = { at: number; count: number; tag?: string }

/** Where all processes of this machine count. `exchange` lets nobody in between what `decide` sees and what it adds. */
export type CountStore = {
  exchange(now: number, decide: (window: Window) => Count[]): Promise<void>
}

export const hourMs = 3_600_000
/** Requests are counted together over this time, and leave the window together. */
export const bucketMs = 5000
/** A request may reach the service this much later than it was counted. */
export const latenessMs = 30_000
/** How long a bucket counts, from its start. */
export const countsFor = bucketMs + hourMs + latenessMs
/** What bulk leaves to single commands. */
const share = 0.98
const largestBlock = 64

export type Window = {
  add(count: Count): void
  /** Those with a tag, apart. */
  of(tag: string): Window
  used(now: number): number
  /** When fewer than `cap` requests will count. */
  freeAt(now: number, cap: number): number
  /** When `wanted` more requests can have been made. */
  doneAt(now: number, cap: number, wanted: number): number
}

/** The requests of the last hour, by bucket. */
export function createWindow(): Window {
  const buckets = new Map<number, number>()
  const tagged = new Map<string, Window>()
  const forget = (now: number): void => {
    for (const start of buckets.keys()) if (start + countsFor <= now) buckets.delete(start)
  }
  const live = (now: number): [start: number, count: number][] => {
    forget(now)
    return [...buckets].sort(([a], [b]) => a - b)
  }
  return {
    add({ at, count, tag }) {
      const start = bucketOf(at)
      buckets.set(start, (buckets.get(start) ?? 0) + count)
      if (tag !== undefined) this.of(tag).add({ at, count })
    },
    of(tag) {
      const own = tagged.get(tag) ?? createWindow()
      tagged.set(tag, own)
      return own
    },
    used(now) {
      forget(now)
      let sum = 0
      for (const count of buckets.values()) sum += count
      return sum
    },
    freeAt(now, cap) {
      let used = this.used(now)
      if (used < cap) return now
      for (const [start, count] of live(now)) {
        used -= count
        if (used < cap) return start + countsFor
      }
      return now
    },
    doneAt(now, cap, wanted) {
      const queue = live(now).map(([start, count]) => ({ at: start + countsFor, count }))
      let left = wanted
      const take = (at: number, room: number): number => {
        const taken = Math.min(Math.max(0, room), left)
        left -= taken
        if (taken > 0) queue.push({ at: at + countsFor, count: taken })
        return at
      }
      let at = take(now, cap - this.used(now))
      for (const { at: free, count } of queue) {
        if (left <= 0) break
        at = take(free, count)
      }
      return at
    },
  }
}

export type Budget = {
  /** Takes quota for one request if it is at hand. It is to be used at once. */
  tryAcquire(now: number): boolean
  /**
   * Gets quota for the next requests: 0 where `tryAcquire` will succeed, else how many
   * milliseconds to wait before asking again.
   */
  refill(now: number): Promise<number>
  /** Gives back what was not used. */
  end(now: number): Promise<void>
}

/** Of all requests, and of those with a tag: a shard has a share of its own. */
export type Limits = { limit: number; own?: { tag: string; limit: number } }

/** Quota within the hour's limits for one process, fetched in blocks of at most `largest` requests. */
export function createBudget({ limit, own }: Limits, store: CountStore, largest = largestBlock): Budget {
  let held = 0
  let heldIn = -Infinity
  let size = 1
  const tag = own && { tag: own.tag }
  const leftover = (): Count[] => {
    const back = held > 0 ? [{ at: heldIn, count: -held, ...tag }] : []
    held = 0
    return back
  }
  return {
    tryAcquire(now) {
      if (held === 0 || bucketOf(now) !== heldIn) return false
      held -= 1
      return true
    },
    async refill(now) {
      let wait = 0
      const usedUp = held === 0 && heldIn === bucketOf(now)
      size = usedUp ? Math.min(size * 2, largest) : Math.max(1, size >> 1)
      await store.exchange(now, (window) => {
        const caps = bulkLimits(window, { limit, ...(own && { own }) })
        const room = Math.min(...caps.map(({ of, cap }) => cap - of.used(now))) + held
        const back = leftover()
        if (room <= 0) {
          wait = Math.max(1, ...caps.map(({ of, cap }) => of.freeAt(now, cap) - now))
          return back
        }
        held = Math.min(size, Math.ceil(room / 8))
        heldIn = bucketOf(now)
        return [...back, { at: heldIn, count: held, ...tag }]
      })
      return wait
    },
    async end(now) {
      if (held > 0) await store.exchange(now, leftover)
    },
  }
}

/** Which requests count against which cap. */
export const bulkLimits = (window: Window, { limit, own }: Limits): { of: Window; cap: number }[] => [
  { of: window, cap: bulkLimit(limit) },
  ...(own ? [{ of: window.of(own.tag), cap: bulkLimit(own.limit) }] : []),
]

/** What bulk may use of a limit. */
export const bulkLimit = (limit: number): number => Math.max(1, Math.floor(limit * share))

const bucketOf = (at: number): number => Math.floor(at / bucketMs) * bucketMs
