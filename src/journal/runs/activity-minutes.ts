/**
 * Rows of imported activities by the minute that their id names. An import that holds another file of an activity may name the
 * minute before or after: what was sent under that id is the same activity, unless the input has a row of that id too. Another
 * one that starts in the same minute may have taken its id.
 */
import { activityId, minuteIn } from '../../contract/activity-id.ts'
import { encodeDigest, idDigest } from './row-digest.ts'

export function createActivityMinutes() {
  const rows = new Map<number, number>()
  /** Rows that their end names too, by the minute of their start. */
  const others = new Map<number, number[]>()
  /** Minutes that may name what a row is, by the key of their id. */
  const minutes = new Map<string, number>()
  const sent = new Map<number, number>()
  return {
    get any() {
      return minutes.size > 0
    },
    /** A row with an id of any form. */
    add(row: number, id: string): void {
      const minute = minuteIn(id)
      if (minute === undefined) return
      const isOther = id !== activityId(minute)
      if (isOther) others.set(minute, [...(others.get(minute) ?? []), row])
      else rows.set(minute, row)
      for (const named of isOther ? minutesAround(minute) : [minute - 1, minute + 1])
        minutes.set(encodeDigest(idDigest(activityId(named))), named)
    },
    /**
     * The rows that may be the activity of this key beside that of its id, unless that one has the values that were sent:
     * else a false start may have taken the minute of what was sent.
     */
    rowsBeside(key: string, hasValues: (row: number) => boolean = () => true): number[] {
      const minute = minutes.get(key)
      const own = minute === undefined ? undefined : rows.get(minute)
      if (minute === undefined || (own !== undefined && hasValues(own))) return []
      return minutesAround(minute).flatMap((start) => [
        ...(start === minute ? [] : [rows.get(start) ?? []].flat()),
        ...(others.get(start) ?? []),
      ])
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

const minutesAround = (minute: number): number[] => [minute - 1, minute, minute + 1]

export type ActivityMinutes = ReturnType<typeof createActivityMinutes>
