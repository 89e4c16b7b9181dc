/**
 * Rows whose id means the same in another run: those that name their date, which are the motion of that day, in every run of
 * an address, however old; all rows in a run of the same name that has another number of shards.
 */
import type { FoundRun } from './list-runs.ts'
import { decodeDigest } from './row-digest.ts'
import { readEvents } from './log-records.ts'
import { isSought, noOverlap, widen, type Ours, type Overlap } from './own-repeats.ts'
import { isKept, newState } from './row-outcome.ts'
import { epochDay, type RowState } from './index/row-table.ts'
import { shardedName } from './sister-shards.ts'

type Sent = { content: string; state: RowState; day: number }

/** Where rows of ours were applied, or are unresolved, with other values than they have now. */
export type OtherValues = { run: string; rows: number; from: number; to: number }

/** Which rows of ours have an id that means the same in another run. */
export const sharedWith = ({ place, isDated }: Ours, { run }: FoundRun): ((row: number) => boolean) =>
  run === place.name ? () => true : isDated

/**
 * Marks those of our rows that are looked for and that another run, in which their id means the same,
 * applied or left unresolved: with the same values as done elsewhere, with others as changed
 * elsewhere. Throws DiskError for a damaged journal.
 */
export async function markSharedIds(
  ours: Ours,
  others: readonly FoundRun[],
): Promise<{ overlaps: Overlap[]; otherValues: OtherValues[] }> {
  const { table, staysRejected } = ours
  const overlaps: Overlap[] = []
  const otherValues: OtherValues[] = []
  for (const found of others) {
    const same = noOverlap('run', shardedName(found))
    const other: OtherValues = { run: found.run, rows: 0, from: Infinity, to: 0 }
    for (const [row, { content, state, day }] of await sentIn(found, ours)) {
      if (!isKept(state) || !isSought(ours, row)) continue
      const isSame = table.hasContent(row, decodeDigest(content))
      table.setElsewhere(row, isSame ? `${state}-elsewhere` : 'changed-elsewhere', same)
      if (staysRejected(row)) continue
      widen(isSame ? same : other, day)
      if (isSame) same[state] += 1
      else other.rows += 1
    }
    if (same.applied + same.unknown > 0) overlaps.push(same)
    if (other.rows > 0) otherValues.push(other)
  }
  return { overlaps, otherValues }
}

/** Our rows of a shared id that a run sent, with what it sent last and what became of it. */
async function sentIn(found: FoundRun, ours: Ours): Promise<Map<number, Sent>> {
  const { table, rows } = ours
  const isShared = sharedWith(ours, found)
  const sent = new Map<number, Sent>()
  /** What was known of rows before the attempt that is open. */
  const before = new Map<number, Sent>()
  const rowOf = (key: string): number => {
    const row = table.find(decodeDigest(key))
    return row < rows && row >= 0 && isShared(row) ? row : -1
  }
  for await (const event of readEvents(found.folder)) {
    if (event.is === 'begun') continue
    const row = rowOf(event.is === 'sent' ? event.sent.row : event.ended.row)
    if (row < 0) continue
    const last = sent.get(row)
    if (event.is === 'sent') {
      const attempt = { content: event.sent.content, day: epochDay(event.sent.at) }
      const known = last ?? { ...attempt, state: 'fresh' }
      before.set(row, known)
      if (newState(known.state, { state: 'unknown' }, known.content === attempt.content))
        sent.set(row, { ...attempt, state: 'unknown' })
    } else if (last) {
      const known = before.get(row) ?? last
      before.delete(row)
      const state = newState(known.state, event.ended, known.content === last.content)
      sent.set(row, state ? { ...last, state, day: epochDay(event.ended.at) } : known)
    }
  }
  return sent
}
