/** What is left of the hourly limit, by the count of this machine. Its line is in ./index.ts. */
import { one } from '../../output/view.ts'
import { metricsFile, writeMetrics } from '../../runtime/metrics-file.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { limitFigures, limitMetrics } from '../../session/limit-figures.ts'
import { limitOf } from '../../session/rate-limit.ts'
import { openSession } from '../../session/session.ts'
import type { MetricsValues } from '../../runtime/metrics-flag.ts'

export const run: CommandHandler<MetricsValues> = async ({ flags }, tools) => {
  const file = await metricsFile(flags, tools)
  const { resolved, network, baseUrl, profile = '', sender } = await openSession(tools, { session: 'none' })
  const most = limitOf(resolved, sender.target)
  const figures = await limitFigures(tools, sender.target, most === undefined ? undefined : { limit: most })
  if (file !== undefined) await writeMetrics(file, limitMetrics('', figures), { network, profile })
  const { used, limit } = figures
  const data = {
    network,
    base_url: baseUrl,
    limit: limit?.requests ?? null,
    used,
    left: limit?.left ?? null,
    left_for_bulk: limit?.leftForBulk ?? null,
    free_at: limit?.freeAt.toISOString() ?? null,
  }
  return one(data, () => [
    ['Network', network],
    ['Limit', limit === undefined ? 'no local limit' : `${limit.requests} an hour`],
    ['Used', used],
    ['Left', data.left],
    ['For bulk', data.left_for_bulk],
  ])
}
