/** The lines of a run's journal, and what they come to. */
import { openLog } from '../../disk/append.ts'
import type { Owner } from '../owner.ts'
import { journalIn } from './place.ts'
import { dayOf, type RowState, type Table } from './table.ts'

/** What became of a row. `not_taken`: it may be sent again, for the service has it not (no connection, 429, 401). */
export type RowOutcome = 'applied' | 'rejected' | 'unknown' | 'not_taken'

/** Times in milliseconds; `row` and `content` are digests in base64url, `content` only where it differs from `row`. */
export type RunRecord =
  | ({ state: 'begun'; at: number; run: string; device?: string } & Owner)
  | { state: 'sending'; row: string; content?: string; line: number; at: number }
  | { state: RowOutcome; row: string; at: number; code?: string; status?: number; request_id?: string }

export const format = 1

export const encodeDigest = (digest: Uint8Array): string =>
  Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).toString('base64url')
const decodeDigest = (text: string): Uint8Array => Buffer.from(text, 'base64url')

export type Loaded = {
  /** A line cut off at the end was found and left out. */
  torn: boolean
  /** How many bytes of journal there are, whole lines alone. */
  bytes: number
  begun?: Extract<RunRecord, { state: 'begun' }>
  /** When the last record was made. */
  last: number
}

/**
 * Folds a run's journal into a table. Rows that the table lacks are added behind the others. A row still at `sending`
 * is unknown. Throws DiskFault for a damaged line.
 */
export async function loadRun(folder: string, table: Table): Promise<Loaded> {
  const log = await openLog(journalIn(folder), { format })
  const loaded: Loaded = { torn: false, bytes: 0, last: 0 }
  try {
    for await (const { record } of log.read()) {
      const entry = record as RunRecord
      loaded.last = Math.max(loaded.last, entry.at)
      if (entry.state === 'begun') loaded.begun ??= entry
      else fold(table, entry)
    }
    return { ...loaded, torn: log.torn, bytes: log.position.offset }
  } finally {
    await log.close()
  }
}

/** Whose run it is; nothing where its journal has not begun. Throws DiskFault for a damaged first line. */
export async function ownerOfRun(folder: string): Promise<Owner | undefined> {
  const log = await openLog(journalIn(folder), { format })
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

function fold(table: Table, entry: Exclude<RunRecord, { state: 'begun' }>): void {
  const key = decodeDigest(entry.row)
  let row = table.find(key)
  if (entry.state === 'sending') {
    const content = entry.content === undefined ? key : decodeDigest(entry.content)
    const known = row >= 0
    if (!known) row = table.add(key, content)
    const changed = known && !table.hasContent(row, content)
    return become(table, row, changed ? 'changed' : 'unknown', entry.at)
  }
  if (row < 0) return
  if (entry.state === 'not_taken') return become(table, row, 'fresh', entry.at)
  if (table.state(row) === 'changed') return
  become(table, row, entry.state, entry.at, entry.code)
}

function become(table: Table, row: number, state: RowState, at: number, code?: string): void {
  table.setState(row, state, code)
  table.setDay(row, dayOf(at))
}
