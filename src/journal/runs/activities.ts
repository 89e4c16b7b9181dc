/**
 * Rows of activities, by the minute that their id names and by the time that they say they are of. An import that holds another
 * file of an activity may name the minute before or after, or an earlier one; another one that starts in its minute takes its
 * id; and what one device recorded at once another has in parts. So what was sent may be each of them, unless the row of its id
 * has the values that were sent.
 */
import { activityId, startIn, type ActivityStart } from '../../contract/activity-id.ts'
import type { Interval } from '../../contract/interval.ts'
import { encodeDigest, idDigest } from './row-digest.ts'
import { createTimeTree } from './shared-time.ts'

/** What was sent before: by the id or the time that it had. */
export type Earlier = { id: string } | { time: string }

export function createActivities() {
  /** By minute, and which of it. */
  const rows = new Map<number, Map<number, number>>()
  /** What may have been the id of a row, by its key. */
  const starts = new Map<string, ActivityStart>()
  /** By row. */
  const times = createTimeTree()
  const sent = new Map<number, Earlier>()
  return {
    get any() {
      return starts.size > 0 || times.any
    },
    /** When rows were, by their numbers. */
    times,
    /** A row with an id of any form, or none. */
    add(row: number, id: string | undefined, interval: Interval | undefined): void {
      if (interval) times.add(row, interval)
      const own = id === undefined ? undefined : startIn(id)
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
    /** The id of a key that a row of ours may have had. */
    idOf(key: string): string | undefined {
      const start = starts.get(key)
      return start && activityId(start.minute, start.nth)
    },
    /** Keeps as what a row was sent. */
    setEarlier(row: number, earlier: Earlier): void {
      sent.set(row, earlier)
    },
    /** As what a row was sent. */
    earlier: (row: number): Earlier | undefined => sent.get(row),
  }
}

const minutesAround = (minute: number): number[] => [minute - 1, minute, minute + 1]

export type Activities = ReturnType<typeof createActivities>
