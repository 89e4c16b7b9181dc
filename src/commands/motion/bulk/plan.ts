/** --plan: what a run would do, how long the hourly limit makes it last, and whether the session lives that long. */
import { capOf } from '../../../client/budget.ts'
import { one, type Result } from '../../../output/view.ts'
import { countsOf, limitOf } from '../../budget.ts'
import type { Session } from '../../session.ts'
import type { Tools } from '../../tools.ts'

export type Planned = { run: string; rows: number; left: number; applied: number; invalid: number }

/** The plan of a run; nothing is sent, and nothing changed. */
export async function planOf(tools: Tools, session: Session, planned: Planned): Promise<Result> {
  const { resolved, sender, chosen } = session
  const now = tools.context.now()
  const limit = limitOf(resolved, sender.target)
  const { done, free } =
    limit === undefined ? { done: now, free: undefined } : await within(tools, session, limit, planned.left)
  const expires = chosen.token?.expiresAt
  const lives = expires === undefined ? null : Date.parse(expires) > done.getTime()
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
  return one(data, () => [
    ['Run', planned.run],
    ['Rows', planned.rows],
    ['Left', planned.left],
    ['Limit', limit === undefined ? 'none' : `${limit} an hour`],
    ['Free now', free],
    ['Done by', limit === undefined ? 'as fast as the service answers' : done.toISOString()],
    ['Session', until],
  ])
}

async function within(tools: Tools, { sender }: Session, limit: number, left: number) {
  const { readCounts } = await import('../../../client/budget-file.ts')
  const now = tools.context.now()
  const window = await readCounts(await countsOf(tools, sender.target), now)
  const cap = capOf(limit)
  return {
    free: Math.max(0, cap - window.used(now.getTime())),
    done: new Date(window.doneAt(now.getTime(), cap, left)),
  }
}
