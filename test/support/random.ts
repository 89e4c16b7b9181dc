/** Chance that can be had again: `TORTURE_SEED` names the seed of a run that failed. */

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Numbers by a seed that differs each time, and the words that bring them back. */
export function chance(): { random: () => number; again: string } {
  const seed = Number(process.env['TORTURE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
  return { random: seeded(seed), again: `again with TORTURE_SEED=${seed}` }
}
