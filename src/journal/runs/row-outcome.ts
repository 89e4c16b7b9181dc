/** What a row is once an attempt to send it has ended, by what was known of it before. */
import type { RowState } from './index/row-table.ts'
import type { RowOutcome } from './log-records.ts'
import type { Verdict } from '../writes/record.ts'

/** What an attempt ended with, or a person's verdict on the row. */
export type Ended = { state: RowOutcome } | { state: 'resolved'; as: Verdict }

/**
 * The row's new state; undefined if `known` stands. `known` is the state before the attempt; of a row with no open attempt,
 * its state now. A failed attempt says nothing of an earlier one. Applied, of the same content, is overruled by a person's
 * verdict alone. While an attempt is open, the row is unknown.
 */
export function newState(known: RowState, ended: Ended, sameContent = true) {
  if (ended.state === 'resolved') return ended.as === 'applied' ? 'applied' : 'fresh'
  if (ended.state === 'not_taken') return undefined
  if (ended.state === 'rejected') return isKept(known) ? undefined : 'rejected'
  return known === 'applied' && sameContent ? undefined : ended.state
}

/** The service has it, or may have it. */
export const isKept = (state: RowState): state is 'applied' | 'unknown' =>
  state === 'applied' || state === 'unknown'
