/**
 * Rows whose id means the same in another run: those that name their date, which are the motion of that day, in every run of
 * an address, however old; all rows in a run of the same name that has another number of shards. Imported activities may be
 * named by the minute before or after, in this run too, and have the motion of their day.
 */
import type { FoundRun } from './list-runs.ts'
import { intervalText, type Interval } from '../../contract/interval.ts'
import { decodeDigest } from './row-digest.ts'
import { readEvents } from './log-records.ts'
import { isSought, noOverlap, widen, type Ours, type Overlap } from './own-repeats.ts'
import { isKept, newState } from './row-outcome.ts'
import { createTimeTree, sharesTime } from './shared-time.ts'
import { epochDay, type RowState } from './index/row-table.ts'
import { shardedName, sistersOf } from './sister-shards.ts'

type Sent = { content: string; state: RowState; day: number; interval?: Interval; date?: string }

/** Where rows of ours were applied, or are unresolved, with other values than they have now. */
export type OtherValues = { run: string; rows: number; from: number; to: number }

/** The row of ours that the key of an id means in another run; -1 where there is none. */
const rowNamedIn =
  ({ run }: FoundRun, { place, table, rows, isDated }: Ours) =>
  (key: string): number => {
    const row = table.find(decodeDigest(key))
    return row >= 0 && row < rows && (run === place.name || isDated(row)) ? row : -1
  }

/** The rows of ours that the key of an id may mean in another run: that of the id, or else activities a minute from it. */
export function rowsNamedIn(found: FoundRun, ours: Ours): (key: string) => readonly number[] {
  const rowNamed = rowNamedIn(found, ours)
  return (key) => {
    const row = rowNamed(key)
    return row >= 0 ? [row] : ours.motionRows.rowsBeside(key)
  }
}

/**
 * Marks those of our rows that are looked for and that another run, in which their id means the same,
 * applied or left unresolved: with the same values as done elsewhere, with others as changed
 * elsewhere. Activities that no run knows by their own id are looked for a minute from it, and rows that say when they were by
 * their time, in this run and its shards too. Throws DiskError for a damaged journal.
 */
export async function markSharedIds(
  ours: Ours,
  runs: readonly FoundRun[],
): Promise<{ overlaps: Overlap[]; otherValues: OtherValues[] }> {
  const { place, table, staysRejected, motionRows } = ours
  const isOurs = sistersOf(place)
  const met: { same: Overlap; other: OtherValues }[] = []
  const mark = (
    row: number,
    { content, state, day }: Sent,
    { same, other }: (typeof met)[number],
  ): boolean => {
    if (!isKept(state) || !isSought(ours, row)) return false
    const isSame = table.hasContent(row, decodeDigest(content))
    table.setElsewhere(row, isSame ? `${state}-elsewhere` : 'changed-elsewhere', same)
    if (staysRejected(row)) return true
    widen(isSame ? same : other, day)
    if (isSame) same[state] += 1
    else other.rows += 1
    return true
  }
  const beside: (() => void)[] = []
  const timed: TimedSent[] = []
  for (const found of runs) {
    const isOwn = isOurs(found)
    const meeting = {
      same: isOwn ? noOverlap('here', place.name) : noOverlap('run', shardedName(found)),
      other: { run: found.run, rows: 0, from: Infinity, to: 0 },
    }
    met.push(meeting)
    const rowNamed = isOwn ? () => -1 : rowNamedIn(found, ours)
    const mayBeOurs = (key: string, { interval, date }: Pick<Sent, 'interval' | 'date'>): boolean =>
      rowNamed(key) >= 0 ||
      motionRows.rowOfDay(date) !== undefined ||
      motionRows.rowsBeside(key, () => false).length > 0 ||
      (interval !== undefined && motionRows.times.isShared(interval))
    for (const [key, sent] of await sentIn(found, mayBeOurs)) {
      const row = rowNamed(key)
      const hasValues = (each: number) => table.hasContent(each, decodeDigest(sent.content))
      if (row >= 0) mark(row, sent, meeting)
      const day = motionRows.rowOfDay(sent.date)
      if (day !== undefined)
        beside.push(() => {
          if (mark(day, sent, meeting)) motionRows.setEarlier(day, { date: sent.date! })
        })
      const own = table.find(decodeDigest(key))
      if (own >= 0 && own < ours.rows && hasValues(own)) continue
      beside.push(() => {
        const rows = motionRows.rowsBeside(key, hasValues)
        const equal = rows.filter(hasValues)
        for (const each of equal.length > 0 ? equal : rows)
          if (mark(each, sent, meeting)) motionRows.setEarlier(each, { id: motionRows.idOf(key)! })
      })
      if (sent.interval && isKept(sent.state))
        timed.push({ own, sent, interval: sent.interval, mark: (at) => mark(at, sent, meeting) })
    }
  }
  for (const look of beside) look()
  markSharedTimes(ours, timed)
  return {
    overlaps: met.map(({ same }) => same).filter(({ applied, unknown }) => applied + unknown > 0),
    otherValues: met.map(({ other }) => other).filter(({ rows }) => rows > 0),
  }
}

/** What was sent of a time; `own`: our row of its key, which has other values, or -1. `mark` says whether it was open. */
type TimedSent = { own: number; sent: Sent; interval: Interval; mark: (row: number) => boolean }

/** Marks the rows that share the time of what was sent: those with its values where there are any, else each. */
function markSharedTimes({ byContent, motionRows }: Ours, timed: readonly TimedSent[]): void {
  const { times } = motionRows
  const others = createTimeTree()
  for (const [at, { own, sent, interval, mark }] of timed.entries()) {
    const equal = [...byContent.rowsWith(decodeDigest(sent.content))].filter((row) => {
      const time = row === own ? undefined : times.get(row)
      return time !== undefined && sharesTime(time, interval)
    })
    if (equal.length === 0) others.add(at, interval)
    for (const row of equal) mark(row)
  }
  if (!others.any) return
  for (const { number: row, ...time } of times.all())
    for (const at of others.sharing(time)) {
      const { own, interval, mark } = timed[at]!
      if (own === row) continue
      if (mark(row)) motionRows.setEarlier(row, { time: intervalText(interval) })
      break
    }
}

/** What a run sent last as rows that may be ours, and what became of it. */
async function sentIn(
  found: FoundRun,
  mayBeOurs: (key: string, sent: Pick<Sent, 'interval' | 'date'>) => boolean,
): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>()
  /** What was known of rows before the attempt that is open. */
  const before = new Map<string, Sent>()
  for await (const event of readEvents(found.folder)) {
    if (event.is === 'begun') continue
    const key = event.is === 'sent' ? event.sent.row : event.ended.row
    const last = sent.get(key)
    if (event.is === 'sent') {
      // What is tried once more is not planned again.
      const { interval = last?.interval, date = last?.date } = event.sent
      const when = { ...(interval && { interval }), ...(date !== undefined && { date }) }
      if (!last && !mayBeOurs(key, when)) continue
      const attempt = {
        content: event.sent.content,
        day: epochDay(event.sent.at),
        ...when,
      }
      const known = last ?? { ...attempt, state: 'fresh' }
      before.set(key, known)
      if (newState(known.state, { state: 'unknown' }, known.content === attempt.content))
        sent.set(key, { ...attempt, state: 'unknown' })
    } else if (last) {
      const known = before.get(key) ?? last
      before.delete(key)
      const state = newState(known.state, event.ended, known.content === last.content)
      sent.set(key, state ? { ...last, state, day: epochDay(event.ended.at) } : known)
    }
  }
  return sent
}
