/** Durations as people write them: seconds, or 30s, 5m, 1h, 2d. */
import { amountIn } from '../contract/amounts-of-time.ts'

const units = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds of `30s`, `5m`, `1h`, `2d` or `30`; undefined for anything else. */
export const secondsOf = (text: string): number | undefined => amountIn(text.trim(), units)

export const durationForm = 'a duration such as 30s, 5m, 1h or 2d; a bare number is seconds'
