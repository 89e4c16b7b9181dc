/** Which contents running bulk runs are about to send, so that a single motion is not sent beside them. */
import { acquire, type Lock } from '../../disk/lock.ts'
import type { Owner } from '../owner.ts'
import { encodeDigest } from './row-digest.ts'
import { planningLock } from './run-paths.ts'
import { runsAtWork, type RunAtWork } from './runs-at-work.ts'

/** Keeps every run of this service from deciding what it sends. Throws DiskError `busy`, or an AbortError. */
export const holdPlanning = async (
  state: string,
  { origin }: Owner,
  options: { wait: number; signal: AbortSignal },
): Promise<Lock> => acquire(planningLock({ state, owner: { origin } }), options)

/** The run at work that announced a row of this content, if there is one. Throws DiskError. */
export async function announcedBy(
  state: string,
  owner: Owner,
  content: string,
): Promise<RunAtWork | undefined> {
  for await (const atWork of runsAtWork(state, owner))
    for (const each of atWork.plan.contents()) if (encodeDigest(each) === content) return atWork
  return undefined
}
