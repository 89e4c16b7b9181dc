/** Times of FIT: seconds since the end of 1989. */
import type { Offset } from '../sample.ts'
import { isOffset, type Zone } from '../zone.ts'

const epoch = 631_065_600

/** Milliseconds since 1970. Smaller numbers count from the start of a watch that does not know the time yet. */
export const fitTime = (value: number | string | undefined): number | undefined =>
  typeof value === 'number' && value >= 0x1000_0000 ? (value + epoch) * 1000 : undefined

type Field = number | string | undefined
type LocalTime = { timestamp?: Field; localTimestamp?: Field }

/** Minutes between a local time and the same instant in UTC. */
export function offsetIn({ timestamp, localTimestamp }: LocalTime): Offset {
  if (typeof timestamp !== 'number' || typeof localTimestamp !== 'number') return undefined
  const minutes = Math.round((localTimestamp - timestamp) / 900) * 15
  return isOffset(minutes) ? minutes : undefined
}

/**
 * What a watch says of its zone, once a file; nothing where it is the user's own, which says too when its clocks change,
 * be it in the middle of the file.
 */
export function offsetAbroad(time: LocalTime, zone: Zone): Offset {
  const [offset, at] = [offsetIn(time), fitTime(time.timestamp)]
  return at !== undefined && offset === zone(at) ? undefined : offset
}
