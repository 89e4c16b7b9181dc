/** Drops old runs of which nothing is unresolved and nobody is at work, unless a newer movecli wrote them. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isBusy, toDiskError } from '../../disk/disk-error.ts'
import { holder, type Lock } from '../../disk/lock.ts'
import { visitRun } from './index/applied-content.ts'
import { runsIn } from './list-runs.ts'
import { isNewer } from './log-records.ts'
import { lockRunFor } from './run-lock.ts'
import { journalIn, lockIn, runsFolder } from './run-paths.ts'

/** Runs last written before `limit` (milliseconds). `keep` only counts them. Throws DiskError for a damaged journal. */
export async function pruneRuns(state: string, limit: number, { keep }: { keep: boolean }): Promise<number> {
  const attic = join(dirname(runsFolder(state)), 'pruned')
  let dropped = 0
  for await (const { folder } of runsIn(state)) {
    if (!(await isOld(folder, limit))) continue
    if (keep) dropped += !(await holder(lockIn(folder))) && (await isSettled(folder)) ? 1 : 0
    else if (await drop(folder, limit, attic)) dropped += 1
  }
  if (!keep) await rm(attic, { recursive: true, force: true }).catch(() => undefined)
  return dropped
}

/** Decides and removes while no other process may begin to work on the run. False where it stays. */
async function drop(folder: string, limit: number, attic: string): Promise<boolean> {
  const lock = await lockRunFor(folder, 'prune').catch(unlessBusy)
  if (!lock) return false
  try {
    if (!(await isOld(folder, limit)) || !(await isSettled(folder))) return false
    await mkdir(attic, { recursive: true, mode: 0o700 })
    // Its name is free at once and as a whole: whoever begins it now begins from nothing.
    await rename(folder, join(attic, randomBytes(8).toString('hex')))
    await rmdir(dirname(folder)).catch(() => undefined)
    return true
  } catch (error) {
    throw toDiskError('unwritable', folder, error)
  } finally {
    await lock.release()
  }
}

async function isOld(folder: string, limit: number): Promise<boolean> {
  const found = await stat(journalIn(folder)).catch(() => undefined)
  return found !== undefined && found.mtimeMs < limit
}

/** What a newer movecli says of its rows may not be known here. */
async function isSettled(folder: string): Promise<boolean> {
  if (await isNewer(folder)) return false
  let unknown = 0
  await visitRun(folder, (_, kind) => (unknown += kind === 'unknown' ? 1 : 0), false)
  return unknown === 0
}

const unlessBusy = (error: unknown): Lock | undefined => {
  if (isBusy(error)) return undefined
  throw error
}
