/**
 * Rows of imported activities by the minute that their id names. An import that holds another file of an activity may name the
 * minute before or after: what was sent under that id is the same activity, unless the input has a row of that id too.
 */
import { activityId, minuteIn } from '../../contract/activity-id.ts'
import { encodeDigest, idDigest } from './row-digest.ts'

export function createActivityMinutes() {
  const rows = new Map<number, number>()
  /** Minutes before and after those of rows, by the key of their id. */
  const minutes = new Map<string, number>()
  const sent = new Map<number, number>()
  return {
    get any() {
      return rows.size > 0
    },
    /** A row with an id of any form. */
    add(row: number, id: string): void {
      const minute = minuteIn(id)
      if (minute === undefined) return
      rows.set(minute, row)
      for (const next of [minute - 1, minute + 1]) minutes.set(encodeDigest(idDigest(activityId(next))), next)
    },
    /**
     * The rows a minute from the activity of this key, unless that is a row itself and has the values that were sent: else
     * a false start may have taken the minute of what was sent.
     */
    rowsBeside(key: string, hasValues: (row: number) => boolean = () => true): number[] {
      const minute = minutes.get(key)
      const own = minute === undefined ? undefined : rows.get(minute)
      if (minute === undefined || (own !== undefined && hasValues(own))) return []
      return [minute - 1, minute + 1].flatMap((beside) => rows.get(beside) ?? [])
    },
    /** Keeps that a row was sent under the id of this key. */
    setEarlier(row: number, key: string): void {
      sent.set(row, minutes.get(key)!)
    },
    /** The id under which a row was sent. */
    earlierId(row: number): string | undefined {
      const minute = sent.get(row)
      return minute === undefined ? undefined : activityId(minute)
    },
  }
}
export type ActivityMinutes = ReturnType<typeof createActivityMinutes>
