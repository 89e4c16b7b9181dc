/** What was done before with the same contents, whatever they were named then: a row is never sent twice without being asked for. */
import { basename } from 'node:path'
import { isSameOwner } from '../../owner.ts'
import { isApplied, isUnresolved, readWrites } from '../../writes/fold.ts'
import { runsOf, type FoundRun } from '../list-runs.ts'
import { isAtWork } from '../run-lock.ts'
import { datedRepeats, type Grown } from '../dated-rows.ts'
import { ownRepeats, type LookedBack, type Overlap, type Ours } from '../own-repeats.ts'
import { announcedIn } from '../announced.ts'
import { folderOf, scopeOf, type RunLocation } from '../run-paths.ts'
import { epochDay, decodeDigest } from './row-table.ts'
import { visitRun } from './applied-content.ts'
import type { ContentVisitor } from './index-file.ts'

export const lookBackDays = 30

/**
 * Marks those of our rows that are open and whose content was applied or is unresolved: in another run, as a single motion,
 * or in this run as a row that the input does not have. A run that is at work now counts as unresolved with all that it announced.
 * Rows that `isDated` names are looked up by their id too, in runs of any age. Throws DiskError for a damaged journal.
 */
export async function lookBack(
  ours: Ours,
  now: Date,
  isDated?: (row: number) => boolean,
): Promise<LookedBack & { grown: Grown[] }> {
  const { place } = ours
  const today = epochDay(now.getTime())
  const found = await runsOf(place.state, place.owner, now.getTime() - (lookBackDays + 1) * 86_400_000)
  const isOurs = sistersOf(place)
  const ever = isDated ? await runsOf(place.state, place.owner) : []
  const { overlaps, repeated } = await ownRepeats(ours, found.filter(isOurs), today)
  const since = today - lookBackDays
  for (const each of found) if (!isOurs(each)) overlaps.push(await otherRun(ours, each, since, today))
  overlaps.push(await singles(ours, since))
  const others = ever.filter((each) => !isOurs(each))
  const dated = isDated && (await datedRepeats({ ...ours, isDated }, others))
  overlaps.push(...(dated?.overlaps ?? []))
  return {
    overlaps: overlaps.filter(({ applied, unknown }) => applied + unknown > 0),
    repeated,
    grown: dated?.grown ?? [],
  }
}

/** The own folder and those of shards that share no row with it. Of another number of shards each is a run of its own. */
function sistersOf(place: RunLocation): (run: FoundRun) => boolean {
  const own = folderOf(place)
  const sisters = place.shard && new RegExp(`^${scopeOf(place)}\\.\\d+-of-${place.shard.count}$`)
  return ({ run, folder }) =>
    folder === own || (run === place.name && sisters?.test(basename(folder)) === true)
}

async function otherRun(
  ours: Ours,
  { run, folder }: FoundRun,
  since: number,
  today: number,
): Promise<Overlap> {
  const alive = await isAtWork(folder)
  const shard = /\.(\d+)-of-(\d+)$/.exec(basename(folder))
  const { meeting, meet } = overlapWith(ours, since, {
    where: 'run',
    run: shard ? `${run} (shard ${shard[1]}/${shard[2]})` : run,
    alive,
  })
  // The plan before the journal: a run that ends meanwhile takes its plan away once its journal is whole.
  const announced = await announcedIn(folder, alive, ours)
  const visit: ContentVisitor = (content, kind, day) => {
    announced.sent(content)
    meet(content, kind, day)
  }
  await visitRun(folder, visit, !alive)
  for (const content of announced.unsent()) meet(content, 'unknown', today)
  return meeting
}

/** Motions that were submitted one by one. */
async function singles(ours: Ours, since: number): Promise<Overlap> {
  const { meeting, meet } = overlapWith(ours, since, { where: 'single', run: '', alive: false })
  const { writes } = await readWrites(ours.place.state)
  for (const write of writes) {
    const content = write.motion ?? write.content
    if (content === undefined || !isSameOwner(write, ours.place.owner)) continue
    const kind = isApplied(write)
      ? 'applied'
      : isUnresolved(write) || write.state === 'sending'
        ? 'unknown'
        : undefined
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
