/** The lines of a run's journal, and what they come to. */
import { bootId } from '../../disk/alive.ts'
import { openLog } from '../../disk/append.ts'
import type { Owner } from '../owner.ts'
import { journalIn } from './place.ts'
import { dayOf, type RowState, type Table } from './table.ts'

/** What became of a row. `not_taken`: it may be sent again, for the service has it not (no connection, 429, 401). */
export type RowOutcome = 'applied' | 'rejected' | 'unknown' | 'not_taken'

/** A row by the digest of its key, its line, and the digest of its content where that differs. */
export type Planned = [row: string, line: number, content?: string]

/**
 * Times in milliseconds, digests in base64url. `planned` is flushed before any of its rows leaves. `sending` is written,
 * and not flushed, before its own row does: a kill leaves it there, and where the machine itself went down meanwhile
 * (`boot` tells) every row that was planned may have left. `closed`: no other row that was planned did.
 */
export type RunRecord =
  | ({ state: 'begun'; at: number; run: string; device?: string } & Owner)
  | { state: 'planned'; at: number; boot: string; rows: Planned[] }
  | { state: 'sending'; row: string; content?: string; at: number }
  | { state: 'closed'; at: number }
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
  const { fold, end } = folding(table)
  try {
    for await (const { record } of log.read()) {
      const entry = record as RunRecord
      loaded.last = Math.max(loaded.last, entry.at)
      if (entry.state === 'begun') loaded.begun ??= entry
      else fold(entry)
    }
    end()
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

/** A reading of the records in their order. `end` says what is to be thought of those that were planned last. */
function folding(table: Table) {
  let boot: string | undefined
  let waiting = new Map<string, { content: string; at: number }>()
  const sent = (row: string, content: string, at: number): void => {
    const [key, digest] = [decodeDigest(row), decodeDigest(content)]
    const known = table.find(key)
    const found = known < 0 ? table.add(key, digest) : known
    become(table, found, table.hasContent(found, digest) ? 'unknown' : 'changed', at)
  }
  /** What was written and not flushed is lost with the machine: then each of them may have left. */
  const since = (next: string | undefined): void => {
    if (next === undefined || next !== boot)
      for (const [row, { content, at }] of waiting) sent(row, content, at)
    waiting = new Map()
    boot = next
  }
  const fold = (entry: Exclude<RunRecord, { state: 'begun' }>): void => {
    if (entry.state === 'planned') {
      if (entry.boot !== boot) since(entry.boot)
      for (const [row, , content = row] of entry.rows) waiting.set(row, { content, at: entry.at })
      return
    }
    if (entry.state === 'closed') return waiting.clear()
    if (entry.state === 'sending') {
      waiting.delete(entry.row)
      return sent(entry.row, entry.content ?? entry.row, entry.at)
    }
    const row = table.find(decodeDigest(entry.row))
    if (row < 0) return
    if (entry.state === 'not_taken') become(table, row, 'fresh', entry.at)
    else if (table.state(row) !== 'changed') become(table, row, entry.state, entry.at, entry.code)
  }
  return { fold, end: () => since(bootId()) }
}

function become(table: Table, row: number, state: RowState, at: number, code?: string): void {
  table.setState(row, state, code)
  table.setDay(row, dayOf(at))
}
