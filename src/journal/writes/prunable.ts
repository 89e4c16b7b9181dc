/**
 * Which writes a prune may remove: what is old and settled, and cannot be why a balance
 * changed since one whose outcome is open.
 */
import { chainDelayMs } from './conflicts.ts'
import { isSettled, type Write } from './fold.ts'

export type Prunable = {
  removable: Write[]
  /** Old and settled, but evidence on `open` and what came after it. */
  evidence: Write[]
  /** The first write that is unresolved or under way. */
  open?: Write
}

/**
 * Of the writes that ended before `limit` (milliseconds), those that a prune removes: all that began before the first open
 * write, and ended too long before the oldest one to explain a balance. Later ones stay, whoever sent them, and where.
 */
export function prunable(writes: readonly Write[], limit: number): Prunable {
  const open = writes.filter((write) => !isSettled(write))
  const [first] = open
  const speaksFrom = Math.min(...open.map(({ at }) => Date.parse(at))) - chainDelayMs
  // By their places too: a clock that was set back does not make a later write an earlier one.
  const earlier = new Set(first ? writes.slice(0, writes.indexOf(first)) : writes)
  const old = writes.filter((write) => isSettled(write) && endOf(write) < limit)
  const removable = old.filter((write) => earlier.has(write) && endOf(write) < speaksFrom)
  const gone = new Set(removable)
  return { removable, evidence: old.filter((write) => !gone.has(write)), ...(first && { open: first }) }
}

const endOf = ({ until }: Write): number => Date.parse(until)
