/** --plan: what a run would do, how long the hourly limit makes it last, and whether the session lives that long. */
import { bulkLimits, type Limits } from '../../client/budget.ts'
import type { Target } from '../../client/compose.ts'
import { hasEnded } from '../../config/credentials/session-end.ts'
import type { Shard } from '../../journal/runs/run-paths.ts'
import { one, type Result } from '../../output/view.ts'
import { countsOf, momentOf, timeAt, type CountTools } from '../../session/rate-limit.ts'
import type { Session } from '../../session/session.ts'
import { limitsOf } from '../share.ts'

export type RunPlan = {
  run: string
  rows: number
  left: number
  applied: number
  invalid: number
  sent_before: number
}

/** The plan of a run; nothing is sent, and nothing changed. */
export async function planOf(
  tools: CountTools,
  session: Session,
  planned: RunPlan,
  shard?: Shard,
): Promise<Result> {
  const { sender, credentials } = session
  const limits = limitsOf(session, shard)
  const limit = limits?.own?.limit ?? limits?.limit
  const { done, free } = limits
    ? await limitForecast(tools, sender.target, limits, planned.left)
    : { done: tools.context.now(), free: undefined }
  const expires = credentials.token?.expiresAt
  const lives = expires === undefined ? null : !hasEnded(expires, session.record, done)
  const data = {
    ...planned,
    limit: limit ?? null,
    free_now: free ?? null,
    done_at: done.toISOString(),
    token_expires_at: expires ?? null,
    token_lives: lives,
  }
  const until =
    lives === null ? 'its end is not known' : lives ? `lives until ${expires}` : `ends before, at ${expires}`
  const plan = one(data, () => [
    ['Run', planned.run],
    ['Rows', planned.rows],
    ['Left', planned.left],
    ['Limit', limit === undefined ? 'none' : `${limit} an hour`],
    ['Free now', free],
    ['Done by', limit === undefined ? 'as fast as the service answers' : done.toISOString()],
    ['Session', until],
  ])
  return { ...plan, sentNothing: true }
}

async function limitForecast(tools: CountTools, target: Target, limits: Limits, left: number) {
  const { readCounts } = await import('../../client/budget-file.ts')
  const now = momentOf(tools.context)
  const window = await readCounts(await countsOf(tools.folders.state, target), now)
  const caps = bulkLimits(window, limits)
  return {
    free: Math.max(0, Math.min(...caps.map(({ of, cap }) => cap - of.used(now.ticks)))),
    done: timeAt(Math.max(...caps.map(({ of, cap }) => of.doneAt(now.ticks, cap, left))), now),
  }
}
