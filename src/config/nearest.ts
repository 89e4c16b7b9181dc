/** The word that was probably meant. */

/**
 * The candidate nearest to `word` in edits (two letters swapped count as one): one edit, in longer words two or three,
 * and about the same beginning. Undefined where none is near.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase()
  let best: { candidate: string; edits: number } | undefined
  for (const candidate of candidates) {
    const known = candidate.toLowerCase()
    const edits = beginsAlike(typed, known) ? editDistance(typed, known) : Infinity
    if (edits <= allowed(typed, known) && edits < (best?.edits ?? Infinity)) best = { candidate, edits }
  }
  return best?.candidate
}

const allowed = (a: string, b: string): number =>
  Math.min(3, Math.max(1, Math.floor(Math.max(a.length, b.length) / 4)))

/** Have both the same first letter, or one that is missing, too many or swapped? */
const beginsAlike = (a: string, b: string): boolean => a[0] === b[0] || a[1] === b[0] || a[0] === b[1]

/** Optimal string alignment. Words beyond 100 letters count as far from everything. */
function editDistance(a: string, b: string): number {
  if (a.length > 100 || b.length > 100) return Infinity
  let [before, above]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(above![j]! + 1, row[j - 1]! + 1, above![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before![j - 2]! + 1)
      row.push(least)
    }
    ;[before, above] = [above, row]
  }
  return above![b.length]!
}
