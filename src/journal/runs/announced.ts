/** What runs at work are about to send: other runs and single motions ask before they send the same, and no run decides meanwhile. */
import { readFile } from 'node:fs/promises'
import { acquire, type Lock } from '../../disk/lock.ts'
import type { Owner } from '../owner.ts'
import { runsOf } from './list-runs.ts'
import { isAtWork } from './run-lock.ts'
import { contentsIn, encodeDigest, type ByContent } from './index/row-table.ts'
import { planIn, planningLock } from './run-paths.ts'

/** Keeps every run of this service from deciding what it sends. Throws DiskError `busy`, or an AbortError. */
export const holdPlanning = async (
  state: string,
  { origin }: Owner,
  options: { wait: number; signal: AbortSignal },
): Promise<Lock> => acquire(planningLock({ state, owner: { origin } }), options)

/** The run at work that announced a row of this content, if there is one. */
export async function announcedBy(state: string, owner: Owner, content: string): Promise<string | undefined> {
  for (const { run, folder } of await runsOf(state, owner)) {
    const plan = await planOf(folder, await isAtWork(folder))
    for (const each of contentsIn(plan)) if (encodeDigest(each) === content) return run
  }
  return undefined
}

/** The contents among our first `rows` rows that a run announced, each as often as it has not sent it. */
export async function announcedIn(
  folder: string,
  isAlive: boolean,
  { find, rows }: { find: ByContent; rows: number },
): Promise<{ sent: (content: Uint8Array) => void; unsent: () => Iterable<Uint8Array> }> {
  const plan = await planOf(folder, isAlive)
  /** Announced and not sent, by the first of our rows that has the content. */
  const waiting = new Uint32Array(plan ? rows : 0)
  const take = (content: Uint8Array): boolean => {
    const [row] = find.rowsWith(content)
    if (row === undefined || (waiting[row] ?? 0) === 0) return false
    waiting[row]! -= 1
    return true
  }
  for (const content of contentsIn(plan))
    for (const row of find.rowsWith(content)) {
      waiting[row]! += 1
      break
    }
  return {
    sent: take,
    *unsent() {
      for (const content of contentsIn(plan)) if (take(content)) yield content
    },
  }
}

const planOf = async (folder: string, isAlive: boolean) =>
  isAlive ? readFile(planIn(folder)).catch(() => undefined) : undefined
