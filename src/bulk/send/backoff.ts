/** When rows may be sent: at full speed, not at all while trouble is waited out, or one alone to see whether it is over. */

export type Backoff = ReturnType<typeof createBackoff>

const firstPauseMs = 1000
const longestPauseMs = 5 * 60_000

/** Times in milliseconds. `random` is from 0 to 1. */
export function createBackoff({
  concurrency,
  maxWaitMs,
  random,
}: {
  concurrency: number
  maxWaitMs: number
  random: () => number
}) {
  let until = 0
  let pause = 0
  let since: number | undefined
  let alone = false
  let round = 0
  return {
    /** Rows in flight that are allowed once no pause is left. */
    allowed: () => (alone ? 1 : concurrency),
    /** The next row goes alone. */
    alone: () => alone,
    pauseLeft: (now: number) => Math.max(0, until - now),
    /** The pause is as long as it gets. */
    atLongest: () => pause >= longestPauseMs,
    /** Rows remember the round they left in: what an old one meets says nothing new. */
    round: () => round,
    applied(inRound: number): void {
      if (inRound !== round) return
      alone = false
      pause = 0
      since = undefined
    },
    /**
     * Trouble of a row of that round; `asked` is what the service asks to wait. True where
     * the wait would be longer than allowed.
     */
    onTrouble(now: number, inRound: number, asked = 0): boolean {
      since ??= now
      if (inRound === round) {
        pause = pause === 0 ? firstPauseMs : Math.min(pause * 2, longestPauseMs)
        until = now + Math.max(asked, pause * (0.75 + random() / 2))
        alone = true
        round += 1
      } else until = Math.max(until, now + asked)
      return until - since > maxWaitMs
    },
    /** The service says that its limit is used up until then. True where that is longer than allowed. */
    pauseFor(now: number, asked: number): boolean {
      until = Math.max(until, now + asked)
      return asked > maxWaitMs
    },
  }
}
