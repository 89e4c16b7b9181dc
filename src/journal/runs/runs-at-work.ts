/** The runs of an owner that send their rows just now, with what they planned. */
import type { Holder } from '../../disk/disk-error.ts'
import { isSameOwner, type Owner } from '../owner.ts'
import { runsIn, type FoundRun } from './list-runs.ts'
import { runStartedIn } from './log-records.ts'
import { hasPlan, readPlan, type Plan } from './plan-file.ts'
import { senderOf } from './run-lock.ts'

export type RunAtWork = FoundRun & { holder: Holder; plan: Plan }

/**
 * One look at a lock for each run that has a plan: it is taken away when the run ends, and one that was killed leaves it.
 * A run that nobody can tell to be gone counts as at work, however old. Throws DiskError for a damaged journal.
 */
export async function* runsAtWork(state: string, owner: Owner): AsyncGenerator<RunAtWork> {
  for await (const { run, folder } of runsIn(state)) {
    if (!(await hasPlan(folder))) continue
    const holder = await senderOf(folder)
    // The plan after the lock, and before the journal: a run that ends meanwhile takes its plan away once its journal is whole.
    const plan = holder && (await readPlan(folder))
    const begun = plan && (await runStartedIn(folder))
    if (holder && plan && begun && isSameOwner(begun, owner)) yield { run, folder, holder, plan }
  }
}
