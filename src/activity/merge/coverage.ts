/** Stretches of time that are spoken for. */

/** Seconds since 1970, in order, none touching the next. */
export type Stretch = { start: number; end: number }

export type Coverage = {
  /** Seconds of a stretch that are taken. Stretches are asked for by their start, in order. */
  overlap(start: number, end: number): number
}

export function coverageOf(stretches: readonly Stretch[]): Coverage {
  let first = 0
  return {
    overlap(start, end) {
      while (first < stretches.length && stretches[first]!.end <= start) first += 1
      let taken = 0
      for (let at = first; at < stretches.length && stretches[at]!.start < end; at++)
        taken += Math.min(end, stretches[at]!.end) - Math.max(start, stretches[at]!.start)
      return taken
    },
  }
}

/** Adds a stretch behind the others, which start before it; gaps up to `gap` seconds are closed. */
export function extend(stretches: Stretch[], start: number, end: number, gap: number): void {
  const last = stretches.at(-1)
  if (last && start - last.end <= gap) last.end = Math.max(last.end, end)
  else stretches.push({ start, end })
}

/** Both, in order. */
export function union(one: readonly Stretch[], other: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const next =
      j >= other.length || (i < one.length && one[i]!.start <= other[j]!.start) ? one[i++]! : other[j++]!
    extend(all, next.start, next.end, 0)
  }
  return all
}
