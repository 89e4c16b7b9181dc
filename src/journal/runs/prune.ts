/** Drops old runs of which nothing is in doubt and nobody is at work. */
import { rm, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { holder } from '../../disk/lock.ts'
import { visitRun } from './visit.ts'
import { runsIn } from './found.ts'
import { journalIn, lockIn } from './place.ts'

/** Runs last written before `limit` (milliseconds). `keep` only counts them. Throws DiskFault for a damaged journal. */
export async function pruneRuns(state: string, limit: number, { keep }: { keep: boolean }): Promise<number> {
  let dropped = 0
  for await (const { folder } of runsIn(state)) {
    if (!(await isOver(folder, limit))) continue
    dropped += 1
    if (keep) continue
    await rm(folder, { recursive: true, force: true })
    await rmdir(dirname(folder)).catch(() => undefined)
  }
  return dropped
}

async function isOver(folder: string, limit: number): Promise<boolean> {
  const found = await stat(journalIn(folder)).catch(() => undefined)
  if (!found || found.mtimeMs >= limit || (await holder(lockIn(folder)))) return false
  let doubts = 0
  await visitRun(folder, (_, kind) => (doubts += kind === 'unknown' ? 1 : 0), false)
  return doubts === 0
}
