/**
 * Rows whose id means the same in another run: those that name their date, which are the motion of that day, in every run of
 * an address, however old; all rows in a run of the same name that has another number of shards.
 */
import type { FoundRun } from './list-runs.ts'
import { decodeDigest, readEvents } from './log-records.ts'
import { sharedWith, type Ours, type Overlap } from './own-repeats.ts'
import { epochDay } from './index/row-table.ts'

type Sent = { content: string; kind: 'applied' | 'unknown'; day: number }

/** Where rows of ours were applied, or are unresolved, with other values than they have now. */
export type Grown = { run: string; rows: number; from: number; to: number }

/**
 * Marks those of our rows that are open and that another run, in which their id means the same, applied or left unresolved:
 * with the same values as done elsewhere, with others as `grown`. Throws DiskError for a damaged journal.
 */
export async function datedRepeats(
  ours: Ours,
  others: readonly FoundRun[],
): Promise<{ overlaps: Overlap[]; grown: Grown[] }> {
  const { table, isOpen } = ours
  const overlaps: Overlap[] = []
  const grown: Grown[] = []
  for (const other of others) {
    const { run, folder } = other
    const same: Overlap = { where: 'run', run, applied: 0, unknown: 0, from: Infinity, to: 0, alive: false }
    const changed: Grown = { run, rows: 0, from: Infinity, to: 0 }
    for (const [row, { content, kind, day }] of await sentIn(folder, ours, sharedWith(ours, other))) {
      if (!isOpen(row)) continue
      const isSame = table.hasContent(row, decodeDigest(content))
      const meeting = isSame ? same : changed
      meeting.from = Math.min(meeting.from, day)
      meeting.to = Math.max(meeting.to, day)
      if (isSame) {
        table.setElsewhere(row, `${kind}-elsewhere`)
        same[kind] += 1
      } else {
        table.setState(row, 'grown')
        changed.rows += 1
      }
    }
    if (same.applied + same.unknown > 0) overlaps.push(same)
    if (changed.rows > 0) grown.push(changed)
  }
  return { overlaps, grown }
}

/** Our rows of a shared id that a run applied or left unresolved, with what it sent last. */
async function sentIn(
  folder: string,
  { table, rows }: Ours,
  isShared: (row: number) => boolean,
): Promise<Map<number, Sent>> {
  const sent = new Map<number, Sent>()
  const before = new Map<number, Sent | undefined>()
  const rowOf = (key: string): number => {
    const row = table.find(decodeDigest(key))
    return row < rows && row >= 0 && isShared(row) ? row : -1
  }
  for await (const event of readEvents(folder)) {
    if (event.is === 'begun') continue
    const row = rowOf(event.is === 'sent' ? event.sent.row : event.ended.row)
    if (row < 0) continue
    const last = sent.get(row)
    if (event.is === 'sent') {
      before.set(row, last)
      sent.set(row, { content: event.sent.content, kind: 'unknown', day: epochDay(event.sent.at) })
      continue
    }
    const { ended } = event
    const isApplied = ended.state === 'applied' || (ended.state === 'resolved' && ended.as === 'applied')
    if (isApplied && last) sent.set(row, { ...last, kind: 'applied', day: epochDay(ended.at) })
    else if (ended.state === 'resolved') sent.delete(row)
    else if (ended.state !== 'unknown' && before.has(row)) {
      // That this attempt was not applied says nothing of an earlier one.
      const earlier = before.get(row)
      if (earlier) sent.set(row, earlier)
      else sent.delete(row)
    }
    before.delete(row)
  }
  return sent
}
