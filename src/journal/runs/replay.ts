/** What a run did before, folded into the table of its rows. */
import { assertNotTruncated } from './index/index-file.ts'
import { decodeDigest } from './row-digest.ts'
import {
  readEvents,
  type RunStarted,
  type ReadingEnd,
  type RowOutcomeRecord,
  type RowAttempt,
} from './log-records.ts'
import { isKept, newState } from './row-outcome.ts'
import { epochDay, type RowState, type Table } from './index/row-table.ts'

/** A content that was applied, or is unresolved, under a key whose row has another content now. */
export type Replaced = { content: Uint8Array; kind: 'applied' | 'unknown'; day: number }

/** `torn`: a line cut off at the end was found and left out; `bytes` are those before it. */
export type ReplayedRun = ReadingEnd & { begun?: RunStarted; replaced: Replaced[] }

/** What was known of a row before the attempt that is open: of which content, where that is not the table's or the `same`. */
type Known = { state: RowState; code: string | undefined; other: Uint8Array | undefined; same: boolean }

/**
 * Folds a run's journal into a table. Rows that the table lacks are added behind the others. A row still at `sending`
 * is unknown; one that was applied or is unresolved with other content than the table's is `changed`, while one that was
 * rejected or never taken may have changed. Throws DiskError for a damaged line, or where less is left than its index covers.
 */
export async function replayRun(folder: string, table: Table): Promise<ReplayedRun> {
  const loaded: ReplayedRun = { torn: false, bytes: 0, replaced: [] }
  const before = new Map<number, Known>()
  /** The contents that rows were sent with last, where the table has another. */
  const others = new Map<number, Uint8Array>()
  const inInput = table.size
  const become = (row: number, state: RowState, at: number, code?: string): void => {
    table.setState(row, state, code)
    table.setDay(row, epochDay(at))
  }
  const replace = (row: number): void => {
    const kind = table.state(row)
    if (!isKept(kind)) return
    const content = others.get(row) ?? table.copyContent(row)
    loaded.replaced.push({ content, kind, day: table.day(row) })
  }
  const setOther = (row: number, content: Uint8Array | undefined): void => {
    if (content) others.set(row, content)
    else others.delete(row)
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
    setOther(found, table.hasContent(found, digest) ? undefined : digest)
    before.set(found, { state, code: table.code(found), other, same })
    if (newState(state, { state: 'unknown' }, same)) become(found, 'unknown', at)
  }
  const ended = (entry: RowOutcomeRecord): void => {
    const row = table.find(decodeDigest(entry.row))
    if (row < 0) return
    const open = before.get(row)
    before.delete(row)
    const state = newState(open?.state ?? table.state(row), entry, open?.same)
    if (state) become(row, state, entry.at, 'code' in entry ? entry.code : undefined)
    else if (open) {
      setOther(row, open.other)
      become(row, open.state, entry.at, open.code)
    }
  }
  for await (const event of readEvents(folder, (end) => Object.assign(loaded, end))) {
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
