/** What was done before with the same contents, whatever they were named then: a row is never sent twice without being asked for. */
import { isSameOwner } from '../../owner.ts'
import { isApplied, isUnresolved, readWrites } from '../../writes/fold.ts'
import { runsOf, type FoundRun } from '../list-runs.ts'
import { datedRepeats, type Grown } from '../dated-rows.ts'
import { ownRepeats, sentHere, type LookedBack, type Overlap, type Ours } from '../own-repeats.ts'
import { shardedName, sistersOf } from '../sister-shards.ts'
import type { Working } from '../under-way.ts'
import { epochDay, decodeDigest } from './row-table.ts'
import { visitRun } from './applied-content.ts'
import type { ContentVisitor } from './index-file.ts'

export const lookBackDays = 30

/**
 * Marks those of our rows that are open and whose content was applied or is unresolved: in another run, as a single motion,
 * or in this run as a row that the input does not have. What runs at work (`working`) may still be sending is neither.
 * Where `anyDated`, rows that name their date are looked up by their id too, in runs of any age; all rows are in runs of our name. Throws DiskError for a damaged journal.
 */
export async function lookBack(
  ours: Ours,
  now: Date,
  working: readonly Working[],
  anyDated: boolean,
): Promise<LookedBack & { grown: Grown[] }> {
  const { place } = ours
  const today = epochDay(now.getTime())
  const found = await runsOf(place.state, place.owner, now.getTime() - (lookBackDays + 1) * 86_400_000)
  const isOurs = sistersOf(place)
  const ever = anyDated ? await runsOf(place.state, place.owner) : []
  const { overlaps, repeated } = ownRepeats(ours, await sentHere(ours, found.filter(isOurs), working))
  const since = today - lookBackDays
  for (const each of found) if (!isOurs(each)) overlaps.push(await otherRun(ours, each, since, working))
  overlaps.push(await singles(ours, since))
  const others = (anyDated ? ever : found).filter(
    (each) => !isOurs(each) && (anyDated || each.run === place.name),
  )
  const dated = await datedRepeats(ours, others)
  overlaps.push(...dated.overlaps)
  return {
    overlaps: overlaps.filter(({ applied, unknown }) => applied + unknown > 0),
    repeated,
    grown: dated.grown,
  }
}

async function otherRun(
  ours: Ours,
  found: FoundRun,
  since: number,
  working: readonly Working[],
): Promise<Overlap> {
  const atWork = working.find(({ folder }) => folder === found.folder)
  const { meeting, meet } = overlapWith(ours, since, {
    where: 'run',
    run: shardedName(found),
    alive: atWork !== undefined,
  })
  /** A row that has just left looks unresolved, and is not. */
  const left = new Map<number, number>()
  const visit: ContentVisitor = (content, kind, day) => {
    const [first = -1] = atWork && kind === 'unknown' ? ours.find.rowsWith(content) : []
    const passed = left.get(first) ?? 0
    if (atWork && passed < atWork.pending.left(first)) left.set(first, passed + 1)
    else meet(content, kind, day)
  }
  await visitRun(found.folder, visit, !atWork)
  return meeting
}

/** Motions that were submitted one by one. */
async function singles(ours: Ours, since: number): Promise<Overlap> {
  const { meeting, meet } = overlapWith(ours, since, { where: 'single', run: '', alive: false })
  const { writes } = await readWrites(ours.place.state)
  for (const write of writes) {
    const content = write.motion ?? write.content
    if (content === undefined || !isSameOwner(write, ours.place.owner)) continue
    const kind = isApplied(write) ? 'applied' : isUnresolved(write) ? 'unknown' : undefined
    if (kind) meet(decodeDigest(content), kind, epochDay(Date.parse(write.at)))
  }
  return meeting
}

function overlapWith(
  { table, find, isOpen }: Ours,
  since: number,
  what: Pick<Overlap, 'where' | 'run' | 'alive'>,
) {
  const meeting: Overlap = { ...what, applied: 0, unknown: 0, from: Infinity, to: 0 }
  /** Holds up every row of the content, and counts once: a record says of one row that it was applied. */
  const meet: ContentVisitor = (content, kind, day) => {
    if (day < since) return
    let [found, said] = [false, kind === 'unknown']
    for (const row of find.rowsWith(content)) {
      const state = table.state(row)
      if (!isOpen(row) && state !== 'applied-elsewhere' && state !== 'unknown-elsewhere') continue
      found = true
      if (state === 'applied-elsewhere') continue
      table.setElsewhere(row, said ? 'unknown-elsewhere' : 'applied-elsewhere')
      said = true
    }
    if (!found) return
    meeting[kind] += 1
    meeting.from = Math.min(meeting.from, day)
    meeting.to = Math.max(meeting.to, day)
  }
  return { meeting, meet }
}
