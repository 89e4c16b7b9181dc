/**
 * Rows of activities, by the minute that their id names and by the time that they say they are of. An import that holds another
 * file of an activity may name the minute before or after, or an earlier one; another one that starts in its minute takes its
 * id; and what one device recorded at once another has in parts. So what was sent may be each of them, unless the row of its id
 * has the values that were sent. The row of a whole day has the activities of its date, too.
 */
import { activityId, dayId, startIn, type ActivityStart } from '../../contract/activity-id.ts'
import type { Interval } from '../../contract/interval.ts'
import { encodeDigest, idDigest } from './row-digest.ts'
import { createTimeTree } from './shared-time.ts'

/** What was sent before: by the id or the time that it had, or as activities of its date. */
export type Earlier = { id: string } | { time: string } | { date: string }

type DatedRow = { id?: string; interval?: Interval; date?: string; wholeDay?: string }

export function createMotionRows() {
  /** By minute, and which of it. */
  const rows = new Map<number, Map<number, number>>()
  /** What may have been the id of a row, by its key. */
  const starts = new Map<string, ActivityStart>()
  /** By row. */
  const times = createTimeTree()
  const sent = new Map<number, Earlier>()
  /** Of whole days, by their dates. */
  const days = new Map<string, number>()
  /** Of activities, by the key of their whole day. */
  const ofDays = new Map<string, { date: string; rows: number[] }>()
  /** Of whole days, by the key that activities of their date have together. */
  const daysByParts = new Map<string, number>()
  return {
    get any() {
      return starts.size > 0 || times.any || days.size > 0
    },
    /** When rows were, by their numbers. */
    times,
    /** A row with an id of any form, or none; `date`: of an imported activity; `wholeDay`: that it is of. */
    add(row: number, { id, interval, date, wholeDay }: DatedRow): void {
      if (interval) times.add(row, interval)
      const own = id === undefined ? undefined : startIn(id)
      if (wholeDay !== undefined) {
        days.set(wholeDay, row)
        daysByParts.set(encodeDigest(partsKey(wholeDay)), row)
      }
      if (own === undefined) return
      if (date !== undefined) {
        const key = keyOfDay(date)
        const day = ofDays.get(key) ?? { date, rows: [] }
        day.rows.push(row)
        ofDays.set(key, day)
      }
      const { minute, nth } = own
      const others = rows.get(minute) ?? new Map<number, number>()
      rows.set(minute, others.set(nth, row))
      const beside = [1, nth - 1, nth, nth + 1].map((each) => ({ minute, nth: each }))
      for (const start of [...beside, ...[minute - 1, minute + 1].map((each) => ({ minute: each, nth: 1 }))])
        if (start.nth > 0) starts.set(encodeDigest(idDigest(activityId(start.minute, start.nth))), start)
    },
    /** The keys that activities of a date have together, where one of them fits. */
    *partsKeys(fits: (row: number) => boolean): Generator<Uint8Array> {
      for (const { date, rows: own } of ofDays.values()) if (own.some(fits)) yield partsKey(date)
    },
    /** The rows that may be the activity of this key, unless the one of its id has the values that were sent. */
    rowsBeside(key: string, hasValues: (row: number) => boolean = () => true): readonly number[] {
      const start = starts.get(key)
      const day = daysByParts.get(key)
      if (start === undefined) return day === undefined ? (ofDays.get(key)?.rows ?? []) : [day]
      const own = rows.get(start.minute)?.get(start.nth)
      if (own !== undefined && hasValues(own)) return []
      return minutesAround(start.minute)
        .flatMap((minute) => [...(rows.get(minute)?.values() ?? [])])
        .filter((row) => row !== own)
    },
    /** The row of the whole day of a date. */
    rowOfDay: (date: string | undefined): number | undefined =>
      date === undefined ? undefined : days.get(date),
    /** Has the whole day of an activity a row, or an activity of this day? Their motion is the same. */
    hasBoth: ({ date, wholeDay }: Pick<DatedRow, 'date' | 'wholeDay'>): boolean =>
      (wholeDay !== undefined && ofDays.has(keyOfDay(wholeDay))) || (date !== undefined && days.has(date)),
    /** The id of a key that a row of ours may have had, or its whole day. */
    idOf(key: string): string | undefined {
      const start = starts.get(key)
      const day = ofDays.get(key)
      return start ? activityId(start.minute, start.nth) : day && dayId(day.date)
    },
    /** Keeps as what a row was sent. */
    setEarlier(row: number, earlier: Earlier): void {
      sent.set(row, earlier)
    },
    /** As what a row was sent. */
    earlier: (row: number): Earlier | undefined => sent.get(row),
  }
}

/** No id is like this: it has no control characters. */
const partsKey = (date: string): Uint8Array => idDigest(`activities\0${date}`)
const keyOfDay = (date: string): string => encodeDigest(idDigest(dayId(date)))

const minutesAround = (minute: number): number[] => [minute - 1, minute, minute + 1]

export type MotionRows = ReturnType<typeof createMotionRows>
