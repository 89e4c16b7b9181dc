/** What is left of the hourly limit, as figures: for the command limits, and for dashboards. */
import { bulkLimits, type Limits } from '../client/budget.ts'
import type { Target } from '../client/compose.ts'
import { gauge, seconds, type Metric } from '../output/openmetrics.ts'
import { countsOf, momentOf, timeAt, type CountTools } from './rate-limit.ts'

export type LimitFigures = {
  /** Requests that were counted in the last hour. */
  used: number
  /** Undefined where movecli holds no limit. */
  limit?: { requests: number; left: number; leftForBulk: number; freeAt: Date }
}

/** By the count of this machine; of a shard, by its part of the limit. */
export async function limitFigures(
  tools: CountTools,
  target: Target,
  limits: Limits | undefined,
): Promise<LimitFigures> {
  const { readCounts } = await import('../client/budget-file.ts')
  const now = momentOf(tools.context)
  const window = await readCounts(await countsOf(tools.folders.state, target), now)
  const own = limits?.own ? window.of(limits.own.tag) : window
  const used = own.used(now.ticks)
  if (!limits) return { used }
  const requests = limits.own?.limit ?? limits.limit
  const caps = bulkLimits(window, limits)
  const free = Math.max(...caps.map(({ of, cap }) => of.freeAt(now.ticks, cap)))
  return {
    used,
    limit: {
      requests,
      left: Math.max(0, requests - used),
      leftForBulk: Math.max(0, Math.min(...caps.map(({ of, cap }) => cap - of.used(now.ticks)))),
      freeAt: timeAt(free, now),
    },
  }
}

/** The figures for a dashboard, under names that begin with `prefix`; those of a limit only where there is one. */
export function limitMetrics(prefix: string, { used, limit }: LimitFigures): Metric[] {
  const name = (rest: string) => `movecli_${prefix}limit_${rest}`
  const value = (number: number | undefined) => (number === undefined ? [] : [{ value: number }])
  return [
    gauge(name('used_requests'), 'Requests that this machine made in the last hour.', value(used)),
    gauge(name('requests'), 'Requests that the hourly limit allows.', value(limit?.requests)),
    gauge(name('left_requests'), 'Requests that are left of the hourly limit.', value(limit?.left)),
    gauge(
      name('left_for_bulk_requests'),
      'Requests that bulk submission, --all and --watch may still make.',
      value(limit?.leftForBulk),
    ),
    seconds(
      name('free_timestamp_seconds'),
      'When bulk submission may send its next request (Unix time).',
      value(limit && limit.freeAt.getTime() / 1000),
    ),
  ]
}
