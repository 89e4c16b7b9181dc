/** A span of time as people say it. */

/** `in 2 h 5 min`, `expired 3 min ago`, from seconds. */
export function countdown(seconds: number): string {
  const span = spanOf(Math.abs(seconds))
  return seconds > 0 ? `in ${span}` : `expired ${span} ago`
}

/** `2 h 5 min`, from seconds. */
export function spanOf(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
