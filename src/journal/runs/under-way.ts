/** Rows of this run that another process may be sending now: they are not sent beside it. */
import { commandWords } from '../../contract/command-words.ts'
import { lifeOf } from '../../disk/liveness.ts'
import type { Life } from '../../disk/process-identity.ts'
import { isSameOwner } from '../owner.ts'
import { readWrites, type Write } from '../writes/fold.ts'
import { runsOf } from './list-runs.ts'
import { heldRows, sentHere, type Ours } from './own-repeats.ts'
import { pendingRows, type PendingRows } from './pending-rows.ts'
import { folderOf } from './run-paths.ts'
import { runsAtWork, type RunAtWork } from './runs-at-work.ts'
import { decodeDigest, encodeDigest } from './row-digest.ts'
import { rowsNamedIn } from './shared-ids.ts'
import { shardedName, sistersOf } from './sister-shards.ts'

/**
 * A run that may be sending some of our rows, or a single motion that may be the same as they are. `name`: of the run or the
 * record; `lock`: what `journal unlock` calls what is held; `rows`: how many of ours it may be.
 */
export type UnderWay = {
  where: 'run' | 'single'
  name: string
  lock: string
  holder: { pid: number; life: Life }
  rows: number
}

/** A run at work, and what it may be sending of ours. */
export type Working = RunAtWork & { pending: PendingRows }

/** The runs of this owner at work, and who may be sending a row of ours. Throws DiskError for a damaged journal, CLI_STATE. */
export async function rowsUnderWay(ours: Ours): Promise<{ working: Working[]; underWay: UnderWay[] }> {
  const { place } = ours
  const isOurs = sistersOf(place)
  const working: Working[] = []
  for await (const each of runsAtWork(place.state, place.owner))
    if (each.folder !== folderOf(place))
      working.push({
        ...each,
        pending: await pendingRows(each, {
          ...ours,
          rowsNamed: rowsNamedIn(each, ours),
          times: ours.motionRows.times,
        }),
      })
  const met = working.filter(({ pending }) => pending.contents.length + pending.withOtherValues.length > 0)
  const underWay: UnderWay[] = met
    .filter((each) => !isOurs(each))
    .map((each) => ({
      ...saidOf(each),
      rows: openRowsOf(ours, each.pending) + each.pending.withOtherValues.length,
    }))
  if (met.some(isOurs)) underWay.push(...(await besideShards(ours, met.filter(isOurs))))
  underWay.push(...(await singlesUnderWay(ours)))
  return { working, underWay }
}

const saidOf = ({ run, folder, holder }: RunAtWork) => ({
  where: 'run' as const,
  name: shardedName({ run, folder }),
  lock: run,
  holder,
})

/** How many of our rows that are about to be sent have a content of these. */
function openRowsOf({ table, byContent, isOpen }: Ours, pending: PendingRows): number {
  let count = 0
  for (const first of pending.contents)
    for (const row of byContent.rowsWith(table.copyContent(first))) if (isOpen(row)) count += 1
  return count
}

/** Shards of one run go on side by side: equal rows with an id each are meant as often as the input has them. */
async function besideShards(ours: Ours, shards: readonly Working[]): Promise<UnderWay[]> {
  const { state, owner } = ours.place
  const sent = await sentHere(ours, (await runsOf(state, owner)).filter(sistersOf(ours.place)), shards)
  const found: UnderWay[] = []
  for (const shard of shards) {
    let rows = shard.pending.withOtherValues.length
    for (const first of shard.pending.contents) {
      const name = encodeDigest(ours.table.copyContent(first))
      const count = sent.get(name)
      if (count && count.pending > 0) rows += heldRows(ours, name, count).filter(ours.isOpen).length
    }
    if (rows > 0) found.push({ ...saidOf(shard), rows })
  }
  return found
}

/** Motions that are being submitted one by one. */
async function singlesUnderWay({ place, byContent, isOpen }: Ours): Promise<UnderWay[]> {
  const { writes } = await readWrites(place.state)
  return writes.flatMap((write) => {
    const content = write.motion ?? write.content
    if (content === undefined || !mayLeave(write) || !isSameOwner(write, place.owner)) return []
    const rows = [...byContent.rowsWith(decodeDigest(content))].filter(isOpen).length
    if (rows === 0 || !write.holder) return []
    const holder = { pid: write.holder.pid, life: lifeOf(write.holder) }
    return [{ where: 'single', name: write.id, lock: commandWords(write.operation), holder, rows }]
  })
}

/** It is on its way, or waits to be sent once more. One that never left asks for our plan before it does. */
const mayLeave = ({ state, steps }: Write): boolean =>
  state === 'sending' || (state === 'planned' && steps.some((step) => step.state === 'sending'))
