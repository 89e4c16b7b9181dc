/** The lines of a run's journal, and how they are read. */
import { bootId } from '../../disk/alive.ts'
import { openLog } from '../../disk/append.ts'
import type { Owner } from '../owner.ts'
import type { Verdict } from '../records.ts'
import { journalIn } from './place.ts'

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
  | Begun
  | { state: 'planned'; at: number; boot: string; rows: Planned[] }
  | { state: 'sending'; row: string; content?: string; at: number }
  | { state: 'closed'; at: number }
  | Ended

/** Whose run it is. `device`: digest of the device_id that stands in where a row has none. */
export type Begun = Owner & {
  state: 'begun'
  at: number
  run: string
  profile?: string | null
  network?: string
  device?: string
}

/** What became of a row, as the service or a person says. */
export type Ended =
  | { state: RowOutcome; row: string; at: number; code?: string; status?: number; request_id?: string }
  | { state: 'resolved'; row: string; at: number; as: Verdict; note?: string }

export const format = 1

/** A row that left, or may have left: by the digests of its key and its content; `line` where it is known. */
export type Sent = { row: string; content: string; line: number | undefined; at: number }

/** Who is told what the records come to. */
export type Hearer = { begun(entry: Begun): void; sent(sent: Sent): void; ended(entry: Ended): void }

export const encodeDigest = (digest: Uint8Array): string =>
  Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).toString('base64url')
export const decodeDigest = (text: string): Uint8Array => Buffer.from(text, 'base64url')

/** What of a file was read: half a line at its end is left out. `last` is when the last record was made. */
export type Heard = { torn: boolean; bytes: number; last: number }

/** Reads a run's journal in its order. Throws DiskFault for a damaged line. */
export async function hearRun(folder: string, hearer: Hearer): Promise<Heard> {
  const log = await openLog(journalIn(folder), { format })
  const { hear, end } = hearing(hearer)
  let last = 0
  try {
    for await (const { record } of log.read()) {
      const entry = record as RunRecord
      last = Math.max(last, entry.at)
      hear(entry)
    }
    end()
    return { torn: log.torn, bytes: log.position.offset, last }
  } finally {
    await log.close()
  }
}

/** `end` says what is to be thought of the rows that were planned last. */
function hearing(hearer: Hearer) {
  let boot: string | undefined
  let waiting = new Map<string, Sent>()
  /** What was written and not flushed is lost with the machine: then each of them may have left. */
  const since = (next: string | undefined): void => {
    if (next === undefined || next !== boot) for (const sent of waiting.values()) hearer.sent(sent)
    waiting = new Map()
    boot = next
  }
  const hear = (entry: RunRecord): void => {
    if (entry.state === 'begun') hearer.begun(entry)
    else if (entry.state === 'closed') waiting.clear()
    else if (entry.state === 'planned') {
      if (entry.boot !== boot) since(entry.boot)
      for (const [row, line, content = row] of entry.rows)
        waiting.set(row, { row, content, line, at: entry.at })
    } else if (entry.state === 'sending') {
      const { row, content = row, at } = entry
      const line = waiting.get(row)?.line
      waiting.delete(row)
      hearer.sent({ row, content, line, at })
    } else {
      const doubted = waiting.get(entry.row)
      if (doubted) hearer.sent(doubted)
      waiting.delete(entry.row)
      hearer.ended(entry)
    }
  }
  return { hear, end: () => since(bootId()) }
}

/** Whose run it is; nothing where its journal has not begun. Throws DiskFault for a damaged first line. */
export async function begunIn(folder: string): Promise<Begun | undefined> {
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
