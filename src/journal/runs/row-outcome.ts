/** What a row is once an attempt to send it has ended, by what was known of it before. */
import type { RowState } from './index/row-table.ts'
import type { RowOutcome } from './log-records.ts'
import type { Verdict } from '../writes/record.ts'

/** What an attempt ended with, or a person's verdict on the row. */
export type Ended = { state: RowOutcome } | { state: 'resolved'; as: Verdict }

/**
 * The state that this makes of a row, nothing where what was `known` before the attempt stands; of a row without an attempt
 * open that is what it is now, the word of another process. That an attempt was not applied says nothing of an earlier one.
 * Applied stands against any later word on the same content but a person's verdict. An attempt that is open is unknown.
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
