/** Which of our rows a run at work may still be sending: those of a content that it planned, less what became of them since. */
import { openLog } from '../../disk/append-log.ts'
import { decodeDigest, runFormat, type RunRecord } from './log-records.ts'
import type { ByContent } from './index/row-table.ts'
import type { Plan } from './plan-file.ts'
import { journalIn } from './run-paths.ts'

/** Contents by the first of our rows that has them. */
export type PendingRows = {
  contents(): Iterable<number>
  /** How many rows of a content the run may still be sending. */
  rows(first: number): number
  /** How many of these have left. */
  left(first: number): number
}

/** Our rows, and which of them are about to be sent. */
type OpenRows = { find: ByContent; rows: number; isOpen: (row: number) => boolean }

/** Looks at contents that rows of ours have which are about to be sent, as the run was when its journal had `until` bytes. Throws DiskError for a damaged journal. */
export async function pendingRows(
  { folder, plan }: { folder: string; plan: Plan },
  { find, rows, isOpen }: OpenRows,
  until = Infinity,
): Promise<PendingRows> {
  const firstOf = (content: Uint8Array): number | undefined => {
    let first: number | undefined
    for (const row of find.rowsWith(content)) {
      first ??= row
      if (isOpen(row)) return first
    }
    return undefined
  }
  const planned = new Uint32Array(rows)
  let any = false
  for (const content of plan.contents()) {
    const first = firstOf(content)
    if (first === undefined) continue
    planned[first]! += 1
    any = true
  }
  // Of a run that has no row of ours the journal is not read.
  if (!any) return noRows
  const left = await subtractSettled(folder, { from: plan.from, until }, planned, (content) =>
    firstOf(decodeDigest(content)),
  )
  if (!left) return noRows
  return {
    *contents() {
      for (let first = 0; first < rows; first++) if (planned[first]! > 0) yield first
    },
    rows: (first) => planned[first] ?? 0,
    left: (first) => left.get(first) ?? 0,
  }
}

const noRows: PendingRows = { contents: () => [], rows: () => 0, left: () => 0 }

/** Takes off the rows that were settled between two bytes of the journal, and returns how many have left; nothing where the run has ended since: no other row of it leaves. */
async function subtractSettled(
  folder: string,
  { from, until }: { from: number; until: number },
  planned: Uint32Array,
  firstOf: (content: string) => number | undefined,
): Promise<Map<number, number> | undefined> {
  const open = new Map<string, { first: number; left: boolean }>()
  const become = (row: string, content: string, left: boolean): void => {
    const first = firstOf(content)
    if (first !== undefined) open.set(row, { first, left })
  }
  const log = await openLog(journalIn(folder), { format: runFormat })
  try {
    for await (const { record } of log.read()) {
      if (log.position.offset <= from) continue
      if (log.position.offset > until) break
      const entry = record as RunRecord
      if (entry.state === 'begun') continue
      if (entry.state === 'closed') return undefined
      if (entry.state === 'planned')
        for (const [row, , content = row] of entry.rows) become(row, content, false)
      else if (entry.state === 'sending') become(entry.row, entry.content ?? entry.row, true)
      else {
        const row = open.get(entry.row)
        // What the service did not take is sent once more.
        if (row) row.left = false
        if (!row || entry.state === 'not_taken') continue
        if (planned[row.first]! > 0) planned[row.first]! -= 1
        open.delete(entry.row)
      }
    }
  } finally {
    await log.close()
  }
  const left = new Map<number, number>()
  for (const row of open.values()) if (row.left) left.set(row.first, (left.get(row.first) ?? 0) + 1)
  return left
}
