/** Times of FIT: seconds since the end of 1989. */
import type { Offset } from '../sample.ts'
import { isOffset } from '../zone.ts'

const epoch = 631_065_600

/** Milliseconds since 1970. Smaller numbers count from the start of a watch that does not know the time yet. */
export const fitTime = (value: number | string | undefined): number | undefined =>
  typeof value === 'number' && value >= 0x1000_0000 ? (value + epoch) * 1000 : undefined

/** Minutes between a local time and the same instant in UTC. */
export function offsetOf(utc: number | string | undefined, local: number | string | undefined): Offset {
  if (typeof utc !== 'number' || typeof local !== 'number') return undefined
  const minutes = Math.round((local - utc) / 900) * 15
  return isOffset(minutes) ? minutes : undefined
}
