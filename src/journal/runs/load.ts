/** What a run did before, folded into the table of its rows. */
import { refuseShorter } from './digests.ts'
import { decodeDigest, eventsOf, type Begun, type End, type Ended, type Sent } from './records.ts'
import { dayOf, type RowState, type Table } from './table.ts'

/** `torn`: a line cut off at the end was found and left out. */
export type Loaded = { begun?: Begun; torn: boolean }

/** What a row was before it was sent once more. */
type Before = { state: RowState; code: string | undefined }

/**
 * Folds a run's journal into a table. Rows that the table lacks are added behind the others. A row still at `sending`
 * is unknown. Throws DiskFault for a damaged line, or where less is left than its index covers.
 */
export async function loadRun(folder: string, table: Table): Promise<Loaded> {
  const loaded: Loaded = { torn: false }
  const before = new Map<number, Before>()
  let read = 0
  const inInput = table.size
  const become = (row: number, state: RowState, at: number, code?: string): void => {
    table.setState(row, state, code)
    table.setDay(row, dayOf(at))
  }
  const sent = ({ row, content, at }: Sent): void => {
    const [key, digest] = [decodeDigest(row), decodeDigest(content)]
    const known = table.find(key)
    const found = known < 0 ? table.add(key, digest) : known
    // What the service did not take may have been changed since; the row of an input is what it is now.
    if (found >= inInput && table.state(found) === 'fresh') table.setContent(found, digest)
    before.set(found, { state: table.state(found), code: table.code(found) })
    become(found, table.hasContent(found, digest) ? 'unknown' : 'changed', at)
  }
  const ended = (entry: Ended): void => {
    const row = table.find(decodeDigest(entry.row))
    if (row < 0) return
    const was = before.get(row)
    before.delete(row)
    // That this attempt was not taken says nothing of an earlier one.
    if (entry.state === 'not_taken') return become(row, was?.state ?? 'fresh', entry.at, was?.code)
    if (table.state(row) === 'changed') return
    if (entry.state === 'resolved') become(row, entry.as === 'applied' ? 'applied' : 'fresh', entry.at)
    else become(row, entry.state, entry.at, entry.code)
  }
  const end = ({ torn, bytes }: End): void => {
    loaded.torn = torn
    read = bytes
  }
  for await (const event of eventsOf(folder, end)) {
    if (event.is === 'sent') sent(event.sent)
    else if (event.is === 'ended') ended(event.ended)
    else loaded.begun ??= event.begun
  }
  await refuseShorter(folder, read)
  return loaded
}
