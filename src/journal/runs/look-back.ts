/** What other runs of an address did with the same contents in the last 30 days: a row is never sent twice without being asked for. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { visitRun } from './visit.ts'
import { runsOf, type FoundRun } from './found.ts'
import { isAtWork } from './hold.ts'
import { folderOf, planIn, scopeOf, type Place } from './place.ts'
import { dayOf, digestSize, type Table } from './table.ts'

export const lookBackDays = 30

/** One other run with rows of ours; days since 1970. `alive`: it is at work right now. */
export type Meeting = {
  run: string
  applied: number
  unknown: number
  from: number
  to: number
  alive: boolean
}

/**
 * Marks those of the first `rows` that are open (about to be sent) and that another run applied or has in doubt, and says which runs those are.
 * A run that is at work now has in doubt all that it announced. Throws DiskFault for a damaged journal.
 */
export async function lookBack(
  place: Place,
  table: Table,
  rows: number,
  isOpen: (row: number) => boolean,
  now: Date,
): Promise<Meeting[]> {
  const others = await otherRuns(place, now.getTime())
  if (others.length === 0) return []
  const since = dayOf(now.getTime()) - lookBackDays
  const find = table.byContent(rows)
  const meetings: Meeting[] = []
  for (const { run, folder } of others) {
    const alive = await isAtWork(folder)
    const meeting: Meeting = { run, applied: 0, unknown: 0, from: Infinity, to: 0, alive }
    const meet = (content: Uint8Array, kind: 'applied' | 'unknown', day: number): void => {
      if (day < since) return
      find(content, (row) => {
        const doubted = table.state(row) === 'unknown-elsewhere'
        if (doubted ? kind === 'unknown' : !isOpen(row)) return
        table.setElsewhere(row, kind === 'applied' ? 'applied-elsewhere' : 'unknown-elsewhere')
        meeting[kind] += 1
        meeting.from = Math.min(meeting.from, day)
        meeting.to = Math.max(meeting.to, day)
      })
    }
    // The plan before the journal: a run that ends meanwhile takes its plan away once its journal is whole.
    const planned = alive ? await readFile(planIn(folder)).catch(() => undefined) : undefined
    await visitRun(folder, meet, !alive)
    if (planned) eachOf(planned, (content) => meet(content, 'unknown', dayOf(now.getTime())))
    if (meeting.applied + meeting.unknown > 0) meetings.push(meeting)
  }
  return meetings
}

/** Runs of the same owner that were written lately, but for this one and its sister shards, which share no row with it. */
async function otherRuns(place: Place, now: number): Promise<FoundRun[]> {
  const own = folderOf(place)
  const sisters = place.shard && new RegExp(`^${scopeOf(place)}\\.\\d+-of-${place.shard.count}$`)
  const found = await runsOf(place.state, place.owner, now - (lookBackDays + 1) * 86_400_000)
  return found.filter(
    ({ run, folder }) => folder !== own && !(run === place.name && sisters?.test(basename(folder))),
  )
}

function eachOf(digests: Buffer, visit: (content: Uint8Array) => void): void {
  for (let at = 0; at + digestSize <= digests.length; at += digestSize)
    visit(digests.subarray(at, at + digestSize))
}
