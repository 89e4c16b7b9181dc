/** What a run did before, folded into the table of its rows. */
import { assertNotTruncated } from './index/index-file.ts'
import {
  decodeDigest,
  readEvents,
  type RunStarted,
  type ReadingEnd,
  type RowOutcomeRecord,
  type RowAttempt,
} from './log-records.ts'
import { epochDay, digestSize, type RowState, type Table } from './index/row-table.ts'

/** A content that was applied, or is unresolved, under a key whose row has another content now. */
export type Replaced = { content: Uint8Array; kind: 'applied' | 'unknown'; day: number }

/** `torn`: a line cut off at the end was found and left out; `bytes` are those before it. */
export type ReplayedRun = { begun?: RunStarted; torn: boolean; bytes: number; replaced: Replaced[] }

/** What a row was before it was sent once more, and with which content where that is not the table's. */
type Before = { state: RowState; code: string | undefined; other: Uint8Array | undefined }

/**
 * Folds a run's journal into a table. Rows that the table lacks are added behind the others. A row still at `sending`
 * is unknown; one that was applied or is unresolved with other content than the table's is `changed`, while one that was
 * rejected or never taken may have changed. Throws DiskError for a damaged line, or where less is left than its index covers.
 */
export async function replayRun(folder: string, table: Table): Promise<ReplayedRun> {
  const loaded: ReplayedRun = { torn: false, bytes: 0, replaced: [] }
  const before = new Map<number, Before>()
  /** The contents that rows were sent with last, where the table has another. */
  const others = new Map<number, Uint8Array>()
  const inInput = table.size
  const become = (row: number, state: RowState, at: number, code?: string): void => {
    table.setState(row, state, code)
    table.setDay(row, epochDay(at))
  }
  const replace = (row: number): void => {
    const kind = table.state(row)
    if (kind !== 'applied' && kind !== 'unknown') return
    const content = others.get(row) ?? table.copyContent(row, Buffer.alloc(digestSize), 0)
    loaded.replaced.push({ content, kind, day: table.day(row) })
  }
  const sent = ({ row, content, at }: RowAttempt): void => {
    const [key, digest] = [decodeDigest(row), decodeDigest(content)]
    const known = table.find(key)
    const found = known < 0 ? table.add(key, digest) : known
    const [state, other] = [table.state(found), others.get(found)]
    const same = other ? Buffer.compare(other, digest) === 0 : table.hasContent(found, digest)
    if (!same) replace(found)
    // What the service does not have may be sent with other content; the row of an input is what it is now.
    if (!same && found >= inInput && !isKept(state)) table.setContent(found, digest)
    if (table.hasContent(found, digest)) others.delete(found)
    else others.set(found, digest)
    before.set(found, { state, code: table.code(found), other })
    become(found, 'unknown', at)
  }
  const ended = (entry: RowOutcomeRecord): void => {
    const row = table.find(decodeDigest(entry.row))
    if (row < 0) return
    const was = before.get(row)
    before.delete(row)
    // That this attempt was not applied says nothing of an earlier one; where another process ended the row first, its word stands.
    const state = table.state(row)
    if (!was && state === 'applied' && entry.state !== 'resolved') return
    if (!was && state === 'unknown' && entry.state === 'rejected') return
    if (entry.state === 'not_taken' || (entry.state === 'rejected' && was && isKept(was.state))) {
      if (was?.other) others.set(row, was.other)
      else if (was && isKept(was.state)) others.delete(row)
      return become(row, was?.state ?? 'fresh', entry.at, was?.code)
    }
    if (entry.state === 'resolved') become(row, entry.as === 'applied' ? 'applied' : 'fresh', entry.at)
    else become(row, entry.state, entry.at, entry.code)
  }
  const end = ({ torn, bytes }: ReadingEnd): void => {
    loaded.torn = torn
    loaded.bytes = bytes
  }
  for await (const event of readEvents(folder, end)) {
    if (event.is === 'sent') sent(event.sent)
    else if (event.is === 'ended') ended(event.ended)
    else loaded.begun ??= event.begun
  }
  await assertNotTruncated(folder, loaded.bytes)
  for (const row of others.keys()) {
    replace(row)
    if (isKept(table.state(row))) table.setState(row, 'changed')
  }
  return loaded
}

/** The service has it, or may have it. */
const isKept = (state: RowState): boolean => state === 'applied' || state === 'unknown'
