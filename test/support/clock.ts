/** Time in a test: noon of one day, and a clock that nobody waits for. */

export const noon = Date.parse('2026-03-04T12:00:00Z')

/** A clock that moves only while something sleeps, and when it is told to. */
export function clock(at = noon) {
  let time = at
  const naps: number[] = []
  return {
    naps,
    now: () => new Date(time),
    sleep: async (ms: number, signal?: AbortSignal) => {
      if (signal?.aborted) throw signal.reason
      naps.push(ms)
      time += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
    pass: (ms: number) => void (time += ms),
  }
}
