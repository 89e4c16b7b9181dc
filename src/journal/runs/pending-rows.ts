/** Which of our rows a run at work may still be sending: those of a content that it planned, less what became of them since. */
import type { Interval } from '../../contract/interval.ts'
import { openLog } from '../../disk/append-log.ts'
import { decodeDigest, encodeDigest } from './row-digest.ts'
import { runFormat, type RunRecord } from './log-records.ts'
import type { ByContent, Table } from './index/row-table.ts'
import type { Plan } from './plan-file.ts'
import { createTimeTree, type TimeTree } from './shared-time.ts'
import { journalIn } from './run-paths.ts'

/** Contents by the first of our rows that has them. */
export type PendingRows = {
  contents: readonly number[]
  /** How many rows of a content the run may still be sending. */
  rows(first: number): number
  /** How many of these have left. */
  left(first: number): number
  /** Our rows that the run may be sending with other values. */
  withOtherValues: readonly number[]
}

/** Our rows, which of them are about to be sent, and which ones the key of an id means there. */
type OpenRows = {
  table: Table
  byContent: ByContent
  rows: number
  isOpen: (row: number) => boolean
  rowsNamed: (key: string) => readonly number[]
  /** When rows of ours were. */
  times?: TimeTree
}

/**
 * Of contents that our open rows have, as the run was when its journal had `until` bytes.
 * Throws DiskError for a damaged one.
 */
export async function pendingRows(
  { folder, plan }: { folder: string; plan: Plan },
  { table, byContent, rows, isOpen, rowsNamed, times }: OpenRows,
  until = Infinity,
): Promise<PendingRows> {
  const firstOf = (content: Uint8Array): number | undefined => {
    let first: number | undefined
    for (const row of byContent.rowsWith(content)) {
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
  const ids = new Map<string, number[]>()
  for (const each of plan.ids()) {
    const key = encodeDigest(each)
    const open = rowsNamed(key).filter(isOpen)
    if (open.length > 0) ids.set(key, open)
  }
  const shared = new Map<string, Interval>()
  for (const { key, ...time } of times ? plan.times() : []) {
    // An input that has the row itself has the others beside it.
    const own = table.find(key)
    if ((own < 0 || own >= rows) && times!.isShared(time)) shared.set(encodeDigest(key), time)
  }
  // Of a run that has no row of ours the journal is not read.
  if (!any && ids.size + shared.size === 0) return noRows
  const unsettled = { planned, ids, shared, firstOf: (content: string) => firstOf(decodeDigest(content)) }
  const left = await subtractSettled(folder, { from: plan.from, until }, unsettled)
  if (!left) return noRows
  const isPlanned = (row: number): boolean => {
    const first = firstOf(table.copyContent(row))
    return first !== undefined && planned[first]! > 0
  }
  function* rowsSharing(open: ReadonlyMap<string, Interval>): Generator<number> {
    const sent = createTimeTree()
    for (const [at, time] of [...open.values()].entries()) sent.add(at, time)
    if (!times || !sent.any) return
    for (const { number: row, ...time } of times.all()) if (isOpen(row) && sent.isShared(time)) yield row
  }
  return {
    withOtherValues: [...new Set([...[...ids.values()].flat(), ...rowsSharing(shared)])].filter(
      (row) => !isPlanned(row),
    ),
    contents: [...planned.keys()].filter((first) => planned[first]! > 0),
    rows: (first) => planned[first] ?? 0,
    left: (first) => left.get(first) ?? 0,
  }
}

const noRows: PendingRows = { contents: [], rows: () => 0, left: () => 0, withOtherValues: [] }

/** What a run planned of ours: how many rows of each content, and the rows whose id it has. */
type Unsettled = {
  planned: Uint32Array
  ids: Map<string, number[]>
  /** When rows that we do not have were, of which ours share the time. */
  shared: Map<string, Interval>
  firstOf: (content: string) => number | undefined
}

/**
 * Takes off what was settled between two bytes of the journal. Returns how many rows have
 * left; undefined if the run ended.
 */
async function subtractSettled(
  folder: string,
  { from, until }: { from: number; until: number },
  { planned, ids, shared, firstOf }: Unsettled,
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
        if (entry.state !== 'not_taken') for (const each of [ids, shared]) each.delete(entry.row)
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
