/**
 * Rows of imported activities by the minute that their id names. An import that holds another file of an activity may name the
 * minute before or after, or another one that starts in its minute takes its id: what was sent under an id may be each of them,
 * unless the row of that id has the values that were sent.
 */
import { activityId, startIn, type ActivityStart } from '../../contract/activity-id.ts'
import { encodeDigest, idDigest } from './row-digest.ts'

export function createActivityMinutes() {
  /** By minute, and which of it. */
  const rows = new Map<number, Map<number, number>>()
  /** What may have been the id of a row, by its key. */
  const starts = new Map<string, ActivityStart>()
  const sent = new Map<number, ActivityStart>()
  return {
    get any() {
      return starts.size > 0
    },
    /** A row with an id of any form. */
    add(row: number, id: string): void {
      const own = startIn(id)
      if (own === undefined) return
      const { minute, nth } = own
      const others = rows.get(minute) ?? new Map<number, number>()
      rows.set(minute, others.set(nth, row))
      const beside = [1, nth - 1, nth, nth + 1].map((each) => ({ minute, nth: each }))
      for (const start of [...beside, ...[minute - 1, minute + 1].map((each) => ({ minute: each, nth: 1 }))])
        if (start.nth > 0) starts.set(encodeDigest(idDigest(activityId(start.minute, start.nth))), start)
    },
    /** The rows that may be the activity of this key, unless the one of its id has the values that were sent. */
    rowsBeside(key: string, hasValues: (row: number) => boolean = () => true): number[] {
      const start = starts.get(key)
      if (start === undefined) return []
      const own = rows.get(start.minute)?.get(start.nth)
      if (own !== undefined && hasValues(own)) return []
      return minutesAround(start.minute)
        .flatMap((minute) => [...(rows.get(minute)?.values() ?? [])])
        .filter((row) => row !== own)
    },
    /** Keeps that a row was sent under the id of this key. */
    setEarlier(row: number, key: string): void {
      sent.set(row, starts.get(key)!)
    },
    /** The id under which a row was sent. */
    earlierId(row: number): string | undefined {
      const start = sent.get(row)
      return start && activityId(start.minute, start.nth)
    },
  }
}

const minutesAround = (minute: number): number[] => [minute - 1, minute, minute + 1]

export type ActivityMinutes = ReturnType<typeof createActivityMinutes>
