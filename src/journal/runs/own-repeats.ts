/**
 * Contents that a run sent before as other rows: ids were added, taken away or changed.
 * Within one input they tell rows apart.
 */
import type { MotionRows } from './motion-rows.ts'
import type { FoundRun } from './list-runs.ts'
import type { ReplayedRun } from './replay.ts'
import { intendedCounts } from './equal-rows.ts'
import { pendingRows } from './pending-rows.ts'
import type { RunAtWork } from './runs-at-work.ts'
import { isKept } from './row-outcome.ts'
import { folderOf, type RunLocation } from './run-paths.ts'
import { encodeDigest } from './row-digest.ts'
import type { ByContent, OtherPlace, Table } from './index/row-table.ts'
import { visitRun } from './index/applied-content.ts'
import type { ContentVisitor } from './index/index-file.ts'

/** Where rows of ours were sent before; days since 1970. `alive`: it is at work right now. */
export type Overlap = OtherPlace & {
  applied: number
  unknown: number
  from: number
  to: number
  alive: boolean
}

/** None yet. */
export const noOverlap = (where: Overlap['where'], run: string, alive = false): Overlap => {
  return { where, run, alive, applied: 0, unknown: 0, from: Infinity, to: 0 }
}

/** Takes days in. */
export function widen(days: Pick<Overlap, 'from' | 'to'>, from: number, to = from): void {
  days.from = Math.min(days.from, from)
  days.to = Math.max(days.to, to)
}

/** The input of a run: its rows are the first of the table, and `byContent` finds them. */
export type Ours = {
  place: RunLocation
  table: Table
  rows: number
  byContent: ByContent
  loaded: ReplayedRun
  /** About to be sent. */
  isOpen: (row: number) => boolean
  /** It was rejected here and is not sent again: what was done elsewhere is said of it, and stops nothing. */
  staysRejected: (row: number) => boolean
  /** Its id means the same in every run. */
  isDated: (row: number) => boolean
  motionRows: MotionRows
}

export type LookedBack = {
  overlaps: Overlap[]
  /** Contents that this run sent before as other rows. */
  resentContents: Set<string>
}

/** Is what was done elsewhere to be said of this row, and was none found yet? */
export const isSought = (
  { table, isOpen, staysRejected }: Pick<Ours, 'table' | 'isOpen' | 'staysRejected'>,
  row: number,
) => isOpen(row) || (staysRejected(row) && table.state(row) === 'rejected')

/**
 * How often a content was sent of which rows are looked for, and how many rows of it a shard at work may still be sending.
 * `retried`: unresolved rows of the input that are sent again under their own id, which are among `unknown`.
 */
export type SentCount = Omit<Overlap, 'where' | 'run' | 'alive'> & {
  pending: number
  intended: number
  retried: number
}

/**
 * The rows of each content that are one too many: as many may be sent as the input has, and had when they were first sent.
 * A row that is sent again comes before those of other ids, and is not held by what is unknown of itself.
 */
export function heldRows(
  ours: Pick<Ours, 'table' | 'byContent' | 'isOpen' | 'staysRejected'>,
  content: string,
  { applied, unknown, pending, intended, retried }: SentCount,
): number[] {
  const { table, byContent, isOpen } = ours
  const equal = [...byContent.rowsWith(Buffer.from(content, 'base64url'))]
  const others = applied + unknown - retried + pending
  const room = Math.max(0, Math.min(equal.length, intended) - others)
  const open = equal.filter(isOpen)
  const again = open.filter((row) => table.ownState(row) === 'unknown')
  const rest = equal.filter((row) => isSought(ours, row) && !again.includes(row))
  const first = rest.filter(isOpen)
  const last = rest.filter((row) => !isOpen(row))
  return [
    ...(others > 0 ? again.slice(room) : []),
    ...[...first, ...last].slice(Math.max(0, room - again.length)),
  ]
}

/**
 * What this run, or a shard beside it, did as other rows with contents of rows that are looked for. `folders` are the run's
 * own and those of its sister shards, of which some are at work. Throws DiskError.
 */
export async function sentHere(
  ours: Ours,
  folders: readonly FoundRun[],
  atWork: readonly RunAtWork[],
): Promise<Map<string, SentCount>> {
  const { place, table, rows, byContent, loaded, isOpen } = ours
  const own = folderOf(place)
  const met = new Map<string, SentCount>()
  const isWanted = (content: Uint8Array): boolean => {
    for (const row of byContent.rowsWith(content)) if (isSought(ours, row)) return true
    return false
  }
  const countOf = (name: string): SentCount => {
    const none = { applied: 0, unknown: 0, from: Infinity, to: 0, pending: 0, intended: 1, retried: 0 }
    const sent = met.get(name) ?? none
    met.set(name, sent)
    return sent
  }
  const add = (name: string, kind: 'applied' | 'unknown', day: number): void => {
    const sent = countOf(name)
    sent[kind] += 1
    widen(sent, day)
  }
  const addRow = (row: number): void => {
    const state = table.ownState(row)
    if (!isKept(state)) return
    const content = table.copyContent(row)
    if (!isWanted(content)) return
    const name = encodeDigest(content)
    add(name, state, table.day(row))
    if (isOpen(row)) countOf(name).retried += 1
  }
  for (let row = rows; row < table.size; row++) addRow(row)
  for (const each of loaded.replaced)
    if (isWanted(each.content)) add(encodeDigest(each.content), each.kind, each.day)
  if (loaded.begun) for (const equal of byContent.equals()) equal.forEach(addRow)

  for (const { folder } of folders) {
    if (folder === own) continue
    const working = atWork.find((each) => each.folder === folder)
    const visit: ContentVisitor = (each, kind, day) => {
      if (isWanted(each)) add(encodeDigest(each), kind, day)
    }
    const bytes = await visitRun(folder, visit, !working)
    // As it was just then: a row that leaves meanwhile counts once.
    const pending = working && (await pendingRows(working, { ...ours, rowsNamed: () => [] }, bytes))
    for (const first of pending?.contents ?? []) {
      const sent = countOf(encodeDigest(table.copyContent(first)))
      sent.pending += pending!.rows(first)
      sent.unknown -= Math.min(sent.unknown, pending!.left(first))
    }
  }
  if (met.size > 0)
    for (const { folder } of folders)
      for await (const each of intendedCounts(folder)) {
        const sent = met.get(encodeDigest(each.content))
        if (sent) sent.intended = Math.max(sent.intended, each.rows)
      }

  return met
}

/** Marks rows whose content this run, or a shard beside it, sent before as other rows. */
export function ownRepeats(ours: Ours, met: ReadonlyMap<string, SentCount>): LookedBack {
  const { place, table, byContent, isOpen, staysRejected } = ours
  const meeting = noOverlap('here', place.name)
  const resentContents = new Set<string>()
  for (const [name, sent] of met) {
    const held = heldRows(ours, name, sent)
    if (held.length === 0) continue
    resentContents.add(name)
    const equal = [...byContent.rowsWith(Buffer.from(name, 'base64url'))]
    // A record says of one row that it was applied; what became of the others nobody says.
    const own = equal.filter((row) => !isOpen(row) && table.ownState(row) === 'applied').length
    for (const [at, row] of held.entries())
      table.setElsewhere(row, at < sent.applied - own ? 'applied-elsewhere' : 'unknown-elsewhere', meeting)
    if (held.every(staysRejected)) continue
    meeting.applied += sent.applied
    meeting.unknown += sent.unknown
    widen(meeting, sent.from, sent.to)
  }
  return { overlaps: [meeting], resentContents }
}
