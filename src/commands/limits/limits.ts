/** What is left of the hourly limit, by the count of this machine. Its line is in ./index.ts. */
import { capOf } from '../../client/budget.ts'
import { one } from '../../output/view.ts'
import { countsOf, limitOf, momentOf, timeAt } from '../../session/rate-limit.ts'
import type { Body } from '../../runtime/command.ts'
import { openSession } from '../../session/session.ts'

export const run: Body = async (_, tools) => {
  const { resolved, network, baseUrl, sender } = await openSession(tools, 'token.price')
  const limit = limitOf(resolved, sender.target)
  const { readCounts } = await import('../../client/budget-file.ts')
  const now = momentOf(tools)
  const window = await readCounts(await countsOf(tools, sender.target), now)
  const used = window.used(now.ticks)
  const cap = limit === undefined ? undefined : capOf(limit)
  const free = cap === undefined ? undefined : window.freeAt(now.ticks, cap)
  const data = {
    network,
    base_url: baseUrl,
    limit: limit ?? null,
    used,
    left: limit === undefined ? null : Math.max(0, limit - used),
    left_for_bulk: cap === undefined ? null : Math.max(0, cap - used),
    free_at: free === undefined ? null : timeAt(free, now).toISOString(),
  }
  return one(data, () => [
    ['Network', network],
    ['Limit', limit === undefined ? 'none of ours' : `${limit} an hour`],
    ['Used', used],
    ['Left', data.left],
    ['For bulk', data.left_for_bulk],
  ])
}
