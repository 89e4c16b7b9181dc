/** The lines of a run's journal, and how they are read. */
import type { Interval } from '../../contract/interval.ts'
import { bootId } from '../../disk/liveness.ts'
import { openLog } from '../../disk/append-log.ts'
import { mountOf } from '../../disk/mount.ts'
import type { Owner } from '../owner.ts'
import type { Verdict } from '../writes/record.ts'
import { journalIn } from './run-paths.ts'

/** What became of a row. `not_taken`: the service did not take it (no connection, 429, 401), so it may be sent again. */
export type RowOutcome = 'applied' | 'rejected' | 'unknown' | 'not_taken'

/**
 * A row by the digest of its key, its line, the digest of its content where that differs or more follows, and from when to
 * when it was, where the input says so, and the date of an activity.
 */
export type PlannedRow = [
  row: string,
  line: number,
  content?: string,
  ...when: [] | [date: string] | [start: number, end: number, date?: string],
]

/**
 * Times in milliseconds, digests in base64url. `planned` is flushed before any of its rows leaves. `sending` is written,
 * and not flushed, before its own row does: a kill leaves it there, and where the machine itself went down meanwhile
 * (`boot` tells), or the disk was lost (`mount` tells), every row that was planned may have left. `closed`: no other row
 * that was planned did.
 */
export type RunRecord =
  | RunStarted
  | ({ state: 'planned'; at: number; rows: PlannedRow[] } & Planner)
  /** `proof`: digest of a proof that a prover made for the row. */
  | { state: 'sending'; row: string; content?: string; proof?: string; at: number }
  | { state: 'closed'; at: number }
  | RowOutcomeRecord

/** Whose run it is. `device`: digest of the device_id that stands in where a row has none. */
export type RunStarted = Owner & {
  state: 'begun'
  at: number
  run: string
  profile?: string | null
  network?: string
  device?: string
}

/** What became of a row, as the service or a person says. */
export type RowOutcomeRecord =
  | { state: RowOutcome; row: string; at: number; code?: string; status?: number; request_id?: string }
  | { state: 'resolved'; row: string; at: number; as: Verdict; note?: string }

export const runFormat = 1

/** The process that planned a row, and the memory that holds what it did not flush: of this boot and this mount of the disk. */
export type Planner = { pid: number; start?: string } & Memory

export type Memory = { boot: string; mount: string }

/** The memory that what is written to a folder now is kept in; missing where the system does not tell. */
export const memoryOf = (folder: string): Partial<Memory> => {
  const [boot, mount] = [bootId(), mountOf(folder)]
  return { ...(boot !== undefined && { boot }), ...(mount !== undefined && { mount }) }
}

/**
 * A row that left, or may have left: by the digests of its key and its content; `line`, `interval` (when it was), `date` (of an
 * activity) and who sent it where they are known.
 */
export type RowAttempt = {
  row: string
  content: string
  line: number | undefined
  interval?: Interval
  date?: string
  at: number
  by: Planner | undefined
}

/** What the records of a run come to, in their order. */
export type RunEvent =
  | { is: 'begun'; begun: RunStarted }
  | { is: 'sent'; sent: RowAttempt }
  | { is: 'ended'; ended: RowOutcomeRecord }

/** How a reading ended: half a line at the end is left out, and bytes before it. */
export type ReadingEnd = { torn: boolean; bytes: number }

/** Reads a run's journal; `now` is the present memory. Throws DiskError for a damaged line. */
export async function* readEvents(
  folder: string,
  ended = (_: ReadingEnd): void => {},
  now = memoryOf(folder),
): AsyncGenerator<RunEvent> {
  const log = await openLog(journalIn(folder), { format: runFormat })
  let planner: Planner | undefined
  let waiting = new Map<string, RowAttempt>()
  /** What was written and not flushed may be lost with its memory: then each row that was planned may have left. */
  const mayHaveLeft = (next: Partial<Memory>): RowAttempt[] => {
    const sent = isSameMemory(next, planner) ? [] : [...waiting.values()]
    waiting = new Map()
    return sent
  }
  try {
    for await (const { record } of log.read()) {
      const entry = record as RunRecord
      if (entry.state === 'begun') yield { is: 'begun', begun: entry }
      else if (entry.state === 'closed') waiting.clear()
      else if (entry.state === 'planned') {
        if (!isSameMemory(entry, planner)) yield* sentBy(mayHaveLeft(entry))
        planner = entry
        for (const [row, line, content = row, ...when] of entry.rows)
          waiting.set(row, {
            row,
            content,
            line,
            ...whenOf(when),
            at: entry.at,
            by: planner,
          })
      } else if (entry.state === 'sending') {
        const { row, content = row, at } = entry
        const known = waiting.get(row) ?? { line: undefined }
        waiting.delete(row)
        yield { is: 'sent', sent: { ...known, row, content, at, by: planner } }
      } else if (typeof entry.row === 'string') {
        const sent = waiting.get(entry.row)
        if (sent) yield { is: 'sent', sent }
        waiting.delete(entry.row)
        yield { is: 'ended', ended: asKnown(entry) }
      }
    }
    yield* sentBy(mayHaveLeft(now))
    ended({ torn: log.torn, bytes: log.position.offset })
  } finally {
    await log.close()
  }
}

function whenOf([first, end, last]: readonly (string | number | undefined)[]): Pick<
  RowAttempt,
  'interval' | 'date'
> {
  const date = typeof first === 'string' ? first : last
  return {
    ...(typeof first === 'number' && typeof end === 'number' && { interval: { start: first, end } }),
    ...(typeof date === 'string' && { date }),
  }
}

const outcomes: readonly string[] = ['applied', 'rejected', 'unknown', 'not_taken'] satisfies RowOutcome[]

/** A word of a newer movecli sends nothing again: the outcome is unknown, the verdict counts as applied. */
function asKnown(entry: RowOutcomeRecord): RowOutcomeRecord {
  if (entry.state === 'resolved') return entry.as === 'not-applied' ? entry : { ...entry, as: 'applied' }
  return outcomes.includes(entry.state) ? entry : { ...entry, state: 'unknown' }
}

/** Where one of the two does not say, nobody knows. */
const isSameMemory = (one: Partial<Memory>, other: Partial<Memory> | undefined): boolean =>
  one.boot !== undefined && one.mount !== undefined && one.boot === other?.boot && one.mount === other.mount

const sentBy = (rows: readonly RowAttempt[]): RunEvent[] => rows.map((sent) => ({ is: 'sent', sent }))

/** Whose run it is; nothing where its journal has not begun. Throws DiskError for a damaged first line. */
export async function runStartedIn(folder: string): Promise<RunStarted | undefined> {
  const log = await openLog(journalIn(folder), { format: runFormat })
  try {
    for await (const { record } of log.read()) {
      const entry = record as RunRecord
      return entry.state === 'begun' ? entry : undefined
    }
    return undefined
  } finally {
    await log.close()
  }
}

/** Did a newer movecli write the run's journal? Throws DiskError. */
export async function isNewer(folder: string): Promise<boolean> {
  const log = await openLog(journalIn(folder), { format: runFormat })
  await log.close()
  return log.format > runFormat
}
