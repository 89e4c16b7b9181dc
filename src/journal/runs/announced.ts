/** Which contents running bulk runs are about to send, so that a single motion is not sent beside them. */
import type { Owner } from '../owner.ts'
import { encodeDigest } from './row-digest.ts'
import { runsAtWork, type RunAtWork } from './runs-at-work.ts'

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
