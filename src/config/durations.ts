/** Durations as people write them: seconds, or 30s, 5m, 1h, 2d. */
import { amountIn } from '../contract/amounts-of-time.ts'
import { usage } from '../errors.ts'

const units = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds of `30s`, `5m`, `1h`, `2d` or `30`; undefined for anything else. */
export const secondsOf = (text: string): number | undefined => amountIn(text.trim(), units)

/** The same, for a value that `name` (a flag such as `--wait`) was given. Throws CLI_USAGE. */
export function parseDuration(text: string, name = 'A duration'): number {
  const seconds = secondsOf(text)
  if (seconds === undefined) throw usage(`${name} must be ${durationForm}.`)
  return seconds
}

export const durationForm = 'a duration such as 30s, 5m, 1h or 2d; a bare number is seconds'
