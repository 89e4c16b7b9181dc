/**
 * What was done before with the same contents, whatever they were named then: no row is
 * sent twice unless that is asked for.
 */
import { dayMs } from '../../../contract/calendar.ts'
import { isSameOwner } from '../../owner.ts'
import { isApplied, isUnresolved, readWrites } from '../../writes/fold.ts'
import { runsOf, type FoundRun } from '../list-runs.ts'
import {
  isSought,
  noOverlap,
  ownRepeats,
  sentHere,
  widen,
  type LookedBack,
  type Overlap,
  type Ours,
} from '../own-repeats.ts'
import { markSharedIds, type OtherValues } from '../shared-ids.ts'
import { shardedName, sistersOf } from '../sister-shards.ts'
import type { Working } from '../under-way.ts'
import { decodeDigest } from '../row-digest.ts'
import { epochDay } from './row-table.ts'
import { visitRun } from './applied-content.ts'
import type { ContentVisitor } from './index-file.ts'

export const lookBackDays = 30

/**
 * Marks those of our rows that are open, or rejected and left, and whose content was applied or is unresolved: in another
 * run, as a single motion, or in this run as another row. What runs at work (`working`) may still be sending is neither.
 * Where `anyDated`, rows that name their date are looked up by their id too, in runs of any age; all rows are in runs of our
 * name. Throws DiskError for a damaged journal.
 */
export async function lookBack(
  ours: Ours,
  now: Date,
  working: readonly Working[],
  anyDated: boolean,
): Promise<LookedBack & { otherValues: OtherValues[] }> {
  const { place } = ours
  const found = await runsOf(place.state, place.owner, now.getTime() - (lookBackDays + 1) * dayMs)
  const isOurs = sistersOf(place)
  const ever = anyDated
    ? await runsOf(place.state, place.owner)
    : found.filter(({ run }) => run === place.name)
  const { overlaps, resentContents } = ownRepeats(ours, await sentHere(ours, found.filter(isOurs), working))
  const since = epochDay(now.getTime()) - lookBackDays
  for (const each of found) if (!isOurs(each)) overlaps.push(await otherRun(ours, each, since, working))
  overlaps.push(await singles(ours, since))
  const sharing = ever.filter((each) => !isOurs(each) || ours.motionRows.any)
  const shared = await markSharedIds(ours, sharing)
  overlaps.push(...shared.overlaps)
  return {
    overlaps: overlaps.filter(({ applied, unknown }) => applied + unknown > 0),
    resentContents,
    otherValues: shared.otherValues,
  }
}

async function otherRun(
  ours: Ours,
  found: FoundRun,
  since: number,
  working: readonly Working[],
): Promise<Overlap> {
  const atWork = working.find(({ folder }) => folder === found.folder)
  const meeting = noOverlap('run', shardedName(found), atWork !== undefined)
  const meet = meetIn(meeting, ours, since)
  /** A row that has just left looks unresolved, and is not. */
  const left = new Map<number, number>()
  const visit: ContentVisitor = (content, kind, day) => {
    const [first = -1] = atWork && kind === 'unknown' ? ours.byContent.rowsWith(content) : []
    const passed = left.get(first) ?? 0
    if (atWork && passed < atWork.pending.left(first)) left.set(first, passed + 1)
    else meet(content, kind, day)
  }
  await visitRun(found.folder, visit, !atWork)
  return meeting
}

/** Motions that were submitted one by one. */
async function singles(ours: Ours, since: number): Promise<Overlap> {
  const meeting = noOverlap('single', '')
  const meet = meetIn(meeting, ours, since)
  const { writes } = await readWrites(ours.place.state)
  for (const write of writes) {
    const content = write.motion ?? write.content
    if (content === undefined || !isSameOwner(write, ours.place.owner)) continue
    const kind = isApplied(write) ? 'applied' : isUnresolved(write) ? 'unknown' : undefined
    if (kind) meet(decodeDigest(content), kind, epochDay(Date.parse(write.at)))
  }
  return meeting
}

/** A record that says applied marks one row so, an open one first, and the others as unknown. */
function meetIn(meeting: Overlap, ours: Ours, since: number): ContentVisitor {
  const { table, byContent, staysRejected } = ours
  return (content, kind, day) => {
    if (day < since) return
    let [found, said] = [false, kind === 'unknown']
    for (const rejected of [false, true]) {
      for (const row of byContent.rowsWith(content)) {
        const state = table.state(row)
        if (staysRejected(row) !== rejected) continue
        if (!isSought(ours, row) && state !== 'applied-elsewhere' && state !== 'unknown-elsewhere') continue
        found ||= !rejected
        if (state === 'applied-elsewhere') continue
        table.setElsewhere(row, said ? 'unknown-elsewhere' : 'applied-elsewhere', meeting)
        said = true
      }
    }
    if (!found) return
    meeting[kind] += 1
    widen(meeting, day)
  }
}
