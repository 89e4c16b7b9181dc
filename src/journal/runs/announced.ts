/** What runs at work are about to send: a single motion asks before it leaves, and no run decides meanwhile. */
import { readFile } from 'node:fs/promises'
import { acquire, type Lock } from '../../disk/lock.ts'
import type { Owner } from '../owner.ts'
import { runsOf } from './list-runs.ts'
import { isAtWork } from './run-lock.ts'
import { contentsIn } from './index/row-table.ts'
import { planIn, planningLock } from './run-paths.ts'
import { encodeDigest } from './index/row-table.ts'

/** Keeps every run of this service from deciding what it sends. Throws DiskError `busy`, or an AbortError. */
export const holdPlanning = async (
  state: string,
  { origin }: Owner,
  options: { wait: number; signal: AbortSignal },
): Promise<Lock> => acquire(planningLock({ state, owner: { origin } }), options)

/** The run at work that announced a row of this content, if there is one. */
export async function announcedBy(state: string, owner: Owner, content: string): Promise<string | undefined> {
  for (const { run, folder } of await runsOf(state, owner)) {
    const plan = (await isAtWork(folder)) ? await readFile(planIn(folder)).catch(() => undefined) : undefined
    for (const each of contentsIn(plan)) if (encodeDigest(each) === content) return run
  }
  return undefined
}
