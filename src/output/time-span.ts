/** A span of time as people say it. */

/** `in 2 h 05 min`, `expired 3 min ago`, from seconds. */
export function countdown(seconds: number): string {
  const span = spanOf(Math.abs(seconds))
  return seconds > 0 ? `in ${span}` : `expired ${span} ago`
}

/** `40 s`, `31 min`, `2 h 05 min` or `3 d 4 h`, from seconds. `round` says which way a part of the last unit goes. */
export function spanOf(seconds: number, round = Math.floor): string {
  if (seconds < 60) return `${round(seconds)} s`
  const minutes = round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
