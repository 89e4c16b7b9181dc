/** The requests that a run may make, counted with those of every other process of this machine. */
import { createBudget, type Budget } from '../../client/budget.ts'
import { DiskError } from '../../disk/disk-error.ts'
import { misconfigured, type MoveError } from '../../errors.ts'
import { countsOf, momentOf } from '../../session/rate-limit.ts'
import type { RunContext } from '../run-context.ts'
import { limitsOf } from '../share.ts'

/** Nothing where no limit applies. Its requests throw CLI_STATE where they cannot be counted. */
export async function budgetOf({
  tools,
  session,
  options,
}: Pick<RunContext, 'tools' | 'session' | 'options'>): Promise<Budget | undefined> {
  const limits = limitsOf(session, options.shard)
  if (limits === undefined) return undefined
  const { fileCounts } = await import('../../client/budget-file.ts')
  const folder = await countsOf(tools.folders.state, session.sender.target)
  const counts = fileCounts(folder, () => momentOf(tools.context), tools.context.signal)
  const exchange: typeof counts.exchange = async (now, decide) =>
    counts.exchange(now, decide).catch((error: unknown) => {
      throw error instanceof DiskError ? uncounted(error) : error
    })
  return createBudget(limits, { exchange })
}

/** Without the count the limit could be passed. */
const uncounted = (fault: DiskError): MoveError =>
  misconfigured(
    `Cannot count requests for the hourly limit: ${fault.message}.`,
    'Make the state folder writable, or set --rate-limit 0.',
    'CLI_STATE',
  )
