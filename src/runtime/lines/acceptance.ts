/**
 * When the answers of a kept program are accepted: after a silence, in which a line too many would show. The first silence
 * is after one answer, each later one after twice as many answers as before. Of a first answer it is not known how much of
 * its time went into the start of the program: a second one tells.
 */

/**
 * Silence after an answer, in milliseconds: twice what an answer takes, so that an answer
 * that is one question behind shows too.
 */
const quietMs = { least: 10, most: 250 }
/** Answers are given for this many times the silence before the next one: it costs less than a hundredth of the time. */
const busyPerQuiet = 120
/** Answers that are accepted together at most, and their bytes. */
export const mostAccepted = 256
const mostBytes = 256 * 1024
/** Weight of the latest answer in the usual time of one. */
const share = 0.2

/** Times in milliseconds, by any clock that never goes back. */
export function createAcceptance() {
  /** Answers that are accepted together. */
  let window = 1
  let usualMs = 0
  /** Whether `usualMs` is known, or only how long a start and an answer take together. */
  let known: 'nothing' | 'with start' | 'usual' = 'nothing'
  let starts = false
  let waiting = { answers: 0, bytes: 0, since: 0 }
  const quiet = (): number => Math.min(quietMs.most, Math.max(quietMs.least, 2 * usualMs))
  const none = () => ({ answers: 0, bytes: 0, since: 0 })
  return {
    /** The program was started: its next answer takes longer than those after it. */
    started: (): void => void (starts = true),
    /** An answer of so many bytes that was asked for at `asked` and came at `came`. */
    answered(asked: number, came: number, bytes: number): void {
      const took = came - asked
      if (known !== 'usual') {
        usualMs = took
        known = starts ? 'with start' : 'usual'
      } else if (!starts) usualMs += (took - usualMs) * share
      starts = false
      waiting = {
        answers: waiting.answers + 1,
        bytes: waiting.bytes + bytes,
        since: waiting.answers === 0 ? asked : waiting.since,
      }
    },
    /** Are there answers that are not accepted? */
    isWaiting: (): boolean => waiting.answers > 0,
    /** Are they to be accepted before the next question? */
    isDue: (now: number): boolean =>
      waiting.answers >= Math.min(known === 'with start' ? window + 1 : window, mostAccepted) ||
      waiting.bytes >= mostBytes ||
      (waiting.answers > 0 && now - waiting.since >= busyPerQuiet * quiet()),
    quiet,
    accepted(): void {
      if (waiting.answers > 0) window = Math.min(window * 2, mostAccepted)
      waiting = none()
    },
    /** They cannot be accepted: the next ones are few. */
    failed(): void {
      window = 1
      waiting = none()
    },
  }
}
